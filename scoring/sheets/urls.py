from django.urls import path

from scoring.sheets.views import desk, entry, paper, tables

urlpatterns = [
    path("concours/<int:pk>/marque/", desk.desk, name="desk"),
    path("concours/<int:pk>/marque/<int:sheet_pk>/lu/", desk.read, name="desk-read"),
    path("concours/<int:pk>/parties/<int:number>/feuilles/", paper.sheets, name="paper-sheets"),
    path("concours/<int:pk>/parties/<int:number>/feuilles/codes/", paper.renew, name="paper-renew"),
    path("concours/<int:pk>/parties/<int:number>/tables/<int:table>/photo/", paper.photo_add, name="photo-add"),
    path("concours/<int:pk>/photos/<int:photo_pk>.jpg", paper.photo, name="photo"),
    path("concours/<int:pk>/feuilles/vierges/", paper.blank, name="paper-blank"),
    path("concours/<int:pk>/saisie/", entry.entry, name="entry"),
    path("concours/<int:pk>/saisie/<int:number>/", entry.entry_round, name="entry-round"),
    path("concours/<int:pk>/saisie/<int:number>/controle/", entry.entry_check, name="entry-check"),
    path("concours/<int:pk>/saisie/<int:number>/tables/", entry.entry_tables, name="entry-tables"),
    path("concours/<int:pk>/saisie/<int:number>/en-cours/", entry.entry_typing, name="entry-typing"),
    path("concours/<int:pk>/parties/<int:number>/tables/<int:table>/", tables.table, name="table"),
    path("concours/<int:pk>/parties/<int:number>/tables/<int:table>/donnes/", tables.sheet_donnes, name="sheet-donnes"),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/forfait/", tables.sheet_forfeit, name="sheet-forfeit"
    ),
    path("concours/<int:pk>/controles/", tables.overrides, name="overrides"),
]
