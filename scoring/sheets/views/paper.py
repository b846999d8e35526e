"""Sheets of paper: one for each table of a partie, reprinted singly, or blank; and the photos of them."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scoring.access import services as tokens
from scoring.errors import ScoringError
from scoring.sheets import paper, photos
from scoring.sheets.models import Photo
from scoring.sheets.selectors import find_table, published_rounds
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.concours.selectors import public_address
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, laptop_only
from tournament.rounds.models import Round


def _round_or_404(tournament: Tournament, number: int) -> Round:
    round_ = next((one for one in published_rounds(tournament) if one.number == number), None)
    if round_ is None:
        raise Http404
    return round_


@login_required
@never_cache
@require_GET
def sheets(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """The sheets of a partie, two to a page; with ?table=, that of one table."""
    tournament = tournament_for(request.user, pk, "score")
    round_ = _round_or_404(tournament, number)
    ways = tokens.ways_of(round_id=round_.pk)
    addresses = {}
    for table, way in ways.items():
        addresses[table] = public_address(request, reverse("phone-enter", args=[way.token])) or ""
    found = paper.sheets_of(tournament, round_, ways, addresses)
    asked = request.GET.get("table", "")
    if asked:
        found = [sheet for sheet in found if str(sheet.number) == asked]
        if not found:
            raise Http404
    context = _context(tournament, found) | {
        "round": round_,
        "asked": asked,
        "numbers": sorted(ways),
        "may_renew": policy.may(tournament.role, "settings"),
        "typed_at": public_address(request, _code_page(tournament)) or "",
        "no_network": bool(ways) and not any(addresses.values()),
    }
    return render(request, "scoring/sheets/paper_sheets.html", context)


def _code_page(tournament: Tournament) -> str:
    """Where a sheet's code is typed: in the hall an address so short that nobody mistypes it; hosted, that of this
    concours, for several clubs play there on the same evening."""
    return reverse("phone-start") if settings.EMBEDDED else reverse("public-code", args=[tournament.slug])


@login_required
@require_GET
def blank(request: PageRequest, pk: int) -> HttpResponse:
    """A page of two blank sheets."""
    tournament = tournament_for(request.user, pk, "score")
    return render(request, "scoring/sheets/paper_sheets.html", _context(tournament, paper.blank_sheets(tournament, 2)))


def _context(tournament: Tournament, found: list[paper.Sheet]) -> dict[str, object]:
    return {
        "tournament": tournament,
        "section": "entry",
        "pages": [found[start : start + 2] for start in range(0, len(found), 2)],
        "donnes": paper.donne_numbers(tournament),
        "columns": paper.columns_of(tournament),
        "control": paper.control_text(tournament),
    }


@laptop_only
@login_required
@require_POST
def renew(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """New codes for every table of a partie: what was printed before opens nothing any more."""
    tournament = tournament_for(request.user, pk, "settings")
    _round_or_404(tournament, number)
    count = tokens.renew_codes(tournament_id=pk, number=number, by=request.user)
    text = ngettext(
        "%(n)s table has a new code. Print its sheet again: the old one opens nothing any more.",
        "%(n)s tables have new codes. Print their sheets again: the old ones open nothing any more.",
        count,
    )
    messages.success(request, text % {"n": count})
    return redirect("paper-sheets", pk, number)


@login_required
@require_POST
def photo_add(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """A photo of the paper, kept with the version of the table's sheet that it shows."""
    tournament = tournament_for(request.user, pk, "score")
    found = find_table(tournament, number, table)
    if found is None:
        raise Http404
    sent, asked = request.FILES.get("photo"), request.POST.get("version", "")
    try:
        if sent is None or not (asked.isascii() and asked.isdecimal() and len(asked) <= 5):
            raise ScoringError("photo_unread", field="photo")
        if (sent.size or 0) > photos.HIGHEST_BYTES:
            raise ScoringError("photo_large", field="photo", most=photos.HIGHEST_BYTES // 1_000_000)
        photos.add_photo(table_id=found.pk, version=int(asked), data=sent.read(), by=request.user)
    except TournamentError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The photo is kept with version %(n)s.") % {"n": asked})
    return redirect("table", pk, number, table)


@login_required
@require_GET
def photo(request: PageRequest, pk: int, photo_pk: int) -> HttpResponse:
    """A photo as we drew it anew: always a JPEG, and nothing that a browser could run."""
    tournament = tournament_for(request.user, pk)
    found = get_object_or_404(Photo, pk=photo_pk, sheet__table__round__tournament=tournament)
    response = HttpResponse(bytes(found.content), content_type="image/jpeg")
    response["Content-Disposition"] = f'inline; filename="photo-{found.pk}.jpg"'
    return response
