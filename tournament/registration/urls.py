from django.urls import path

from tournament.registration.views import door, partners, team

urlpatterns = [
    path("concours/<int:pk>/inscriptions/", door.registration_page, name="door"),
    path("concours/<int:pk>/inscriptions/liste/", door.registration_list, name="door-list"),
    path("concours/<int:pk>/inscriptions/verifier/", door.registration_check, name="door-check"),
    path("concours/<int:pk>/inscriptions/habitues/", door.registration_suggest, name="door-suggest"),
    path("concours/<int:pk>/inscriptions/pointer/", door.registration_mark, name="door-mark"),
    path("concours/<int:pk>/inscriptions/pointer-trouve/", door.registration_mark_found, name="door-mark-found"),
    path("concours/<int:pk>/inscriptions/toutes-presentes/", door.registration_all_present, name="door-all-present"),
    path("concours/<int:pk>/inscriptions/renumeroter/", door.registration_renumber, name="door-renumber"),
    path("concours/<int:pk>/inscriptions/communes/", door.registration_unite, name="door-unite"),
    path("concours/<int:pk>/inscriptions/partenaires/", partners.partners, name="partners"),
    path("concours/<int:pk>/inscriptions/partenaires/tirer/", partners.partners_draw, name="partners-draw"),
    path("concours/<int:pk>/inscriptions/partenaires/choisir/", partners.partners_choose, name="partners-choose"),
    path("concours/<int:pk>/inscriptions/partenaires/separer/", partners.partners_part, name="partners-part"),
    path("concours/<int:pk>/inscriptions/imprimer/", door.registration_print, name="door-print"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/", team.team, name="team"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/depart/", team.team_withdraw, name="team-withdraw"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/retour/", team.team_return, name="team-return"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/entree/", team.team_admit, name="team-admit"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/rendre/", team.team_refund, name="team-refund"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/effacer/", team.team_delete, name="team-delete"),
]
