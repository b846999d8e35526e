"""Entering scores: the line of fields of the table de marque, a forfeit, one table's page."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext as _

from rules import UNCHECKED
from rules.local_words import words_now
from scoring.corrections.selectors import dry_run, effects_of
from scoring.corrections.views import moves_text
from scoring.errors import ScoringError
from scoring.referee.selectors import open_cases
from scoring.rounds.ties import TiedMatch, tie_notice, tied_matches, ties
from scoring.sheets import controls, selectors
from scoring.sheets.controls import explained_sum
from scoring.sheets.desk import Desk, DeskLine, desk_of, unjournalled
from scoring.sheets.entry import BOTH, LIMITS, forfeit_marks, start_typing, stop_typing, submit_sheet, winner_by_totals
from scoring.sheets.forms import SheetForm, TotalsForm, new_key, read_number
from scoring.sheets.reception import Receipt
from scoring.sheets.shown import feuille_of
from scoring.sheets.terms import SheetTerms, known_terms, plain_terms, terms_by_table, terms_of
from scoring.sheets.views.desk import missing_row, table_row
from scoring.sheets.views.recording import asks_override, is_scripted, may_score, record_sheet, to_look_at
from scoring.sheets.views.tables import round_or_404, table_or_404
from scoring.standings.reading import evening
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.concours.settings import BY_NAME
from tournament.errors import TournamentError
from tournament.finals.outstanding import settled_ties
from tournament.languages import spoken_language
from tournament.page_access import PageRequest, form_page, or_404, post_only
from tournament.rounds.models import Round, Table

CAMPS = selectors.CAMPS
RECENT = 6


# --- The line of fields ---------------------------------------------------------------------------------------------


def entry(request: PageRequest, pk: int) -> HttpResponse:
    """Show the entry page of the partie being played; before the first draw, what to do first."""
    tournament = tournament_for(request.user, pk)
    rounds = selectors.published_rounds(tournament)
    if not rounds:
        return render(request, "scoring/sheets/entry_nothing.html", {"tournament": tournament, "section": "entry"})
    return _entry_page(request, tournament, rounds, rounds[-1])


@form_page
def entry_round(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Show the entry page of one partie; the figures of a table come in here."""
    tournament = tournament_for(request.user, pk, "score" if request.method == "POST" else "read")
    page = partial(_page_of_round, request, tournament, number)
    if request.method == "POST":
        return _post_totals(request, tournament, number, page)
    table = read_number(request.GET.get("table", ""))
    if table is not None and feuille_of(tournament).by_manches and selectors.find_table(tournament, number, table):
        return redirect("sheet-donnes", pk, number, table)
    return page()


def _page_of_round(request: PageRequest, tournament: Tournament, number: int, **more: Any) -> HttpResponse:
    """Show the page of partie *number*, as `_entry_page`. Raises Http404."""
    rounds = selectors.published_rounds(tournament)
    round_ = or_404(next((round_ for round_ in rounds if round_.number == number), None))
    return _entry_page(request, tournament, rounds, round_, **more)


def _entry_page(
    request: PageRequest,
    tournament: Tournament,
    rounds: Sequence[Round],
    round_: Round,
    *,
    form: TotalsForm | None = None,
    opened: int | None = None,
    look: tuple[str, str] = ("", ""),
    status: int = 200,
) -> HttpResponse:
    """Show the page; to the script its form alone, with what it must know of the table there.

    *opened* is the number of the table in the form, *look* a field that the typist should look at, and why.
    """
    scripted = is_scripted(request)
    asked = request.GET.get("table", "") if form is None else ""
    if form is None:
        opened = read_number(asked)
    alone = (opened or 0) if scripted else None
    desk = desk_of(round_, viewer=request.user, now=timezone.now(), alone=alone)
    at_desk = next((at_desk for at_desk in desk.lines if at_desk.number == opened), None)
    line = at_desk.line if at_desk else None
    agreed = at_desk.agreed if at_desk and form is None and _shows_agreed(tournament) else {}
    if agreed:
        look = ("points_NS", _agreed_text(agreed))
    form = form or TotalsForm(initial=_initial(line, agreed))
    terms = controls.terms_text(terms_of(line.table)) if line else []
    context = {
        "tournament": tournament,
        "round": round_,
        "may_score": may_score(tournament),
        "by_manches": feuille_of(tournament).by_manches,
        "totals_alone": feuille_of(tournament).totals_alone,
        "later": _later(rounds, round_),
        "form": form,
        "line": line,
        "terms": terms,
        "correcting": line is not None and line.sheet is not None and bool(form["base_version"].value()),
        "ask_override": asks_override(form),
        "forfeit": _forfeit_of(tournament, round_, line) if line else None,
        "like_forfeit": _typed_as_forfeit(tournament, round_, line, form) if line else "",
        "unknown": str(selectors.no_table(round_, asked, selectors.table_numbers(round_)))
        if asked and line is None
        else "",
        "look": look[0],
        "look_why": look[1],
    }
    if not scripted:
        context |= _lists(tournament, round_, desk) | {"rounds": rounds, "blank": TotalsForm()}
        return render(request, "scoring/sheets/entry.html", context, status=status)
    if at_desk:
        context["change"] = _table_data(tournament, round_, at_desk, terms) | {
            "number": tournament.journal_number,
            "table": at_desk.number,
        }
    # The script reads the state from a header: a refusal that is shown to the typist is no failure of the page.
    response = render(request, "scoring/sheets/_entry_answer.html", context)
    response["X-Entry"] = "look" if look[0] or status != 200 else "open"
    return response


def _entry_answer(receipt: Receipt, said: Mapping[str, str]) -> JsonResponse:
    """Inform the script that its line is recorded: the receipt, and what it must know of the table.

    The lists beside the form show it, with what others changed meanwhile, when they ask next: they stand on a number of
    the journal, and none that is older than this one takes their place.
    """
    table = receipt.sheet.table
    change = {"said": said, "table": table.number, "number": table.round.tournament.journal_number}
    if receipt.sheet.counted:
        change |= {"recorded": selectors.figures_text(receipt.sheet), "typist": "", "forfeit": None, "agreed": None}
    response = JsonResponse(change)
    response["X-Entry"] = "done"
    return response


def _forfeit_of(tournament: Tournament, round_: Round, line: selectors.TableLine) -> dict[str, str] | None:
    """State of a table without a score that somebody who sits there has left or is not there, and where a forfeit is entered."""
    if line.sheet is not None:
        return None
    seats = sorted(line.seats, key=lambda seat: seat.team.number)
    left = [seat for seat in seats if seat.team.gone(round_.number)]
    gone = left or [seat for seat in seats if not seat.team.present]
    if not gone:
        return None
    if len(left) == len(seats) == len(CAMPS):
        numbers = {"one": left[0].team.number, "other": left[1].team.number}
        said = _("Nos. %(one)s and %(other)s have left the concours: both lose by forfeit, nobody marks.") % numbers
        return {"said": said, "address": _forfeit_address(tournament, round_, line, BOTH)}
    text = _("No. %(number)s is not there: this table is a forfeit.")
    if left:
        text = _("No. %(number)s has left the concours: this table is a forfeit.")
    address = _forfeit_address(tournament, round_, line, gone[0].camp)
    return {"said": text % {"number": gone[0].team.number}, "address": address}


def _typed_as_forfeit(tournament: Tournament, round_: Round, line: selectors.TableLine, form: SheetForm) -> str:
    """Return where a forfeit is entered, when *form* is refused with the points of one; else ""."""
    points = {read_number(str(form[f"points_{camp}"].value() or "")): camp for camp in CAMPS}
    here, absent = forfeit_marks(tournament, line.table.limits)
    if not form.errors or set(points) != {here, absent} or not here:
        return ""
    return _forfeit_address(tournament, round_, line, points[absent])


def _forfeit_address(tournament: Tournament, round_: Round, line: selectors.TableLine, camp: str) -> str:
    return f"{reverse('sheet-forfeit', args=[tournament.pk, round_.number, line.number])}?{urlencode({'absent': camp})}"


def _lists(tournament: Tournament, round_: Round, desk: Desk) -> dict[str, object]:
    """Return the context of the live parts of the page."""
    lines = [at_desk.line for at_desk in desk.lines]
    recorded = [line for _pk, line in sorted(((line.sheet.pk, line) for line in lines if line.sheet), reverse=True)]
    terms = {number: controls.terms_text(terms) for number, terms in terms_by_table(round_).items()}
    settled = settled_ties(evening(tournament.pk), spoken_language()) if _without_winner(lines) else {}
    missing = [at_desk for at_desk in desk.lines if at_desk.line.sheet is None]
    return {
        "tournament": tournament,
        "section": "entry",
        "round": round_,
        "may_score": may_score(tournament),
        "by_manches": feuille_of(tournament).by_manches,
        "desk": desk,
        "cases": open_cases(tournament),
        "ties": _ties_here(tournament, round_, lines),
        "may_rule": policy.may(tournament.role, "rule") and tournament.closed_at is None,
        "counts_when": BY_NAME["counts_when"].kind.words(tournament.counts_when, {}),
        "lines": lines,
        "rows": [table_row(tournament, round_, line) for line in lines],
        "missing": missing,
        "missing_rows": [missing_row(tournament, round_, at_desk) for at_desk in missing],
        "recent": [(line, *settled.get((round_.number, line.number), (0, ""))) for line in recorded[:RECENT]],
        "recorded_count": len(recorded),
        "forced": [line for line in lines if line.forced],
        "data": _script_data(tournament, round_, desk, terms),
    }


def _ties_here(tournament: Tournament, round_: Round, lines: Sequence[selectors.TableLine]) -> list[TiedMatch]:
    """Return the matches of the partie that nobody won and that ask who goes on; no query while each has a winner."""
    if not _without_winner(lines):
        return []
    return tied_matches(tournament, [match for match in ties(tournament) if match.partie == round_.number])


def _without_winner(lines: Sequence[selectors.TableLine]) -> bool:
    return any(line.sheet and not line.winner for line in lines)


def _shows_agreed(tournament: Tournament) -> bool:
    """Return whether figures that the telephones agreed on stand in the fields; a second reader must not see them."""
    return tournament.counts_when == "typist"


def _agreed_text(agreed: Mapping[str, int]) -> str:
    figures = {"figures": "–".join(map(str, agreed.values()))}
    return _("Both telephones say %(figures)s. Press Enter to record it, or type what the sheet says.") % figures


def _initial(line: selectors.TableLine | None, agreed: Mapping[str, int]) -> dict[str, object]:
    """Return what the form shows when a table is opened: what is recorded, ready to be corrected, or was *agreed*."""
    initial: dict[str, object] = {"key": new_key()} | {f"points_{camp}": points for camp, points in agreed.items()}
    if line is None:
        return initial
    initial["table"] = line.number
    if line.sheet is not None:
        initial["base_version"] = line.sheet.version
        counted = [
            name for name in LIMITS if name == "points" or line.sheet.kind == "donnes" or line.sheet.content.get(name)
        ]
        for camp, figures in selectors.marks_of(line.sheet).items():
            initial |= {f"{name}_{camp}": figures[name] for name in counted}
        initial["winner"] = line.sheet.content.get("winner", "")
    return initial


def _script_data(
    tournament: Tournament, round_: Round, desk: Desk, terms: Mapping[int, list[str]]
) -> dict[str, object]:
    """Return the data of the script: its tables, where each team sits, and the line of the journal on which they stand."""
    tables = {
        at_desk.number: _table_data(tournament, round_, at_desk, terms.get(at_desk.number, ()))
        for at_desk in desk.lines
    }
    teams = {side.number: at_desk.number for at_desk in desk.lines for side in at_desk.line.sides.values()}
    return {"number": tournament.journal_number, "tables": tables, "teams": teams}


def _table_data(tournament: Tournament, round_: Round, at_desk: DeskLine, terms: Sequence[str]) -> dict[str, object]:
    """Return what the script knows of a table: its teams, those that left, the recorded or agreed score, the *terms*."""
    line, points = at_desk.line, at_desk.agreed if _shows_agreed(tournament) else {}
    return {
        "NS": _team_text(line.sides.get("NS")),
        "EO": _team_text(line.sides.get("EO")),
        "recorded": selectors.figures_text(line.sheet) if line.sheet else "",
        "typist": selectors.shown_name(line.typist),
        "terms": " ".join(terms),
        "forfeit": _forfeit_of(tournament, round_, line),
        "photos": [reverse("photo", args=[tournament.pk, photo]) for photo in at_desk.photos],
        "agreed": {"points": points, "said": _agreed_text(points)} if points else None,
    }


def _team_text(side: selectors.SeatedCamp | None) -> str:
    return f"{side.number} · {side.title}" if side else ""


def _post_totals(
    request: PageRequest, tournament: Tournament, number: int, page: Callable[..., HttpResponse]
) -> HttpResponse:
    """Record the line, or give it back with what is wrong and every figure kept."""
    form = TotalsForm(request.POST)
    if not form.is_valid():
        return page(form=form, status=422)
    try:
        table = named_table(tournament, number, form.cleaned_data["table"])
    except ScoringError as error:
        form.add_error("table", str(error))
        return page(form=form, status=422)
    here = reverse("entry-round", args=[tournament.pk, number])
    opened = f"{here}?table={table.number}"
    marks = form.marks()
    if all(figure is None for figures in marks.values() for figure in figures.values()):
        # The first of the two steps without a script: the table alone was typed.
        start_typing(table_id=table.pk, by=request.user)
        return redirect(opened)
    before = read_number(form.cleaned_data["opened"])
    if before not in (None, table.number):
        text = _(
            "Table %(before)s stood here. If these points are those of table %(table)s, record them once more; if not, "
            "put the number right."
        )
        return page(
            form=form, opened=table.number, look=("points_NS", text % {"before": before, "table": table.number})
        )
    terms = known_terms(table)
    look, changed = to_look_at(marks, form.cleaned_data["sure"], terms)
    if not look[0] and _lets_nobody_win(marks, terms, form.cleaned_data["winner"]):
        figures = "-".join(str(marks[camp]["points"]) for camp in CAMPS)
        if form.cleaned_data["sure"] != figures and (notice := tie_notice(table)):
            look, changed = ("points_EO", notice), {"sure": figures}
    if look[0]:
        data = request.POST.copy()
        for name, value in changed.items():
            data[name] = value
        return page(form=TotalsForm(data), opened=table.number, look=look)
    return record_sheet(
        request,
        tournament,
        table,
        form,
        kind="totals",
        marks=marks,
        read=(table, terms),
        show=partial(page, opened=table.number),
        show_next=_entry_answer,
        back=opened,
        next_page=here,
        quick=True,
    )


def named_table(tournament: Tournament, partie: int, named: tuple[str, int | None]) -> Table:
    """Return the table of *partie* that a `TableField` names. Raises Http404, `table_unknown`, `team_unseated`."""
    if table := _named_table(tournament, partie, named):
        return table
    kind, number = named
    round_ = round_or_404(tournament, partie)
    if kind == "team":
        raise ScoringError("team_unseated", team=number, round=partie)
    raise selectors.no_table(round_, number, selectors.table_numbers(round_))


def _named_table(tournament: Tournament, number: int, named: tuple[str, int | None]) -> Table | None:
    """Find a table of the partie as the field of the form names it: by its number, or by a team that sits there."""
    kind, asked = named
    find = selectors.table_of_team if kind == "team" else selectors.find_table
    return find(tournament, number, asked) if asked else None


def _lets_nobody_win(marks: Mapping[str, Mapping[str, int | None]], terms: SheetTerms, answer: str) -> bool:
    """Return whether both totals are there, and neither they nor the *answer* let a camp win."""
    if any(marks[camp]["points"] is None for camp in CAMPS) or controls.possible_winners(marks, terms).asks:
        return False
    return not winner_by_totals(terms, controls.totals_of(marks), answer)


def entry_check(request: PageRequest, pk: int, number: int) -> JsonResponse:
    """State what the règlement makes of the figures being typed: possible or not, and the other total if it follows."""
    tournament = tournament_for(request.user, pk, "score")
    form = TotalsForm({"table": "0", **{name: request.GET.get(name, "") for name in request.GET}})
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        return JsonResponse({"state": "bad", "field": name, "said": errors[0]})
    marks = form.marks()
    table = _named_table(tournament, number, form.cleaned_data["table"])
    terms = known_terms(table) if table else plain_terms(tournament)
    points = controls.totals_of(marks).points
    if not points:
        return JsonResponse({"state": "", "said": ""})
    if len(points) < 2:
        other = controls.other_total(marks, terms)
        return JsonResponse({"state": "", "said": "", "fill": dict([other] if other else [])})
    check = controls.control(marks, terms)
    if check.code:
        message = controls.control_text(check, marks, terms)
        if check.code == UNCHECKED:
            question = controls.possible_winners(marks, terms).question(get_language() or "fr")
            message = f"{message} {question}".rstrip()
        return JsonResponse({"state": "wait" if check.ok else "bad", "said": message})
    if question := controls.possible_winners(marks, terms).question(get_language() or "fr"):
        return JsonResponse({"state": "wait", "said": question})
    text = _("%(NS)s + %(EO)s = %(sum)s: possible.") % {**points, "sum": sum(points.values())}
    explained = explained_sum(controls.totals_of(marks), terms)
    text = f"{text} {explained.text}".rstrip()
    if table and form.cleaned_data["base_version"] is not None:
        text = f"{text} {_moves_if(request, tournament, table, form)}".rstrip()
    return JsonResponse({"state": "wait" if explained.is_rare else "ok", "said": text})


def _moves_if(request: PageRequest, tournament: Tournament, table: Table, form: TotalsForm) -> str:
    """Return the ranks that the correction being typed would move, in a line; empty for none, or if it is refused."""
    act = partial(
        submit_sheet,
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


def entry_tables(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Show what goes on beside the form as it is now: what waits, what is missing, what was recorded last."""
    tournament = tournament_for(request.user, pk)
    rounds = selectors.published_rounds(tournament)
    round_ = or_404(next((one for one in rounds if one.number == number), None))
    now = timezone.now()
    stands_on = (tournament.journal_hash, tournament.role, request.user.pk, get_language(), words_now(), rounds[-1].pk)
    text = repr((stands_on, unjournalled(round_, now=now)))
    etag = quote_etag(hashlib.sha256(text.encode()).hexdigest()[:24])
    # The script asks about every second: nothing is read again, nor rendered, while nothing happens.
    if known := get_conditional_response(request, etag=etag):
        return known
    desk = desk_of(round_, viewer=request.user, now=now)
    context = _lists(tournament, round_, desk) | {"later": _later(rounds, round_)}
    response = render(request, "scoring/sheets/_entry_live.html", context)
    response["ETag"] = etag
    return response


def _later(rounds: Sequence[Round], round_: Round) -> Round | None:
    """Return the last of *rounds* where that is not *round_*."""
    return rounds[-1] if rounds[-1].number > round_.number else None


@post_only
def entry_typing(request: PageRequest, pk: int, number: int) -> JsonResponse:
    """Inform the others which table is being typed here, or no more; answers who else is at it."""
    tournament = tournament_for(request.user, pk, "score")
    table = table_or_404(tournament, number, read_number(request.POST.get("table", "")))
    if request.POST.get("typing") == "no":
        stop_typing(table_id=table.pk, by=request.user)
        return JsonResponse({"typist": ""})
    mine = start_typing(table_id=table.pk, by=request.user)
    return JsonResponse({"typist": "" if mine else selectors.shown_name(table.typist)})
