"""The sheet donne by donne, for every rule set: its columns are those of the rule set's own sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules import Feuille, Result, RuleError, score_sheet
from scoring.corrections.views import confirm_effects
from scoring.errors import ScoringError
from scoring.sheets import entry as services
from scoring.sheets import reports, selectors
from scoring.sheets.feuille import feuille_of
from scoring.sheets.forms.donnes import MAX_DONNES, DonneForm, DonnesForm, MancheForm, initial_row, row_form
from scoring.sheets.forms.entry import new_key
from scoring.sheets.models import ScoreSheet
from scoring.sheets.terms import SheetTerms, terms_of
from scoring.sheets.views.entry import CONFLICTS, receipt_text, refused, table_context, table_or_404, tell
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest
from tournament.rounds.models import Table

USUAL_DONNES = 12


@dataclass
class Grid:
    """The rows of the page with what the règlement makes of them; the row of a donne that has `fallen` is not read."""

    feuille: Feuille
    forms: list[DonneForm | MancheForm]
    donnes: list[dict] = field(default_factory=list)
    coupure: dict[str, int] | None = None
    results: dict[int, selectors.DonneLine] = field(default_factory=dict)
    errors: dict[int, str] = field(default_factory=dict)
    total: dict[str, int] = field(default_factory=dict)
    pot: int = 0
    said: str = ""
    fallen: int | None = None

    @property
    def rows(self) -> list[tuple[DonneForm | MancheForm, selectors.DonneLine | None, str, list]]:
        """Each row's fields, its marks, its error, and its marks by camp."""
        return [
            (form, result, self.errors.get(form.number, ""), self._marks(result))
            for form in self.forms
            for result in [self.results.get(form.number)]
        ]

    def _marks(self, result: selectors.DonneLine | None) -> list[tuple[str, int | str]]:
        return [(camp, result.marks[camp] if result else "") for camp in self.feuille.camps]

    @property
    def totals(self) -> list[tuple[str, int]]:
        """The running total of each camp."""
        return [(camp, self.total.get(camp, 0)) for camp in self.feuille.camps]

    @property
    def columns(self) -> int:
        """How many columns stand before the marks."""
        return 2 + len(self.forms[0].cells) + ("annonces" in self.feuille.fields and not self.feuille.by_manches)


def _grid(
    terms: SheetTerms,
    sheet: Feuille,
    data: Mapping | None,
    rows: int,
    donnes: Sequence[Mapping] = (),
    coupure: dict[str, int] | None = None,
    fallen: int | None = None,
) -> Grid:
    """The grid of *rows* rows: read from the posted *data*, donne *fallen* as passed, or showing *donnes*."""
    numbers = range(1, (len(sheet.manches) if sheet.by_manches else rows) + 1)
    if data is None:
        shown = [initial_row(donne) for donne in donnes]
        shown += [{}] * (len(numbers) - len(shown))
        forms = [row_form(sheet, number=number, initial=shown[number - 1]) for number in numbers]
        grid = Grid(sheet, forms, donnes=[dict(donne) for donne in donnes], coupure=coupure)
    else:
        forms = [row_form(sheet, data, number=number) for number in numbers]
        grid = Grid(sheet, forms, coupure=coupure, fallen=fallen)
        _read_rows(grid)
    _evaluate(terms, grid)
    return grid


def _read_rows(grid: Grid) -> None:
    """Read the donnes up to the first row that cannot be read."""
    read: list[dict | None] = []
    for form in grid.forms:
        if form.number == grid.fallen:
            read.append({"passe": True})
            continue
        if not form.is_valid():
            name, errors = next(iter(form.errors.items()))
            grid.errors[form.number] = f"{form.fields[name].label}: {errors[0]}"
            form.mark_wrong(name)
            break
        try:
            read.append(form.donne())
        except ScoringError as error:
            grid.errors[form.number] = str(error)
            break
    while read and read[-1] is None:
        read.pop()
    for number, donne in enumerate(read, start=1):
        if donne is None:
            code = "manche_empty" if grid.feuille.by_manches else "donne_empty"
            grid.errors = {number: str(ScoringError(code, donne=number))}
            read = read[: number - 1]
            break
    grid.donnes = [donne for donne in read if donne is not None]


def _evaluate(terms: SheetTerms, grid: Grid) -> None:
    """Let the engine mark the donnes that were read; its first error goes to its row and field."""
    if not grid.donnes:
        return
    content = reports.sheet_content(
        terms.ruleset,
        terms.options,
        grid.donnes,
        coupure=grid.coupure or terms.coupure(grid.donnes),
        players=grid.feuille.camps,
    )
    lang = get_language() or "fr"
    try:
        told = score_sheet(content, explain=False)
        lines = selectors.donne_lines(content)
    except RuleError as error:
        grid.errors.setdefault(1, error.message(lang))
        return
    if told.errors:
        wrong = told.errors[0]
        number = wrong.donne or 1
        grid.errors = {number: wrong.message(lang)}
        grid.forms[number - 1].mark_wrong(wrong.field)
    grid.results = {line.number: line for line in lines}
    if lines:
        grid.total, grid.pot = lines[-1].total, lines[-1].pot
    if not told.errors:
        grid.said = _state_text(told, len(lines), terms)


def _state_text(told: Result, played: int, terms: SheetTerms) -> str:
    """Where the partie stands after the donnes that were read."""
    if terms.ended_by_penalty(told.total):
        return _("The partie is over after donne %(donne)s: the penalty ends it.") % {"donne": played}
    if not told.terminee:
        return ""
    if told.vainqueurs:
        return _("The partie is over: %(camps)s lost fewest.") % {"camps": ", ".join(told.vainqueurs)}
    if told.nulle:
        return _("The partie is over after donne %(donne)s: equal totals.") % {"donne": played}
    return _("The partie is over after donne %(donne)s: %(camp)s wins.") % {"donne": played, "camp": told.vainqueur}


@dataclass
class DonnesPage:
    """The page of a sheet donne by donne, whatever recording it means: opened, computed again, refused, or read whole.

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
        self.context |= {**self.known, "terms": selectors.terms_text(self.terms), "cutoff": self.terms.cutoff}
        self.feuille = feuille_of(self.tournament, players=len(self.known["sides"]))

    def opened(self, shown: ScoreSheet | None) -> HttpResponse:
        """The page with the donnes of *shown*, and the one that the referee's page hands over in the address."""
        current = self.known["current"]
        told = shown.content if shown is not None and shown.kind == "donnes" else {}
        donnes = told.get("manches", told.get("donnes", []))
        coupure = told.get("coupure") or self.terms.coupure(())
        rows = min(max(len(donnes), self.feuille.limit or USUAL_DONNES), MAX_DONNES)
        filled = _filled_in(self.request.GET)
        rows = max(rows, filled or 0)
        form = self.head(
            initial={
                "key": new_key(),
                "base_version": current.version if current else None,
                "rows": rows,
                "cut_after": coupure and coupure["apres_donne"],
                "cut_left": coupure and coupure["donnes_restantes"],
            }
        )
        if not filled:
            return self.show(form, _grid(self.terms, self.feuille, None, rows, donnes, coupure))
        self.context["filled"] = filled
        data = _with_donne(filled, self.request.GET, donnes)
        return self.show(form, _grid(self.terms, self.feuille, data, rows, coupure=coupure))

    def read(self) -> tuple[DonnesForm, Grid, HttpResponse | None]:
        """What was posted; and the answer, where it is not yet a sheet to be recorded."""
        post, scripted = self.request.POST, self.request.headers.get("X-Requested-With") == "fetch"
        form = self.head(_posted(self.request, self.terms))
        if not form.is_valid():
            rows = form.cleaned_data.get("rows", USUAL_DONNES)
            grid = _grid(self.terms, self.feuille, post, rows, fallen=self.fallen)
            if not scripted:
                return form, grid, self.show(form, grid, status=422)
            grid.said = str(next(iter(form.errors.values()))[0])
            return form, grid, JsonResponse(_grid_data(grid))
        rows, act = form.cleaned_data["rows"], post.get("act", "save")
        if act == "more" and rows < MAX_DONNES:
            rows += 1
            data = _posted(self.request, self.terms)
            data["rows"] = rows
            form = self.head(data)
            form.is_valid()
        grid = _grid(self.terms, self.feuille, post, rows, coupure=form.cutoff(), fallen=self.fallen)
        if scripted:
            return form, grid, JsonResponse(_grid_data(grid))
        if act != "save":
            return form, grid, self.show(form, grid)
        return form, grid, self.show(form, grid, status=422) if grid.errors else None

    def show(
        self, form: DonnesForm, grid: Grid, *, ask_override: bool = False, status: int = 200, **more: object
    ) -> HttpResponse:
        """The page with *form* and *grid* as they are."""
        correcting = bool(form["base_version"].value())
        more |= {"form": form, "grid": grid, "ask_override": ask_override, "correcting": correcting}
        return render(self.request, self.template, {**self.context, **more}, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def sheet_donnes(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """The sheet donne by donne: each mark with its article, running totals, the pot of a litige, the end."""
    tournament = tournament_for(request.user, pk, "score")
    found = table_or_404(tournament, number, table)
    page = DonnesPage(request, tournament, found, terms_of(found))
    if request.method == "GET":
        return page.opened(page.known["current"])
    form, grid, answer = page.read()
    if answer is not None:
        return answer
    try:
        settled = confirm_effects(
            request,
            tournament,
            partial(
                services.submit_sheet,
                table_id=found.pk,
                key=form.cleaned_data["key"],
                kind="donnes",
                donnes=grid.donnes,
                coupure=grid.coupure,
                override=form.cleaned_data["override"],
                reason=form.cleaned_data["reason"],
                by=request.user,
                base_version=form.cleaned_data["base_version"],
            ),
            counts=form.cleaned_data["base_version"] is not None,
            back=reverse("sheet-donnes", args=[pk, number, table]),
            reason=form.cleaned_data["reason"],
        )
    except TournamentError as error:
        again, ask = refused(request, form, error), error.code == "control_failed"
        return page.show(again, grid, ask_override=ask, status=409 if error.code in CONFLICTS else 422)
    if isinstance(settled, HttpResponse):
        return settled
    tell(request, receipt_text(settled.given, found.number, redrawn=settled.response is not None))
    return settled.response or redirect("entry-round", tournament.pk, number)


def _posted(request: PageRequest, terms: SheetTerms) -> QueryDict:
    """What was posted; where the last donnes were announced, their number is that of the announcement."""
    data = request.POST.copy()
    if terms.cutoff is not None:
        data["cut_left"] = str(terms.cutoff) if data.get("cut_after", "").strip() else ""
    return data


def _filled_in(asked: Mapping[str, str]) -> int | None:
    """The number of the donne that the referee's page hands over in the address, None where it hands over none."""
    number = asked.get("donne", "")
    return int(number) if number in map(str, range(1, MAX_DONNES + 1)) else None


def _with_donne(number: int, asked: Mapping[str, str], donnes: Sequence[Mapping]) -> dict[str, object]:
    """The rows as they stand, donne *number* as it is *asked* in the place of what stood there."""
    rows = enumerate(map(initial_row, donnes), start=1)
    shown = {f"d{n}-{name}": value for n, row in rows if n != number for name, value in row.items()}
    return shown | {f"d{number}-{name}": value for name, value in asked.items()}


def _grid_data(grid: Grid) -> dict[str, object]:
    """What the script writes into the rows."""
    return {
        "rows": {
            line.number: {
                "issue": selectors.issue_text(line.issue) if not grid.feuille.by_manches else "",
                "marks": line.marks,
                "total": line.total,
                "pot": line.pot,
                "points": line.points,
                "why": render_to_string("scoring/sheets/_why.html", {"donne": line}),
                "lines": [
                    {"camp": camp, "label": label, "points": points, "article": article, "text": text}
                    for camp, label, points, article, text in line.lines
                ],
            }
            for line in grid.results.values()
        },
        "errors": grid.errors,
        "wrong": {form.number: form.wrong for form in grid.forms if form.wrong},
        "total": dict(grid.totals),
        "pot": grid.pot,
        "said": grid.said,
        "finished": bool(grid.said),
    }
