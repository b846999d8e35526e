"""Measure the calendar of a host: 2 000 clubs with 30 concours a year, each page beside the same lines read by their keys.

Each past concours has its palmarès, so that the page names who won it.

Also on PostgreSQL: DATABASE_URL=postgres://… python -m pytest tests/benchmarks/bench_calendar.py -s
"""

import datetime
import statistics
import time
from itertools import chain

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from scoring.calendar import selectors
from scoring.calendar.departments import DEPARTMENTS
from scoring.standings.models import Palmares
from tournament.models import Club, Player, Team, TeamMember, Tournament

CLUBS, A_YEAR = 2_000, 30
TIMES, RATIO = 15, 1.2
PAGE = "/calendrier/"


def fill(clubs: int, a_year: int) -> None:
    """Make *clubs* with *a_year* concours each, over half a year before today and half a year after it.

    The past ones are closed, with the ranking of 32 teams; of these the first alone is there, with its two players.
    """
    codes = [code for code in DEPARTMENTS if code.isdecimal() and len(code) == 2]
    made = Club.objects.bulk_create(Club(name=f"Amicale {number}") for number in range(clubs))
    today, now = timezone.localdate(), timezone.now()
    concours = Tournament.objects.bulk_create(
        [
            Tournament(
                club=club,
                name=f"Soir {evening}",
                slug=f"s{club.pk}-{evening}",
                date=today + datetime.timedelta(days=(evening * 365 // a_year + place) % 365 - 182),
                preset="4x12-points",
                rule_set="ffb-classique",
                parties=4,
                max_teams=32,
                entries_days=30,
                listed=True,
                commune=f"{codes[place % len(codes)]}{place % 1000:03} Commune {place}",
            )
            for place, club in enumerate(made)
            for evening in range(a_year)
        ],
        batch_size=2_000,
    )
    past = [one for one in concours if one.date < today]
    Tournament.objects.filter(date__lt=today).update(closed_at=now)
    rows = [[rank, rank, 5_000 - rank, [3, 400]] for rank in range(1, 33)]
    told = {"number": 1, "journal_number": 9, "published_at": now, "rows": rows}
    Palmares.objects.bulk_create((Palmares(tournament=one, **told) for one in past), batch_size=2_000)
    pairs = {
        club.pk: [Player(club=club, name=f"Joueur {place} {club.pk}", key=f"{place}-{club.pk}") for place in (1, 2)]
        for club in made
    }
    Player.objects.bulk_create(chain.from_iterable(pairs.values()))
    first = Team.objects.bulk_create(Team(tournament=one, number=1, present=True) for one in past)
    TeamMember.objects.bulk_create(
        TeamMember(team=team, player=player, position=place)
        for team in first
        for place, player in enumerate(pairs[team.tournament.club_id], 1)
    )
    # Our own tables alone: those that all databases share would stay closed to what runs beside until this one ends.
    ours = chain.from_iterable(apps.get_app_config(label).get_models() for label in ("tournament", "scoring"))
    with connection.cursor() as cursor:
        for model in ours:
            cursor.execute(f"ANALYZE {model._meta.db_table}")


def milliseconds(address: str) -> float:
    """Return how long a page takes."""
    begun = time.perf_counter()
    assert Client().get(address).status_code == 200
    return (time.perf_counter() - begun) * 1000


def beside_bare(address: str, monkeypatch: pytest.MonkeyPatch) -> tuple[float, float]:
    """Return the median milliseconds of a page, and of the bare one: the same lines by their keys; asked in turn."""
    asked = []
    whole = selectors.announced
    with monkeypatch.context() as patch:
        patch.setattr(selectors, "announced", lambda *given, **more: asked.append(whole(*given, **more)) or asked[-1])
        milliseconds(address)
    keys = list(asked[-1].values_list("pk", flat=True)[: selectors.A_PAGE + 1])
    bare = Tournament.objects.filter(pk__in=keys).select_related("club").order_by(*asked[-1].query.order_by)
    seen: tuple[list[float], list[float]] = ([], [])
    for _time in range(TIMES):
        seen[0].append(milliseconds(address))
        with monkeypatch.context() as patch:
            patch.setattr(selectors, "announced", lambda *_given, **_more: bare)
            seen[1].append(milliseconds(address))
    return statistics.median(seen[0]), statistics.median(seen[1])


def at(share: float, *, past: bool) -> str:
    """Return the address of the part of the calendar that begins after so large a *share* of it."""
    whole = selectors.announced(selectors.Wanted(past=past), today=timezone.localdate()).values_list("date", "pk")
    place = max(0, round(whole.count() * share) - selectors.A_PAGE - 1)
    day, number = whole[place]
    return f"{PAGE}?after={day}.{number}{'&when=past' if past else ''}"


@pytest.mark.django_db(transaction=True)
def test_a_page_of_the_calendar_costs_what_its_lines_cost(monkeypatch):
    fill(CLUBS, A_YEAR)
    assert Client().get(f"{PAGE}?when=past").content.decode().count("Gagné par") == selectors.A_PAGE
    print(f"\n{connection.vendor}: {CLUBS} clubs × {A_YEAR}")
    wrong = []
    for words, past in (("to come", False), ("past", True)):
        for place, share in (("first", 0), ("middle", 0.5), ("last", 1)):
            address = at(share, past=past) if share else PAGE + ("?when=past" if past else "")
            took, bare = beside_bare(address, monkeypatch)
            print(f"  {words}, {place}: {took:.1f} ms, × {took / bare:.2f} of {bare:.1f} ms")
            wrong += [(words, place)] * (took > RATIO * bare)
    club = Club.objects.last()
    others = {
        "a club": f"{PAGE}club/{club.pk}/",
        "a department": f"{PAGE}?department=44",
        "a month": f"{PAGE}?month={timezone.localdate():%Y-%m}",
        "map": "/calendrier/carte/",
        "a club's feed": f"{PAGE}concours.ics?club={club.pk}",
        "the host's feed": f"{PAGE}concours.ics",
    }
    print(
        *(f"  {words} {min(milliseconds(address) for _time in range(5)):.0f} ms" for words, address in others.items())
    )
    assert not wrong
