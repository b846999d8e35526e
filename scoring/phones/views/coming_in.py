"""Admit a telephone to a table: the short address, the code, the QR, and the cookie that it is known by from then on."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from rules import local_words
from scoring.access import services as tokens
from scoring.errors import ScoringError
from scoring.sheets.selectors import CAMPS, sides_of
from scoring.sheets.views.recording import is_scripted
from tournament.clubs import policy
from tournament.concours.access import tournaments_of
from tournament.concours.models import Tournament
from tournament.page_access import form_page, or_404, post_only, private_link, public_page
from tournament.people.naming import Audience
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
    """Serve *view* to a telephone of the hall: what it opens is its own table alone."""
    return public_page(private_link(view))


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
def start(request: HttpRequest) -> HttpResponse:
    """Redirect the short address printed on sheets to the code page of the concours being played on this laptop."""
    if not settings.EMBEDDED:
        raise Http404
    playing = Round.objects.filter(
        state="published", tournament__closed_at=None, tournament__removed_at=None
    ).select_related("tournament")
    latest = or_404(playing.order_by("-published_at").first())
    return redirect("public-code", latest.tournament.slug)


@phone
@form_page
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
@post_only
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
