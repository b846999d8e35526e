"""Pages of one table: its versions, its forfeit, its sheet donne by donne; and the controls that were passed over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypedDict

from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext as _, ngettext

from rules import Feuille, Result, RuleError, feuille
from scoring.errors import ScoringError
from scoring.referee.selectors import cancelled_donnes, counts_text, rulings_of
from scoring.rounds.ties import pool_notice
from scoring.sheets import controls, selectors, shown
from scoring.sheets.entry import BOTH, forfeit_marks, gone_camps, sheet_content
from scoring.sheets.forms import (
    MAX_DONNES,
    DonneForm,
    DonnesForm,
    ForfeitForm,
    MancheForm,
    SheetForm,
    donne_named,
    initial_row,
    new_key,
    row_form,
)
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import CAMPS
from scoring.sheets.shown import DonneLine, MarkedSheet, donnes_of, feuille_of, marked_sheet
from scoring.sheets.terms import SheetTerms, terms_of
from scoring.sheets.views.recording import asks_override, is_scripted, may_score, record_sheet
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.figures import minus
from tournament.page_access import PageRequest, form_page, or_404
from tournament.rounds.models import Round, Table


def overrides(request: PageRequest, pk: int) -> HttpResponse:
    """Show every control that was passed over, with who did it and why."""
    tournament = tournament_for(request.user, pk)
    forced = [shown.shown_version(sheet) for sheet in selectors.overrides(tournament)]
    context = {"tournament": tournament, "section": "entry", "forced": forced}
    return render(request, "scoring/sheets/overrides.html", context)


def round_or_404(tournament: Tournament, number: int) -> Round:
    """Return the published partie *number*. Raises Http404."""
    return get_object_or_404(Round, tournament=tournament, number=number, state="published")


def table_or_404(tournament: Tournament, number: int, table: int | None) -> Table:
    """Return table *table* of the published partie *number*. Raises Http404."""
    return or_404(selectors.find_table(tournament, number, table) if table is not None else None)


class TableContext(TypedDict):
    """Represent what every page about one table shows; its newest version first."""

    tournament: Tournament
    section: str
    table: Table
    round: Round
    sides: dict[str, selectors.SeatedCamp]
    versions: list[ScoreSheet]
    current: ScoreSheet | None
    later: Round | None
    may_score: bool


def table_context(tournament: Tournament, table: Table) -> TableContext:
    """Fill the context of a page about *table*."""
    versions = selectors.versions_of(table)
    rounds = selectors.published_rounds(tournament)
    return {
        "tournament": tournament,
        "section": "entry",
        "table": table,
        "round": table.round,
        "sides": selectors.sides_of(table),
        "versions": versions,
        "current": next((sheet for sheet in versions if sheet.counted), None),
        "later": rounds[-1] if rounds[-1].number > table.round.number else None,
        "may_score": may_score(tournament),
    }


def first_fields(context: TableContext) -> dict[str, object]:
    """Return what a form about a table begins with: a key of its own, and the version that its typist sees counting."""
    current = context["current"]
    return {"key": new_key(), "base_version": current.version if current else None}


def table(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Show everything about one table of one partie: who sat there, every version of its sheet, which one counts."""
    tournament = tournament_for(request.user, pk)
    seated = table_or_404(tournament, number, table)
    context = table_context(tournament, seated)
    rulings, terms = rulings_of(seated), terms_of(seated)
    cancelled = cancelled_donnes(rulings)
    more = {
        "versions": [shown.shown_version(sheet, cancelled=cancelled) for sheet in context["versions"]],
        "terms": controls.terms_text(terms) + counts_text(tournament, seated, terms, context["current"]),
        "rulings": rulings,
        "keys": (new_key(), new_key()),
        "totals_alone": feuille_of(tournament).totals_alone,
    }
    return render(request, "scoring/sheets/table.html", context | more)


@form_page
def sheet_forfeit(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Record that one team was not there: the other marks what the règlement gives, with a reason."""
    tournament = tournament_for(request.user, pk, "score")
    seated = table_or_404(tournament, number, table)
    context = table_context(tournament, seated)

    def show(form: SheetForm, status: int = 200) -> HttpResponse:
        forfeit = {
            "forfeit": forfeit_marks(tournament, seated.limits),
            "by_manches": feuille_of(tournament).by_manches,
            "pool_notice": pool_notice(seated),
        }
        return render(request, "scoring/sheets/forfeit.html", {**context, **forfeit, "form": form}, status=status)

    if request.method == "GET":
        # The commonest reason is written already: it stays as it is, or is typed over.
        usual = {"reason": _("not there after ten minutes")}
        asked = _absent_asked(request.GET.get("absent", ""), seated, context["sides"])
        return show(ForfeitForm(initial=first_fields(context) | usual | asked))
    form = ForfeitForm(request.POST)
    if not form.is_valid():
        return show(form, 422)
    here = reverse("table", args=[pk, number, table])
    absent = form.cleaned_data["absent"]
    return record_sheet(
        request, tournament, seated, form, kind="forfeit", absent=absent, show=show, back=here, next_page=here
    )


def _absent_asked(camp: str, table: Table, sides: Mapping[str, object]) -> dict[str, str]:
    """Return what the page before knows already: the camp that is not there, that it left or since when it is a forfeit."""
    if camp not in (*sides, BOTH):
        return {}
    gone = gone_camps(table.pk)
    if len(gone) == len(CAMPS):
        return {"absent": BOTH, "reason": _("have left the concours")}
    if table.seats.filter(camp=camp, team__withdrawn_from__lte=table.round.number).exists():
        return {"absent": camp, "reason": _("has left the concours")}
    minutes = table.round.tournament.ready_minutes
    reason = ngettext("not there after %(n)s minute", "not there after %(n)s minutes", minutes) % {"n": minutes}
    return {"absent": camp} | ({"reason": reason} if minutes else {})


# --- The sheet donne by donne -----------------------------------------------------------------------------------------

USUAL_DONNES = 12


@dataclass
class Grid:
    """Represent the rows of the page, the donnes that they give, and what the règlement makes of these."""

    feuille: Feuille
    forms: list[DonneForm | MancheForm]
    donnes: list[dict]
    coupure: dict[str, int] | None = None
    marked: MarkedSheet | None = None
    errors: dict[int, str] = field(default_factory=dict)
    said: str = ""

    @property
    def lines(self) -> list[DonneLine]:
        """Return the donnes that the règlement marks, up to the first wrong one."""
        return self.marked.lines if self.marked else []

    @property
    def rows(self) -> list[tuple[DonneForm | MancheForm, DonneLine | None, str, list]]:
        """Return each row's fields, its marks, its error, and its marks by camp."""
        lines = {line.number: line for line in self.lines}
        return [
            (
                form,
                line,
                self.errors.get(form.number, ""),
                [(camp, line.marks[camp] if line else "") for camp in self.feuille.camps],
            )
            for form in self.forms
            for line in [lines.get(form.number)]
        ]

    @property
    def totals(self) -> list[tuple[str, int]]:
        """Return the running total of each camp."""
        total = self.marked.total if self.marked else {}
        return [(camp, total.get(camp, 0)) for camp in self.feuille.camps]

    @property
    def pot(self) -> int:
        """Return the points held over by a litige."""
        return self.marked.pot if self.marked else 0

    @property
    def columns(self) -> int:
        """Return how many columns stand before the marks."""
        return 2 + len(self.forms[0].cells) + ("annonces" in self.feuille.fields and not self.feuille.by_manches)


def _shown_grid(
    terms: SheetTerms, feuille: Feuille, rows: int, donnes: Sequence[dict], coupure: dict[str, int] | None
) -> Grid:
    """Return the grid of *rows* rows that shows *donnes*."""
    shown = dict(enumerate(map(initial_row, donnes), start=1))
    forms = [row_form(feuille, number=number, initial=shown.get(number, {})) for number in _numbers(feuille, rows)]
    return _marked(terms, Grid(feuille, forms, list(donnes), coupure))


def _read_grid(
    terms: SheetTerms,
    feuille: Feuille,
    rows: int,
    data: Mapping,
    *,
    coupure: dict[str, int] | None = None,
    fallen: int | None = None,
) -> Grid:
    """Return the grid of *rows* rows with the donnes that *data* holds, up to the first that cannot be read.

    Donne *fallen* is off the sheet, and stands there as passed.
    """
    forms = [row_form(feuille, data, number=number) for number in _numbers(feuille, rows)]
    grid = Grid(feuille, forms, [], coupure)
    read: list[dict | None] = []
    try:
        for form in forms:
            read.append({"passe": True} if form.number == fallen else form.read())
    except ScoringError as error:
        grid.errors[form.number] = str(error)
    while read and read[-1] is None:
        read.pop()
    if None in read:
        gap = read.index(None)
        grid.errors = {gap + 1: str(forms[gap].empty_error())}
        del read[gap:]
    grid.donnes = [donne for donne in read if donne is not None]
    return _marked(terms, grid)


def _numbers(feuille: Feuille, rows: int) -> range:
    return range(1, (len(feuille.manches) if feuille.by_manches else rows) + 1)


def _marked(terms: SheetTerms, grid: Grid) -> Grid:
    """Mark with the engine the donnes of *grid*; its first error goes to its row and field."""
    if not grid.donnes:
        return grid
    coupure = grid.coupure or terms.coupure(grid.donnes)
    content = sheet_content(terms, grid.donnes, coupure=coupure, players=grid.feuille.camps)
    lang = get_language() or "fr"
    try:
        grid.marked = marked_sheet(content)
    except RuleError as error:
        grid.errors.setdefault(1, error.message(lang))
        return grid
    if wrong := grid.marked.error:
        number = wrong.donne or 1
        grid.errors = {number: wrong.message(lang)}
        grid.forms[number - 1].mark_wrong(wrong.field)
    else:
        grid.said = _end_text(grid.marked.result, len(grid.lines), terms)
    return grid


def _end_text(result: Result, played: int, terms: SheetTerms) -> str:
    """State how the partie ended, where it is over after the donnes that were read."""
    if terms.ended_by_penalty(result.total):
        return _("The partie is over after donne %(donne)s: the penalty ends it.") % {"donne": played}
    if not result.terminee:
        return ""
    if result.vainqueurs:
        return _("The partie is over: %(camps)s lost fewest.") % {"camps": ", ".join(result.vainqueurs)}
    if result.nulle:
        return _("The partie is over after donne %(donne)s: equal totals.") % {"donne": played}
    return _("The partie is over after donne %(donne)s: %(camp)s wins.") % {"donne": played, "camp": result.vainqueur}


@dataclass
class DonnesPage:
    """Answer with a sheet donne by donne, whatever recording it means: opened, computed again, refused, or read whole.

    `fallen` is the donne that a decision takes off the sheet, `head` the form of what stands beside the donnes.
    """

    request: PageRequest
    tournament: Tournament
    table: Table
    terms: SheetTerms
    template: str = "scoring/sheets/donnes.html"
    head: type[DonnesForm] = DonnesForm
    fallen: int | None = None
    context: dict[str, object] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.known = table_context(self.tournament, self.table)
        self.context |= {**self.known, "terms": controls.terms_text(self.terms), "cutoff": self.terms.cutoff}
        self.feuille = feuille(self.terms.ruleset, self.terms.options, players=len(self.known["sides"]))

    def opened(self, shown: ScoreSheet | None) -> HttpResponse:
        """Show the page with the donnes of *shown*, and the one that the referee's page hands over in the address."""
        content = shown.content if shown is not None and shown.kind == "donnes" else {}
        donnes, coupure = donnes_of(content), content.get("coupure") or self.terms.coupure(())
        filled = donne_named(self.request.GET.get("donne", ""))  # handed over by the referee's page
        rows = max(min(max(len(donnes), self.feuille.limit or USUAL_DONNES), MAX_DONNES), filled or 0)
        form = self.head(
            initial={
                **first_fields(self.known),
                "rows": rows,
                "cut_after": coupure and coupure["apres_donne"],
                "cut_left": coupure and coupure["donnes_restantes"],
            }
        )
        if not filled:
            return self.show(form, _shown_grid(self.terms, self.feuille, rows, donnes, coupure))
        self.context["filled"] = filled
        data = _with_donne(filled, self.request.GET, donnes)
        return self.show(form, _read_grid(self.terms, self.feuille, rows, data, coupure=coupure))

    def read(self) -> tuple[DonnesForm, Grid, HttpResponse | None]:
        """Return what was posted; and the answer, where it is not yet a sheet to be recorded."""
        data, act = _posted(self.request, self.terms), self.request.POST.get("act", "save")
        form = self.head(data)
        if form.is_valid() and act == "more" and not is_scripted(self.request):
            data["rows"] = str(min(form.cleaned_data["rows"] + 1, MAX_DONNES))
            form = self.head(data)
        valid = form.is_valid()
        rows, coupure = form.cleaned_data.get("rows", USUAL_DONNES), form.cutoff() if valid else None
        grid = _read_grid(self.terms, self.feuille, rows, data, coupure=coupure, fallen=self.fallen)
        if is_scripted(self.request):
            if not valid:
                grid.said = str(next(iter(form.errors.values()))[0])
            return form, grid, JsonResponse(_grid_data(grid))
        if valid and act == "save" and not grid.errors:
            return form, grid, None
        return form, grid, self.show(form, grid, status=200 if valid and act != "save" else 422)

    def show(
        self, form: SheetForm, grid: Grid, *, ask_override: bool = False, status: int = 200, **more: object
    ) -> HttpResponse:
        """Show the page with *form* and *grid* as they are."""
        correcting = bool(form["base_version"].value())
        ask = ask_override or asks_override(form)
        more |= {"form": form, "grid": grid, "ask_override": ask, "correcting": correcting}
        return render(self.request, self.template, {**self.context, **more}, status=status)


@form_page
def sheet_donnes(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Show or record the sheet donne by donne: marks with their article, running totals, the pot, the end."""
    tournament = tournament_for(request.user, pk, "score")
    seated = table_or_404(tournament, number, table)
    if feuille_of(tournament).totals_alone:
        return redirect(f"{reverse('entry-round', args=[pk, number])}?table={table}")
    page = DonnesPage(request, tournament, seated, terms_of(seated))
    if request.method == "GET":
        return page.opened(page.known["current"])
    form, grid, answer = page.read()
    if answer is not None:
        return answer
    return record_sheet(
        request,
        tournament,
        seated,
        form,
        kind="donnes",
        donnes=grid.donnes,
        coupure=grid.coupure,
        show=partial(page.show, grid=grid),
        back=request.path,
        next_page=reverse("entry-round", args=[pk, number]),
    )


def _posted(request: PageRequest, terms: SheetTerms) -> QueryDict:
    """Return what was posted; where the last donnes were announced, their number is that of the announcement."""
    data = request.POST.copy()
    if terms.cutoff is not None:
        data["cut_left"] = str(terms.cutoff) if data.get("cut_after", "").strip() else ""
    return data


def _with_donne(number: int, asked: Mapping[str, str], donnes: Sequence[Mapping]) -> dict[str, object]:
    """Return the rows as they stand, donne *number* as it is *asked* in the place of what stood there."""
    rows = enumerate(map(initial_row, donnes), start=1)
    shown = {f"d{n}-{name}": value for n, row in rows if n != number for name, value in row.items()}
    return shown | {f"d{number}-{name}": value for name, value in asked.items()}


def _grid_data(grid: Grid) -> dict[str, object]:
    """Return what the script writes into the rows."""
    return {
        "rows": {
            line.number: {
                "issue": controls.issue_text(line.issue) if not grid.feuille.by_manches else "",
                "marks": {camp: minus(mark) for camp, mark in line.marks.items()},
                "pot": line.pot,
                "points": line.points,
                "why": render_to_string("scoring/sheets/_why.html", {"donne": line}),
            }
            for line in grid.lines
        },
        "errors": grid.errors,
        "wrong": {form.number: form.wrong for form in grid.forms if form.wrong},
        "total": {camp: minus(total) for camp, total in grid.totals},
        "pot": grid.pot,
        "said": grid.said,
    }
