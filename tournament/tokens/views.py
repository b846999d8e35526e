"""The page of a club's tokens: which there are, a new one, and one that opens nothing any more."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.clubs import policy
from tournament.clubs.models import Club
from tournament.clubs.selectors import club_for
from tournament.concours.selectors import public_address
from tournament.page_access import PageRequest, form_page, laptop_only
from tournament.page_acts import Done, page_act, told_at, try_act
from tournament.tokens import services as tokens
from tournament.tokens.forms import SiteTokenForm, TokenForm
from tournament.tokens.models import SCOPE_WORDS, ApiToken


@laptop_only
@form_page
def club_tokens(request: PageRequest, club: int) -> HttpResponse:
    """Show the keys of a club, and make a new one, whose secret stands in the answer alone."""
    own = club_for(request.user, club, "accounts")
    form = TokenForm(own, request.POST or None)
    secret = ""
    if form.is_valid():
        made = try_act(form, lambda: tokens.make_token(club=own, by=request.user, **form.arguments()))
        if made:
            secret, form = made[1], TokenForm(own)
    return _tokens_page(request, own, form, secret)


def _token(request: HttpRequest, club: int, token_pk: int) -> tuple[ApiToken]:
    """Find a token of a club where this one looks after the accounts."""
    own = club_for(request.user, club, "accounts")  # type: ignore[arg-type]
    return (get_object_or_404(ApiToken, pk=token_pk, club=own),)


@page_act(_token, refused=told_at(lambda token: redirect("club-tokens", token.club_id)), laptop_only=True)
def club_token_revoke(request: PageRequest, token: ApiToken) -> Done:
    """Revoke a key."""
    tokens.revoke_token(token_id=token.pk, by=request.user)
    message = _("The key “%(name)s” is revoked: it opens nothing any more.") % {"name": token.name}
    return Done(redirect("club-tokens", token.club_id), message)


@laptop_only
@form_page
def host_tokens(request: PageRequest) -> HttpResponse:
    """Show the keys of the site, and make a new one; for anybody but the maintainer there is nothing here."""
    if not policy.is_maintainer(request.user):
        raise Http404
    form = SiteTokenForm(request.POST or None)
    secret = ""
    if form.is_valid():
        made = try_act(form, lambda: tokens.make_site_token(by=request.user, **form.cleaned_data))
        if made:
            secret, form = made[1], SiteTokenForm()
    context = {"lines": _lines(None), "form": form, "secret": secret}
    return render(request, "tournament/tokens/site_tokens.html", context)


def _site_token(request: HttpRequest, site_token: int) -> tuple[ApiToken]:
    if not policy.is_maintainer(request.user):
        raise Http404
    return (get_object_or_404(ApiToken, pk=site_token, club=None),)


@page_act(_site_token, refused=told_at(lambda token: redirect("host-tokens")), laptop_only=True)
def host_token_revoke(request: PageRequest, token: ApiToken) -> Done:
    """Revoke a key of the site."""
    tokens.revoke_token(token_id=token.pk, by=request.user)
    message = _("The key “%(name)s” is revoked: it opens nothing any more.") % {"name": token.name}
    return Done(redirect("host-tokens"), message)


def _tokens_page(request: PageRequest, club: Club, form: TokenForm, secret: str) -> HttpResponse:
    of_site = [token.name for token in tokens.open_tokens(None)]
    lines = _lines(club)
    # Also when the key was made long ago: its secret is shown once, the rest may be read again.
    copying = any(
        "copy" in policy.SCOPES.get(scope, ()) for line in lines if line["open"] for scope in line["token"].scopes
    )
    context = {
        "club": club,
        "lines": lines,
        "form": form,
        "secret": secret,
        "of_site": of_site,
        "copies_at": (public_address(request, "/") or "").rstrip("/") if copying else "",
    }
    return render(request, "tournament/tokens/tokens.html", context)


def _lines(club: Club | None) -> list[dict[str, Any]]:
    """Return the keys of *club*, or without one of the site, as the pages list them, the newest first."""
    today = timezone.localdate()
    return [
        {
            "token": token,
            "scopes": [SCOPE_WORDS[scope] for scope in token.scopes if scope in SCOPE_WORDS],
            "concours": [] if token.whole_club else [one.name for one in token.concours.all()],
            "open": token.revoked_at is None and token.ends_on >= today,
            "revoke": reverse("club-token-revoke", args=[club.pk, token.pk])
            if club
            else reverse("host-token-revoke", args=[token.pk]),
        }
        for token in ApiToken.objects.filter(club=club)
        .select_related("made_by")
        .prefetch_related("concours")
        .order_by("-pk")[:100]
    ]
