from django.urls import path

from scoring.referee.views import case_donnes, cases

TABLE = "concours/<int:pk>/parties/<int:number>/tables/<int:table>/"

urlpatterns = [
    path("concours/<int:pk>/arbitrage/", cases.cases, name="cases"),
    path(TABLE + "arbitrage/", cases.case, name="case"),
    path(TABLE + "arbitrage/donnes/", case_donnes.case_donnes, name="case-donnes"),
    path(TABLE + "camps/", cases.swap, name="sheet-swap"),
    path(TABLE + "retirer/", cases.withdraw, name="sheet-withdraw"),
    path(TABLE + "echange/", cases.exchange, name="sheet-exchange"),
]
