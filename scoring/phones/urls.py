from django.urls import path

from scoring.phones.views import acts, coming_in, table
from tournament.public_addresses import addressed

urlpatterns = [
    path("t/", coming_in.start, name="phone-start"),
    path("t/q/<str:token>/", coming_in.enter, name="phone-enter"),
    path("t/<int:access>/", table.table, name="phone-table"),
    path("t/<int:access>/entrer/", coming_in.come_in, name="phone-come-in"),
    path("t/<int:access>/etat/", table.state, name="phone-state"),
    path("t/<int:access>/controle/", table.check, name="phone-check"),
    path("t/<int:access>/proposer/", acts.propose, name="phone-propose"),
    path("t/<int:access>/reponse/", acts.answer, name="phone-answer"),
    path("t/<int:access>/donne/", acts.donne, name="phone-donne"),
    path("t/<int:access>/donne/controle/", acts.donne_check, name="phone-donne-check"),
    path("t/<int:access>/donnes/", acts.propose_donnes, name="phone-sheet"),
    path("t/<int:access>/pareil/", acts.same, name="phone-same"),
    path("t/<int:access>/dernieres-donnes/", acts.cutoff, name="phone-cutoff"),
    path("t/<int:access>/arbitre/", acts.call, name="phone-call"),
    path("t/<int:access>/absents/", acts.missing, name="phone-missing"),
    path("t/<int:access>/photo/", acts.photo, name="phone-photo"),
    addressed("public-code", coming_in.code),
]
