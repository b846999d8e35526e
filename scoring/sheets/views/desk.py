"""Confirm at the desk what was read again; the address of the page that it had of its own before."""

from dataclasses import dataclass
from functools import lru_cache, partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from rules.local_words import Words, words_now
from scoring.corrections.views import confirm_effects
from scoring.sheets.desk import DeskLine
from scoring.sheets.entry import read_again
from scoring.sheets.forms import new_key, read_number
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import CAMPS, TableLine, comes_late, figures_text
from scoring.sheets.shown import feuille_of
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.page_access import PageRequest
from tournament.page_acts import Done, page_act, told_at
from tournament.rounds.models import Round


def desk(request: PageRequest, pk: int) -> HttpResponse:
    """Lead from the former address of the desk to the page of scores, which it has become."""
    tournament_for(request.user, pk)
    number = read_number(request.GET.get("partie", ""))
    return redirect("entry", pk) if number is None else redirect("entry-round", pk, number)


def _waiting(request: PageRequest, pk: int, sheet_pk: int) -> tuple[Tournament, ScoreSheet]:
    """Find a score in a concours where the account may enter scores. Raises Http404, PermissionDenied."""
    tournament = tournament_for(request.user, pk, "score")
    sheets = ScoreSheet.objects.select_related("table__round")
    return tournament, get_object_or_404(sheets, pk=sheet_pk, table__round__tournament=tournament)


def _here(tournament: Tournament, sheet: ScoreSheet) -> str:
    return reverse("entry-round", args=[tournament.pk, sheet.table.round.number])


@page_act(_waiting, refused=told_at(lambda tournament, sheet: redirect(_here(tournament, sheet))))
def read(request: PageRequest, tournament: Tournament, sheet: ScoreSheet) -> Done:
    """Record that the figures were read again and are the same; or that both camps signed the paper."""
    key, signed = request.POST.get("key", "")[:64] or new_key(), request.POST.get("signed") == "yes"
    settled = confirm_effects(
        request,
        tournament,
        partial(read_again, sheet_id=sheet.pk, key=key, by=request.user, signed=signed),
        action=_("Count this score"),
        counts=comes_late(sheet.table),
        back=_here(tournament, sheet),
    )
    if isinstance(settled, HttpResponse):
        return Done(settled)
    params = {"table": sheet.table.number, "recorded": figures_text(settled.given)}
    text = _("Table %(table)s: %(recorded)s counts.") if settled.given.counted else _("Table %(table)s: read again.")
    return Done(settled.response or redirect(_here(tournament, sheet)), text % params)


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
