from django.urls import path

from scoring.referee import views

TEAM = "concours/<int:pk>/inscriptions/equipes/<int:team_pk>/"
TABLE = "concours/<int:pk>/parties/<int:number>/tables/<int:table>/"

urlpatterns = [
    path("concours/<int:pk>/arbitrage/", views.cases, name="cases"),
    path(TEAM + "exclusion/", views.team_exclude, name="team-exclude"),
    path(TEAM + "grace/", views.team_readmit, name="team-readmit"),
    path(TABLE + "arbitrage/", views.case, name="case"),
    path(TABLE + "arbitrage/donnes/", views.case_donnes, name="case-donnes"),
    path(TABLE + "camps/", views.swap, name="sheet-swap"),
    path(TABLE + "retirer/", views.withdraw, name="sheet-withdraw"),
    path(TABLE + "echange/", views.exchange, name="sheet-exchange"),
]
