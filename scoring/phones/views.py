"""A table on its players' telephones, without an account: come in, propose, confirm or contest."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import SELF
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules import NULLE, UNCHECKED, local_words
from scoring.access import services as tokens
from scoring.access.models import TableDevice
from scoring.clock import services as sheet_clock
from scoring.copies.selectors import SecondHome, second_home
from scoring.errors import ScoringError
from scoring.phones import running
from scoring.phones import services as proposals
from scoring.phones.forms import (
    AnswerForm,
    DonneHead,
    KeyedForm,
    ProposalForm,
    SheetHead,
    TableCutoffForm,
    parts_of,
    phone_row,
)
from scoring.phones.running_sheets import RunningSheet, marked
from scoring.phones.selectors import PhonePage, phone_page
from scoring.referee.selectors import rulings_of
from scoring.rounds.ties import tie_at_table
from scoring.sheets import photos
from scoring.sheets.controls import control, issue_text, other_total, possible_winners, totals_of
from scoring.sheets.explained import explained_sum
from scoring.sheets.forms.donnes import DonneForm, MancheForm, initial_row
from scoring.sheets.forms.entry import new_key
from scoring.sheets.reception import Receipt
from scoring.sheets.reports import winner_by_totals
from scoring.sheets.selectors import CAMPS, figures_text, sides_of
from scoring.sheets.shown import DonneLine
from scoring.sheets.terms import terms_of
from scoring.sheets.views.recording import is_scripted
from tournament.clubs import policy
from tournament.concours.access import tournaments_of
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import public_page
from tournament.people.naming import Audience
from tournament.rounds import clock
from tournament.rounds.models import Round

COOKIE = f"{settings.COOKIE_PREFIX}dix_table"
COOKIE_SECONDS = 24 * 3600
# The status of a refusal tells a telephone to mend its entry, to keep it, or to show it to the table de marque.
STATUSES = {
    "closed": 410,
    "sheet_key_wrong": 400,
    "own_proposal": 403,
    "sheet_changed": 409,
    "sheet_disputed": 409,
    "already_counted": 409,
    "codes_many": 429,
}

View = Callable[..., HttpResponse]


def phone(view: View) -> View:
    """Serve *view* to a telephone of the hall, without a cache and without a Referer to other sites."""

    @wraps(view)
    @never_cache
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        # Not "no-referrer": browsers then send "Origin: null" with a form, and nobody could come in.
        response["Referrer-Policy"] = "strict-origin"
        return response

    return public_page(opened)


def at_table(*, expired: bool = False) -> Callable[[View], View]:
    """Pass to the view the telephone of its cookie; 404 for a stranger, and, unless *expired* may, once it is over.

    It is the same 404 where the table itself is gone, with its draw or its concours: nobody learns by trying which
    tables there are. The entries kept on the telephone are shown there, to be copied.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def opened(request: HttpRequest, access: int) -> HttpResponse:
            device = tokens.device_of(access_id=access, secret=request.COOKIES.get(COOKIE, ""))
            if device is None or not (expired or tokens.is_open(device.access)):
                return _gone(request, access)
            tokens.seen(device)
            try:
                return view(request, device)
            except ObjectDoesNotExist:
                # Its draw was cancelled while it asked.
                if tokens.device_of(access_id=access, secret=request.COOKIES.get(COOKIE, "")) is not None:
                    raise
                return _gone(request, access)

        return opened

    return decorate


def _gone(request: HttpRequest, access: int) -> HttpResponse:
    error = ScoringError("table_gone")
    if is_scripted(request):
        return JsonResponse({"code": error.code, "message": str(error)}, status=404)
    typed = [f"{camp} {request.POST[f'points_{camp}'][:9]}" for camp in CAMPS if f"points_{camp}" in request.POST]
    context = {"gone": error, "access": access, "typed": ", ".join(typed)}
    return render(request, "scoring/phones/phone_gone.html", context, status=404)


@phone
@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """Redirect the short address printed on sheets to the code page of the concours being played on this laptop."""
    if not settings.EMBEDDED:
        raise Http404
    playing = Round.objects.filter(
        state="published", tournament__closed_at=None, tournament__removed_at=None
    ).select_related("tournament")
    latest = playing.order_by("-published_at").first()
    if latest is None:
        raise Http404
    return redirect("public-code", latest.tournament.slug)


@phone
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the code of the sheet, or take the token of its QR from our script; then show the camp that it lets in."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    local_words.choose(tournament.words)
    context = {"tournament": tournament, "code": ""}
    if request.method == "GET":
        return render(request, "scoring/phones/phone_code.html", context)
    typed, token = (request.POST.get(name, "")[:40] for name in ("code", "token"))
    try:
        if token:
            return _found(request, tokens.by_token(token), token)
        way = tokens.by_code(tournament=tournament, code=typed, address=_address(request))
    except ScoringError as error:
        status = STATUSES.get(error.code, 404)
        response = render(
            request, "scoring/phones/phone_code.html", context | {"code": typed, "error": error}, status=status
        )
        if status == 429:
            response["Retry-After"] = "60"
        return response
    return _ask_to_come_in(request, way, {"code": typed})


@phone
@require_GET
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Show whom a QR lets in, which changes nothing; to who may type scores, the entry of that table."""
    try:
        return _found(request, tokens.by_token(token), token)
    except ScoringError as error:
        raise Http404 from error


def _found(request: HttpRequest, way: tokens.WayIn, token: str) -> HttpResponse:
    """Show whom *token* lets in; to who may type scores, the entry of that table."""
    round_ = way.access.table.round
    scorer = tournaments_of(request.user).filter(pk=round_.tournament_id).first()
    if scorer is not None and policy.may(policy.role_in(request.user, scorer.club_id), "score"):
        entry = reverse("entry-round", args=[scorer.pk, round_.number])
        return redirect(f"{entry}?table={way.access.table.number}")
    return _ask_to_come_in(request, way, {"token": token})


@phone
@require_POST
def come_in(request: HttpRequest, access: int) -> HttpResponse:
    """Admit the telephone for the camp of its token or code, exchanged for a cookie; go to the clean address.

    It stands under the address of the table so that the cookie of a telephone that is in already is seen.
    """
    carried = {name: request.POST[name][:40] for name in ("token", "code") if name in request.POST}
    try:
        way = _way_in(request, access, carried)
        camp = way.camp or request.POST.get("camp", "")
        _device, secret = tokens.let_in(access=way.access, camp=camp, secret=request.COOKIES.get(COOKIE, ""))
    except ScoringError as error:
        if error.code in ("telephone_other_camp", "telephones_many", "camp_unknown"):
            return _ask_to_come_in(request, way, carried, error=error)
        raise Http404 from error
    address = reverse("phone-table", args=[access])
    response = redirect(address)
    response.status_code = 303
    # The cookie is seen at this table's addresses only: a telephone keeps one for each partie.
    response.set_cookie(
        COOKIE,
        secret,
        max_age=COOKIE_SECONDS,
        path=address,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _way_in(request: HttpRequest, access: int, carried: dict[str, str]) -> tokens.WayIn:
    if "token" in carried:
        way = tokens.by_token(carried["token"])
    else:
        tournament = get_object_or_404(Tournament, rounds__tables__access=access)
        way = tokens.by_code(tournament=tournament, code=carried.get("code", ""), address=_address(request))
    if way.access.pk != access:
        raise ScoringError("way_unknown")
    return way


def _ask_to_come_in(
    request: HttpRequest, way: tokens.WayIn, carried: dict[str, str], *, error: ScoringError | None = None
) -> HttpResponse:
    """Show the camp for which the telephone will speak; all of them, to be chosen from, where *way* is a common one."""
    table = way.access.table
    sides = {camp: side for camp, side in sides_of(table, Audience.NAMED).items() if way.camp in ("", camp)}
    context = {
        "tournament": table.round.tournament,
        "table": table,
        "access": way.access.pk,
        "sides": sides,
        "carried": carried,
        "error": error,
    }
    return render(request, "scoring/phones/phone_enter.html", context, status=409 if error else 200)


def _address(request: HttpRequest) -> str:
    return request.META.get("REMOTE_ADDR", "")


@phone
@require_GET
@at_table()
def table(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Show the telephone its table as it is now."""
    return _page(request, device)


@phone
@require_GET
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


def _page(
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
    }
    if page.pair and not page.feuille.by_manches:
        form = form or ProposalForm(initial=_fresh_key())
        context |= {
            "form": form,
            "winners": [*page.words.items(), (NULLE, _("Nobody: drawn"))],
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


def phone_act(read: type[Form] | None = None, *, expired: bool = False) -> Callable[[Callable[..., Any]], View]:
    """Make the view of a telephone's POST out of a function that does one act and gives the sentence to show.

    The function gets the request, the telephone and, where *read* is given, that form, read. A form that our pages do
    not make and any TournamentError are answered as refusals.
    """

    def decorate(act: Callable[..., Any]) -> View:
        @phone
        @require_POST
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
        return _page(request, device, form=form, row=row, error=message, status=status)
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
            form = ProposalForm(request.POST.dict() | _fresh_key())
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


def _fresh_key() -> dict[str, object]:
    """Return the key of an entry that begins now."""
    return {"key": new_key(), "sequence": time.time_ns() // 1_000_000}


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
        text = _("Received, number %(receipt)s. The other camp gave other figures: call the referee.")
    else:
        text = _("Received, number %(receipt)s.")
    return text % params


@phone_act(AnswerForm)
def answer(_request: HttpRequest, device: TableDevice, form: AnswerForm) -> str:
    """Confirm or contest the other camp's score."""
    key, version, agrees = (form.cleaned_data[name] for name in ("key", "version", "answer"))
    proposals.answer_sheet(device=device, key=key, version=version, agrees=agrees == "yes")
    return _("Confirmed. Thank you.") if agrees == "yes" else _("Contested: call the referee to your table.")


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
        running.note_donne(device=device, number=number, content=content, **_begun(head))
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
@require_GET
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
    count = running.take_over(device=device, camp=request.POST.get("camp", ""))
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


@phone
@require_GET
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
