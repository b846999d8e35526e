from django.urls import path

from tournament.tokens import views

urlpatterns = [
    path("clubs/<int:club>/cles/", views.club_tokens, name="club-tokens"),
    path("clubs/<int:club>/cles/<int:token_pk>/revoquer/", views.club_token_revoke, name="club-token-revoke"),
]
