from django.urls import path

from tournament.registration import views

urlpatterns = [
    path("concours/<int:pk>/inscriptions/", views.registration_page, name="door"),
    path("concours/<int:pk>/inscriptions/liste/", views.registration_list, name="door-list"),
    path("concours/<int:pk>/inscriptions/verifier/", views.registration_check, name="door-check"),
    path("concours/<int:pk>/inscriptions/habitues/", views.registration_suggest, name="door-suggest"),
    path("concours/<int:pk>/inscriptions/pointer/", views.registration_mark, name="door-mark"),
    path("concours/<int:pk>/inscriptions/pointer-trouve/", views.registration_mark_found, name="door-mark-found"),
    path("concours/<int:pk>/inscriptions/toutes-presentes/", views.registration_all_present, name="door-all-present"),
    path("concours/<int:pk>/inscriptions/renumeroter/", views.registration_renumber, name="door-renumber"),
    path("concours/<int:pk>/inscriptions/communes/", views.registration_unite, name="door-unite"),
    path("concours/<int:pk>/inscriptions/partenaires/", views.partners, name="partners"),
    path("concours/<int:pk>/inscriptions/partenaires/tirer/", views.partners_draw, name="partners-draw"),
    path("concours/<int:pk>/inscriptions/partenaires/choisir/", views.partners_choose, name="partners-choose"),
    path("concours/<int:pk>/inscriptions/partenaires/separer/", views.partners_part, name="partners-part"),
    path("concours/<int:pk>/inscriptions/imprimer/", views.registration_print, name="door-print"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/", views.team, name="team"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/depart/", views.team_withdraw, name="team-withdraw"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/retour/", views.team_return, name="team-return"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/entree/", views.team_admit, name="team-admit"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/rendre/", views.team_refund, name="team-refund"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/effacer/", views.team_delete, name="team-delete"),
]
