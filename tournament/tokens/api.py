"""List, make and revoke the tokens with which other programs use the API for a club."""

from typing import Annotated

from django.shortcuts import get_object_or_404

from tournament.api.base import ANYONE, ClubView, HostView, act, page
from tournament.api.shapes import Page, PageQuery, Shown
from tournament.clubs.policy import SCOPES
from tournament.inputs import arguments
from tournament.inputs.fields import StrictChoice
from tournament.tokens import acts, services
from tournament.tokens.inputs import SiteTokenInput, TokenInput
from tournament.tokens.models import ApiToken

TAG = "clubs"

Scope = Annotated[str, StrictChoice(choices=list(SCOPES))]
TokenOutput = Annotated[
    ApiToken,
    Shown(
        "TokenOutput",
        "id=pk name scopes concours by=made_by_id created_at ends_on last_used_at revoked_at",
        scopes=list[str],
        concours=(
            list[int] | None,
            lambda token: None if token.whole_club else sorted(one.pk for one in token.concours.all()),
        ),
    ),
    "A token, without its secret. `concours` is null where it opens all of the club; `last_used_at` is to the minute.",
]
MadeTokenOutput = Annotated[
    tuple[TokenOutput, str],
    Shown("MadeTokenOutput", "token secret"),
    "`secret` is shown this once: it is kept nowhere. It goes into the header `Authorization: Bearer …`.",
]


class Tokens(ClubView):
    laptop_only = True

    @act("accounts", "tokens/")
    def tokens_get(self, query: PageQuery) -> Page[TokenOutput]:
        """List the tokens of the club, the newest first; those that were revoked or have ended too."""
        return page(ApiToken.objects.filter(club=self.club).prefetch_related("concours").order_by("-pk"), query)

    @act(acts.MAKE_TOKEN, "tokens/", status=201)
    def tokens_post(self, data: TokenInput) -> MadeTokenOutput:
        """Make a token for another program. It acts for this account, within its scopes."""
        return services.make_token(club=self.club, by=self.user, **arguments(data))


class TokenRevoke(ClubView, path="tokens/<int:token>/revoke/"):
    laptop_only = True
    token: ApiToken

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.token = get_object_or_404(ApiToken, pk=self.kwargs["token"], club=self.club)

    @act(acts.REVOKE_TOKEN)
    def token_revoke_post(self) -> TokenOutput:
        """Revoke a token: from now on it opens nothing."""
        return services.revoke_token(token_id=self.token.pk, by=self.user)


class HostTokens(HostView):
    @act(ANYONE, "tokens/")
    def host_tokens_get(self, query: PageQuery) -> Page[TokenOutput]:
        """List the tokens of the site, the newest first; those that were revoked or have ended too."""
        return page(ApiToken.objects.filter(club=None).prefetch_related("concours").order_by("-pk"), query)

    @act(ANYONE, "tokens/", status=201)
    def host_tokens_post(self, data: SiteTokenInput) -> MadeTokenOutput:
        """Make a token that reads all clubs of the site, as a reader of each does: for a federation."""
        return services.make_site_token(by=self.user, **arguments(data))


class HostTokenRevoke(HostView, path="tokens/<int:site_token>/revoke/"):
    token: ApiToken

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.token = get_object_or_404(ApiToken, pk=self.kwargs["site_token"], club=None)

    @act(ANYONE)
    def host_token_revoke_post(self) -> TokenOutput:
        """Revoke a token of the site: from now on it opens nothing."""
        return services.revoke_token(token_id=self.token.pk, by=self.user)
