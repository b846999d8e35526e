"""Judge a sheet donne by donne: any version opened, a donne set right, cancelled or replaced, as a ruling."""

from django.http import HttpResponse
from django.shortcuts import redirect

from scoring.errors import ScoringError
from scoring.referee import forms, selectors
from scoring.referee.rulings import NewSheet, fewer
from scoring.referee.views.cases import add_error, carry_out, case_context, find_case
from scoring.sheets.forms import DonnesForm, donne_named
from scoring.sheets.models import ScoreSheet
from scoring.sheets.shown import feuille_of
from scoring.sheets.terms import SheetTerms, terms_of
from scoring.sheets.views.donnes import DonnesPage, Grid
from scoring.sheets.views.tables import TableContext
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, form_page
from tournament.rounds.models import Table

# The decisions of this page, each with the form of what it takes beside the donnes.
OFFERED = {
    "correct": forms.RulingForm,
    "cancel_donne": forms.CancelDonneForm,
    "penalty": forms.DonnePenaltyForm,
}
FALLING = ("cancel_donne", "penalty")


@form_page
def case_donnes(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Show the donnes of a version as the referee judges them; whatever was recorded, what he decides is a ruling."""
    tournament, row = find_case(request, pk, number, table, role_act="rule")
    if feuille_of(tournament).totals_alone:
        return redirect("case", pk, number, table)
    kind = request.POST.get("decision", "correct")
    fallen = donne_named(request.POST.get("donne", "")) if kind in FALLING else None
    page = DonnesPage(
        request,
        tournament,
        row,
        _terms(row, fallen),
        template="scoring/referee/case_donnes.html",
        fallen=fallen,
    )
    offered, shown = _offered(page), _shown(page, request.GET.get("version", ""))
    page.context |= _context(tournament, row, page.known)
    page.context |= {"decision": kind, "sent": request.POST, "offered": offered, "shown": shown}
    if request.method == "GET":
        page.context["article"] = request.GET.get("article", "")
        return page.opened(shown)
    head, grid, answer = page.read()
    if answer is not None:
        return answer
    if kind not in offered:
        return page.show(head, grid, status=422)
    form = OFFERED[kind](request.POST)
    if not form.is_valid():
        return page.show(head, grid, status=422, wrong=form)
    try:
        return carry_out(request, row, kind, form, _sheet(head, grid))
    except TournamentError as error:
        status = add_error(form, error, field=error.field)
        return page.show(head, grid, ask_override=error.code.startswith("control_"), status=status, wrong=form)


def _sheet(head: DonnesForm, grid: Grid) -> NewSheet:
    override = head.cleaned_data["override"]
    return NewSheet(kind="donnes", donnes=grid.donnes, coupure=grid.coupure, override=override)


def _terms(table: Table, fallen: int | None) -> SheetTerms:
    """Return the terms of the sheet once donne *fallen* is off it; where none would be left, the act says so."""
    terms = terms_of(table)
    try:
        return fewer(terms, 1) if fallen else terms
    except ScoringError:
        return terms


def _shown(page: DonnesPage, asked: str) -> ScoreSheet | None:
    """Return the version asked for; else the one that counts or the newest that waits, where told donne by donne."""
    versions = [sheet for sheet in page.known["versions"] if sheet.kind == "donnes"]
    if asked:
        return next((sheet for sheet in versions if str(sheet.version) == asked), None)
    waiting = [sheet for sheet in versions if sheet.is_open or sheet.late]
    return next((sheet for sheet in (page.known["current"], *waiting) if sheet in versions), None)


def _offered(page: DonnesPage) -> list[str]:
    """Return what can be decided: where every player has a sheet of his own no donne falls away."""
    return ["correct"] if page.feuille.by_manches else list(OFFERED)


def _context(tournament: Tournament, table: Table, known: TableContext) -> dict[str, object]:
    current = known["current"]
    standing = [sheet for sheet in known["versions"] if sheet is current or sheet.is_open]
    return case_context(table, current) | {
        "differing": sorted(selectors.differing_donnes(standing)),
        "code": [line for line in tournament.penalties if line["way"] == "instead"],
    }
