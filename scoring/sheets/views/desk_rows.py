"""The rows of the desk that stand there once for each table: what they show, rendered once for as long as it is the same."""

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rules.local_words import Words, words_now
from scoring.sheets.desk import DeskLine
from scoring.sheets.feuille import feuille_of
from scoring.sheets.selectors import CAMPS, TableLine
from tournament.concours.models import Tournament
from tournament.rounds.models import Round

KEPT = 8192  # rows of a process, each of less than a kilobyte


@dataclass(frozen=True)
class SideText:
    """Show one camp of a table: its team, what it marks, None while that is awaited, and whether it wins."""

    camp: str
    number: int | None
    title: str
    points: int | None
    wins: bool


@dataclass(frozen=True)
class TableRow:
    """Show a table among all the tables of a partie; `state` is "forced", "recorded" or "missing"."""

    tournament: int
    partie: int
    number: int
    sides: tuple[SideText, ...]
    figures: str  # of a sheet on which each player is a camp
    by_manches: bool
    state: str
    credited: bool
    counts_text: str


@dataclass(frozen=True)
class MissingRow:
    """Show a table whose sheet is missing: its telephones, the last donne noted of how many, whether there is a photo."""

    tournament: int
    partie: int
    number: int
    titles: str
    phones: int
    photo: bool
    done: int | None
    donnes: int | None


def table_row(tournament: Tournament, round_: Round, line: TableLine) -> SafeString:
    """Return the row of a table among all the tables."""
    by_manches, points, winner = feuille_of(tournament).by_manches, line.points, line.winner
    sides = [line.sides.get(camp) for camp in CAMPS] if not by_manches else list(line.sides.values())
    row = TableRow(
        tournament=tournament.pk,
        partie=round_.number,
        number=line.number,
        sides=tuple(
            SideText(side.camp, side.number, side.title, points.get(side.camp), side.camp == winner)
            if side
            else SideText("", None, "", None, False)
            for side in sides
        ),
        figures=line.figures if by_manches else "",
        by_manches=by_manches,
        state="forced" if line.forced else "recorded" if line.sheet else "missing",
        credited=bool(line.credited),
        counts_text=line.counts_text,
    )
    return _rendered("scoring/sheets/_entry_row.html", row, get_language(), words_now())


def missing_row(tournament: Tournament, round_: Round, at_desk: DeskLine) -> SafeString:
    """Return the row of a table among those whose sheet is missing."""
    by_manches = feuille_of(tournament).by_manches
    titles = "" if by_manches else " – ".join(side.title for side in at_desk.line.sides.values())
    row = MissingRow(
        tournament=tournament.pk,
        partie=round_.number,
        number=at_desk.number,
        titles=titles,
        phones=at_desk.phones,
        photo=bool(at_desk.photos),
        done=at_desk.done,
        donnes=tournament.donnes,
    )
    return _rendered("scoring/sheets/_entry_missing.html", row, get_language(), words_now())


@lru_cache(maxsize=KEPT)
def _rendered(template: str, row: TableRow | MissingRow, _language: str | None, _words: Words) -> SafeString:
    """Render *row* in the language and the words of now, which the caller names since the same row differs by them."""
    return render_to_string(template, {"row": row})
