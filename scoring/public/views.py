"""Pages for telephones and the wall, without an account: the standing, one team, the wall."""

import segno.helpers
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt

from rules import local_words
from scoring.public.address import EMPTY_PICTURE, address_picture, qr_square
from scoring.public.serving import (
    LiveConcours,
    cached_page,
    framed_by_us,
    public_context,
    public_live,
    public_news,
    public_page,
    send_page,
)
from scoring.public.sharing import calendar_token, online
from scoring.ranking.ranking import first_and_equals
from scoring.referee.selectors import RulingLine, rulings_by_team
from scoring.rounds.selectors import tables_page
from scoring.standings import boards, stories
from scoring.standings.selectors import labels
from tournament import names
from tournament.concours.access import public_tournament, tournament_for
from tournament.concours.models import Tournament
from tournament.concours.selectors import public_address
from tournament.finals.words import phase_begins
from tournament.languages import asked_language, in_asked_language, language_context
from tournament.page_access import PageRequest, form_page

LONGEST_PAGE_NUMBER = 4
LONGEST_LINE_NUMBER = 9
EMBEDDED_TEAMS = 20  # of the ranking in the page of another site
EMBEDDED_SECONDS = 60  # after which it loads itself again
CARDS_ON_A_SHEET = 10


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the standing as it was last rendered, or find a team by number or name."""
    if not request.META.get("QUERY_STRING"):  # what nearly everybody asks, with the least work
        return send_page(request, public_page(slug, "standings-1.fr"), "fr")
    if "q" in request.GET:
        return _find_team(request, slug)
    language = asked_language(request)
    page = request.GET.get("page", "1")
    if not (page.isascii() and page.isdecimal() and len(page) <= LONGEST_PAGE_NUMBER):
        raise Http404
    return send_page(request, public_page(slug, f"standings-{int(page)}.{language}"), language)


@framed_by_us
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the standing for a large screen."""
    language = asked_language(request)
    return send_page(request, public_page(slug, f"wall.{language}"), language)


@in_asked_language
def address(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the address of the public pages with its square, for the corner of a wall; nothing without a network."""
    tournament = public_tournament(slug)
    found = public_address(request, reverse("public-standings", args=[tournament.slug]))
    picture = address_picture(found) if found else EMPTY_PICTURE
    headers = {"Cache-Control": "no-cache"}  # the laptop may join another Wi-Fi during the evening
    return HttpResponse(picture, content_type="image/svg+xml", headers=headers)


def team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one team: its table now, its parties, its rank and why; with `?part=live` the part that changes alone."""
    line = _line_of_news(request)
    live = public_live(slug, enough=lambda live: live.evening.journal_number >= line)
    if number not in live.labels:
        raise Http404
    language = asked_language(request)
    key = number, language, request.GET.get("part") != "live"
    page = live.pages.get(key)
    if page is None:
        page = live.pages[key] = cached_page(_team_page(live, *key))
    return send_page(request, page, language)


def _line_of_news(request: HttpRequest) -> int:
    """Return the line of the journal for which a telephone asks, as the news told it; 0 where it asks for any.

    The cache in front keeps the answer under that line: one of the line before would be given to all for some seconds.
    """
    line = request.GET.get("line", "")
    return int(line) if line.isascii() and line.isdecimal() and len(line) <= LONGEST_LINE_NUMBER else 0


def news(request: HttpRequest, slug: str) -> HttpResponse:
    """Send how far the concours is, to those whose page changes with it."""
    return send_page(request, public_news(slug), "fr", "application/json")


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@in_asked_language
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking, or the tables before there is one, in a frame of another site.

    It is the only page that another site may frame: it has no form and no account. In the hall there is none.
    """
    tournament = public_tournament(slug)
    if not online(tournament):
        raise Http404
    live = public_live(slug)
    board = boards.board(live.evening, live.labels, after_round=live.evening.last_shown, only=boards.PUBLIC_CRITERIA)
    lines = first_and_equals(board.lines, EMBEDDED_TEAMS)
    context = public_context(live.evening.tournament) | {
        "board": board,
        "standing": board.standing,
        "lines": lines,
        "more": len(board.lines) - len(lines),
        "at": live.evening.at,
        "seconds": EMBEDDED_SECONDS,
    }
    if not board.standing.after_round:
        context |= tables_page(live.evening.tournament)
    page = render(request, "scoring/public/embed.html", context)
    page.headers["Cache-Control"] = "public, max-age=30"
    return page


def sharing_context(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Return the addresses of a concours that another site or a calendar may use; none where it is not public."""
    if not tournament.public:
        return {}

    found: dict[str, object] = {"calendar": reverse("public-calendar", args=[tournament.slug])}
    if online(tournament):  # the addresses of a hall end with its evening

        def address(name: str, argument: str) -> str | None:
            return public_address(request, reverse(name, args=[argument]))

        found["club_calendar"] = address("public-club-calendar", calendar_token(tournament.club))
        found["embed"] = address("public-embed", tournament.slug)
    return found


@form_page
def poster(request: PageRequest, pk: int) -> HttpResponse:
    """Show the poster of the hall on one A4 page; the Wi-Fi that is typed is drawn on it and kept nowhere."""
    tournament = tournament_for(request.user, pk)
    wifi, password = (names.clean(request.POST.get(name, ""))[:63] for name in ("wifi", "password"))
    address = (
        public_address(request, reverse("public-standings", args=[tournament.slug])) if tournament.public else None
    )
    joining = segno.helpers.make_wifi_data(ssid=wifi, password=password or None, security="WPA" if password else None)
    context = {
        "tournament": tournament,
        "section": "evening",
        "wifi": wifi,
        "password": password,
        "wifi_square": qr_square(joining) if wifi else "",
        "address": address,
        "square": qr_square(address) if address else "",
    }
    return render(request, "scoring/public/poster.html", context)


def team_cards(request: PageRequest, pk: int) -> HttpResponse:
    """Show a card for each team to be cut out: its number, its names, the square of its page."""
    tournament = tournament_for(request.user, pk)

    def card(number: int) -> str:
        address = public_address(request, reverse("public-team", args=[tournament.slug, number]))
        return qr_square(f"{address}#moi") if address else ""

    cards = [(number, label.name, card(number)) for number, label in sorted(labels(tournament).items())]
    drawn = [one for one in cards if one[2]]
    sheets = [drawn[at : at + CARDS_ON_A_SHEET] for at in range(0, len(drawn), CARDS_ON_A_SHEET)]
    context = {"tournament": tournament, "section": "evening", "sheets": sheets}
    return render(request, "scoring/public/team_cards.html", context)


def _team_page(live: LiveConcours, number: int, language: str, whole: bool) -> str:
    local_words.choose(live.evening.tournament.words)  # who looked the concours up may be another one
    course = live.evening.outstanding.entering.get(number)
    with translation.override(language):
        context = public_context(live.evening.tournament) | {
            "standing": live.standing,
            "at": live.evening.at,
            "line": live.evening.journal_number,
            "number": number,
            "label": live.labels[number],
            "story": stories.story(live.evening, live.standing, live.labels, number),
            "current": stories.current_partie(live.evening, live.labels, number),
            "clock": live.clock,
            "rulings": _rulings(live, language).get(number, []),
            "finished": number in live.evening.finished,
            "waits": phase_begins(course, language) if course else "",
            "prize": live.prizes.get(number),
        }
        return render_to_string(f"scoring/public/{'public_team' if whole else '_public_team_live'}.html", context)


def _rulings(live: LiveConcours, language: str) -> dict[int, list[RulingLine]]:
    """Return the rulings by team, read once for each state of the concours and language."""
    if language not in live.rulings:
        live.rulings[language] = rulings_by_team(live.evening.tournament)
    return live.rulings[language]


def _find_team(request: HttpRequest, slug: str) -> HttpResponse:
    """Find a team by its number or a part of a name, and go to its page; where several fit, list them."""
    query = request.GET["q"][:60].strip()
    live = public_live(slug)
    language = asked_language(request)
    if query.isascii() and query.isdecimal():
        numbers = [number for number in live.labels if number == int(query)]
    else:
        labelled = live.labels.items() if names.spelling(query) else ()
        numbers = [number for number, label in labelled if names.answers(query, label.name, label.players)]
    if len(numbers) == 1:
        with translation.override(language):
            suffix = language_context()["language_query"]
        return redirect(reverse("public-team", args=[slug, numbers[0]]) + f"{suffix}#trouve")
    with translation.override(language):
        context = public_context(live.evening.tournament) | {
            "asked": query,
            "found": [(number, live.labels[number].name) for number in sorted(numbers)[:50]],
        }
        return render(request, "scoring/public/public_find.html", context)
