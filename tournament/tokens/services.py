"""Tokens of the API: another program acts for a club without a password, within scopes, until a day.

A secret has 192 bits and is shown once; the database keeps its SHA-256. A token acts for the account that made it, and
what it opens is asked where everything is asked: `tournament.clubs.policy`.
"""

import datetime
import hashlib
import logging
import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament import names
from tournament.clubs import logging_in, policy
from tournament.clubs.models import Club, HostAct
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.journal.acts import Act
from tournament.prepared import prepared
from tournament.tokens import acts
from tournament.tokens.models import ApiToken

log = logging.getLogger("dix.tokens")

PREFIX = "dixdeder_"  # by which a person, and a program that looks for forgotten secrets, knows one
LONGEST = datetime.timedelta(days=731)
MOST = 50  # tokens of a club that still open something
SEEN_EVERY = datetime.timedelta(minutes=1)
# The name under which wrong tokens are counted by address, beside the wrong passwords of each account.
_WRONG = "token"


@transaction.atomic
def make_token(
    *,
    club: Club,
    name: str,
    scopes: Collection[str],
    concours: Collection[int] | None,
    ends_on: datetime.date,
    by: User,
) -> tuple[ApiToken, str]:
    """Return a new token of *club* and its secret, which nobody can show again.

    *scopes* are keys of `policy.SCOPES`; *concours* the ones it opens, None for all of the club, those to come too.
    Raises TournamentError: `token_name_missing`, `token_scopes`, `token_concours`, `token_end`, `tokens_many`.
    """
    chosen = list(Tournament.objects.filter(club=club, pk__in=concours or ()).order_by("pk"))
    # Concours before their club, in which order a registration takes them too: the other way round each may wait for
    # the other one.
    for pk in list(_living(Tournament.objects.filter(club=club)) if concours is None else (one.pk for one in chosen)):
        lock_tournament(pk)
    # Two organisers may make the last one at once.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club.pk)
    if not scopes or set(scopes) - policy.SCOPES.keys():
        raise TournamentError("token_scopes", field="scopes", known=", ".join(policy.SCOPES))
    if concours is not None and (not concours or len(chosen) != len(set(concours))):
        raise TournamentError("token_concours", field="concours")
    kept = [scope for scope in policy.SCOPES if scope in scopes]
    token, secret = _made(club, name, kept, ends_on, by, whole_club=concours is None)
    token.concours.set(chosen)
    _write(token, acts.MAKE_TOKEN, by, scopes=token.scopes, ends_on=ends_on.isoformat())
    log.info("token %s of club %s made by %s", token.pk, club.pk, by.pk)
    return token, secret


@transaction.atomic
def make_site_token(*, name: str, ends_on: datetime.date, by: User) -> tuple[ApiToken, str]:
    """Return a new token of the site, which reads all clubs as a reader of each does, and its secret, shown this once.

    Raises TournamentError: `token_name_missing`, `token_end`, `tokens_many`.
    """
    token, secret = _made(None, name, ["reading"], ends_on, by, whole_club=True)
    _note(token, acts.MAKE_TOKEN.key, by, ends_on=ends_on.isoformat())
    return token, secret


def _made(
    club: Club | None, name: str, scopes: list[str], ends_on: datetime.date, by: User, *, whole_club: bool
) -> tuple[ApiToken, str]:
    name = names.clean(name)[:60]
    if not name:
        raise TournamentError("token_name_missing", field="name")
    today = timezone.localdate()
    if not today <= ends_on <= today + LONGEST:
        raise TournamentError("token_end", field="ends_on", read=str(ends_on), latest=str(today + LONGEST))
    if len(open_tokens(club)) >= MOST:
        raise TournamentError("tokens_many", most=MOST)
    secret = PREFIX + secrets.token_urlsafe(24)
    token = ApiToken.objects.create(
        club=club,
        made_by=by,
        name=name,
        digest=_digest(secret),
        scopes=scopes,
        whole_club=whole_club,
        created_at=timezone.now(),
        ends_on=ends_on,
    )
    return token, secret


@transaction.atomic
def revoke_token(*, token_id: int, by: User) -> ApiToken:
    """Revoke a token, from its next request on. One revoked already stays as it is."""
    token = ApiToken.objects.select_for_update(of=("self",)).get(pk=token_id)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        if token.club_id is None:
            _note(token, acts.REVOKE_TOKEN.key, by)
        else:
            _write(token, acts.REVOKE_TOKEN, by)
        log.info("token %s of club %s revoked by %s", token.pk, token.club_id, by.pk)
    return token


def open_tokens(club: Club | None) -> list[ApiToken]:
    """Return the tokens of *club*, or without one of the site, that are neither revoked nor past their day, the newest first."""
    living = ApiToken.objects.filter(club=club, revoked_at=None, ends_on__gte=timezone.localdate())
    return list(living.order_by("-pk"))


def club_of(*, secret: str) -> int | None:
    """Return the club of the token *secret*, ended or not; None where there is no such token, or it is of the site."""
    return ApiToken.objects.filter(digest=_digest(secret)).values_list("club", flat=True).first()


def account_of(*, secret: str, address: str) -> User:
    """Return the account for which *secret* acts, narrowed to what its token opens (`policy.rights_of`).

    Raises TournamentError `token_wrong`, `token_ended`, and `token_wait` (params: seconds) where wrong ones came too
    often from *address*; a right one opens all the same.
    """
    token = _tokens.first(digest=_digest(secret))
    if token is None:
        _count_wrong(address)
        raise TournamentError("token_wrong")
    if token.revoked_at is not None or token.ends_on < timezone.localdate() or not token.made_by.is_active:
        raise TournamentError("token_ended")
    if token.club_id is None:
        if not policy.is_maintainer(token.made_by):
            raise TournamentError("token_ended")
        _note_use(token)
        return policy.narrowed(token.made_by, policy.TokenRights(token.pk, None, policy.SITE_ACTS, None))
    _note_use(token)
    opened = None if token.whole_club else frozenset(_concours_of(token=token.pk))
    acts = frozenset().union(*(policy.SCOPES.get(scope, ()) for scope in token.scopes))
    return policy.narrowed(token.made_by, policy.TokenRights(token.pk, token.club_id, acts, opened))


@prepared
def _tokens(digest: str) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(digest=digest).select_related("made_by")


@prepared
def _concours_of(token: int) -> QuerySet[ApiToken, int]:
    return ApiToken.objects.filter(pk=token, concours__isnull=False).values_list("concours", flat=True)


def _note_use(token: ApiToken) -> None:
    """Note that a token is used, at most once a minute; a database that cannot write must not keep anybody from reading."""
    now = timezone.now()
    if token.last_used_at is None or abs(now - token.last_used_at) > SEEN_EVERY:
        with suppress(OperationalError):
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _count_wrong(address: str) -> None:
    log.info("a token that opens nothing, from %s", address)
    try:
        logging_in.count_try(account=_WRONG, address=logging_in.origin(address))
    except TournamentError as error:
        raise TournamentError("token_wait", seconds=error.params["seconds"]) from None


def _write(token: ApiToken, act: Act, by: User, **after: Any) -> None:
    """Write the line of *act* into the journal of every concours that the token opens and that is still played."""
    for pk in list(_opened(token)):
        journal.write(tournament=lock_tournament(pk), act=act, by=by, after={"token": token.pk, **after})


def _note(token: ApiToken, act: str, by: User, **details: object) -> None:
    """Note an act on a token of the site: no journal of a concours has it."""
    details = {"token": token.pk, "scopes": token.scopes, **details}
    HostAct.objects.create(club=None, act=act, by=by, by_number=by.pk, at=timezone.now(), details=details)
    log.info("token %s of the site: %s by %s", token.pk, act, by.pk)


def _opened(token: ApiToken) -> Iterable[int]:
    return _living(Tournament.objects.filter(club=token.club_id) if token.whole_club else token.concours.all())


def _living(concours: QuerySet[Tournament]) -> Iterable[int]:
    return concours.filter(removed_at=None, closed_at=None, copied_at=None).order_by("pk").values_list("pk", flat=True)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
