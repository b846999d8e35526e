"""The referee: what waits for him, the case of a table, his decision; a sheet judged donne by donne; sheets on the wrong table,
camps swapped; a team excluded, or readmitted. What an act moves is shown before it is recorded."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext as _

from scoring.corrections.services import Given
from scoring.corrections.views import confirm_effects
from scoring.errors import ScoringError
from scoring.referee import forms, rulings, selectors
from scoring.referee.rulings import NewSheet, fewer
from scoring.rounds.ties import pool_notice
from scoring.sheets.controls import terms_text, verdict
from scoring.sheets.entry import forfeit_marks
from scoring.sheets.forms import DonnesForm, WinnerField, donne_named
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import figures_text, find_table, marks_of
from scoring.sheets.shown import donne_lines, feuille_of, shown_version
from scoring.sheets.terms import SheetTerms, terms_of
from scoring.sheets.views.entry import named_table
from scoring.sheets.views.recording import FIELDS
from scoring.sheets.views.tables import DonnesPage, Grid, TableContext, table_context, table_or_404
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.concours.structured import PENALTY_WAYS
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, form_page
from tournament.page_acts import Done, page_act
from tournament.registration import acts, attendance
from tournament.registration.forms import ExcludeForm, ReadmitForm
from tournament.registration.models import Team
from tournament.registration.views.team import refused_form, seat_left_empty, team_of
from tournament.rounds.models import Table
from tournament.rounds.selectors import current_round

FORMS = {
    "keep": forms.KeepForm,
    "correct": forms.CorrectForm,
    "cancel_donne": forms.CancelDonneForm,
    "donne_back": forms.CancelDonneForm,
    "penalty": forms.PenaltyForm,
    "penalty_back": forms.PenaltyBackForm,
    "forfeit": forms.AbsentForm,
    "exclusion": forms.ExclusionForm,
}


def cases(request: PageRequest, pk: int) -> HttpResponse:
    """Show the referee's list: who called, what is contested, what came too late, what was decided.

    `table` of the query opens the page of a table of the current partie; by a number, or a team as "e12".
    """
    tournament = tournament_for(request.user, pk)
    round_ = None if request.htmx else current_round(tournament)
    find = forms.FindForm(request.GET if "table" in request.GET else None)
    if round_ and find.is_valid():
        try:
            table = named_table(tournament, round_.number, find.cleaned_data["table"])
            return redirect("case", pk, round_.number, table.number)
        except ScoringError as error:
            find.add_error("table", str(error))
    context = {
        "tournament": tournament,
        "round": round_,
        "find": find,
        "section": "cases",
        "cases": selectors.cases_of(tournament),
        "may_rule": _may_rule(tournament),
    }
    return render(request, "scoring/referee/_cases.html" if request.htmx else "scoring/referee/cases.html", context)


def find_case(request: PageRequest, pk: int, number: int, table: int, *, role_act: str) -> tuple[Tournament, Table]:
    """Find a table in a concours where the account may do *role_act*. Raises Http404, PermissionDenied."""
    tournament = tournament_for(request.user, pk, role_act)
    row = table_or_404(tournament, number, table)
    row.round.tournament = tournament
    return tournament, row


@form_page
def case(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Show everything the referee needs to decide about a table, and carry out his decision."""
    tournament, row = find_case(request, pk, number, table, role_act="rule" if request.method == "POST" else "read")
    if request.method == "GET":
        return _case_page(request, tournament, row)
    kind = request.POST.get("decision", "")
    if kind not in FORMS:
        return _case_page(request, tournament, row, status=422)
    form = FORMS[kind](request.POST)
    if not form.is_valid():
        return _case_page(request, tournament, row, wrong=form, status=422)
    try:
        return carry_out(request, row, kind, form, form.sheet())
    except TournamentError as error:
        status = add_error(form, error, field=FIELDS.get(error.field or "", error.field))
        return _case_page(request, tournament, row, wrong=form, ask=error.code.startswith("control_"), status=status)


def carry_out(
    request: PageRequest, table: Table, kind: str, form: forms.RulingForm, sheet: rulings.NewSheet | None
) -> HttpResponse:
    """Carry out a ruling and go back to the case of *table*; or first show what it moves. Raises TournamentError."""
    tournament, reason = table.round.tournament, form.cleaned_data["reason"]
    here = reverse("case", args=[tournament.pk, table.round.number, table.number])
    context, arguments = form.context(table.pk, request.user), form.cleaned_data | {"sheet": sheet}
    act = partial(rulings.rule, context, kind, arguments)
    settled = confirm_effects(
        request,
        tournament,
        act,
        action=_("Record this decision"),
        counts=True,
        back=here,
        reason=reason,
        section="cases",
    )
    if isinstance(settled, HttpResponse):
        return settled
    messages.success(request, _("Decided: %(decision)s") % {"decision": selectors.ruling_text(settled.given.ruling)})
    if settled.given.seated_since and settled.response is None:
        message = _("Partie %(round)s is already drawn: its tables do not move.")
        messages.warning(request, message % {"round": settled.given.seated_since})
    # A browser keeps "#penalty" of the page that was sent, and what was decided would stand above the screen.
    return settled.response or redirect(f"{here}#main")


def add_error(form: forms.RulingForm, error: TournamentError, *, field: str | None) -> int:
    """Write why a ruling is refused on its form; return the status: 409 where something came in meanwhile."""
    form.add_error(field if field in form.fields else None, str(error))
    if isinstance(form, forms.SheetFields):
        cast("WinnerField", form.fields["winner"]).ask(error)
    return 409 if error.code in ("case_changed", "case_empty") else 422


def case_context(table: Table, current: ScoreSheet | None) -> dict[str, Any]:
    """Return what every page shows that decides about *table*; `start` is what its decision stands on."""
    tournament, decided = table.round.tournament, selectors.rulings_of(table)
    return {
        "section": "cases",
        "may_rule": _may_rule(tournament),
        "teams": selectors.teams_of_case(tournament, table),
        "rulings": decided,
        "start": {
            "seen": decided[-1].ruling.number if decided else 0,
            "base_version": current.version if current else None,
        },
        "articles": selectors.articles_of(tournament.rule_set, get_language() or "fr"),
    }


def _may_rule(tournament: Tournament) -> bool:
    return policy.may(tournament.role, "rule") and tournament.closed_at is None


def _case_page(
    request: PageRequest,
    tournament: Tournament,
    table: Table,
    *,
    wrong: forms.RulingForm | None = None,
    ask: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Show the page; *wrong* is the form of a decision that was refused, *ask* whether its figures may be forced."""
    known = table_context(tournament, table)
    versions, current = known["versions"], known["current"]
    compared = [sheet for sheet in reversed(versions) if sheet is current or sheet.is_open]
    compared += [sheet for sheet in reversed(versions) if sheet.late]
    terms = terms_of(table)
    shared = case_context(table, current)
    gone = selectors.cancelled_donnes(shared["rulings"])
    penalty = _proposed(request, tournament, shared["teams"])
    context = {
        **known,
        **shared,
        "compared": [_compared(sheet, compared, gone, terms) for sheet in compared],
        "donnes": _donnes_compared(compared, gone),
        "earlier": [_compared(sheet, [], gone, terms) for sheet in versions if sheet not in compared],
        "terms": terms_text(terms) + selectors.counts_text(tournament, table, terms, current),
        "cancelled": terms.cancelled,
        "penalties": selectors.penalties_of(table),
        "story": selectors.story_of(table, versions),
        "code": list(enumerate(tournament.penalties)),
        "ways": list(PENALTY_WAYS.items()),
        "by_manches": feuille_of(tournament).by_manches,
        "totals_alone": feuille_of(tournament).totals_alone,
        "penalty": penalty,
        "forfeit": forfeit_marks(tournament, table.limits),
        "pool_notice": pool_notice(table),
        "decision": request.POST.get("decision", "") or ("penalty" if penalty else ""),
        "wrong": wrong,
        "ask": ask,
        "sent": request.POST if wrong is not None else {},
    }
    return render(request, "scoring/referee/case.html", context, status=status)


def _compared(sheet: ScoreSheet, all_: list[ScoreSheet], gone: set[int], terms: SheetTerms) -> dict[str, object]:
    """Return a version as the page shows it beside the others, with the camps whose points they do not agree about.

    *gone* are the donnes that were cancelled; the règlement under *terms* says whether the version can be right.
    """
    differing = selectors.differing_camps(all_) if len(all_) > 1 else set()
    marks = [(camp, figures, camp in differing) for camp, figures in marks_of(sheet).items()]
    return shown_version(sheet, cancelled=gone) | {"marks": marks, "verdict": verdict(sheet, terms)}


def _donnes_compared(versions: list[ScoreSheet], gone: set[int]) -> list[dict[str, object]]:
    """Return each donne of the versions told donne by donne: what each makes of it, and whether they differ."""
    by_donne = [(sheet, donne_lines(sheet.content, cancelled=gone)) for sheet in versions if sheet.kind == "donnes"]
    differing = selectors.differing_donnes([sheet for sheet, _lines in by_donne])
    return [
        {
            "number": number,
            "differs": number in differing,
            "cells": [(sheet, lines[number - 1] if number <= len(lines) else None) for sheet, lines in by_donne],
        }
        for number in range(1, max((len(lines) for _sheet, lines in by_donne), default=0) + 1)
    ]


def _proposed(
    request: PageRequest, tournament: Tournament, teams: list[selectors.CaseTeam]
) -> Mapping[str, object] | None:
    """Return the penalty that a line of the concours' code gives the team that was chosen; None where none was."""
    team = next((entry for entry in teams if str(entry.team.number) == request.GET.get("team", "")), None)
    line = request.GET.get("line", "")
    if team is None or request.method != "GET":
        return None
    known = tournament.penalties
    if not (line.isascii() and line.isdecimal() and int(line) < len(known)):
        return {"team": team.team.number, "label": "", "way": "on_top", "points": "", "article": ""}
    chosen = known[int(line)]
    points = selectors.due_points(chosen, team.faults)
    return {
        "team": team.team.number,
        "label": chosen["label"],
        "way": chosen["way"],
        "points": points,
        "article": chosen.get("article", ""),
        "warned": points == 0 and int(chosen["points"]) > 0,
        "from_fault": chosen.get("from_fault"),
    }


# --- Sheets on the wrong table, camps the wrong way round -----------------------------------------------------------


def _refused(
    request: PageRequest,
    tournament: Tournament,
    table: Table,
    *,
    error: TournamentError | None,
    form: forms.TakeOffForm,
) -> HttpResponse:
    """Go back to the table's page with what is wrong."""
    for message in [error] if error else [errors[0] for errors in form.errors.values()]:
        messages.error(request, str(message))
    return redirect("table", tournament.pk, table.round.number, table.number)


def _sentence_of(table: Table, sentence: str) -> Callable[[ScoreSheet], str]:
    """Return what fills *sentence* with the table and the figures of the sheet that was moved."""
    return lambda sheet: sentence % {"table": table.number, "recorded": figures_text(sheet)}


@page_act(partial(find_case, role_act="score"), refused=_refused, form=forms.SwapForm)
def swap(request: PageRequest, tournament: Tournament, table: Table, form: forms.SwapForm) -> Done:
    """Swap both camps of a sheet that were taken for each other."""
    act = partial(rulings.swap_camps, table_id=table.pk, by=request.user, **form.cleaned_data)
    text = _sentence_of(table, _("Table %(table)s: the camps are swapped, %(recorded)s counts."))
    return _moved(request, tournament, table, form, act, _("Swap the camps"), text)


@page_act(partial(find_case, role_act="score"), refused=_refused, form=forms.TakeOffForm)
def withdraw(request: PageRequest, tournament: Tournament, table: Table, form: forms.TakeOffForm) -> Done:
    """Take off the score of this table, which was typed for the wrong one."""
    act = partial(rulings.withdraw_sheet, table_id=table.pk, by=request.user, **form.cleaned_data)
    text = _sentence_of(table, _("Table %(table)s: %(recorded)s is taken off. The table awaits its sheet."))
    return _moved(request, tournament, table, form, act, _("Take this score off"), text)


@page_act(partial(find_case, role_act="score"), refused=_refused, form=forms.ExchangeForm)
def exchange(request: PageRequest, tournament: Tournament, table: Table, form: forms.ExchangeForm) -> Done:
    """Exchange the sheet of this table with that of another one, where it was typed."""
    arguments = dict(form.cleaned_data)
    number, round_number = arguments.pop("other"), table.round.number
    other = find_table(tournament, round_number, number)
    if other is None:
        raise ScoringError("exchange_unknown", field="other", other=number, round=round_number)
    arguments["other_version"] = other.sheets.filter(counted=True).values_list("version", flat=True).first()
    act = partial(rulings.exchange_sheets, table_id=table.pk, other_id=other.pk, by=request.user, **arguments)

    def text(sheets: tuple[ScoreSheet | None, ScoreSheet]) -> str:
        here, there = sheets
        named = {"table": table.number, "other": number, "there": figures_text(there)}
        if here is None:
            return _("Table %(other)s now has %(there)s. Table %(table)s awaits its own sheet.") % named
        named["here"] = figures_text(here)
        return _("Exchanged: table %(table)s has %(here)s, table %(other)s has %(there)s.") % named

    return _moved(request, tournament, table, form, act, _("Exchange the sheets"), text)


def _moved(
    request: PageRequest,
    tournament: Tournament,
    table: Table,
    form: forms.TakeOffForm,
    act: Callable[[], Given],
    action: str,
    text: Callable[[Given], str],
) -> Done:
    """Do *act* and go back to the table's page with its *text*; or first show what it moves. Raises as *act*."""
    here, reason = reverse("table", args=[tournament.pk, table.round.number, table.number]), form.cleaned_data["reason"]
    settled = confirm_effects(request, tournament, act, action=action, counts=True, back=here, reason=reason)
    if isinstance(settled, HttpResponse):
        return Done(settled)
    return Done(settled.response or redirect(here), text(settled.given))


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


@page_act(team_of(acts.EXCLUDE_TEAM), form=ExcludeForm, refused=refused_form("excluding"))
def team_exclude(request: PageRequest, tournament: Tournament, team: Team, form: ExcludeForm) -> Done:
    """Exclude a team; the table where it sits now is not touched, and the page says what to do with it."""
    action, said = _("Exclude from the concours"), _("Team %(number)s is excluded and ranked last.")
    return _settled(request, tournament, team, form, attendance.exclude_team, action, said)


@page_act(team_of(acts.TAKE_BACK_EXCLUSION), form=ReadmitForm, refused=refused_form("excluding"))
def team_readmit(request: PageRequest, tournament: Tournament, team: Team, form: ReadmitForm) -> Done:
    """Take an exclusion back."""
    action = _("Take the exclusion back")
    back = _("Team %(number)s is no longer excluded: it is in the next draw, and what it marked counts again.")
    gone = _("Team %(number)s is no longer excluded: it had left before, and what it marked counts again.")
    return _settled(request, tournament, team, form, attendance.take_back_exclusion, action, back, gone)


def _settled(
    request: PageRequest,
    tournament: Tournament,
    team: Team,
    form: ExcludeForm | ReadmitForm,
    service: Callable[..., Team],
    action: str,
    said: str,
    had_left: str = "",
) -> Done:
    """Do the act of *service* and go to the page of the rank of the team; or first show what it moves. Raises as it.

    *said* is what it did, *had_left* where the team has left all the same.
    """
    act = partial(service, team_id=team.pk, by=request.user, **form.cleaned_data)
    settled = confirm_effects(
        request,
        tournament,
        act,
        action=action,
        counts=ScoreSheet.objects.filter(table__round__tournament=tournament, counted=True).exists(),
        back=reverse("team", args=[tournament.pk, team.pk]),
        reason=form.cleaned_data["reason"],
        section="door",
    )
    if isinstance(settled, HttpResponse):
        return Done(settled)
    given = settled.given
    left = seat_left_empty(given, given.withdrawn_from or 0) if given.excluded else ""
    message = had_left if had_left and given.withdrawn_from is not None else said
    answer = settled.response or redirect("why", tournament.pk, given.number)
    return Done(answer, message % {"number": given.number}, left)
