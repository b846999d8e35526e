"""Sheets of paper: one for each table of a partie, reprinted singly, or blank; and the photos of them."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from scoring.access import services as tokens
from scoring.rounds.ties import ties_at_tables
from scoring.sheets import paper, photos
from scoring.sheets.forms import read_number
from scoring.sheets.models import Photo
from scoring.sheets.views.tables import round_or_404, table_or_404
from scoring.standings.reading import evening
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.concours.selectors import public_address
from tournament.errors import TournamentError
from tournament.finals.outstanding import bracket_matches
from tournament.languages import spoken_language
from tournament.page_access import PageRequest, laptop_only, post_only


def sheets(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Show the sheets of a partie, two to a page; with ?table=, that of one table."""
    tournament = tournament_for(request.user, pk, "score")
    round_ = round_or_404(tournament, number)
    codes = tokens.codes_of(round_id=round_.pk)
    matches = bracket_matches(evening(tournament.pk), spoken_language()) if tournament.has_phases else {}
    printed = paper.sheets_of(
        tournament,
        round_,
        codes,
        lambda token: public_address(request, _way_in(tournament, token)),
        equal=ties_at_tables(round_),
        matches={table: name for (partie, table), (name, _match) in matches.items() if partie == number},
    )
    reached = any(sheet.ways for sheet in printed)
    asked = request.GET.get("table", "")
    if asked:
        printed = [sheet for sheet in printed if str(sheet.number) == asked]
        if not printed:
            raise Http404
    context = _context(tournament, printed) | {
        "round": round_,
        "asked": asked,
        "numbers": sorted(codes),
        "may_renew": policy.may(tournament.role, "settings"),
        "typed_at": public_address(request, _code_page(tournament)) or "",
        "no_network": bool(codes) and not reached,
    }
    return render(request, "scoring/sheets/paper_sheets.html", context)


def _code_page(tournament: Tournament) -> str:
    """Return where a sheet's code is typed.

    In the hall an address so short that nobody mistypes it; hosted, that of this concours, for several clubs play there
    on the same evening.
    """
    return reverse("phone-start") if settings.EMBEDDED else reverse("public-code", args=[tournament.slug])


def _way_in(tournament: Tournament, token: str) -> str:
    """Return what a QR opens: in the hall without any script; hosted the token stands where no server or proxy sees it."""
    return reverse("phone-enter", args=[token]) if settings.EMBEDDED else f"{_code_page(tournament)}#{token}"


def blank(request: PageRequest, pk: int) -> HttpResponse:
    """Show a page of two blank sheets."""
    tournament = tournament_for(request.user, pk, "score")
    return render(request, "scoring/sheets/paper_sheets.html", _context(tournament, paper.blank_sheets(tournament)))


def _context(tournament: Tournament, printed: list[paper.PaperSheet]) -> dict[str, object]:
    return {
        "tournament": tournament,
        "section": "entry",
        "pages": [printed[start : start + 2] for start in range(0, len(printed), 2)],
        "columns": paper.columns_of(tournament),
        "shared": paper.shared_columns_of(tournament),
    }


@laptop_only
@post_only
def renew(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Renew the codes of every table of a partie: what was printed before opens nothing any more."""
    tournament = tournament_for(request.user, pk, "settings")
    round_or_404(tournament, number)
    count = tokens.renew_codes(tournament_id=pk, number=number, by=request.user)
    text = ngettext(
        "%(n)s table has a new code. Print its sheet again: the old one opens nothing any more.",
        "%(n)s tables have new codes. Print their sheets again: the old ones open nothing any more.",
        count,
    )
    messages.success(request, text % {"n": count})
    return redirect("paper-sheets", pk, number)


@post_only
def photo_add(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Store a photo of the paper: with the version that it shows, or for the first score."""
    tournament = tournament_for(request.user, pk, "score")
    seated, version = table_or_404(tournament, number, table), read_number(request.POST.get("version", ""))
    try:
        data = photos.read_upload(request.FILES.get("photo"))
        kept_photo, _created = photos.add_photo(table_id=seated.pk, version=version, data=data, by=request.user)
    except TournamentError as error:
        messages.error(request, str(error))
    else:
        if kept_photo.sheet is None:
            messages.success(request, _("The photo is kept. Type the score that it shows."))
            return redirect(f"{reverse('entry-round', args=[pk, number])}?table={table}")
        messages.success(request, _("The photo is kept with version %(n)s.") % {"n": kept_photo.sheet.version})
    return redirect("table", pk, number, table)


def photo(request: PageRequest, pk: int, photo_pk: int) -> HttpResponse:
    """Show a photo as we drew it anew: always a JPEG, and nothing that a browser could run."""
    tournament = tournament_for(request.user, pk)
    kept_photo = get_object_or_404(Photo, pk=photo_pk, table__round__tournament=tournament)
    response = HttpResponse(bytes(kept_photo.content), content_type="image/jpeg")
    response["Content-Disposition"] = f'inline; filename="photo-{kept_photo.pk}.jpg"'
    return response
