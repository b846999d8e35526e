"""Measure each claim of docs/decisions/ with the decision and without it, in turns."""

import random
import sys
import threading
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections, transaction

from scoring.clock import pace
from scoring.clock.pace import PlayingTable, Span
from scoring.public import serving as memory, views as public
from scoring.public.pages import refresh_pages
from tests.benchmarks.figures import answers, p99
from tests.deploy import bursts
from tests.scoring.builders import evening
from tests.support.fixtures import Hall, cpu_seconds

TABLES, TURNS = 150, 3
WRITERS, WRITING_SECONDS = 8, 3.0


def test_group_commit(make_hall, tmp_path, capsys):
    """docs/decisions/group-commit.md"""
    halls = {"together": make_hall(tmp_path / "together"), "one by one": make_hall(tmp_path / "alone")}
    halls["one by one"].program = [sys.executable, str(Path(__file__).with_name("serve_without.py")), "group_commit"]
    for hall in halls.values():
        hall.start()
    work: dict[str, list[float]] = {name: [] for name in halls}
    for turn in range(TURNS):
        for name in sorted(halls, reverse=bool(turn % 2)):
            seconds, each = _burst(halls[name])
            work[name].append(each)
            with capsys.disabled():
                print(
                    f"\n{name}, {2 * TABLES} at once: p99 {seconds:.2f} s, processor {1000 * each:.1f} ms each", end=""
                )
    assert min(work["together"]) < min(work["one by one"]) / 2


def _burst(hall: Hall) -> tuple[float, float]:
    """(the 99th percentile in seconds, processor seconds of each) of the proposals of a new concours, all at once."""
    _concours, phones = bursts.phones_of(hall, tables=TABLES)
    before = cpu_seconds(hall.pid)
    given = bursts.at_once(hall.port, [phone.request for phone in phones])
    assert {status for status, _seconds in given} == {200}
    return p99([seconds for _status, seconds in given]), (cpu_seconds(hall.pid) - before) / len(phones)


def test_sqlite_write_lock(tmp_path, settings, django_db_blocker, capsys):
    """docs/decisions/sqlite-write-lock.md"""
    default = settings.DATABASES["default"]
    if default["ENGINE"] != "deploy.database.sqlite":
        pytest.skip("about SQLite")
    longest: dict[str, list[float]] = {}
    with django_db_blocker.unblock():
        for turn in range(2 * TURNS):
            engine = ("deploy.database.sqlite", "django.db.backends.sqlite3")[turn % 2]
            alias = f"turn{turn}"
            connections.settings[alias] = {**default, "ENGINE": engine, "NAME": str(tmp_path / f"{turn}.sqlite3")}
            waits = sorted(_writes(alias))
            longest.setdefault(engine, []).append(waits[-1])
            with capsys.disabled():
                print(
                    f"\n{engine}, {WRITERS} writers: {len(waits) / WRITING_SECONDS:.0f} transactions/s, "
                    f"p99 {1000 * waits[int(0.99 * len(waits))]:.0f} ms, longest {1000 * waits[-1]:.0f} ms",
                    end="",
                )
            del connections.settings[alias]
    assert min(longest["deploy.database.sqlite"]) < min(longest["django.db.backends.sqlite3"])


def _writes(alias: str) -> list[float]:
    """Seconds of each transaction of WRITERS threads that read and write without a pause."""
    with connections[alias].cursor() as cursor:
        cursor.execute("CREATE TABLE total (n integer)")
        cursor.execute("INSERT INTO total VALUES (0)")
    connections[alias].close()
    waits, end = [], time.monotonic() + WRITING_SECONDS

    def write() -> None:
        while (begun := time.monotonic()) < end:
            with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
                cursor.execute("SELECT n FROM total")
                cursor.execute("UPDATE total SET n = %s", [cursor.fetchone()[0] + 1])
            waits.append(time.monotonic() - begun)
        connections[alias].close()

    threads = [threading.Thread(target=write) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return waits


@pytest.mark.django_db(transaction=True)
def test_page_cache(monkeypatch, capsys):
    """docs/decisions/page-cache.md"""
    tournament = evening(teams=64, parties=4)
    refresh_pages(tournament_id=tournament.pk)
    kept = public.public_page
    ways = {"kept": kept, "row": lambda *key: memory._find_page(key, None)}
    work: dict[str, list[float]] = {name: [] for name in ways}
    for _turn in range(5 * TURNS):
        for name, find in ways.items():
            monkeypatch.setattr(public, "public_page", find)
            work[name].append(answers(WSGIHandler(), f"/p/{tournament.slug}/"))
    with capsys.disabled():
        print("\npublic page: " + ", ".join(f"{name} {10 * min(times):.2f} ms" for name, times in work.items()), end="")
    assert min(work["kept"]) < min(work["row"]) / 2


def _by_the_slowest(finished: list[float], playing: list[PlayingTable], units: int, now: float) -> Span | None:
    """The simple estimate: each table goes on at its own pace, or at the median one; the slowest ends the partie."""
    lengths = [length / units for length in finished] + [table.at / table.done for table in playing if table.done]
    usual = pace.measured(lengths, pace.DONNE)
    if usual is None:
        return None
    ends = [
        table.at + (units - table.done) * table.at / table.done if table.done else units * usual.mid
        for table in playing
    ]
    left = max(now, max(ends) + pace.HAND_IN) - now
    return Span(now + 0.85 * left, now + left, now + 1.15 * left)


def _by_the_hall(finished: list[float], playing: list[PlayingTable], units: int, now: float) -> Span | None:
    hall = pace.pace_of(finished, playing, units, now)
    return pace.partie_end(playing, units, now, hall) if hall else None


def _like_the_model(chance: random.Random) -> list[float]:
    each = 5 * chance.lognormvariate(0, 0.13)
    return [each * chance.lognormvariate(0, 0.25) for _ in range(12)]


def _unlike_the_model(chance: random.Random) -> list[float]:
    """Tables that differ evenly by 75 to 135 %, and one donne in fifty that takes two and a half times as long."""
    each = 5 * chance.uniform(0.75, 1.35)
    return [each * chance.gammavariate(9, 1 / 9) * (2.5 if chance.random() < 0.02 else 1) for _ in range(12)]


@pytest.mark.parametrize("partie", [_like_the_model, _unlike_the_model])
@pytest.mark.parametrize("phones", [0.1, 0.5, 1.0])
def test_pace_estimate(partie: Callable[[random.Random], list[float]], phones: float, capsys):
    """docs/decisions/pace-estimate.md"""
    ways = {"pace": _by_the_hall, "the slowest": _by_the_slowest}
    off: dict[str, list[float]] = {name: [] for name in ways}
    held: dict[str, int] = dict.fromkeys(ways, 0)
    for seed in range(60):
        chance = random.Random(f"{phones} {seed}")
        donnes = [partie(chance) for _ in range(32)]
        counting = [chance.random() < phones for _ in donnes]
        ends = [sum(each) + pace.HAND_IN for each in donnes]
        now, playing = 50.0, []
        for each, end, counts in zip(donnes, ends, counting, strict=True):
            past = [at for at in accumulate(each) if at <= now]
            if end > now:
                playing.append(PlayingTable(done=len(past), at=past[-1]) if counts and past else PlayingTable())
        spans = {name: way([end for end in ends if end <= now], playing, 12, now) for name, way in ways.items()}
        if playing and None not in spans.values():
            for name, span in spans.items():
                off[name].append(abs(span.mid - max(ends)))
                held[name] += span.low <= max(ends) <= span.high
    with capsys.disabled():
        print(f"\n{partie.__name__.strip('_')}, {100 * phones:.0f} % of 32 tables count on a telephone:", end="")
        for name, errors in off.items():
            share = 100 * held[name] / len(errors)
            print(f" {name} off by {sum(errors) / len(errors):.1f} min, holds {share:.0f} %;", end="")
    assert sum(off["pace"]) < sum(off["the slowest"])
