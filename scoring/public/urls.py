from django.urls import path

from scoring.public import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("concours/<int:pk>/affiche/", views.poster, name="poster"),
    path("concours/<int:pk>/cartes/", views.team_cards, name="team-cards"),
    addressed("public-standings", views.standings),
    addressed("public-team", views.team),
    addressed("public-qr", views.address),
    path("p/<slug:slug>/integrer/", views.embed, name="public-embed"),
    path("p/<slug:slug>/nouvelles/", views.news, name="public-news"),
    path("p/<slug:slug>/mur/", views.wall, name="public-wall"),
]
