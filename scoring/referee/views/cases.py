"""The referee: what waits for him, the case of a table, his decision; sheets on the wrong table, camps swapped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.corrections.services import Given
from scoring.corrections.views import confirm_effects
from scoring.errors import ScoringError
from scoring.referee import forms, selectors
from scoring.referee import rulings as acts
from scoring.sheets import selectors as questions
from scoring.sheets.feuille import feuille_of
from scoring.sheets.models import ScoreSheet
from scoring.sheets.reports import forfeit_marks
from scoring.sheets.terms import terms_of
from scoring.sheets.views.entry import table_context, table_or_404
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.concours.structured import PENALTY_WAYS
from tournament.errors import TournamentError
from tournament.page_access import PageRequest
from tournament.rounds.models import Table

CAMPS = questions.CAMPS
FIELDS = {f"{name}.{camp}": f"{name}_{camp}" for name in forms.FIGURES for camp in CAMPS}


@login_required
@never_cache
@require_GET
def cases(request: PageRequest, pk: int) -> HttpResponse:
    """The referee's list: who called, what is contested, what came too late, what was decided."""
    tournament = tournament_for(request.user, pk)
    context = {
        "tournament": tournament,
        "section": "cases",
        "cases": selectors.cases_of(tournament),
        "may_rule": policy.may(tournament.role, "rule") and tournament.closed_at is None,
    }
    return render(request, "scoring/referee/_cases.html" if request.htmx else "scoring/referee/cases.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def case(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Everything the referee needs to decide about a table, and his decision."""
    tournament = tournament_for(request.user, pk, "rule" if request.method == "POST" else "read")
    found = table_or_404(tournament, number, table)
    found.round.tournament = tournament
    if request.method == "GET":
        return _case_page(request, tournament, found)
    decision = DECISIONS.get(request.POST.get("decision", ""))
    if decision is None:
        return _case_page(request, tournament, found, status=422)
    form = decision.form(request.POST)
    if not form.is_valid():
        return _case_page(request, tournament, found, wrong=form, status=422)
    try:
        return carry_out(request, tournament, found, lambda: _act(request, found, decision, form), form)
    except TournamentError as error:
        field = FIELDS.get(error.field or "", error.field)
        form.add_error(field if field in form.fields else None, str(error))
        return _case_page(
            request, tournament, found, wrong=form, ask=error.code == "control_failed", status=status_of(error)
        )


def _act(request: PageRequest, table: Table, decision: "Decided", form: forms.RulingForm) -> acts.Decision:
    return decision.act(form.context(table.pk, request.user), form, form.sheet())


def carry_out(
    request: PageRequest,
    tournament: Tournament,
    table: Table,
    act: Callable[[], acts.Decision],
    form: forms.RulingForm,
) -> HttpResponse:
    """A decision done, back on the case of *table* with what was decided; or first what it moves. Raises as *act*."""
    here = reverse("case", args=[tournament.pk, table.round.number, table.number])
    reason = form.cleaned_data["reason"]
    settled = confirm_effects(request, tournament, act, counts=True, back=here, reason=reason, section="cases")
    if isinstance(settled, HttpResponse):
        return settled
    messages.success(request, _("Decided: %(decision)s") % {"decision": selectors.ruling_text(settled.given.ruling)})
    if settled.given.seated_since and settled.response is None:
        said = _("Partie %(round)s is already drawn: its tables do not move.")
        messages.warning(request, said % {"round": settled.given.seated_since})
    return settled.response or redirect(here)


def status_of(error: TournamentError) -> int:
    """The answer to a decision refused by *error*: 409 where something came in meanwhile."""
    return 409 if error.code in ("case_changed", "case_empty") else 422


def _keep(context: acts.RulingContext, form: forms.RulingForm, _sheet: acts.NewSheet | None) -> acts.Decision:
    return acts.keep_version(context, version=form.cleaned_data["version"])


def _correct(context: acts.RulingContext, _form: forms.RulingForm, sheet: acts.NewSheet | None) -> acts.Decision:
    # CorrectForm is not valid without both totals.
    return acts.correct_sheet(context, sheet=cast(acts.NewSheet, sheet))


def _cancel(context: acts.RulingContext, form: forms.RulingForm, sheet: acts.NewSheet | None) -> acts.Decision:
    return acts.cancel_donne(context, donne=form.cleaned_data["donne"], sheet=sheet)


def _give_back(context: acts.RulingContext, form: forms.RulingForm, sheet: acts.NewSheet | None) -> acts.Decision:
    return acts.give_donne_back(context, donne=form.cleaned_data["donne"], sheet=sheet)


def _penalty(context: acts.RulingContext, form: forms.RulingForm, sheet: acts.NewSheet | None) -> acts.Decision:
    told = {name: form.cleaned_data[name] for name in ("team", "label", "way", "points", "donne", "to_camp")}
    return acts.give_penalty(context, sheet=sheet, **told)


def _penalty_back(context: acts.RulingContext, form: forms.RulingForm, sheet: acts.NewSheet | None) -> acts.Decision:
    return acts.take_penalty_back(context, penalty=form.cleaned_data["penalty"], sheet=sheet)


def _forfeit(context: acts.RulingContext, form: forms.RulingForm, _sheet: acts.NewSheet | None) -> acts.Decision:
    return acts.give_forfeit(context, absent=form.cleaned_data["absent"])


def _exclude(context: acts.RulingContext, form: forms.RulingForm, _sheet: acts.NewSheet | None) -> acts.Decision:
    return acts.exclude_team(context, team=form.cleaned_data["team"], forfeit=form.cleaned_data["forfeit"])


@dataclass(frozen=True)
class Decided:
    """A decision that a page offers: its form and its act."""

    form: type[forms.RulingForm]
    act: Callable[[acts.RulingContext, forms.RulingForm, acts.NewSheet | None], acts.Decision]


DECISIONS = {
    "keep": Decided(forms.KeepForm, _keep),
    "correct": Decided(forms.CorrectForm, _correct),
    "cancel_donne": Decided(forms.CancelDonneForm, _cancel),
    "donne_back": Decided(forms.CancelDonneForm, _give_back),
    "penalty": Decided(forms.PenaltyForm, _penalty),
    "penalty_back": Decided(forms.PenaltyBackForm, _penalty_back),
    "forfeit": Decided(forms.AbsentForm, _forfeit),
    "exclusion": Decided(forms.ExclusionForm, _exclude),
}


def _case_page(
    request: PageRequest,
    tournament: Tournament,
    table: Table,
    *,
    wrong: forms.RulingForm | None = None,
    ask: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page; *wrong* is the form of a decision that was refused, *ask* whether its figures may be forced."""
    known = table_context(tournament, table)
    versions, current = known["versions"], known["current"]
    compared = [one for one in reversed(versions) if one is current or one.is_open]
    compared += [one for one in reversed(versions) if one.late]
    terms = terms_of(table)
    teams = selectors.teams_of_case(tournament, table)
    rulings = selectors.rulings_of(table)
    gone = selectors.cancelled_donnes(rulings)
    penalty = _proposed(request, tournament, teams)
    context = {
        **known,
        "section": "cases",
        "may_rule": policy.may(tournament.role, "rule") and tournament.closed_at is None,
        "teams": teams,
        "compared": [_compared(one, compared, gone) for one in compared],
        "donnes": _donnes_compared(compared, gone),
        "earlier": [_compared(one, [], gone) for one in versions if one not in compared],
        "terms": questions.terms_text(terms) + selectors.counts_text(tournament, table, terms, current),
        "cancelled": terms.cancelled,
        "rulings": rulings,
        "penalties": selectors.penalties_of(table),
        "story": selectors.story_of(table, versions),
        "code": list(enumerate(tournament.penalties)),
        "ways": list(PENALTY_WAYS.items()),
        "articles": selectors.articles_of(tournament.rule_set, get_language() or "fr"),
        "start": start_of(rulings, current),
        "by_manches": feuille_of(tournament).by_manches,
        "penalty": penalty,
        "forfeit": forfeit_marks(tournament),
        "decision": request.POST.get("decision", "") or ("penalty" if penalty else ""),
        "wrong": wrong,
        "ask": ask,
        "sent": request.POST if wrong is not None else {},
    }
    return render(request, "scoring/referee/case.html", context, status=status)


def start_of(rulings: Sequence[selectors.RulingLine], current: ScoreSheet | None) -> dict[str, int | None]:
    """What a decision about a table stands on: its last ruling, and the version that counts."""
    return {"seen": rulings[-1].number if rulings else 0, "base_version": current.version if current else None}


def _compared(sheet: ScoreSheet, all_: list[ScoreSheet], gone: set[int]) -> dict[str, object]:
    """A version as the page shows it beside the others, and the camps whose points they do not agree about.

    *gone* are the donnes that were cancelled.
    """
    differing = selectors.differing_camps(all_) if len(all_) > 1 else set()
    marks = [(camp, figures, camp in differing) for camp, figures in questions.marks_of(sheet).items()]
    return {
        "sheet": sheet,
        "marks": marks,
        "recorded": questions.figures_text(sheet),
        "who": questions.author_of(sheet),
        "check": questions.check_text(sheet),
        "donnes": questions.donne_lines(sheet.content, cancelled=gone) if sheet.kind == "donnes" else [],
    }


def _donnes_compared(versions: list[ScoreSheet], gone: set[int]) -> list[dict[str, object]]:
    """Each donne of the versions told donne by donne: what each makes of it, and whether they differ."""
    told = [(one, questions.donne_lines(one.content, cancelled=gone)) for one in versions if one.kind == "donnes"]
    differing = selectors.differing_donnes([one for one, _lines in told])
    return [
        {
            "number": number,
            "differs": number in differing,
            "cells": [(one, lines[number - 1] if number <= len(lines) else None) for one, lines in told],
        }
        for number in range(1, max((len(lines) for _one, lines in told), default=0) + 1)
    ]


def _proposed(
    request: PageRequest, tournament: Tournament, teams: list[selectors.CaseTeam]
) -> Mapping[str, object] | None:
    """The penalty that a line of the concours' code gives the team that was chosen; None where none was."""
    team = next((one for one in teams if str(one.team.number) == request.GET.get("team", "")), None)
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


@login_required
@require_POST
def swap(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Both camps of a sheet were taken for each other."""
    tournament = tournament_for(request.user, pk, "score")
    found = table_or_404(tournament, number, table)
    form = forms.SwapForm(request.POST)

    def act() -> ScoreSheet:
        told = {name: form.cleaned_data[name] for name in ("key", "base_version", "reason")}
        return acts.swap_camps(table_id=found.pk, by=request.user, **told)

    return _moved(request, tournament, found, form, act, lambda sheet: _swapped_text(sheet, found))


@login_required
@require_POST
def exchange(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """The sheet of this table was typed on another one, and that one's perhaps here."""
    tournament = tournament_for(request.user, pk, "score")
    found = table_or_404(tournament, number, table)
    form = forms.ExchangeForm(request.POST)

    def act() -> tuple[ScoreSheet | None, ScoreSheet]:
        other = questions.find_table(tournament, number, form.cleaned_data["other"])
        if other is None:
            raise ScoringError("exchange_unknown", field="other", other=form.cleaned_data["other"], round=number)
        counted = other.sheets.filter(counted=True).values_list("version", flat=True).first()
        told = {name: form.cleaned_data[name] for name in ("key", "base_version", "reason")}
        return acts.exchange_sheets(
            table_id=found.pk, other_id=other.pk, other_version=counted, by=request.user, **told
        )

    return _moved(request, tournament, found, form, act, lambda both: _exchanged_text(both, found, form))


def _moved(
    request: PageRequest,
    tournament: Tournament,
    table: Table,
    form: forms.SwapForm,
    act: Callable[[], Given],
    text: Callable[[Given], str],
) -> HttpResponse:
    """Back to the table's page with what came of *act*, or what is wrong."""
    here = reverse("table", args=[tournament.pk, table.round.number, table.number])
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, str(errors[0]))
        return redirect(here)
    try:
        settled = confirm_effects(request, tournament, act, counts=True, back=here, reason=form.cleaned_data["reason"])
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect(here)
    if isinstance(settled, HttpResponse):
        return settled
    messages.success(request, text(settled.given))
    return settled.response or redirect(here)


def _swapped_text(sheet: ScoreSheet, table: Table) -> str:
    said = {"table": table.number, "recorded": questions.figures_text(sheet)}
    return _("Table %(table)s: the camps are swapped, %(recorded)s counts.") % said


def _exchanged_text(both: tuple[ScoreSheet | None, ScoreSheet], table: Table, form: forms.ExchangeForm) -> str:
    here, there = both
    said = {"table": table.number, "other": form.cleaned_data["other"], "there": questions.figures_text(there)}
    if here is None:
        text = _("Table %(other)s now has %(there)s. Table %(table)s awaits its own sheet.")
        return text % said
    said["here"] = questions.figures_text(here)
    return _("Exchanged: table %(table)s has %(here)s, table %(other)s has %(there)s.") % said
