from django.urls import path

from scoring.seasons import views

urlpatterns = [
    path("clubs/<int:club>/saisons/", views.seasons, name="seasons"),
    path("clubs/<int:club>/saisons/nouvelle/", views.season_new, name="season-new"),
    path("saisons/<int:season>/", views.season, name="season"),
    path("saisons/<int:season>/reglement/", views.season_rules, name="season-rules"),
    path("saisons/<int:season>/soirees/", views.season_evenings, name="season-evenings"),
    path("saisons/<int:season>/pourquoi/<str:who>/", views.season_why, name="season-why"),
    path("saisons/<int:season>/corrections/<int:evening>/", views.season_moved, name="season-moved"),
    path("saisons/<int:season>/imprimer/", views.season_print, name="season-print"),
    path("saisons/<int:season>/listes.zip", views.season_file, name="season-file"),
    path("saisons/<int:season>/cartes/", views.season_cards, name="season-cards"),
    path("saisons/<int:season>/annuler/<int:line>/", views.season_undo, name="season-undo"),
    path("saisons/<int:season>/ranger/", views.season_remove, name="season-remove"),
    path("saisons/<int:season>/reprendre/", views.season_restore, name="season-restore"),
    path("s/<slug:season_slug>/", views.public_season_page, name="public-season"),
    path("s/<slug:season_slug>/pourquoi/<str:who>/", views.public_season_why, name="public-season-why"),
    path("s/<slug:season_slug>/mur/", views.season_wall, name="public-season-wall"),
]
