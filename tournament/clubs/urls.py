from django.urls import path

from tournament.clubs import views

urlpatterns = [
    path("bienvenue/", views.welcome, name="welcome"),
    path("connexion/", views.log_in, name="login"),
    path("deconnexion/", views.log_out, name="logout"),
    path("mot-de-passe/", views.password, name="password"),
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
