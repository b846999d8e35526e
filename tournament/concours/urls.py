from django.urls import path

from tournament.concours import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("", views.home, name="home"),
    path("concours/nouveau/", views.concours_new, name="concours-new"),
    path("concours/<int:pk>/reglages/", views.concours_settings, name="concours-settings"),
    path("concours/<int:pk>/enlever/", views.concours_remove, name="concours-remove"),
    path("remettre/<int:pk>/", views.concours_restore, name="concours-restore"),
    path("concours/<int:pk>/effacer/", views.concours_purge, name="concours-purge"),
    path("concours/<int:pk>/repetition/effacer/", views.rehearsal_erase, name="rehearsal-erase"),
    path("concours/<int:pk>/reglement/", views.reglement, name="reglement"),
    addressed("public-reglement", views.public_reglement),
]
