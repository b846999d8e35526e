from django.urls import path

from scoring.calendar import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("calendrier/", views.agenda, name="public-agenda"),
    path("calendrier/carte/", views.agenda_map, name="public-agenda-map"),
    path("calendrier/concours.ics", views.feed, name="public-agenda-feed"),
    addressed("public-agenda-club", views.agenda),
    addressed("public-calendar", views.calendar),
    path("calendrier/<str:token>/concours.ics", views.club_calendar, name="public-club-calendar"),
]
