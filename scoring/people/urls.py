from django.urls import path

from scoring.people import views

urlpatterns = [
    path("clubs/<int:club>/habitues/<int:person>/", views.club_person, name="club-person"),
    path("clubs/<int:club>/habitues/<int:person>/corriger/", views.club_person_correct, name="club-person-correct"),
    path("clubs/<int:club>/habitues/<int:person>/separer/", views.club_person_part, name="club-person-part"),
    path("clubs/<int:club>/habitues/<int:person>/lien/", views.club_person_link, name="club-person-link"),
    path("clubs/<int:club>/habitues/<int:person>/effacer/", views.club_person_erase, name="club-person-erase"),
    path("clubs/<int:club>/habitues/<int:person>/droits/", views.club_person_rights, name="club-person-rights"),
    path("clubs/<int:club>/habitues/<int:person>/tout/", views.club_person_held, name="club-person-held"),
    path("clubs/<int:club>/habitues/frequentation/", views.club_people_came, name="club-people-came"),
    path("clubs/<int:club>/habitues/conservation/", views.club_people_kept, name="club-people-kept"),
    path("clubs/<int:club>/habitues/conservation/duree/", views.club_people_term, name="club-people-term"),
    path("clubs/<int:club>/habitues/conservation/effacer/", views.club_people_go, name="club-people-go"),
    path("clubs/<int:club>/habitues/fichier.<str:kind>", views.club_people_file, name="club-people-file"),
    path("joueur/<str:link>/", views.public_person, name="public-person"),
]
