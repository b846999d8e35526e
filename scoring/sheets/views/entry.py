"""Entering scores: the line of fields of the table de marque, a forfeit, one table's page."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypedDict, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.corrections.selectors import dry_run, effects_of
from scoring.corrections.views import confirm_effects, moves_text
from scoring.errors import ScoringError
from scoring.referee.selectors import cancelled_donnes, counts_text, rulings_of
from scoring.sheets import entry as services
from scoring.sheets import selectors
from scoring.sheets.feuille import feuille_of
from scoring.sheets.forms.entry import ForfeitForm, SheetForm, TotalsForm, new_key
from scoring.sheets.models import ScoreSheet
from scoring.sheets.reception import Receipt
from scoring.sheets.reports import forfeit_marks
from scoring.sheets.terms import SheetTerms, terms_by_table, terms_of
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest
from tournament.rounds.models import Round, Table

CAMPS = selectors.CAMPS
RECENT = 6
CONFLICTS = {"sheet_already_recorded", "sheet_conflict"}

Shown = TypeVar("Shown", bound=SheetForm)


# --- The line of fields ---------------------------------------------------------------------------------------------


@login_required
@never_cache
@require_GET
def entry(request: PageRequest, pk: int) -> HttpResponse:
    """The entry page of the partie being played; before the first draw, what to do first."""
    tournament = tournament_for(request.user, pk)
    rounds = selectors.published_rounds(tournament)
    if not rounds:
        return render(request, "scoring/sheets/entry_nothing.html", {"tournament": tournament, "section": "entry"})
    return _entry_page(request, tournament, rounds, rounds[-1])


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entry_round(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """The entry page of one partie: the figures of a table come in here."""
    tournament = tournament_for(request.user, pk, "score" if request.method == "POST" else "read")
    rounds = selectors.published_rounds(tournament)
    round_ = next((round_ for round_ in rounds if round_.number == number), None)
    if round_ is None:
        raise Http404
    if request.method == "POST":
        return _post_totals(request, tournament, rounds, round_)
    asked = request.GET.get("table", "")
    if asked.isascii() and asked.isdecimal() and len(asked) <= 5 and feuille_of(tournament).by_manches:
        if selectors.find_table(tournament, number, int(asked)):
            return redirect("sheet-donnes", pk, number, int(asked))
    return _entry_page(request, tournament, rounds, round_)


def _entry_page(
    request: PageRequest,
    tournament: Tournament,
    rounds: Sequence[Round],
    round_: Round,
    *,
    form: TotalsForm | None = None,
    opened: int | None = None,
    ask_override: bool = False,
    said: Mapping[str, str] | None = None,
    look: tuple[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, or only its changing part for the script.

    *opened* is the number of the table in the form, *look* a field that the typist should look at, and why.
    """
    lines = selectors.tables_of_round(round_, viewer=request.user)
    unknown = ""
    if form is None:
        asked = request.GET.get("table", "")
        opened = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= 5 else None
        line = next((line for line in lines if line.number == opened), None)
        if asked and line is None:
            unknown = str(_no_table(round_, asked, lines))
        form = TotalsForm(initial=_initial(line))
    line = next((line for line in lines if line.number == opened), None)
    recorded = _recorded(lines)
    correcting = line is not None and (line.sheet is not None and bool(form["base_version"].value()))
    context = {
        "tournament": tournament,
        "section": "entry",
        "may_score": policy.may(tournament.role, "score") and tournament.closed_at is None,
        "rounds": rounds,
        "round": round_,
        "later": rounds[-1] if rounds[-1].number > round_.number else None,
        "lines": lines,
        "missing": [line for line in lines if line.sheet is None],
        "recent": recorded[:RECENT],
        "recorded_count": len(recorded),
        "forced": [line for line in lines if line.forced],
        "form": form,
        "by_manches": feuille_of(tournament).by_manches,
        "line": line,
        "correcting": correcting,
        "ask_override": ask_override,
        "unknown": unknown,
        "said": said,
        "look": look[0] if look else "",
        "look_why": look[1] if look else "",
        **_terms_and_data(round_, lines, line),
    }
    if request.headers.get("X-Requested-With") != "fetch":
        return render(request, "scoring/sheets/entry.html", context, status=status)
    # The script reads the state from a header: a refusal that is shown to the typist is no failure of the page.
    response = render(request, "scoring/sheets/_entry.html", context)
    response["X-Entry"] = "look" if look or status != 200 else "done"
    return response


def _recorded(lines: Sequence[selectors.TableLine]) -> list[selectors.TableLine]:
    """Return the tables of which a score counts, the one recorded last first."""
    return [line for _pk, line in sorted(((line.sheet.pk, line) for line in lines if line.sheet), reverse=True)]


def _initial(line: selectors.TableLine | None) -> dict[str, object]:
    """What the form shows when a table is opened: what is recorded, ready to be corrected."""
    initial: dict[str, object] = {"key": new_key()}
    if line is None:
        return initial
    initial["table"] = line.number
    if line.sheet is not None:
        initial["base_version"] = line.sheet.version
        told = line.sheet.content
        for camp, figures in selectors.marks_of(line.sheet).items():
            initial[f"points_{camp}"] = figures["points"]
            for name in ("belotes", "capots"):
                if line.sheet.kind == "donnes" or told.get(name):
                    initial[f"{name}_{camp}"] = figures[name]
    return initial


def _terms_and_data(
    round_: Round, lines: Sequence[selectors.TableLine], line: selectors.TableLine | None = None
) -> dict[str, object]:
    """What the table in the form is read under, in words, and what the script knows without asking."""
    terms = {number: selectors.terms_text(one) for number, one in terms_by_table(round_).items()}
    return {"terms": terms.get(line.number, []) if line else [], "data": _script_data(lines, terms)}


def _script_data(lines: Sequence[selectors.TableLine], terms: Mapping[int, list[str]]) -> dict[str, dict]:
    """What the script knows without asking: who sits where, what is recorded, what the sheet is read under."""
    tables = {
        line.number: {
            "NS": _team_text(line.sides.get("NS")),
            "EO": _team_text(line.sides.get("EO")),
            "recorded": selectors.figures_text(line.sheet) if line.sheet else "",
            "typist": selectors.shown_name(line.typist),
            "terms": " ".join(terms.get(line.number, ())),
        }
        for line in lines
    }
    teams = {side.number: line.number for line in lines for side in line.sides.values()}
    return {"tables": tables, "teams": teams}


def _team_text(side: selectors.Side | None) -> str:
    return f"{side.number} · {side.title}" if side else ""


def _no_table(round_: Round, asked: object, lines: Sequence[selectors.TableLine]) -> ScoringError:
    numbers = [line.number for line in lines]
    whole = numbers and numbers == list(range(numbers[0], numbers[-1] + 1))
    shown = (
        _("%(first)s to %(last)s") % {"first": numbers[0], "last": numbers[-1]}
        if whole
        else ", ".join(map(str, numbers))
    )
    return ScoringError("table_unknown", field="table", table=str(asked)[:20], round=round_.number, tables=shown)


def _post_totals(request: PageRequest, tournament: Tournament, rounds: Sequence[Round], round_: Round) -> HttpResponse:
    """Record the line, or give it back with what is wrong and every figure kept."""
    form = TotalsForm(request.POST)
    if not form.is_valid():
        return _entry_page(request, tournament, rounds, round_, form=form, status=422)
    kind, number = form.cleaned_data["table"]
    find = selectors.table_of_team if kind == "team" else selectors.find_table
    table = find(tournament, round_.number, number)
    if table is None:
        if kind == "team":
            form.add_error("table", str(ScoringError("team_unseated", team=number, round=round_.number)))
        else:
            form.add_error("table", str(_no_table(round_, number, selectors.tables_of_round(round_))))
        return _entry_page(request, tournament, rounds, round_, form=form, status=422)

    marks = form.marks()
    if all(figure is None for figures in marks.values() for figure in figures.values()):
        # The first of the two steps without a script: the table alone was typed.
        services.start_typing(table_id=table.pk, by=request.user)
        return redirect(f"{reverse('entry-round', args=[tournament.pk, round_.number])}?table={table.number}")
    look, changed = _to_look_at(tournament, marks, form.cleaned_data["sure"], _terms_of(tournament, table))
    if look:
        data = request.POST.copy()
        for name, value in changed.items():
            data[name] = value
        return _entry_page(request, tournament, rounds, round_, form=TotalsForm(data), opened=table.number, look=look)
    entered = partial(
        services.submit_sheet,
        table_id=table.pk,
        key=form.cleaned_data["key"],
        kind="totals",
        marks=marks,
        override=form.cleaned_data["override"],
        reason=form.cleaned_data["reason"],
        by=request.user,
        base_version=form.cleaned_data["base_version"],
    )
    try:
        settled = confirm_effects(
            request,
            tournament,
            entered,
            counts=form.cleaned_data["base_version"] is not None,
            back=f"{reverse('entry-round', args=[tournament.pk, round_.number])}?table={table.number}",
            reason=form.cleaned_data["reason"],
            quick=True,
        )
    except TournamentError as error:
        form = refused(request, form, error)
        return _entry_page(
            request,
            tournament,
            rounds,
            round_,
            form=form,
            opened=table.number,
            ask_override=error.code == "control_failed" or bool(form["override"].value()),
            status=409 if error.code in CONFLICTS else 422,
        )
    if isinstance(settled, HttpResponse):
        return settled
    said = receipt_text(settled.given, table.number, redrawn=settled.response is not None)
    if settled.response:
        tell(request, said)
        return settled.response
    if request.headers.get("X-Requested-With") == "fetch":
        fresh = TotalsForm(initial=_initial(None))
        return _entry_page(request, tournament, rounds, round_, form=fresh, said=said)
    tell(request, said)
    return redirect("entry-round", tournament.pk, round_.number)


def _to_look_at(
    tournament: Tournament, marks: Mapping[str, Mapping[str, int | None]], sure: str, terms: SheetTerms
) -> tuple[tuple[str, str] | None, dict[str, str]]:
    """What the typist should look at before the line is recorded, and what changes in the form; (None, {}) for nothing.

    The other total where it follows; a sum that is possible, but only with litiges lost at the very end; a camp with
    nothing. *sure* holds
    the figures about which that was already asked.
    """
    if other := selectors.other_total(tournament, marks, terms):
        text = _("The other total follows from the house rules. Look at it, then record.")
        return (f"points_{other[0]}", text), {f"points_{other[0]}": str(other[1])}
    points = {camp: marks[camp]["points"] for camp in CAMPS}
    figures = "-".join(str(points[camp]) for camp in CAMPS)
    if None in points.values() or sure == figures:
        return None, {}
    check = selectors.control(tournament, marks, terms)
    if check.ok and check.doubtful:
        text = _("%(said)s If it is so, press Enter once more.") % {"said": check.message(get_language() or "fr")}
        return ("points_EO", text), {"sure": figures}
    if check.ok and 0 in points.values():
        camp = next(camp for camp in CAMPS if points[camp] == 0)
        text = _(
            "0 points for %(camp)s: is it absent? Then use “A camp is absent”. If they played for nothing, press "
            "Enter once more."
        )
        return ("points_EO", text % {"camp": camp}), {"sure": figures}
    return None, {}


def _terms_of(tournament: Tournament, table: Table) -> SheetTerms:
    """What the table's sheet is read under, the concours being at hand."""
    table.round.tournament = tournament
    return terms_of(table)


FIELDS = {
    "override": "override",
    "reason": "reason",
    **{f"{name}.{camp}": f"{name}_{camp}" for name in ("points", "belotes", "capots") for camp in CAMPS},
}


def refused(request: PageRequest, form: Shown, error: TournamentError) -> Shown:
    """The same form with the sentence of *error*, the figures kept, and what is needed to go on."""
    data = request.POST.copy()
    if error.code in CONFLICTS:
        data["base_version"] = str(error.params["version"])
    if error.code in {"sheet_key_elsewhere", "sheet_key_used", "sheet_key_wrong"}:
        data["key"] = new_key()
    again = type(form)(data)
    again.is_valid()
    again.add_error(FIELDS.get(error.field or ""), str(error))
    return again


def receipt_text(receipt: Receipt, table: int, *, redrawn: bool = False) -> dict[str, str]:
    """What the typist is told: recorded, or already there; and that seated tables do not move, unless *redrawn*."""
    params = {
        "table": table,
        "recorded": selectors.figures_text(receipt.sheet),
        "receipt": receipt.sheet.receipt,
        "version": receipt.sheet.version,
        "who": selectors.author_of(receipt.sheet),
        "round": receipt.seated_since,
    }
    if receipt.sheet.state == "disputed":
        text = _("Table %(table)s: %(recorded)s is kept, but other figures came before: the table is disputed.")
    elif not receipt.sheet.counted:
        text = _(
            "Table %(table)s: %(recorded)s is kept, receipt %(receipt)s. It does not count yet: others must agree."
        )
    elif not receipt.created and receipt.sheet.readings.exists():
        text = _("Table %(table)s: read again, %(recorded)s counts, receipt %(receipt)s.")
    elif not receipt.created:
        text = _("Table %(table)s: already recorded by %(who)s, identical: %(recorded)s, receipt %(receipt)s.")
    elif receipt.sheet.version > 1:
        text = _("Table %(table)s corrected: %(recorded)s, version %(version)s, receipt %(receipt)s.")
    else:
        text = _("Table %(table)s recorded: %(recorded)s, receipt %(receipt)s.")
    warning = ""
    if receipt.seated_since and not redrawn:
        warning = _(
            "Partie %(round)s is already drawn: its tables do not move. The ranking takes the correction into account."
        )
    return {"success": text % params, "warning": warning % params if warning else ""}


def tell(request: PageRequest, said: Mapping[str, str]) -> None:
    """Show on the next page what `receipt_text` says."""
    messages.success(request, said["success"])
    if said["warning"]:
        messages.warning(request, said["warning"])


@login_required
@never_cache
@require_GET
def entry_check(request: PageRequest, pk: int, number: int) -> JsonResponse:
    """What the règlement says of the figures being typed: possible or not, and the other camp's total if it follows."""
    tournament = tournament_for(request.user, pk, "score")
    form = TotalsForm({"table": "0", **{name: request.GET.get(name, "") for name in request.GET}})
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        return JsonResponse({"state": "bad", "field": name, "said": errors[0]})
    marks = form.marks()
    kind, asked = form.cleaned_data["table"]
    find = selectors.table_of_team if kind == "team" else selectors.find_table
    table = find(tournament, number, asked) if asked else None
    terms = _terms_of(tournament, table) if table else None
    points = {camp: points for camp in CAMPS if (points := marks[camp]["points"]) is not None}
    if len(points) == 1:
        other = selectors.other_total(tournament, marks, terms)
        return JsonResponse({"state": "", "said": "", "fill": dict([other] if other else [])})
    if len(points) == 2:
        check = selectors.control(tournament, marks, terms)
        if check.code:
            said = selectors.control_text(check, tournament, marks, terms)
            return JsonResponse({"state": "wait" if check.ok else "bad", "said": said})
        text = _("%(NS)s + %(EO)s = %(sum)s: possible.") % {**points, "sum": sum(points.values())}
        if table and form.cleaned_data["base_version"] is not None:
            text = f"{text} {_moves_if(request, tournament, table, form)}".rstrip()
        return JsonResponse({"state": "ok", "said": text})
    return JsonResponse({"state": "", "said": ""})


def _moves_if(request: PageRequest, tournament: Tournament, table: Table, form: TotalsForm) -> str:
    """The ranks that the correction being typed would move, in one line; empty for none, and where it is refused."""
    act = partial(
        services.submit_sheet,
        table_id=table.pk,
        key=new_key(),
        kind="totals",
        marks=form.marks(),
        reason=_("correction"),
        by=request.user,
        base_version=form.cleaned_data["base_version"],
    )
    try:
        return moves_text(effects_of(*dry_run(tournament.pk, act)))
    except TournamentError:
        return ""


@login_required
@never_cache
@require_GET
def entry_tables(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """The lists beside the form as they are now: missing, being typed, last recorded."""
    tournament = tournament_for(request.user, pk)
    rounds = selectors.published_rounds(tournament)
    round_ = next((round_ for round_ in rounds if round_.number == number), None)
    if round_ is None:
        raise Http404
    lines = selectors.tables_of_round(round_, viewer=request.user)
    recorded = _recorded(lines)
    context = {
        "tournament": tournament,
        "round": round_,
        "may_score": policy.may(tournament.role, "score") and tournament.closed_at is None,
        "by_manches": feuille_of(tournament).by_manches,
        "lines": lines,
        "missing": [line for line in lines if line.sheet is None],
        "recent": recorded[:RECENT],
        "recorded_count": len(recorded),
        "forced": [line for line in lines if line.forced],
        **_terms_and_data(round_, lines),
    }
    return render(request, "scoring/sheets/_entry_tables.html", context)


@login_required
@require_POST
def entry_typing(request: PageRequest, pk: int, number: int) -> JsonResponse:
    """Tell the others which table is being typed here, or no more; answers who else is at it."""
    tournament = tournament_for(request.user, pk, "score")
    asked = request.POST.get("table", "")
    found = asked.isascii() and asked.isdecimal() and len(asked) <= 5
    table = selectors.find_table(tournament, number, int(asked)) if found else None
    if table is None:
        raise Http404
    if request.POST.get("typing") == "no":
        services.stop_typing(table_id=table.pk, by=request.user)
        return JsonResponse({"typist": ""})
    mine = services.start_typing(table_id=table.pk, by=request.user)
    return JsonResponse({"typist": "" if mine else selectors.shown_name(table.typist)})


@login_required
@never_cache
@require_GET
def overrides(request: PageRequest, pk: int) -> HttpResponse:
    """Every control that was passed over, with who did it and why."""
    tournament = tournament_for(request.user, pk)
    forced = [
        {
            "sheet": sheet,
            "recorded": selectors.figures_text(sheet),
            "who": selectors.author_of(sheet),
            "check": selectors.check_text(sheet),
        }
        for sheet in selectors.overrides(tournament)
    ]
    context = {"tournament": tournament, "section": "entry", "forced": forced}
    return render(request, "scoring/sheets/overrides.html", context)


# --- One table ------------------------------------------------------------------------------------------------------


def table_or_404(tournament: Tournament, number: int, table: int) -> Table:
    """Table *table* of the published partie *number*. Raises Http404."""
    found = selectors.find_table(tournament, number, table)
    if found is None:
        raise Http404
    return found


class TableContext(TypedDict):
    """What every page about one table shows; its newest version first."""

    tournament: Tournament
    section: str
    table: Table
    round: Round
    sides: dict[str, selectors.Side]
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
        "may_score": policy.may(tournament.role, "score") and tournament.closed_at is None,
    }


@login_required
@never_cache
@require_GET
def table(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Everything about one table of one partie: who sat there, every version of its sheet, which one counts."""
    tournament = tournament_for(request.user, pk)
    found = table_or_404(tournament, number, table)
    context = table_context(tournament, found)
    rulings, terms = rulings_of(found), _terms_of(tournament, found)
    cancelled = cancelled_donnes(rulings)
    versions = [
        {
            "sheet": sheet,
            "marks": selectors.marks_of(sheet),
            "who": selectors.author_of(sheet),
            "donnes": selectors.donne_lines(sheet.content, cancelled=cancelled) if sheet.kind == "donnes" else [],
            "check": selectors.check_text(sheet),
        }
        for sheet in context["versions"]
    ]
    more = {
        "versions": versions,
        "terms": selectors.terms_text(terms) + counts_text(tournament, found, terms, context["current"]),
        "rulings": rulings,
        "keys": (new_key(), new_key()),
    }
    return render(request, "scoring/sheets/table.html", context | more)


# --- Forfeit --------------------------------------------------------------------------------------------------------


def _absent_asked(camp: str, tournament: Tournament, sides: Mapping[str, object]) -> dict[str, str]:
    """What the page of the clock knows already: the camp that is not there, and since when that is a forfeit."""
    if camp not in sides:
        return {}
    minutes = tournament.ready_minutes
    said = ngettext("not there after %(n)s minute", "not there after %(n)s minutes", minutes) % {"n": minutes}
    return {"absent": camp, "reason": said if minutes else ""}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def sheet_forfeit(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """One team was not there: the other marks what the règlement gives, with a reason."""
    tournament = tournament_for(request.user, pk, "score")
    found = table_or_404(tournament, number, table)
    context = table_context(tournament, found)
    marks = {"forfeit": forfeit_marks(tournament), "by_manches": feuille_of(tournament).by_manches}
    status = 200
    if request.method == "POST":
        form = ForfeitForm(request.POST)
        if form.is_valid():
            try:
                settled = confirm_effects(
                    request,
                    tournament,
                    partial(
                        services.submit_sheet,
                        table_id=found.pk,
                        key=form.cleaned_data["key"],
                        kind="forfeit",
                        absent=form.cleaned_data["absent"],
                        reason=form.cleaned_data["reason"],
                        by=request.user,
                        base_version=form.cleaned_data["base_version"],
                    ),
                    counts=form.cleaned_data["base_version"] is not None,
                    back=reverse("table", args=[pk, number, table]),
                    reason=form.cleaned_data["reason"],
                )
            except TournamentError as error:
                form = refused(request, form, error)
                status = 409 if error.code in CONFLICTS else 422
            else:
                if isinstance(settled, HttpResponse):
                    return settled
                tell(request, receipt_text(settled.given, found.number, redrawn=settled.response is not None))
                return settled.response or redirect("table", tournament.pk, number, table)
        else:
            status = 422
    else:
        current = context["current"]
        base = {"key": new_key(), "base_version": current.version if current else None}
        form = ForfeitForm(initial=base | _absent_asked(request.GET.get("absent", ""), tournament, context["sides"]))
    return render(request, "scoring/sheets/forfeit.html", {**context, **marks, "form": form}, status=status)
