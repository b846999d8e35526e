"""Every act against every act at the same moment: nothing breaks, whatever two people do at once (docs/reliability.md 11).

The acts are those of the API's table of addresses, and those of a table's telephone. Two
of them are let go together on one concours; each is carried out or refused in words, and afterwards every row is as the
journal says. `make test` takes some pairs, others each day; `make torture` takes all, half of them on each engine.
"""

import datetime
import itertools
import random

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction

from scoring.history.check import check
from scoring.models import Penalty, Ruling, ScoreSheet
from tests.scoring.races import at_once, between, unguarded
from tests.support import api_routes
from tests.support.api_routes import unhurried  # noqa: F401
from tests.support.counts import SHARE, TORTURE, tries
from tests.support.pairs import ACTS, ENDS, ROUTES, WRITTEN, make_evening
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.models import Club, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
EPOCH = datetime.date(2026, 1, 1)
PAIRS = 7


def test_no_act_that_is_gone_has_a_call():
    assert {name for name in ACTS if " " in name and name.split(" ")[0] in api_routes.ROUTES} == WRITTEN
    assert {name.split(" ")[0] for name in WRITTEN} <= set(ROUTES)


def pairs(chance: random.Random) -> list[list[tuple[str, str]]]:
    """Every act with every act and with itself, by the state in which the first does something: one list an evening."""
    batches: list[list[tuple[str, str]]] = []
    every = list(itertools.combinations_with_replacement(ACTS, 2))
    chance.shuffle(every)
    for state in ("playing", "drawn", "closed"):
        mine = [pair for pair in every if state in (ACTS[pair[0]].state, ACTS[pair[1]].state)]
        # Acts that end the evening come last, so that the others still find something to do.
        size = PAIRS if state == "playing" else 3
        batches += [mine[place : place + size] for place in range(0, len(mine), size)]
    chance.shuffle(batches)
    return batches


PARTS = 4 if TORTURE else 1  # so that every worker has some of it


@pytest.mark.parametrize("part", range(PARTS))
def test_any_two_acts_at_the_same_moment(record_property, part):
    day = (datetime.date.today() - EPOCH).days
    print(f"pairs of seed {day}")
    done, wrong, tried, left_out = set(), [], 0, 0
    batches = pairs(random.Random(day))
    if TORTURE:
        # The other half is tried on the other engine.
        batches = batches[2 * part + (connection.vendor == "sqlite") :: 2 * PARTS]
    for batch in batches[: tries(2, len(batches))]:  # each serves some pairs
        batch.sort(key=lambda pair: bool(ENDS & set(pair)))
        evening = None
        for pair in batch:
            if evening is None or ENDS & set(pair):
                clear()
                state = next((ACTS[name].state for name in pair if ACTS[name].state != "playing"), "playing")
                evening = make_evening(state)
            tried += 1
            try:
                acts = [ACTS[name].prepare(evening, who) for who, name in enumerate(pair)]
            except (TournamentError, ObjectDoesNotExist, LookupError, AssertionError):
                # An earlier pair of this evening, or its state, leaves nothing to act on: `comes_in` asserts, say.
                evening, left_out = None, left_out + 1
                continue
            try:
                given = at_once(*acts)
            except AssertionError as error:
                wrong.append(f"{pair} (seed {day}): {str(error)[:600]}")
                continue
            for name, answer in zip(pair, given, strict=True):
                status = getattr(answer, "status_code", None)
                if status is None or status >= 500:
                    wrong.append(f"{pair} (seed {day}): {name} gave {answer!r}")
                elif status < 400:
                    done.add(name)
            for tournament in Tournament.every.all():
                outcome = check(tournament)
                if not outcome.whole:
                    told_wrong = [difference.text for difference in outcome.differences]
                    wrong.append(f"{pair} (seed {day}): {outcome.broken_at} {told_wrong}")
                    evening = None
    record_property("pairs of acts at the same moment", tried - left_out)
    assert not wrong, "\n".join(wrong)
    assert tried >= tries(4, len(ACTS) ** 2 // (4 * PARTS))
    assert left_out <= tried / 2
    assert SHARE < 1 or len(done) > len(ACTS) * 2 / 3, set(ACTS) - done


def clear() -> None:
    """Take away the evening before: each pair begins on its own."""
    with transaction.atomic():
        for tournament in Tournament.every.all():
            Ruling.objects.filter(table__round__tournament=tournament).delete()
            Penalty.objects.filter(table__round__tournament=tournament).delete()
            ScoreSheet.objects.filter(table__round__tournament=tournament).delete()
            tournament.rounds.all().delete()
            tournament.delete()
        Club.objects.all().delete()
        get_user_model().objects.all().delete()


def test_without_the_locks_two_acts_break_the_journal(monkeypatch):
    """The positive control, on SQLite too: one act comes while the other has read the last line and not written its own."""
    evening = make_evening("playing")
    acts = [ACTS["team-paid POST"].prepare(evening, 0), ACTS["clock-set POST"].prepare(evening, 1)]
    unguarded(monkeypatch)
    given = between(monkeypatch, (journal, "entry_hash"), *acts)
    broken = [answer for answer in given if getattr(answer, "status_code", 500) >= 500]
    assert broken or not check(evening.tournament).whole
