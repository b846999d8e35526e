from django.urls import path

from scoring.entries import views
from tournament.public_addresses import addressed

urlpatterns = [
    addressed("public-entry", views.entry_form),
    path("p/<slug:slug>/inscription/<str:token>/", views.entry_mine, name="public-entry-mine"),
    path("p/<slug:slug>/arrivee/", views.arrival, name="public-arrival"),
    addressed("public-team-tell", views.tell),
    path("concours/<int:pk>/inscriptions/de-chez-soi/", views.entries, name="entries"),
    path("concours/<int:pk>/inscriptions/de-chez-soi/prendre/", views.entries_take, name="entries-take"),
    path("concours/<int:pk>/inscriptions/de-chez-soi/site/", views.entries_fetch, name="entries-fetch"),
    path("concours/<int:pk>/inscriptions/de-chez-soi/fichier/", views.entries_read, name="entries-read"),
    path("concours/<int:pk>/inscriptions/de-chez-soi/liste.json", views.entries_file, name="entries-file"),
    path("concours/<int:pk>/inscriptions/arrivee/", views.entry_found, name="entry-find"),
    path("concours/<int:pk>/inscriptions/arrivee/<str:token>/", views.entry_found, name="entry-found"),
    path("concours/<int:pk>/inscriptions/demandes/", views.team_requests, name="team-requests"),
    path("concours/<int:pk>/inscriptions/demandes/<int:line>/", views.team_request, name="team-request"),
]
