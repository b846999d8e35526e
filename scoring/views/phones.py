"""A table on its players' telephones, without an account: come in, propose, confirm or contest."""

import time
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.errors import ScoringError
from scoring.forms.entry import new_key
from scoring.forms.phones import AnswerForm, ProposalForm
from scoring.models import TableAccess, TableDevice
from scoring.selectors import entry
from scoring.selectors.proposals import PhonePage, phone_page
from scoring.services import proposals, tokens
from tournament.errors import TournamentError
from tournament.models import Round, Tournament

COOKIE = "dix_table"
COOKIE_SECONDS = 24 * 3600
# What a refusal is to a telephone: whether it may mend its entry, keep it, or show it to the table de marque.
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
    """*view* for a telephone of the hall: nothing is cached, and no address of ours is told to anybody."""

    @wraps(view)
    @never_cache
    def opened(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        # Not "no-referrer": browsers then send "Origin: null" with a form, and nobody could come in.
        response["Referrer-Policy"] = "strict-origin"
        return response

    opened.public_page = True
    return opened


def at_table(*, expired: bool = False) -> Callable[[View], View]:
    """Give the view the telephone of its cookie; 404 for a stranger, and, unless *expired* may, once it is over."""

    def decorate(view: View) -> View:
        @wraps(view)
        def opened(request: HttpRequest, access: int) -> HttpResponse:
            device = tokens.device_of(access_id=access, secret=request.COOKIES.get(COOKIE, ""))
            if device is None or not (expired or tokens.is_open(device.access)):
                raise Http404
            tokens.seen(device)
            return view(request, device)

        return opened

    return decorate


@phone
@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """The short address printed on sheets: to the code page of the concours being played on this laptop."""
    if not settings.EMBEDDED:
        raise Http404
    playing = Round.objects.filter(state="published", tournament__closed_at=None).select_related("tournament")
    latest = playing.order_by("-published_at").first()
    if latest is None:
        raise Http404
    return redirect("public-code", latest.tournament.slug)


@phone
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """The code of the sheet, typed; then which of the two teams."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context = {"tournament": tournament, "code": ""}
    if request.method == "GET":
        return render(request, "scoring/phone_code.html", context)
    typed = request.POST.get("code", "")[:40]
    try:
        access = tokens.by_code(tournament=tournament, code=typed, address=request.META.get("REMOTE_ADDR", ""))
    except ScoringError as error:
        status = STATUSES.get(error.code, 404)
        response = render(request, "scoring/phone_code.html", context | {"code": typed, "error": error}, status=status)
        if status == 429:
            response["Retry-After"] = "60"
        return response
    return _come_in(request, access, {"code": typed})


@phone
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """What the QR opens. Looking changes nothing; choosing one's team exchanges the token for a cookie."""
    try:
        access = tokens.by_token(token)
    except ScoringError as error:
        raise Http404 from error
    return _come_in(request, access, {})


def _come_in(request: HttpRequest, access: TableAccess, carried: dict[str, str]) -> HttpResponse:
    """Ask which team the telephone speaks for; with an answer, let it in and go to the clean address."""
    camp = request.POST.get("camp", "")
    if camp not in entry.CAMPS:
        table = access.table
        context = {
            "tournament": table.round.tournament,
            "table": table,
            "sides": entry.sides_of(table),
            "carried": carried,
        }
        return render(request, "scoring/phone_enter.html", context)
    address = reverse("phone-table", args=[access.pk])
    _device, secret = tokens.let_in(access=access, camp=camp, secret=request.COOKIES.get(COOKIE, ""))
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


@phone
@require_GET
@at_table()
def table(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """My table now."""
    return _page(request, device)


@phone
@require_GET
@at_table()
def state(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """The part of the page that changes by itself."""
    return render(request, "scoring/_phone_state.html", _context(device))


def _context(device: TableDevice) -> dict[str, object]:
    page: PhonePage = phone_page(device, now=timezone.now())
    return {"page": page, "tournament": page.tournament, "access": device.access_id, "answer_key": new_key()}


def _page(
    request: HttpRequest, device: TableDevice, *, form: ProposalForm | None = None, error: str = "", status: int = 200
) -> HttpResponse:
    context = _context(device)
    page = context["page"]
    form = form or ProposalForm(initial={"key": new_key(), "sequence": time.time_ns() // 1_000_000})
    context |= {
        "form": form,
        "error": error,
        "ours": form[f"points_{page.camp}"],
        "theirs": form[f"points_{page.other_camp}"],
        "more": [
            (_("Belotes, us"), form[f"belotes_{page.camp}"]),
            (_("Belotes, them"), form[f"belotes_{page.other_camp}"]),
            (_("Capots, us"), form[f"capots_{page.camp}"]),
            (_("Capots, them"), form[f"capots_{page.other_camp}"]),
        ],
    }
    return render(request, "scoring/phone_table.html", context, status=status)


@phone
@require_POST
@at_table(expired=True)
def propose(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """The score that this telephone proposes. What comes after the partie is over is kept, and answered 409."""
    form = ProposalForm(request.POST)
    if not form.is_valid():
        mended = form.errors.keys() - {"key", "sequence"}
        said = next(iter(form.errors[name][0] for name in form.errors if name in mended), "")
        said = said or str(ScoringError("sheet_key_wrong"))
        return _refused(request, device, form, "figures" if mended else "sheet_key_wrong", said, 422 if mended else 400)
    try:
        given = proposals.propose_sheet(
            device=device,
            key=form.cleaned_data["key"],
            marks=form.marks(),
            sequence=form.cleaned_data["sequence"],
        )
    except TournamentError as error:
        return _refused(request, device, form, error.code, str(error), STATUSES.get(error.code, 422))
    said = _receipt_text(given)
    if request.headers.get("X-Requested-With") == "fetch":
        answer = {
            "code": "late" if given.late else "",
            "message": said,
            "receipt": given.sheet.receipt,
            "state": given.sheet.state,
        }
        return JsonResponse(answer, status=409 if given.late else 200)
    if given.late:
        return _page(request, device, error=said, status=409)
    messages.success(request, said)
    return redirect("phone-table", device.access_id)


def _refused(
    request: HttpRequest, device: TableDevice, form: ProposalForm, refusal: str, said: str, status: int
) -> HttpResponse:
    if request.headers.get("X-Requested-With") == "fetch":
        return JsonResponse({"code": refusal, "message": said}, status=status)
    data = request.POST.copy()
    if refusal in ("sheet_key_wrong", "sheet_key_used", "sheet_key_elsewhere"):
        data["key"], data["sequence"] = new_key(), str(time.time_ns() // 1_000_000)
    again = ProposalForm(data)
    again.is_valid()
    return _page(request, device, form=again, error=said, status=status)


def _receipt_text(given: proposals.Proposed) -> str:
    params = {"receipt": given.sheet.receipt, "recorded": entry.figures_text(given.known or given.sheet)}
    if given.late and given.known is not None:
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


@phone
@require_POST
@at_table()
def answer(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """The other camp's score confirmed or contested."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _answered(request, device, "sheet_key_wrong", str(ScoringError("sheet_key_wrong")), 400)
    agrees = form.cleaned_data["answer"] == "yes"
    try:
        proposals.answer_sheet(
            device=device, key=form.cleaned_data["key"], version=form.cleaned_data["version"], agrees=agrees
        )
    except TournamentError as error:
        return _answered(request, device, error.code, str(error), STATUSES.get(error.code, 422))
    said = _("Confirmed. Thank you.") if agrees else _("Contested: call the referee to your table.")
    return _answered(request, device, "", said, 200)


def _answered(request: HttpRequest, device: TableDevice, refusal: str, said: str, status: int) -> HttpResponse:
    if request.headers.get("X-Requested-With") == "fetch":
        return JsonResponse({"code": refusal, "message": said}, status=status)
    if status != 200:
        return _page(request, device, error=said, status=status)
    messages.success(request, said)
    return redirect("phone-table", device.access_id)


@phone
@require_GET
@at_table()
def check(request: HttpRequest, device: TableDevice) -> JsonResponse:
    """What the règlement says of the figures being typed."""
    form = ProposalForm({"key": "-", "sequence": "0", **request.GET.dict()})
    if not form.is_valid():
        return JsonResponse({"state": "bad", "said": next(iter(form.errors.values()))[0]})
    marks = form.marks()
    tournament = device.access.table.round.tournament
    given = [camp for camp in entry.CAMPS if marks[camp]["points"] is not None]
    if len(given) == 1:
        other = entry.other_total(tournament, marks)
        text = _("The other total would be %(points)s.") % {"points": other[1]} if other else ""
        return JsonResponse({"state": "", "said": text})
    if not given:
        return JsonResponse({"state": "", "said": ""})
    found = entry.control(tournament, marks)
    said = found.message(get_language() or "fr")
    if not found.ok or found.doubtful:
        return JsonResponse({"state": "wait" if found.ok else "bad", "said": said})
    total = sum(marks[camp]["points"] for camp in entry.CAMPS)
    return JsonResponse({"state": "ok", "said": _("Total %(sum)s: possible.") % {"sum": total}})
