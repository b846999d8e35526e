from django.urls import path

from scoring.referee.views import case_donnes, cases

urlpatterns = [
    path("concours/<int:pk>/arbitrage/", cases.cases, name="cases"),
    path("concours/<int:pk>/parties/<int:number>/tables/<int:table>/arbitrage/", cases.case, name="case"),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/arbitrage/donnes/",
        case_donnes.case_donnes,
        name="case-donnes",
    ),
    path("concours/<int:pk>/parties/<int:number>/tables/<int:table>/camps/", cases.swap, name="sheet-swap"),
    path("concours/<int:pk>/parties/<int:number>/tables/<int:table>/echange/", cases.exchange, name="sheet-exchange"),
]
