"""Questions about concours as a whole."""

import datetime
import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest

from tournament.concours.access import tournaments_of
from tournament.concours.models import Tournament
from tournament.finals import words
from tournament.finals.formula import plan
from tournament.languages import spoken_language

MOST_EARLIER = 6
_MONEY = re.compile(r"€|\beuros?\b|\bespeces\b|\bespèces\b|\bch[eè]ques?\b|\bargent\b|\bcash\b", re.IGNORECASE)
_VOUCHER = re.compile(r"\bbons? (?:d[’' ]achat|cadeau)|\bchèques?[ -]cadeaux?|\bvouchers?\b", re.IGNORECASE)


def concours_lists(user: User, *, today: datetime.date) -> tuple[QuerySet[Tournament], QuerySet[Tournament]]:
    """List the concours of the user's clubs: those not over, the nearest first and a demonstration last;
    those that are, the latest first.

    A concours is over when its palmarès is published, or when its day is more than a day ago: an evening ends after
    midnight.
    """
    mine = tournaments_of(user)
    return mine.exclude(_over(today)).order_by("is_demo", "date", "pk"), mine.filter(_over(today))


def announced_lists(*, today: datetime.date) -> tuple[QuerySet[Tournament], QuerySet[Tournament]]:
    """List the concours of all clubs that other sites may announce, those not over and those that are, as `concours_lists`."""
    announced = Tournament.objects.filter(listed=True, public=True, is_demo=False, rehearsal=False)
    announced = announced.filter(club__hidden_at=None).select_related("club")
    return announced.exclude(_over(today)).order_by("date", "pk"), announced.filter(_over(today))


def _over(today: datetime.date) -> Q:
    return Q(date__lt=today - datetime.timedelta(days=1)) | Q(closed_at__isnull=False)


def is_over(tournament: Tournament, today: datetime.date) -> bool:
    """Return whether *tournament* stands in the list of the past ones."""
    return tournament.closed_at is not None or tournament.date < today - datetime.timedelta(days=1)


def earlier_concours(user: User) -> list[Tournament]:
    """List the last concours whose settings the user may take for a new one, a demonstration left out; one query."""
    mine = tournaments_of(user, "settings").filter(is_demo=False)
    return list(mine.order_by("-created_at")[:MOST_EARLIER])


def evening_days(club_id: int) -> list[datetime.date]:
    """List the days on which a club plays or has played, demonstrations and rehearsals left out; one query."""
    real = Tournament.objects.filter(club=club_id, is_demo=False, rehearsal=False)
    return list(real.values_list("date", flat=True).order_by("date"))


def club_models(user: User) -> list[Tournament]:
    """List the concours that the clubs of the user keep as models for new ones, by name; one query."""
    kept = tournaments_of(user, "settings").exclude(model_name="")
    return list(kept.order_by("model_name", "-created_at"))


def names_money(prizes: Iterable[str]) -> bool:
    """Return whether a prize looks like money; a voucher is none, whatever it is worth.
    >>> names_money(["Un jambon", "2 bons d’achat de 30 €"]), names_money(["Un chèque de 50 €"])
    (False, True)
    """
    return any(_MONEY.search(prize) and not _VOUCHER.search(prize) for prize in prizes)


def public_address(request: HttpRequest, path: str) -> str | None:
    """Return the address of *path* for telephones of the hall; None while this laptop is on no network they can join.

    The organiser's own browser is at localhost, which means another machine to everybody else. A site is at one address.
    """
    host = urlsplit(f"//{request.get_host()}")
    if settings.HOSTED or not _is_this_machine(host.hostname or ""):
        return request.build_absolute_uri(path)
    hall = next((name for name in settings.ALLOWED_HOSTS if _is_ipv4(name) and not _is_this_machine(name)), None)
    if hall is None:
        return None
    return f"{request.scheme}://{hall}{f':{host.port}' if host.port else ''}{path}"


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_ipv4(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).version == 4
    except ValueError:
        return False


def phase_titles(tournament: Tournament) -> dict[int, str]:
    """Return the name of each phase of *tournament*, by its index."""
    lang = spoken_language()
    return {phase.index: words.phase_title(phase, lang) for phase in tournament.formula.phases}


def announcements(tournament: Tournament, teams: int | None = None) -> list[str]:
    """Announce how many parties there are for the *teams* expected, else for a few numbers; nothing where that is a setting."""
    return words.announcements(tournament.formula, (teams,) if teams else words.EXAMPLES, spoken_language())


class Entered(NamedTuple):
    """Count the teams of a concours: those of its `first` partie, from which its parties follow, and `all` so far.

    Before that partie is published they are those registered for it.
    """

    first: int
    all: int
    drawn: bool


def entered(tournament: Tournament) -> Entered:
    """Count the teams that are drawn or have come since, else those registered for the first partie; none of a concours not yet made."""
    if tournament.pk is None:
        return Entered(0, 0, drawn=False)
    # Seats are known by the name of their relation alone: they stand in a subject below this one.
    drawn = Q(seats__round__state="published")
    here = Q(present=True, waiting=False, alone=False, withdrawn_from=None)
    counts = tournament.teams.aggregate(
        first=Count("pk", distinct=True, filter=drawn & Q(seats__round__number=1)),
        all=Count("pk", distinct=True, filter=drawn | here),
    )
    if counts["first"]:
        return Entered(**counts, drawn=True)
    registered = tournament.teams.filter(waiting=False, alone=False, first_round=1).exclude(withdrawn_from=1).count()
    return Entered(registered, registered, drawn=False)


def entered_announcements(tournament: Tournament) -> list[str]:
    """Announce how many parties there are for the teams drawn; before that for those registered and for all the places.

    Where the number of places is not limited, a few numbers stand for it.
    """
    formula, lang = tournament.formula, spoken_language()
    if not formula.follows:
        return []
    teams = entered(tournament)
    if teams.drawn:
        longest, shortest = plan(formula, teams.first), plan(formula, teams.first, most=False)
        said = words.parties_words(formula, teams.all, longest, shortest.last, lang, who="entered")
        return [said, words.least_words(formula, teams.first, lang)] if said else []
    places = [tournament.max_teams] if tournament.max_teams else words.EXAMPLES
    return words.announcements(formula, sorted({*places, teams.first}), lang)
