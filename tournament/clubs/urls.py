from django.urls import path

from tournament.clubs import views

urlpatterns = [
    path("bienvenue/", views.welcome, name="welcome"),
    path("connexion/", views.log_in, name="login"),
    path("connexion/code/", views.log_in_code, name="login-code"),
    path("deconnexion/", views.log_out, name="logout"),
    path("premier-mot-de-passe/<int:user>/<str:secret>/", views.first_password, name="first-password"),
    path("mot-de-passe/", views.password, name="password"),
    path("second-facteur/", views.own_second_factor, name="second-factor"),
    path("second-facteur/commencer/", views.second_factor_begin, name="second-factor-begin"),
    path("second-facteur/confirmer/", views.second_factor_confirm, name="second-factor-confirm"),
    path("second-facteur/codes/", views.second_factor_codes, name="second-factor-codes"),
    path("second-facteur/arreter/", views.second_factor_stop, name="second-factor-stop"),
    path("clubs/<int:club>/comptes/second-facteur/", views.club_second_factor, name="club-second-factor"),
    path("clubs/<int:club>/mots/", views.club_words, name="club-words"),
    path("clubs/<int:club>/comptes/", views.club_accounts, name="club-accounts"),
    path("clubs/<int:club>/comptes/<int:account>/role/", views.club_account_role, name="club-account-role"),
    path("clubs/<int:club>/comptes/<int:account>/fermer/", views.club_account_close, name="club-account-close"),
    path("clubs/<int:club>/comptes/<int:account>/rouvrir/", views.club_account_reopen, name="club-account-reopen"),
    path("clubs/<int:club>/comptes/<int:account>/sessions/", views.club_account_sessions, name="club-account-sessions"),
    path(
        "clubs/<int:club>/comptes/<int:account>/mot-de-passe/",
        views.club_account_password,
        name="club-account-password",
    ),
]
