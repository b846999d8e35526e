from django.urls import path

from scoring.rulebook import views

urlpatterns = [
    path("regles/", views.rule_sets, name="public-rules"),
    path("regles/sources/", views.sources, name="public-sources"),
    path("regles/tout-atout/", views.conversion, name="public-conversion"),
    path("regles/arbitre/", views.public_referee, name="public-referee"),
    path("regles/<slug:key>/", views.rule_set, name="public-rule-set"),
    path("regles/<slug:key>/feuille/", views.blank_sheet, name="public-blank-sheet"),
    path("concours/<int:pk>/arbitre/", views.referee, name="referee"),
    path("concours/<int:pk>/feuille/", views.print_sheet, name="print-sheet"),
]
