from django.urls import path

from scoring.evening import views

urlpatterns = [
    path("concours/<int:pk>/", views.concours, name="concours"),
    path("concours/<int:pk>/palmares/", views.prizes, name="prizes"),
    path("concours/<int:pk>/palmares/publications/", views.palmares, name="palmares"),
    path("p/<slug:slug>/palmares/", views.public_palmares, name="public-palmares"),
    path("concours/<int:pk>/cloture/", views.concours_close, name="concours-close"),
    path("concours/<int:pk>/reouverture/", views.concours_reopen, name="concours-reopen"),
]
