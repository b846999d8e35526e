from django.urls import path

from scoring.evening import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("concours/<int:pk>/", views.concours, name="concours"),
    path("concours/<int:pk>/soiree/", views.whole_evening, name="whole-evening"),
    path("concours/<int:pk>/palmares/montrer/", views.ranking_show, name="ranking-show"),
    path("concours/<int:pk>/message/", views.message, name="hall-message"),
    path("concours/<int:pk>/message/retirer/", views.message_clear, name="hall-message-clear"),
    path("concours/<int:pk>/palmares/publications/", views.palmares, name="palmares"),
    addressed("public-palmares", views.public_palmares),
    path("p/<slug:slug>/mur/soiree/", views.wall_evening, name="wall-evening"),
    path("concours/<int:pk>/cloture/", views.concours_close, name="concours-close"),
    path("concours/<int:pk>/reouverture/", views.concours_reopen, name="concours-reopen"),
]
