from django.urls import path

from tournament.views import accounts, concours, door, imports

urlpatterns = [
    path("concours/<int:pk>/inscriptions/", door.door, name="door"),
    path("concours/<int:pk>/inscriptions/liste/", door.door_list, name="door-list"),
    path("concours/<int:pk>/inscriptions/verifier/", door.door_check, name="door-check"),
    path("concours/<int:pk>/inscriptions/habitues/", door.door_suggest, name="door-suggest"),
    path("concours/<int:pk>/inscriptions/pointer/", door.door_mark, name="door-mark"),
    path("concours/<int:pk>/inscriptions/toutes-presentes/", door.door_all_present, name="door-all-present"),
    path("concours/<int:pk>/inscriptions/renumeroter/", door.door_renumber, name="door-renumber"),
    path("concours/<int:pk>/inscriptions/imprimer/", door.door_print, name="door-print"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/", door.team, name="team"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/depart/", door.team_withdraw, name="team-withdraw"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/retour/", door.team_return, name="team-return"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/entree/", door.team_admit, name="team-admit"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/exclusion/", door.team_exclude, name="team-exclude"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/grace/", door.team_readmit, name="team-readmit"),
    path("concours/<int:pk>/inscriptions/equipes/<int:team_pk>/effacer/", door.team_delete, name="team-delete"),
    path("concours/<int:pk>/inscriptions/importer/", imports.import_new, name="import-new"),
    path("concours/<int:pk>/inscriptions/importer/<int:draft_pk>/", imports.import_preview, name="import-preview"),
    path(
        "concours/<int:pk>/inscriptions/importer/<int:draft_pk>/colonnes/", imports.import_layout, name="import-layout"
    ),
    path("concours/<int:pk>/inscriptions/importer/<int:draft_pk>/laisser/", imports.import_drop, name="import-drop"),
    path("", concours.home, name="home"),
    path("bienvenue/", accounts.welcome, name="welcome"),
    path("connexion/", accounts.log_in, name="login"),
    path("deconnexion/", accounts.log_out, name="logout"),
    path("mot-de-passe/", accounts.password, name="password"),
    path("clubs/<int:club>/comptes/", accounts.club_accounts, name="club-accounts"),
    path("clubs/<int:club>/comptes/<int:account>/role/", accounts.club_account_role, name="club-account-role"),
    path("clubs/<int:club>/comptes/<int:account>/fermer/", accounts.club_account_close, name="club-account-close"),
    path("clubs/<int:club>/comptes/<int:account>/rouvrir/", accounts.club_account_reopen, name="club-account-reopen"),
    path(
        "clubs/<int:club>/comptes/<int:account>/sessions/", accounts.club_account_sessions, name="club-account-sessions"
    ),
    path(
        "clubs/<int:club>/comptes/<int:account>/mot-de-passe/",
        accounts.club_account_password,
        name="club-account-password",
    ),
    path("concours/nouveau/", concours.concours_new, name="concours-new"),
    path("concours/<int:pk>/reglages/", concours.concours_settings, name="concours-settings"),
    path("concours/<int:pk>/reglement/", concours.reglement, name="reglement"),
    path("p/<slug:slug>/reglement/", concours.public_reglement, name="public-reglement"),
]
