"""A table on its players' telephones, without an account: its page, and what the règlement makes of what is typed."""

import time
from typing import cast

from csp.constants import SELF
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, gettext as _

from rules import NULLE, UNCHECKED
from scoring.access.models import TableDevice
from scoring.copies.selectors import SecondHome, second_home
from scoring.errors import ScoringError
from scoring.phones.forms import ProposalForm, parts_of, phone_row
from scoring.phones.news import news_address
from scoring.phones.selectors import PhonePage, phone_page
from scoring.phones.services import RunningSheet
from scoring.phones.views.coming_in import at_table, phone
from scoring.referee.selectors import rulings_of
from scoring.rounds.ties import tie_at_table
from scoring.sheets.controls import control, explained_sum, issue_text, other_total, possible_winners, totals_of
from scoring.sheets.entry import winner_by_totals
from scoring.sheets.forms import DonneForm, MancheForm, WinnerField, initial_row, new_key
from scoring.sheets.shown import DonneLine
from scoring.sheets.terms import terms_of


@phone
@at_table()
def table(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Show the telephone its table as it is now."""
    return table_page(request, device)


@phone
@at_table()
def state(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Show the parts of the page that change by themselves."""
    return render(request, "scoring/phones/_phone_parts.html", _context(device, phone_page(device, now=timezone.now())))


def _context(device: TableDevice, page: PhonePage) -> dict[str, object]:
    return {
        "page": page,
        "tournament": page.tournament,
        "access": device.access_id,
        "gone": ScoringError("table_gone"),
        "answer_key": new_key(),
        "clock": page.face,
        "clock_now": time.time_ns() // 1_000_000,
        "rows": _rows(page, page.ours),
        "told": _rows(page, donnes) if (donnes := page.shown_donnes) else [],
        "totals": page.total(page.ours),
        # Once a score is proposed, that one is to be looked at, not the sheets it was made from.
        "theirs": [
            (side, sheet, page.total(sheet), _compared(page.ours, sheet))
            for side, sheet in page.theirs
            if page.state == "none"
        ],
        "rulings": rulings_of(page.table),
        "tie": tie_at_table(page.table) if page.level else "",
        "second": second_home(device),
        "next_sequence": max(time.time_ns() // 1_000_000, page.ours.sequence + 1),
    }


def _rows(page: PhonePage, sheet: RunningSheet) -> list[dict[str, object]]:
    """Return the donnes of a running sheet with their marks from our side, and their fields as a form has them."""
    lines = {line.number: line for line in sheet.lines}
    return [
        {
            "number": number,
            "line": lines.get(number),
            "contract": _worded_contract(page, lines.get(number)),
            "marks": [lines[number].marks.get(camp, 0) for camp in page.words] if number in lines else [],
            "error": sheet.error if number == sheet.wrong else "",
            "fields": {f"d{number}-{name}": word for name, word in initial_row(donne).items() if word != ""},
        }
        for number, donne in enumerate(sheet.donnes, start=1)
    ]


def _worded_contract(page: PhonePage, line: DonneLine | None) -> str:
    if line is None:
        return ""
    if line.issue == "passe":
        return issue_text(line.issue)
    words = line.contract.split()
    return " ".join(str(page.words.get(word, word)) for word in words)


def _compared(ours: RunningSheet, theirs: RunningSheet) -> str:
    """Return how *theirs* stands to ours: "same", "behind", "ahead", or the number of the first donne that differs."""
    for number, (mine, other) in enumerate(zip(ours.lines, theirs.lines, strict=False), start=1):
        if mine.marks != other.marks:
            return str(number)
    if ours.done == theirs.done:
        return "same"
    return "ahead" if theirs.done > ours.done else "behind"


def table_page(
    request: HttpRequest,
    device: TableDevice,
    *,
    form: ProposalForm | None = None,
    row: DonneForm | MancheForm | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    page = phone_page(device, now=timezone.now())
    context = _context(device, page)
    row = row or _row(page, request.GET.get("donne", ""))
    context |= {
        "error": error,
        "row": row,
        "parts": parts_of(row, page.words),
        "annonces": [(page.words.get(camp, camp), shown, more) for camp, shown, more in getattr(row, "annonces", [])],
        "next": row.number <= page.ours.done < page.ours.open_until,
        "last": row.number == page.ours.done,
        "row_key": new_key(),
        "way": _way(request, page, form, row if status != 200 else None),
        "news": news_address(page.tournament),
    }
    if page.pair and not page.feuille.by_manches:
        form = form or ProposalForm(initial=fresh_key())
        offered = cast("WinnerField", form.fields["winner"]).offered
        winners = [*page.words.items(), (NULLE, _("Nobody: drawn"))]
        context |= {
            "form": form,
            "winners": [(answer, label) for answer, label in winners if answer in offered],
            "our_points": form[f"points_{page.camp}"],
            "their_points": form[f"points_{page.them.camp}"],
            "more": [
                (_("Belotes, us"), form[f"belotes_{page.camp}"]),
                (_("Belotes, them"), form[f"belotes_{page.them.camp}"]),
                (_("Capots, us"), form[f"capots_{page.camp}"]),
                (_("Capots, them"), form[f"capots_{page.them.camp}"]),
            ],
        }
    response = render(request, "scoring/phones/phone_table.html", context, status=status)
    if isinstance(second := context["second"], SecondHome):
        # Its script asks the second computer whether the concours goes on there, once this one falls silent.
        vars(response)["_csp_update"] = {"connect-src": [SELF, second.address]}
    return response


def _way(request: HttpRequest, page: PhonePage, form: ProposalForm | None, row: object) -> str:
    """Return which of the two ways to enter a score stands open: "donnes", "totals", or neither."""
    if form is not None:
        return "totals"
    if row is not None or "donne" in request.GET:
        return "donnes"
    if page.state != "none" or page.ours.over:
        return ""
    return "donnes" if page.ours.done or page.ours.gap or page.feuille.by_manches else "totals"


def _row(page: PhonePage, asked: str) -> DonneForm | MancheForm:
    """Return the form of the donne that is *asked* for, by default of the one to mend or the next one."""
    donnes, most = page.ours.donnes, max(page.ours.open_until, 1)
    number = int(asked) if asked in map(str, range(1, most + 1)) else page.ours.wrong or most
    initial = initial_row(donnes[number - 1]) if number <= len(donnes) else {}
    return phone_row(page.feuille, page.words, number=number, initial=initial)


def fresh_key() -> dict[str, object]:
    """Return the key of an entry that begins now."""
    return {"key": new_key(), "sequence": time.time_ns() // 1_000_000}


@phone
@at_table()
def check(request: HttpRequest, device: TableDevice) -> JsonResponse:
    """State what the règlement makes of the figures being typed."""
    form = ProposalForm({"key": "-", "sequence": "0", **request.GET.dict()})
    if not form.is_valid():
        return JsonResponse({"state": "bad", "said": next(iter(form.errors.values()))[0]})
    marks = form.marks()
    terms = terms_of(device.access.table)
    points = totals_of(marks).points
    if len(points) < 2:
        other = other_total(marks, terms)
        text = _("The other total would be %(points)s.") % {"points": other[1]} if other else ""
        return JsonResponse({"state": "", "said": text})
    check = control(marks, terms)
    if not check.ok or check.doubtful:
        said = check.message(get_language() or "fr")
        return JsonResponse({"state": "wait" if check.ok else "bad", "said": said, "ask": check.ok})
    unchecked = check.message(get_language() or "fr") if check.code == UNCHECKED else ""
    said = unchecked or _("Total %(sum)s: possible.") % {"sum": sum(points.values())}
    winners = possible_winners(marks, terms)
    if winners.asks:
        said = f"{unchecked} {winners.question(get_language() or 'fr')}".lstrip()
        return JsonResponse({"state": "wait", "said": said, "who": winners.answers})
    level = not winner_by_totals(terms, totals_of(marks), form.cleaned_data["winner"])
    explained = explained_sum(totals_of(marks), terms)
    said = f"{said} {explained.text}".rstrip()
    if level and (tie := tie_at_table(device.access.table)):
        return JsonResponse({"state": "wait", "said": f"{said} {tie}"})
    return JsonResponse({"state": "wait" if explained.is_rare or unchecked else "ok", "said": said})
