"""The page of a club's tokens: which there are, a new one, and one that opens nothing any more."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.clubs.models import Club
from tournament.clubs.selectors import club_for
from tournament.page_access import PageRequest, laptop_only
from tournament.page_acts import Done, page_act, told_at, try_act
from tournament.tokens import services as tokens
from tournament.tokens.forms import TokenForm
from tournament.tokens.models import SCOPE_WORDS, ApiToken


@laptop_only
@require_http_methods(["GET", "POST"])
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


@laptop_only
@page_act(_token, refused=told_at(lambda token: redirect("club-tokens", token.club_id)))
def club_token_revoke(request: PageRequest, token: ApiToken) -> Done:
    """Revoke a key."""
    tokens.revoke_token(token_id=token.pk, by=request.user)
    message = _("The key “%(name)s” is revoked: it opens nothing any more.") % {"name": token.name}
    return Done(redirect("club-tokens", token.club_id), message)


def _tokens_page(request: PageRequest, club: Club, form: TokenForm, secret: str) -> HttpResponse:
    today = timezone.localdate()
    lines = [
        {
            "token": token,
            "scopes": [SCOPE_WORDS[scope] for scope in token.scopes if scope in SCOPE_WORDS],
            "concours": [] if token.whole_club else [one.name for one in token.concours.all()],
            "open": token.revoked_at is None and token.ends_on >= today,
        }
        for token in ApiToken.objects.filter(club=club)
        .select_related("made_by")
        .prefetch_related("concours")
        .order_by("-pk")[:100]
    ]
    context = {"club": club, "lines": lines, "form": form, "secret": secret}
    return render(request, "tournament/tokens/tokens.html", context)
