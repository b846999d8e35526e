"""The sheet donne by donne, for every rule set: its columns are those of the rule set's own sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules import RuleError, score_sheet
from scoring.errors import ScoringError
from scoring.forms.donnes import MAX_DONNES, DonneForm, DonnesForm, MancheForm, initial_row, row_form
from scoring.forms.entry import new_key
from scoring.selectors import entry as selectors
from scoring.selectors.feuille import Feuille, feuille_of
from scoring.services import entry as services
from scoring.views.entry import CONFLICTS, receipt_text, refused, table_context, table_or_404, tell
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.selectors.access import tournament_for

USUAL_DONNES = 12


@dataclass
class Grid:
    """The rows of the page with what the règlement makes of them."""

    feuille: Feuille
    forms: list[DonneForm | MancheForm]
    donnes: list[dict] = field(default_factory=list)
    coupure: dict[str, int] | None = None
    results: dict[int, selectors.DonneLine] = field(default_factory=dict)
    errors: dict[int, str] = field(default_factory=dict)
    total: dict[str, int] = field(default_factory=dict)
    pot: int = 0
    said: str = ""

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
    tournament: Tournament,
    sheet: Feuille,
    data: Mapping | None,
    rows: int,
    donnes: Sequence[Mapping] = (),
    coupure: dict[str, int] | None = None,
) -> Grid:
    """The grid of *rows* rows: read from the posted *data*, or showing *donnes*."""
    numbers = range(1, (len(sheet.manches) if sheet.by_manches else rows) + 1)
    if data is None:
        shown = [initial_row(donne) for donne in donnes]
        shown += [{}] * (len(numbers) - len(shown))
        forms = [row_form(sheet, number=number, initial=shown[number - 1]) for number in numbers]
        grid = Grid(sheet, forms, donnes=[dict(donne) for donne in donnes], coupure=coupure)
    else:
        grid = Grid(sheet, [row_form(sheet, data, number=number) for number in numbers], coupure=coupure)
        _read_rows(grid)
    _evaluate(tournament, grid)
    return grid


def _read_rows(grid: Grid) -> None:
    """Read the donnes up to the first row that cannot be read."""
    read: list[dict | None] = []
    for form in grid.forms:
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
    grid.donnes = read


def _evaluate(tournament: Tournament, grid: Grid) -> None:
    """Let the engine mark the donnes that were read; its first error goes to its row and field."""
    if not grid.donnes:
        return
    content = services.sheet_content(
        tournament.rule_set,
        tournament.rule_options,
        grid.donnes,
        coupure=grid.coupure,
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
        grid.errors = {wrong.donne: wrong.message(lang)}
        grid.forms[wrong.donne - 1].mark_wrong(wrong.champ)
    grid.results = {line.number: line for line in lines}
    if lines:
        grid.total, grid.pot = lines[-1].total, lines[-1].pot
    if not told.errors:
        grid.said = _state_text(told, len(lines))


def _state_text(told: object, played: int) -> str:
    """Where the partie stands after the donnes that were read."""
    if not told.terminee:
        return ""
    if told.vainqueurs:
        return _("The partie is over: %(camps)s lost fewest.") % {"camps": ", ".join(told.vainqueurs)}
    if told.nulle:
        return _("The partie is over after donne %(donne)s: equal totals.") % {"donne": played}
    return _("The partie is over after donne %(donne)s: %(camp)s wins.") % {"donne": played, "camp": told.vainqueur}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def sheet_donnes(request: HttpRequest, pk: int, number: int, table: int) -> HttpResponse:
    """The sheet donne by donne: each mark with its article, running totals, the pot of a litige, the end."""
    tournament = tournament_for(request.user, pk, "score")
    found = table_or_404(tournament, number, table)
    context = table_context(tournament, found)
    current = context["current"]
    sheet = feuille_of(tournament, players=len(context["sides"]))
    if request.method == "GET":
        told = current.content if current and current.kind == "donnes" else {}
        donnes, coupure = told.get("manches", told.get("donnes", [])), told.get("coupure")
        rows = min(max(len(donnes), sheet.limit or USUAL_DONNES), MAX_DONNES)
        form = DonnesForm(
            initial={
                "key": new_key(),
                "base_version": current.version if current else None,
                "rows": rows,
                "cut_after": coupure and coupure["apres_donne"],
                "cut_left": coupure and coupure["donnes_restantes"],
            }
        )
        return _donnes_page(request, context, form, _grid(tournament, sheet, None, rows, donnes, coupure))

    form = DonnesForm(request.POST)
    if not form.is_valid():
        rows = form.cleaned_data.get("rows", USUAL_DONNES)
        if request.headers.get("X-Requested-With") == "fetch":
            grid = _grid(tournament, sheet, request.POST, rows)
            grid.said = next(iter(form.errors.values()))[0]
            return JsonResponse(_grid_data(grid))
        return _donnes_page(request, context, form, _grid(tournament, sheet, request.POST, rows), status=422)
    rows, act = form.cleaned_data["rows"], request.POST.get("act", "save")
    if act == "more" and rows < MAX_DONNES:
        rows += 1
        data = request.POST.copy()
        data["rows"] = rows
        form = DonnesForm(data)
        form.is_valid()
    grid = _grid(tournament, sheet, request.POST, rows, coupure=form.cutoff())
    if request.headers.get("X-Requested-With") == "fetch":
        return JsonResponse(_grid_data(grid))
    if act != "save":
        return _donnes_page(request, context, form, grid)
    if grid.errors:
        return _donnes_page(request, context, form, grid, status=422)
    try:
        receipt = services.submit_sheet(
            table_id=found.pk,
            key=form.cleaned_data["key"],
            kind="donnes",
            donnes=grid.donnes,
            coupure=grid.coupure,
            override=form.cleaned_data["override"],
            reason=form.cleaned_data["reason"],
            by=request.user,
            base_version=form.cleaned_data["base_version"],
        )
    except TournamentError as error:
        again = refused(request, form, error)
        return _donnes_page(
            request,
            context,
            again,
            grid,
            ask_override=error.code == "control_failed",
            status=409 if error.code in CONFLICTS else 422,
        )
    tell(request, receipt_text(receipt, found.number))
    return redirect("entry-round", tournament.pk, number)


def _donnes_page(
    request: HttpRequest,
    context: Mapping[str, object],
    form: DonnesForm,
    grid: Grid,
    *,
    ask_override: bool = False,
    status: int = 200,
) -> HttpResponse:
    correcting = bool(form["base_version"].value())
    more = {"form": form, "grid": grid, "ask_override": ask_override, "correcting": correcting}
    return render(request, "scoring/donnes.html", {**context, **more}, status=status)


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
                "why": render_to_string("scoring/_why.html", {"donne": line}),
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
