"""Measure the calendar of a host: 2 000 clubs with 30 concours a year, each page beside the same lines read by their keys.

Also on PostgreSQL: DATABASE_URL=postgres://… python -m pytest tests/benchmarks/bench_calendar.py -s
"""

import datetime
import statistics
import time

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from scoring.calendar import selectors
from scoring.calendar.departments import DEPARTMENTS
from tournament.models import Club, Tournament

CLUBS, A_YEAR = 2_000, 30
TIMES, RATIO = 15, 1.2
PAGE = "/calendrier/"


def fill(clubs: int, a_year: int) -> None:
    """Make *clubs* with *a_year* concours each, over half a year before today and half a year after it."""
    codes = [code for code in DEPARTMENTS if code.isdecimal() and len(code) == 2]
    made = Club.objects.bulk_create(Club(name=f"Amicale {number}") for number in range(clubs))
    today = timezone.localdate()
    Tournament.objects.bulk_create(
        (
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
        ),
        batch_size=2_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


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
