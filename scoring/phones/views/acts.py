"""The acts of a telephone: propose, confirm or contest, note a donne, call, say who is missing."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.access.models import TableDevice
from scoring.clock import services as sheet_clock
from scoring.errors import ScoringError
from scoring.phones import services as proposals
from scoring.phones.forms import AnswerForm, DonneHead, KeyedForm, ProposalForm, SheetHead, TableCutoffForm, phone_row
from scoring.phones.selectors import PhonePage, phone_page
from scoring.phones.services import marked
from scoring.phones.views.coming_in import STATUSES, View, at_table, phone
from scoring.phones.views.table import fresh_key, table_page
from scoring.sheets import photos
from scoring.sheets.forms import DonneForm, MancheForm, WinnerField
from scoring.sheets.reception import Receipt
from scoring.sheets.selectors import figures_text, sides_of
from scoring.sheets.views.recording import is_scripted
from tournament.errors import TournamentError
from tournament.page_access import post_only
from tournament.rounds import clock


def phone_act(read: type[Form] | None = None, *, expired: bool = False) -> Callable[[Callable[..., Any]], View]:
    """Make the view of a telephone's POST out of a function that does one act and gives the sentence to show.

    The function gets the request, the telephone and, where *read* is given, that form, read. A form that our pages do
    not make and any TournamentError are answered as refusals.
    """

    def decorate(act: Callable[..., Any]) -> View:
        @phone
        @post_only
        @at_table(expired=expired)
        @wraps(act)
        def posted(request: HttpRequest, device: TableDevice) -> HttpResponse:
            forms = [read(request.POST)] if read is not None else []
            try:
                if not all(form.is_valid() for form in forms):
                    raise ScoringError("sheet_key_wrong")
                answer = act(request, device, *forms)
            except TournamentError as error:
                return _refused(request, device, error)
            return answer if isinstance(answer, HttpResponse) else _answered(request, device, answer)

        return posted

    return decorate


def _answered(
    request: HttpRequest,
    device: TableDevice,
    message: str,
    *,
    code: str = "",
    status: int = 200,
    form: ProposalForm | None = None,
    row: DonneForm | MancheForm | None = None,
    **more: object,
) -> HttpResponse:
    """Answer the script with *message* and *more*, a browser with the page of its table, *form* or *row* as it was."""
    if is_scripted(request):
        return JsonResponse({"code": code, "message": message, **more}, status=status)
    if status != 200:
        return table_page(request, device, form=form, row=row, error=message, status=status)
    messages.success(request, message)
    return redirect("phone-table", device.access_id)


def _refused(request: HttpRequest, device: TableDevice, error: TournamentError, **typed: Any) -> HttpResponse:
    """Answer an act refused by *error*, with the form or the row that was *typed*."""
    return _answered(request, device, str(error), code=error.code, status=STATUSES.get(error.code, 422), **typed)


@phone_act(expired=True)
def propose(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Propose the score of this telephone's camp. One that comes after the partie is over is kept, and answered 409."""
    form = ProposalForm(request.POST)
    figures = [str(errors[0]) for name, errors in form.errors.items() if name not in ("key", "sequence")]
    if figures:
        return _answered(request, device, figures[0], code="figures", status=422, form=form)
    try:
        if form.errors:
            raise ScoringError("sheet_key_wrong")
        told = {name: form.cleaned_data[name] for name in ("litige_lost", "winner")}
        return _proposed(request, device, marks=form.marks(), **told, **_begun(form))
    except TournamentError as error:
        if error.code in ("sheet_key_wrong", "sheet_key_used", "sheet_key_elsewhere"):
            form = ProposalForm(request.POST.dict() | fresh_key())
        cast("WinnerField", form.fields["winner"]).ask(error)
        return _refused(request, device, error, form=form)


@phone_act(SheetHead, expired=True)
def propose_donnes(request: HttpRequest, device: TableDevice, head: SheetHead) -> HttpResponse:
    """Propose the sheet donne by donne: it comes whole, whatever was noted on the way."""
    page = phone_page(device, now=timezone.now())
    numbers = range(1, head.cleaned_data["rows"] + 1)
    donnes = [_donne(phone_row(page.feuille, page.words, request.POST, number=number)) for number in numbers]
    return _proposed(request, device, kind="donnes", donnes=donnes, **_begun(head))


def _begun(form: KeyedForm) -> dict[str, Any]:
    """Return the key of what *form* sends, and when it was begun."""
    return {name: form.cleaned_data[name] for name in ("key", "sequence")}


def _donne(row: DonneForm | MancheForm) -> dict[str, object]:
    """Return the donne typed into *row*. Raises ScoringError for an empty one too."""
    donne = row.read()
    if donne is None:
        raise row.empty_error()
    return donne


def _proposed(request: HttpRequest, device: TableDevice, **proposal: Any) -> HttpResponse:
    """Answer a score that is proposed. Raises TournamentError."""
    receipt = proposals.propose_sheet(device=device, **proposal)
    return _answered(
        request,
        device,
        _receipt_text(receipt),
        code="late" if receipt.late else "",
        status=409 if receipt.late else 200,
        receipt=receipt.sheet.receipt,
        state=receipt.sheet.state,
    )


def _receipt_text(given: Receipt) -> str:
    params = {"receipt": given.sheet.receipt}
    if given.late and given.known is not None:
        params["recorded"] = figures_text(given.known)
        text = _(
            "Too late: %(recorded)s already counts for this table. Your figures are kept for the table de marque, "
            "number %(receipt)s; go and see them."
        )
    elif given.late:
        text = _("Too late: the partie is over. Your figures are kept for the table de marque, number %(receipt)s.")
    elif given.sheet.state == "disputed":
        text = _("Received, number %(receipt)s. The other camp gave other figures.")
    else:
        text = _("Received, number %(receipt)s.")
    return text % params


@phone_act(AnswerForm)
def answer(_request: HttpRequest, device: TableDevice, form: AnswerForm) -> str:
    """Confirm or contest the other camp's score."""
    key, version, agrees = (form.cleaned_data[name] for name in ("key", "version", "answer"))
    proposals.answer_sheet(device=device, key=key, version=version, agrees=agrees == "yes")
    return _("Confirmed. Thank you.") if agrees == "yes" else _("Contested: the referee decides.")


@phone_act(DonneHead)
def donne(request: HttpRequest, device: TableDevice, head: DonneHead) -> str | HttpResponse:
    """Note one donne of the sheet that this telephone keeps, or take it back."""
    page = phone_page(device, now=timezone.now())
    number, back = head.cleaned_data["number"], request.POST.get("act") == "back"
    row = phone_row(page.feuille, page.words, request.POST, number=number)
    try:
        content = None if back else _donne(row)
        # Figures typed without Wi-Fi are kept, right or wrong: the player may be looking at something else by now.
        if content is not None and "late" not in request.POST:
            _refuse_wrong(page, number, content)
        proposals.note_donne(device=device, number=number, content=content, **_begun(head))
    except TournamentError as error:
        return _refused(request, device, error, row=row)
    text = _("Donne %(n)s is taken back.") if back else _("Donne %(n)s is noted.")
    return text % {"n": number}


def _refuse_wrong(page: PhonePage, number: int, content: dict[str, object]) -> None:
    """Raise ScoringError `donne_refused` where the règlement refuses this very donne after those before it."""
    if number > page.ours.done + 1:
        return
    sheet = marked(page.camp, [*page.ours.donnes[: number - 1], content], page.terms, page.camps)
    if sheet.wrong == number:
        raise ScoringError("donne_refused", field="donne", said=sheet.error)


@phone
@at_table()
def donne_check(request: HttpRequest, device: TableDevice) -> JsonResponse:
    """State what the règlement makes of the donne being typed, after those that are noted."""
    page = phone_page(device, now=timezone.now())
    asked = request.GET.get("number", "")
    number = int(asked) if asked in map(str, range(1, 201)) else 0
    if not number or number > page.ours.done + 1:
        return JsonResponse({"state": "", "said": "", "points": {}})
    row = phone_row(page.feuille, page.words, request.GET, number=number)
    try:
        typed = _donne(row)
    except ScoringError as error:
        empty = error.code in ("donne_empty", "manche_empty")
        return JsonResponse({"state": "" if empty else "bad", "said": "" if empty else str(error), "points": {}})
    donnes = [*page.ours.donnes[: number - 1], typed, *page.ours.donnes[number:]]
    sheet = marked(page.camp, donnes, page.terms, page.camps)
    line = next((line for line in sheet.lines if line.number == number), None)
    if line is None or sheet.wrong == number:
        return JsonResponse({"state": "bad", "said": sheet.error, "points": {}})
    figures = {camp: f"{line.marks.get(camp, 0):+d}".replace("-", "−") for camp in page.words}
    words = ", ".join(f"{word} {figures[camp]}" for camp, word in page.words.items())
    if line.pot:
        words = _("%(marks)s; %(pot)s held over") % {"marks": words, "pot": line.pot}
    state, said = ("ok", words) if sheet.wrong is None else ("wait", f"{words}. {sheet.error}")
    return JsonResponse({"state": state, "said": said, "points": dict(line.points)})


@phone_act()
def same(request: HttpRequest, device: TableDevice) -> str:
    """Take over the sheet that another camp keeps as ours."""
    count = proposals.take_over(device=device, camp=request.POST.get("camp", ""))
    return _("Your sheet is now theirs: %(n)s donnes.") % {"n": count}


@phone_act()
def cutoff(request: HttpRequest, device: TableDevice) -> str:
    """Record how many donnes were finished at this table when the last ones were announced."""
    form = TableCutoffForm(request.POST)
    if not form.is_valid():
        raise ScoringError("cutoff_phone", field="donnes", table=device.access.table.number)
    sheet_clock.record_cutoff_after(
        table_id=device.access.table_id, donnes=form.cleaned_data["donnes"], camp=device.camp
    )
    return _("Noted. Play the last donnes, then propose the score.")


@phone_act()
def call(request: HttpRequest, device: TableDevice) -> str:
    """Call the referee to the table, or cancel the call."""
    table_id = device.access.table_id
    if request.POST.get("act") == "cancel":
        clock.cancel_call(table_id=table_id)
        return _("The referee is not called any more.")
    clock.call_referee(table_id=table_id)
    return _("The referee is called. Stop playing and wait at your table.")


@phone_act()
def missing(request: HttpRequest, device: TableDevice) -> str:
    """Note whether the opponents are at the table. It decides nothing: the referee looks and says what follows."""
    camp, table = request.POST.get("camp", ""), device.access.table
    if camp == device.camp or camp not in sides_of(table):
        raise ScoringError("camp_unknown", field="camp")
    if request.POST.get("act") == "here":
        clock.seat_ready(table_id=table.pk, camp=camp)
        return _("Noted: they are here.")
    clock.seat_missing(table_id=table.pk, camp=camp)
    return _("Noted: they are not here. Stay at your table, the organiser sees it.")


@phone_act()
def photo(request: HttpRequest, device: TableDevice) -> str:
    """Store a photo of the paper with the score that this table last gave, or for its first one."""
    data = photos.read_upload(request.FILES.get("photo"))
    kept_photo, _created = photos.add_photo(table_id=device.access.table_id, data=data, device=device)
    if kept_photo.sheet is None:
        return _("The photo is kept for the score of your table.")
    return _("The photo is kept with your score.")
