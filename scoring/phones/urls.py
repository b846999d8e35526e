from django.urls import path

from scoring.phones import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("t/", views.start, name="phone-start"),
    path("t/q/<str:token>/", views.enter, name="phone-enter"),
    path("t/<int:access>/", views.table, name="phone-table"),
    path("t/<int:access>/entrer/", views.come_in, name="phone-come-in"),
    path("t/<int:access>/etat/", views.state, name="phone-state"),
    path("t/<int:access>/controle/", views.check, name="phone-check"),
    path("t/<int:access>/proposer/", views.propose, name="phone-propose"),
    path("t/<int:access>/reponse/", views.answer, name="phone-answer"),
    path("t/<int:access>/donne/", views.donne, name="phone-donne"),
    path("t/<int:access>/donne/controle/", views.donne_check, name="phone-donne-check"),
    path("t/<int:access>/donnes/", views.propose_donnes, name="phone-sheet"),
    path("t/<int:access>/pareil/", views.same, name="phone-same"),
    path("t/<int:access>/dernieres-donnes/", views.cutoff, name="phone-cutoff"),
    path("t/<int:access>/arbitre/", views.call, name="phone-call"),
    path("t/<int:access>/absents/", views.missing, name="phone-missing"),
    path("t/<int:access>/photo/", views.photo, name="phone-photo"),
    addressed("public-code", views.code),
]
