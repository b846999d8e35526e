from django.urls import path

from scoring.referee.views import cases, teams

TEAM = "concours/<int:pk>/inscriptions/equipes/<int:team_pk>/"
TABLE = "concours/<int:pk>/parties/<int:number>/tables/<int:table>/"

urlpatterns = [
    path("concours/<int:pk>/arbitrage/", cases.cases, name="cases"),
    path(TEAM + "exclusion/", teams.team_exclude, name="team-exclude"),
    path(TEAM + "grace/", teams.team_readmit, name="team-readmit"),
    path(TABLE + "arbitrage/", cases.case, name="case"),
    path(TABLE + "arbitrage/donnes/", cases.case_donnes, name="case-donnes"),
    path(TABLE + "camps/", cases.swap, name="sheet-swap"),
    path(TABLE + "retirer/", cases.withdraw, name="sheet-withdraw"),
    path(TABLE + "echange/", cases.exchange, name="sheet-exchange"),
]
