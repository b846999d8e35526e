"""Places of accounts and clubs in a process that many clubs share: whoever asks for much keeps nobody else waiting."""

import hashlib
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from django.utils import timezone

from deploy.web import errors
from deploy.web.refused_again import may_be_repeated
from tournament.clubs.models import Membership
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import is_public
from tournament.places import ComputingPlaces, NoPlaceError, PlacesOfEach, SharedPlaces
from tournament.prepared import prepared
from tournament.senders import neighbourhood
from tournament.tokens import services as tokens

_PUBLIC_API = "/api/v1/public/"
TWO_DAYS = 2 * 24 * 3600  # seconds
_TOKEN, _ADDRESS = "token ", "address "


def account_of(request: HttpRequest) -> str:
    """Return a key of the account that opens a page of its own, the same for all its sessions.

    Of what anybody asks of the public API it is the address: programs ask there, and each answer is made for them. Empty
    for a public page, which depends on no session and is kept ready, and for who has none.
    """
    match = request.resolver_match
    if match is not None and request.path.startswith(_PUBLIC_API):
        return _ADDRESS + neighbourhood(request.META.get("REMOTE_ADDR", ""))
    if match is None or is_public(match):
        return ""
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    if request.path.startswith("/api/") and kind.lower() == "bearer":
        return _TOKEN + secret.strip()
    return request.session.get(SESSION_KEY, "") if settings.SESSION_COOKIE_NAME in request.COOKIES else ""


def _club(account: str, match: ResolverMatch) -> str:
    """Return a key of the club of *account*; *account* itself where it has none.

    Where it has several, it is the one that the address names, if the account belongs to it: nobody takes places of a
    club by its address alone. Otherwise the first.
    """
    if account.startswith(_ADDRESS):
        return account
    if account.startswith(_TOKEN):
        club = tokens.club_of(secret=account.removeprefix(_TOKEN))
        return account if club is None else f"club {club}"
    clubs = _clubs(user=int(account))
    if len(clubs) > 1 and (named := _named_club(match)) in clubs:
        return f"club {named}"
    return f"club {clubs[0]}" if clubs else account


@prepared
def _clubs(user: int) -> QuerySet[Membership, int]:
    return Membership.objects.filter(user=user).order_by("pk").values_list("club", flat=True)


def _named_club(match: ResolverMatch) -> int | None:
    """Return the club that an address names by itself or by one of its concours."""
    if isinstance(concours := match.kwargs.get("pk"), int):
        return Tournament.every.filter(pk=concours).values_list("club", flat=True).first()
    return match.kwargs.get("club")


def _count(keys: list[str]) -> list[int]:
    """Count each of *keys* once more for two days, and return how often."""
    if settings.REDIS_URL:
        redis: Any = cache
        return list(redis.count(keys, TWO_DAYS))
    for key in keys:
        cache.add(key, 0, TWO_DAYS)
    with suppress(ValueError):  # this very moment forgotten
        return [cache.incr(key) for key in keys]
    return [0 for _key in keys]


def _count_back(key: str) -> None:
    with suppress(ValueError):
        cache.decr(key)


class AccountPlaces:
    """Limit each account to few requests under way in a process: with dear ones it would keep every other club waiting.

    So for all accounts and tokens of a club together, since its organisers make as many as they like: they have half of
    the threads at most, those that wait too, and few of them compute, one page at a time; the next club that asks for
    much has half of the rest. The clubs that have computed for long a moment ago share one place, which rests as long as
    it is held. What is sent in a day has a limit too: each act is a line of a journal for ever, and would fill the disk.
    For a program that many clubs share; in the hall all accounts are of one evening (docs/limits.md).
    """

    AT_ONCE, WAITING, SECONDS = 2, 4, 10
    THREADS = 16  # of this process, those that read
    CLUB_AT_ONCE = 3
    BUSY_SECONDS = 0.5  # computed within some ten seconds: an evening does so where much is printed at once
    SENT_A_DAY = 50_000  # one every two seconds, day and night
    SENT_BY_CLUB = 4 * SENT_A_DAY

    def __init__(self, get_response: Callable) -> None:
        self.get_response = get_response
        self.threads = SharedPlaces(self.THREADS, least=self.CLUB_AT_ONCE)
        self.places = PlacesOfEach(at_once=self.AT_ONCE, queue=self.WAITING, seconds=self.SECONDS)
        self.of_club = ComputingPlaces(
            at_once=self.CLUB_AT_ONCE, queue=self.THREADS, seconds=self.SECONDS, busy_seconds=self.BUSY_SECONDS
        )

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with ExitStack() as held:
            vars(request)["account_place"] = held
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Callable, _args: object, _kwargs: object
    ) -> HttpResponse | None:
        if account := account_of(request):
            assert request.resolver_match is not None  # it says whose page this is
            club = _club(account, request.resolver_match)
            held = vars(request)["account_place"]
            try:
                held.enter_context(self.threads.hold(club))
                held.enter_context(self.places.hold(account))
                reads = request.method in ("GET", "HEAD", "OPTIONS")
                # Behind one address may be several clubs.
                held.enter_context(self.of_club.hold(club, reads=reads and not account.startswith(_ADDRESS)))
                if not reads:
                    self._check_day(account, club)
            except NoPlaceError:
                may_be_repeated(request)  # of a full day not: what is read is answered all the same
                return self._refuse(request, TournamentError("account_queue"))
            except TournamentError as error:
                return self._refuse(request, error)
        return None

    def _check_day(self, account: str, club: str) -> None:
        """Count what *account* of *club* sends. Raises TournamentError; while Redis is away nothing is counted."""
        day = timezone.now().date()
        keys = [
            f"sent.{day}.{code}.{hashlib.sha256(sender.encode()).hexdigest()}"
            for code, sender in (("account_day", account), ("club_day", club))
        ]
        of_account, of_club = _count(keys)
        if of_account > self.SENT_A_DAY:
            _count_back(keys[1])  # an account that is refused takes nothing from the others of its club
            raise TournamentError("account_day", most=self.SENT_A_DAY)
        if of_club > self.SENT_BY_CLUB:
            raise TournamentError("club_day", most=self.SENT_BY_CLUB)

    @staticmethod
    def _refuse(request: HttpRequest, error: TournamentError) -> HttpResponse:
        return errors.busy(request, error.code, str(error), status=error.status)
