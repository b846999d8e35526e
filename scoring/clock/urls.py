from django.urls import path

from scoring.clock import views

urlpatterns = [
    path("concours/<int:pk>/chronometre/", views.clock, name="clock"),
    path("concours/<int:pk>/chronometre/<int:number>/lancer/", views.start, name="clock-start"),
    path("concours/<int:pk>/chronometre/<int:number>/reprendre/", views.stop, name="clock-stop"),
    path("concours/<int:pk>/chronometre/<int:number>/regler/", views.set_to, name="clock-set"),
    path("concours/<int:pk>/chronometre/<int:number>/dernieres-donnes/", views.cutoff, name="clock-cutoff"),
    path(
        "concours/<int:pk>/chronometre/<int:number>/dernieres-donnes/reprendre/",
        views.cutoff_back,
        name="clock-cutoff-back",
    ),
    path("concours/<int:pk>/chronometre/<int:number>/donnes-jouees/", views.played, name="clock-played"),
    path("concours/<int:pk>/chronometre/<int:number>/place/", views.seat, name="clock-seat"),
    path("concours/<int:pk>/chronometre/<int:number>/tous-la/", views.everybody, name="clock-everybody"),
    path("concours/<int:pk>/chronometre/<int:number>/arbitre/", views.answered, name="clock-answer"),
]
