"""Record the sheet of a form, wherever it was filled in: what came of it, in words, and what was refused, at its field."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.corrections.views import confirm_effects
from scoring.sheets import controls, selectors
from scoring.sheets.controls import explained_sheet
from scoring.sheets.entry import LIMITS, submit_sheet
from scoring.sheets.forms import SheetForm, WinnerField, new_key
from scoring.sheets.reception import Receipt
from scoring.sheets.selectors import CAMPS
from scoring.sheets.terms import SheetTerms, known_terms
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest
from tournament.rounds.models import Table

CONFLICTS = {"sheet_already_recorded", "sheet_conflict"}


def is_scripted(request: HttpRequest) -> bool:
    """Return whether the script of a page asks, and not the browser itself."""
    return request.headers.get("X-Requested-With") == "fetch"


def asks_override(form: SheetForm) -> bool:
    """Return whether the page asks why figures are right all the same: their control failed, or a reason was given."""
    return "override" in form.errors or bool(form["override"].value())


def record_sheet(
    request: PageRequest,
    tournament: Tournament,
    table: Table,
    form: SheetForm,
    *,
    show: Callable[..., HttpResponse],
    back: str,
    next_page: str,
    show_next: Callable[[Receipt, Mapping[str, str]], HttpResponse] | None = None,
    quick: bool = False,
    **report: Any,
) -> HttpResponse:
    """Record *report* with what *form* carries, and go to *next_page*; or first show its effects.

    *show* shows a sheet that is refused, with what is wrong and every figure kept; *show_next* answers a script, in the
    place of *next_page*, with the receipt. *back* and *quick* as in `confirm_effects`.
    """
    read = {
        name: form.cleaned_data[name] for name in ("key", "base_version", "reason", "override", "litige_lost", "winner")
    }
    submit = partial(submit_sheet, table_id=table.pk, by=request.user, **read, **report)
    correcting = read["base_version"] is not None
    try:
        confirmed = confirm_effects(
            request,
            tournament,
            submit,
            action=_("Record the correction"),
            counts=correcting or selectors.comes_late(table),
            back=back,
            reason=read["reason"],
            quick=quick,
        )
    except TournamentError as error:
        return show(form=_refused(request, form, error), status=409 if error.code in CONFLICTS else 422)
    if isinstance(confirmed, HttpResponse):
        return confirmed
    receipt = receipt_text(confirmed.given, table.number, redrawn=confirmed.response is not None)
    if show_next is not None and is_scripted(request) and confirmed.response is None:
        return show_next(confirmed.given, receipt)
    messages.success(request, receipt["success"])
    if receipt["warning"]:
        messages.warning(request, receipt["warning"])
    return confirmed.response or redirect(next_page)


def to_look_at(
    marks: Mapping[str, Mapping[str, int | None]], sure: str, terms: SheetTerms
) -> tuple[tuple[str, str], dict[str, str]]:
    """Return the field that the typist should look at before the line is recorded, why, and what changes in the form.

    The other total where it follows; a camp with nothing. Of these `sure` says that the typist was asked already. The
    field is "" where there is nothing to look at.
    """
    if other := controls.other_total(marks, terms):
        text = _("The other total follows from the house rules. Look at it, then record.")
        return (f"points_{other[0]}", text), {f"points_{other[0]}": str(other[1])}
    points = {camp: marks[camp]["points"] for camp in CAMPS}
    figures = "-".join(str(points[camp]) for camp in CAMPS)
    if None in points.values() or sure == figures:
        return ("", ""), {}
    check = controls.control(marks, terms)
    if check.ok and not check.doubtful and 0 in points.values():
        camp = next(camp for camp in CAMPS if points[camp] == 0)
        text = _(
            "0 points for %(camp)s: is it absent? Then use “A camp is absent”. If they played for nothing, press "
            "Enter once more."
        )
        return ("points_EO", text % {"camp": camp}), {"sure": figures}
    return ("", ""), {}


FIELDS = {
    "override": "override",
    "litige_lost": "litige_lost",
    "winner": "winner",
    "reason": "reason",
    **{f"{name}.{camp}": f"{name}_{camp}" for name in LIMITS for camp in CAMPS},
}


def _refused(request: PageRequest, form: SheetForm, error: TournamentError) -> SheetForm:
    """Return the same form with the sentence of *error*, the figures kept, and what is needed to go on."""
    data = request.POST.copy()
    if error.code in CONFLICTS:
        data["base_version"] = str(error.params["version"])
    if error.code == "sheet_changed":
        data["base_version"] = ""  # none counts any more: whoever has looked sends it as a first one
    if error.code in {"sheet_key_elsewhere", "sheet_key_used", "sheet_key_wrong"}:
        data["key"] = new_key()
    if error.code == "winner_wrong":
        data["winner"] = ""  # said of other totals
    again = type(form)(data)
    again.is_valid()
    again.add_error(FIELDS.get(error.field or ""), str(error))
    cast("WinnerField", again.fields["winner"]).ask(error)
    return again


def receipt_text(receipt: Receipt, table: int, *, redrawn: bool = False) -> dict[str, str]:
    """State what became of the sheet: recorded, or already there; that seated tables do not move, unless *redrawn*."""
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
    elif (
        not receipt.created and receipt.sheet.camp and (camps := sorted(receipt.sheet.endorsing_camps, key=CAMPS.index))
    ):
        text = _("Table %(table)s recorded: %(recorded)s, like both telephones, receipt %(receipt)s.")
        if len(camps) == 1:
            params["camp"] = camps[0]
            text = _("Table %(table)s recorded: %(recorded)s, like the telephone of %(camp)s, receipt %(receipt)s.")
    elif not receipt.created and receipt.sheet.readings.exists():
        text = _("Table %(table)s: read again, %(recorded)s counts, receipt %(receipt)s.")
    elif not receipt.created:
        text = _("Table %(table)s: already recorded by %(who)s, identical: %(recorded)s, receipt %(receipt)s.")
    elif receipt.corrects:
        text = _("Table %(table)s corrected: %(recorded)s, version %(version)s, receipt %(receipt)s.")
    else:
        text = _("Table %(table)s recorded: %(recorded)s, receipt %(receipt)s.")
    warning = ""
    if receipt.replaces is not None:
        params["before"] = selectors.figures_text(receipt.replaces)
        warning = _("It takes the place of %(before)s, which you had typed for this table.")
    if receipt.seated_since and not redrawn:
        warning = _(
            "Partie %(round)s is already drawn: its tables do not move. The ranking takes the correction into account."
        )
    terms = known_terms(receipt.sheet.table)
    explained = explained_sheet(receipt.sheet, terms)
    credited = controls.credited_text(terms, receipt.sheet)
    success = [text % params, *credited, *([explained.text] if not explained.is_rare else [])]
    warnings = [warning % params, explained.text if explained.is_rare else ""]
    return {"success": " ".join(filter(None, success)), "warning": " ".join(filter(None, warnings))}


def may_score(tournament: Tournament) -> bool:
    """Return whether the account for which *tournament* was found may enter its scores now."""
    return policy.may(tournament.role, "score") and tournament.closed_at is None
