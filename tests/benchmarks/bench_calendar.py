"""Measure the calendar of a host: 2 000 clubs with 30 concours a year, beside a host that has one page of concours.

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


def took(addresses: dict[str, str]) -> dict[str, float]:
    """Return the median milliseconds of a page at each of *addresses*, asked in turn."""
    client, seen = Client(), {words: [] for words in addresses}
    for _time in range(TIMES + 2):
        for words, address in addresses.items():
            begun = time.perf_counter()
            assert client.get(address).status_code == 200
            seen[words].append((time.perf_counter() - begun) * 1000)
    return {words: statistics.median(times[2:]) for words, times in seen.items()}


def at(share: float, *, past: bool) -> str:
    """Return the address of the part of the calendar that begins after so large a *share* of it."""
    whole = selectors.announced(selectors.Wanted(past=past), today=timezone.localdate()).values_list("date", "pk")
    place = max(0, round(whole.count() * share) - selectors.A_PAGE - 1)
    day, number = whole[place]
    return f"{PAGE}?after={day}.{number}{'&when=past' if past else ''}"


@pytest.mark.django_db(transaction=True)
def test_a_page_of_the_calendar_costs_what_it_costs_on_a_small_host():
    fill(clubs=2 * (selectors.A_PAGE + 1), a_year=2)
    bare = took({"to come": PAGE, "past": f"{PAGE}?when=past"})
    Tournament.objects.all().delete()
    fill(CLUBS, A_YEAR)
    full = took(
        {
            f"{words}, {place}": at(share, past=past) if share else PAGE + ("?when=past" if past else "")
            for words, past in (("to come", False), ("past", True))
            for place, share in (("first", 0), ("middle", 0.5), ("last", 1))
        }
    )
    club = Club.objects.last()
    others = took(
        {
            "a club": f"{PAGE}club/{club.pk}/",
            "a department": f"{PAGE}?department=44",
            "a month": f"{PAGE}?month={timezone.localdate():%Y-%m}",
            "map": "/calendrier/carte/",
            "a club's feed": f"{PAGE}concours.ics?club={club.pk}",
            "the host's feed": f"{PAGE}concours.ics",
        }
    )
    print(f"\n{connection.vendor}: {CLUBS} clubs × {A_YEAR}")
    for words, value in full.items():
        base = bare[words.partition(",")[0]]
        print(f"  {words}: {value:.1f} ms, × {value / base:.2f} of {base:.1f} ms")
    print("  " + ", ".join(f"{words} {value:.0f} ms" for words, value in others.items()))
    assert all(value <= RATIO * bare[words.partition(",")[0]] for words, value in full.items())
