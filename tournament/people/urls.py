from django.urls import path

from tournament.people import views

urlpatterns = [
    path("clubs/<int:club>/habitues/", views.club_people, name="club-people"),
    path("clubs/<int:club>/habitues/homonymes/", views.club_people_names, name="club-people-names"),
    path("clubs/<int:club>/habitues/reunir/", views.club_people_unite, name="club-people-unite"),
    path("clubs/<int:club>/habitues/distinguer/", views.club_people_apart, name="club-people-apart"),
    path("clubs/<int:club>/habitues/liste/", views.club_people_list, name="club-people-list"),
    path("clubs/<int:club>/habitues/membres/", views.club_members, name="club-members"),
    path("clubs/<int:club>/habitues/membres/fin/", views.club_members_end, name="club-members-end"),
    path("clubs/<int:club>/habitues/journal/", views.club_people_journal, name="club-people-journal"),
    path("clubs/<int:club>/habitues/annuler/", views.club_people_undo, name="club-people-undo"),
]
