"""What telephones and the wall read, without an account: the standing, one team, the wall."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from scoring.selectors import boards, rulings
from scoring.selectors.clock import face_now
from scoring.selectors.standings import Label
from scoring.views.memory import Live, Served, public_live, public_page, served
from tournament import names

# The page is the same for everybody, so the language is in the address and not in a cookie.
LANGUAGES = ("fr", "en")
LONGEST_PAGE_NUMBER = 4


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standing as it was last rendered, or the team asked for by number or name."""
    if not request.META.get("QUERY_STRING"):  # what nearly everybody asks, with the least work
        return _send(request, public_page(slug, "standings-1.fr"), "fr")
    if "q" in request.GET:
        return _find_team(request, slug)
    language = _language(request)
    page = request.GET.get("page", "1")
    if not (page.isascii() and page.isdecimal() and len(page) <= LONGEST_PAGE_NUMBER):
        raise Http404
    return _send(request, public_page(slug, f"standings-{int(page)}.{language}"), language)


@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """The standing for a large screen."""
    language = _language(request)
    return _send(request, public_page(slug, f"wall.{language}"), language)


@require_safe
def team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One team: its table now, its parties, its rank and why."""
    live = public_live(slug)
    if number not in live.labels:
        raise Http404
    language = _language(request)
    page = live.pages.get((number, language))
    if page is None:
        page = live.pages[number, language] = served(_team_page(live, number, language))
    return _send(request, page, language)


def _team_page(live: Live, number: int, language: str) -> str:
    with translation.override(language):
        context = {
            "tournament": live.evening.tournament,
            "standing": live.standing,
            "at": live.evening.at,
            "language": language,
            "number": number,
            "label": live.labels[number],
            "story": boards.story(live.evening, live.standing, live.labels, number),
            "current": boards.current_partie(live.evening, live.labels, number),
            "names_shown": boards.names_shown(live.evening.tournament),
            "clock": face_now(live.evening.tournament),
            "rulings": _rulings(live, language).get(number, []),
        }
        return render_to_string("scoring/public_team.html", context)


def _rulings(live: Live, language: str) -> dict[int, list[rulings.RulingLine]]:
    """The referee's decisions by team, asked of the database once for each state of the concours and language."""
    if language not in live.rulings:
        live.rulings[language] = rulings.rulings_by_team(live.evening.tournament)
    return live.rulings[language]


def _find_team(request: HttpRequest, slug: str) -> HttpResponse:
    """To the page of the team asked for by its number or a part of a name; where several fit, their list."""
    asked = request.GET["q"][:60].strip()
    live = public_live(slug)
    language = _language(request)
    suffix = "?lang=en" if language == "en" else ""
    if asked.isascii() and asked.isdecimal():
        found = [number for number in live.labels if number == int(asked)]
    else:
        words = names.key(asked).split()
        found = [number for number, label in live.labels.items() if words and _fits(words, label)]
    if len(found) == 1:
        return redirect(reverse("public-team", args=[slug, found[0]]) + suffix)
    with translation.override(language):
        context = {
            "tournament": live.evening.tournament,
            "asked": asked,
            "found": [(number, live.labels[number].name) for number in sorted(found)[:50]],
            "language": language,
            "names_shown": boards.names_shown(live.evening.tournament),
        }
        return render(request, "scoring/public_find.html", context)


def _fits(words: list[str], label: Label) -> bool:
    """Whether each of *words* begins one of the words of the team's names, accents and case put aside."""
    parts = names.key(f"{label.name} {label.players}").split()
    return all(any(part.startswith(word) for part in parts) for word in words)


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("lang")
    return asked if asked in LANGUAGES else LANGUAGES[0]


def _send(request: HttpRequest, page: Served, language: str) -> HttpResponse:
    """*page* with its ETag, or 304 to who has it already; compressed for who takes that, which every browser does."""
    gzipped = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    headers = {
        "ETag": f'"{page.etag}-gz"' if gzipped else f'"{page.etag}"',
        "Cache-Control": "public, max-age=1, stale-while-revalidate=5",
        "Content-Language": language,
        "Vary": "Accept-Encoding",
    }
    asked = request.META.get("HTTP_IF_NONE_MATCH")
    if asked and headers["ETag"] in (tag.removeprefix("W/") for tag in parse_etags(asked)):
        return HttpResponse(status=304, headers=headers)
    if gzipped:
        return HttpResponse(page.gzipped, headers=headers | {"Content-Encoding": "gzip"})
    return HttpResponse(page.body, headers=headers)
