from django.urls import path

from scoring.public import views

urlpatterns = [
    path("concours/<int:pk>/affiche/", views.poster, name="poster"),
    path("concours/<int:pk>/cartes/", views.team_cards, name="team-cards"),
    path("p/<slug:slug>/", views.standings, name="public-standings"),
    path("p/<slug:slug>/equipe/<int:number>/", views.team, name="public-team"),
    path("p/<slug:slug>/adresse.svg", views.address, name="public-qr"),
    path("p/<slug:slug>/concours.ics", views.calendar, name="public-calendar"),
    path("p/<slug:slug>/integrer/", views.embed, name="public-embed"),
    path("calendrier/<str:token>/concours.ics", views.club_calendar, name="public-club-calendar"),
    path("p/<slug:slug>/mur/", views.wall, name="public-wall"),
]
