from django.urls import path

from scoring.clock import views

PARTIE = "concours/<int:pk>/chronometre/<int:number>/"

urlpatterns = [
    path("concours/<int:pk>/chronometre/", views.clock, name="clock"),
    path(PARTIE + "lancer/", views.start, name="clock-start"),
    path(PARTIE + "reprendre/", views.stop, name="clock-stop"),
    path(PARTIE + "regler/", views.set_to, name="clock-set"),
    path(PARTIE + "dernieres-donnes/", views.cutoff, name="clock-cutoff"),
    path(PARTIE + "dernieres-donnes/reprendre/", views.cutoff_back, name="clock-cutoff-back"),
    path(PARTIE + "donnes-jouees/", views.played, name="clock-played"),
    path(PARTIE + "place/", views.seat, name="clock-seat"),
    path(PARTIE + "tous-la/", views.everybody, name="clock-everybody"),
    path(PARTIE + "arbitre/", views.answered, name="clock-answer"),
]
