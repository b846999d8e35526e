from django.urls import path

from scoring.standings import views

urlpatterns = [
    path("concours/<int:pk>/classement/", views.standings, name="standings"),
    path("concours/<int:pk>/classement/imprimer/", views.print_standings, name="print-standings"),
    path("concours/<int:pk>/classement/refaire/", views.redo, name="standings-redo"),
    path("concours/<int:pk>/classement/equipe/<int:number>/", views.why, name="why"),
]
