"""Measure the file of a concours: its size, and the work of making, reading and taking it in."""

import gc
import time
from collections.abc import Callable, Iterator

import pytest
from django.db import transaction

from scoring.sheets import acts as sheets
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.services import take_in
from tests.scoring.builders import evening
from tests.support.api import account
from tournament import tirages
from tournament.concours.lock import lock_tournament
from tournament.journal import services as journal
from tournament.models import Club, Draw, Table, Team, Tournament
from tournament.registration import acts as registration
from tournament.registration.services import facts
from tournament.rounds import acts as rounds

# teams, parties, seconds of work to make it, bytes
SIZES = ((64, 4, 0.3, 150_000), (1000, 6, 4.0, 3_000_000))


def lines_of(tournament: Tournament) -> Iterator[journal.JournalledAct]:
    """The lines that an evening leaves: a team, a draw, a score at a time."""
    for team in Team.objects.filter(tournament=tournament).prefetch_related("members"):
        yield journal.JournalledAct(act=registration.REGISTER_TEAM, by=None, after=facts(team))
    for draw in Draw.objects.filter(round__tournament=tournament).select_related("round"):
        after = {"round": draw.round.number, "draw": draw.number, "fingerprint": draw.minutes["fingerprint"]}
        yield journal.JournalledAct(act=rounds.MAKE_DRAW, by=None, after=after)
    tables = Table.objects.filter(round__tournament=tournament).select_related("round")
    for table in tables.prefetch_related("sheets__marks"):
        (sheet,) = table.sheets.all()
        marks = {mark.camp: {"points": mark.points, "belotes": 0, "capots": 0} for mark in sheet.marks.all()}
        after = {"round": table.round.number, "table": table.number, "version": 1, "marks": marks, "receipt": "4F7K"}
        yield journal.JournalledAct(act=sheets.ENTER_SHEET, by=None, after=after)


def played(teams: int, parties: int) -> Tournament:
    """An evening with the draws and the lines of the journal that acts would have left."""
    tournament = evening(teams=teams, parties=parties)
    for row in tournament.rounds.all():
        entrants = [{"number": n, "wins": n % 4, "points": 1000 + n * 37 % 900} for n in range(1, teams + 1)]
        request = {"method": "classement", "round": row.number, "seed": "7♣", "options": {}, "entrants": entrants}
        Draw.objects.create(round=row, number=1, state="published", minutes=tirages.draw(request))
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        lines = list(lines_of(tournament))
        for start in range(0, len(lines), 200):
            journal.write_lines(tournament=locked, lines=lines[start : start + 200])
    return tournament


def cost(act: Callable[[], object]) -> float:
    """Processor seconds of *act*, the best of three turns."""
    took = []
    for _turn in range(3):
        gc.collect()
        begun = time.process_time()
        act()
        took.append(time.process_time() - begun)
    return min(took)


@pytest.mark.django_db
@pytest.mark.parametrize(("teams", "parties", "seconds", "size"), SIZES)
def test_a_file_is_small_and_soon_made(teams, parties, seconds, size):
    tournament = played(teams, parties)
    club = Club.objects.create(name="Amicale")
    by = account("zoe", club)
    content = write_concours(tournament.pk).content
    made, read = cost(lambda: write_concours(tournament.pk)), cost(lambda: read_concours(content))
    begun = time.process_time()
    take_in(file=read_concours(content), club=club, by=by)
    taken = time.process_time() - begun
    print(
        f"{teams:5} teams x {parties}: {len(content)} bytes, made {made:.2f} s, read {read:.2f} s, taken in {taken:.2f} s"
    )
    assert made <= seconds and len(content) <= size
