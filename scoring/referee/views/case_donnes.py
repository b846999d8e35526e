"""The referee at the sheet donne by donne: any version opened, a donne set right, cancelled or replaced, as a ruling."""

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.referee import forms, selectors
from scoring.referee.rulings import NewSheet, fewer
from scoring.referee.views.cases import DECISIONS, carry_out, start_of, status_of
from scoring.sheets.forms.donnes import MAX_DONNES, DonnesForm
from scoring.sheets.models import ScoreSheet
from scoring.sheets.terms import SheetTerms, terms_of
from scoring.sheets.views.donnes import DonnesPage, Grid
from scoring.sheets.views.entry import TableContext, table_or_404
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest
from tournament.rounds.models import Table

# What is decided here, and the form of what it takes beside the donnes.
OFFERED = {
    "correct": forms.RulingForm,
    "cancel_donne": forms.CancelDonneForm,
    "penalty": forms.DonnePenaltyForm,
}
FALLING = ("cancel_donne", "penalty")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def case_donnes(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """The donnes of a version as the referee judges them: whatever was recorded, what he decides here is a ruling."""
    tournament = tournament_for(request.user, pk, "rule")
    found = table_or_404(tournament, number, table)
    found.round.tournament = tournament
    kind = request.POST.get("decision", "correct")
    fallen = _fallen(request.POST) if kind in FALLING else None
    page = DonnesPage(
        request, tournament, found, _terms(found, fallen), template="scoring/referee/case_donnes.html", fallen=fallen
    )
    offered, shown = _offered(page), _shown(page, request.GET.get("version", ""))
    page.context |= _context(tournament, found, page.known)
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
    decision = DECISIONS[kind]
    try:
        return carry_out(
            request,
            tournament,
            found,
            lambda: decision.act(form.context(found.pk, request.user), form, _sheet(head, grid)),
            form,
        )
    except TournamentError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        ask = error.code == "control_failed"
        return page.show(head, grid, ask_override=ask, status=status_of(error), wrong=form)


def _sheet(head: DonnesForm, grid: Grid) -> NewSheet:
    override = head.cleaned_data["override"]
    return NewSheet(kind="donnes", donnes=grid.donnes, coupure=grid.coupure, override=override)


def _fallen(sent: Mapping[str, str]) -> int | None:
    """The donne that the decision takes off the sheet; None while its number cannot be read."""
    said = sent.get("donne", "").strip()
    return int(said) if said in map(str, range(1, MAX_DONNES + 1)) else None


def _terms(table: Table, fallen: int | None) -> SheetTerms:
    """What the sheet is read under once donne *fallen* is off it; where none would be left, the act says so."""
    terms = terms_of(table)
    try:
        return fewer(terms, 1) if fallen else terms
    except ScoringError:
        return terms


def _shown(page: DonnesPage, asked: str) -> ScoreSheet | None:
    """The version asked for; else the one that counts, or the newest that waits, where it is told donne by donne."""
    versions = [one for one in page.known["versions"] if one.kind == "donnes"]
    if asked:
        return next((one for one in versions if str(one.version) == asked), None)
    waiting = [one for one in versions if one.is_open or one.late]
    return next((one for one in (page.known["current"], *waiting) if one in versions), None)


def _offered(page: DonnesPage) -> list[str]:
    """What can be decided: where every player has a sheet of his own no donne falls away."""
    return ["correct"] if page.feuille.by_manches else list(OFFERED)


def _context(tournament: Tournament, table: Table, known: TableContext) -> dict[str, object]:
    current = known["current"]
    standing = [one for one in known["versions"] if one is current or one.is_open]
    return {
        "section": "cases",
        "may_rule": policy.may(tournament.role, "rule") and tournament.closed_at is None,
        "teams": selectors.teams_of_case(tournament, table),
        "start": start_of(selectors.rulings_of(table), current),
        "differing": sorted(selectors.differing_donnes(standing)),
        "articles": selectors.articles_of(tournament.rule_set, get_language() or "fr"),
        "code": [line for line in tournament.penalties if line["way"] == "instead"],
    }
