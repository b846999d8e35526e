from django.urls import path

from tournament.tokens import views

urlpatterns = [
    path("clubs/cles/", views.host_tokens, name="host-tokens"),
    path("clubs/cles/<int:site_token>/revoquer/", views.host_token_revoke, name="host-token-revoke"),
    path("clubs/<int:club>/cles/", views.club_tokens, name="club-tokens"),
    path("clubs/<int:club>/cles/<int:token_pk>/revoquer/", views.club_token_revoke, name="club-token-revoke"),
]
