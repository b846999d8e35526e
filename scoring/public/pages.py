"""Rebuild the ranking snapshot and the public pages after each journal entry. Both can be made again from the
sheets.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone, translation

from rules import local_words
from rules.local_words import Words, words_now
from scoring.clock.selectors import clock_state
from scoring.evening.selectors import palmares_now
from scoring.prizes.awards import awards_of
from scoring.prizes.winners import phase_winners
from scoring.public.models import RenderedPage
from scoring.public.sharing import event_json, online
from scoring.ranking import FIGURES
from scoring.rounds.selectors import tables_page
from scoring.seasons.keeping import keep_evening
from scoring.seasons.models import SeasonConcours
from scoring.standings import boards
from scoring.standings.models import StandingsSnapshot
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults
from scoring.standings.selectors import origin_lines, snapshot_rows
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.languages import language_context
from tournament.prepared import prepared
from tournament.public_addresses import without_views
from tournament.rounds.selectors import names_shown

TEAMS_A_PAGE = 100
# A wall asks every second, a telephone every three: after so long without either a page is rendered no more.
LOOKED_AT = timedelta(minutes=3)
RENEWED_AT_ONCE = 1000  # concours of an earlier version, a day: some minutes of a worker


def refresh_pages(*, tournament_id: int, force: bool = False, last: Callable[[], None] | None = None) -> bool:
    """Rebuild the ranking snapshot and the public pages that somebody looks at; return False where they are up to date.

    All that is read belongs to one journal number (reading.evening). Pages that a quicker worker made from a later
    line are left alone. The first who asks for a page has it made at once (serving.py), and from then on it is made
    here. With *force* they are rebuilt although they are up to date. *last* is called at the end of the transaction that
    writes them.
    """
    now = _concours.get(pk=tournament_id)
    kept = _kept(tournament=tournament_id) if now.has_pages else []
    if not force and _is_up_to_date(now, kept):
        return False
    results = evening(tournament_id)
    local_words.choose(results.tournament.words)
    standing = results.after()
    with without_views():
        pages = dict(render(results, only=[page.name for page in kept if _is_looked_at(page)]))
    values = {
        "journal_number": results.journal_number,
        "after_round": standing.after_round,
        "figures": FIGURES,
        "final": standing.final,
        "rows": snapshot_rows(standing),
        "computed_at": timezone.now(),
    }
    up_to = {"tournament": tournament_id, "number": results.journal_number}
    with transaction.atomic():
        # This locks the snapshot row, not the tournament, so that score entry never waits for rendering.
        if not (
            _snapshot_up_to.update(values, **up_to)
            or StandingsSnapshot.objects.get_or_create(tournament_id=tournament_id, defaults=values)[1]
            # Another worker made the row between the two, perhaps from an earlier line.
            or _snapshot_up_to.update(values, **up_to)
        ):
            return False
        for name, html in pages.items():
            page = {"html": html, "etag": page_etag(html), "journal_number": results.journal_number}
            _page.update(page, tournament=tournament_id, name=name)
        if gone := {page.name for page in kept} - pages.keys():
            RenderedPage.objects.filter(tournament=tournament_id, name__in=gone).delete()
        if now.in_season:
            keep_evening(results)
        if last is not None:
            last()
    return True


def renew_copies() -> int:
    """Have the rankings computed again that an earlier version computed otherwise, the latest concours first; return how many.

    Nothing is done any more with an evening that is over, so that no act would have it rebuilt.
    """
    behind = Tournament.objects.exclude(standings=None).exclude(standings__figures=FIGURES).order_by("-date", "-pk")
    with transaction.atomic():
        found = list(behind[:RENEWED_AT_ONCE])
        jobs.enqueue_each("pages", found)
    return len(found)


@prepared
def _kept(tournament: int) -> QuerySet[RenderedPage]:
    return RenderedPage.objects.filter(tournament=tournament).defer("html")


@prepared
def _page(tournament: int, name: str) -> QuerySet[RenderedPage]:
    return RenderedPage.objects.filter(tournament=tournament, name=name)


@prepared
def _snapshot_up_to(tournament: int, number: int) -> QuerySet[StandingsSnapshot]:
    return StandingsSnapshot.objects.filter(tournament=tournament, journal_number__lte=number)


@prepared
def _concours(pk: int) -> QuerySet[Tournament, Any]:
    has_pages = Exists(RenderedPage.objects.filter(tournament=OuterRef("pk")))
    in_season = Exists(SeasonConcours.objects.filter(tournament=OuterRef("pk")))
    one = Tournament.objects.filter(pk=pk).annotate(has_pages=has_pages, in_season=in_season)
    fields = (
        "journal_number",
        "standings__journal_number",
        "standings__figures",
        "club__donne_word",
        "club__team_word",
    )
    return one.values_list(*fields, "has_pages", "in_season", named=True)


def _is_looked_at(page: RenderedPage) -> bool:
    return page.asked_at >= timezone.now() - LOOKED_AT


def _is_up_to_date(now: Any, pages: Iterable[RenderedPage]) -> bool:
    """Return whether snapshot and *pages* stand on the last line of the journal, made by this release in the club's words."""
    number, made_by = now.journal_number, release(Words(now.club__donne_word, now.club__team_word))
    return (now.standings__journal_number, now.standings__figures) == (number, FIGURES) and all(
        page.journal_number == number and page.etag.startswith(made_by) for page in pages if _is_looked_at(page)
    )


def page_names(teams: int) -> list[str]:
    """Name the pages of a concours of *teams* teams in one language, without the language."""
    return [f"standings-{page}" for page in range(1, page_count(teams) + 1)] + ["wall"]


def page_count(teams: int) -> int:
    """Count the pages of the public standing of *teams* teams."""
    return max(1, -(-teams // TEAMS_A_PAGE))


def render(results: EveningResults, *, only: Collection[str], slowed: bool = False) -> Iterator[tuple[str, str]]:
    """Render the public pages named *only*, each with its language, as (name, html).

    *slowed*: they say that they follow more slowly than they should.
    """
    languages = [code for code, _name in settings.LANGUAGES if any(name.endswith(f".{code}") for name in only)]
    if not languages:
        return
    shown = boards.public_labels(results.tournament)
    clock = clock_state(results.tournament)
    palmares = palmares_now(results.tournament)
    shows = results.is_final() and not results.tournament.ranking_held
    awards = awards_of(results, results.after(results.last_shown).rows) if shows else None
    for language in languages:
        with translation.override(language):
            board = boards.board(results, shown, after_round=results.last_shown, only=boards.PUBLIC_CRITERIA)
            # The winner of each phase is shown once the ranking that it decides is shown.
            winners = phase_winners(results, shown, board.standing.rows, awards=awards) if awards else []
            drawn = {} if board.standing.after_round else tables_page(results.tournament)
            context = (
                drawn
                | language_context()
                | {
                    "tournament": results.tournament,
                    "board": board,
                    "standing": board.standing,
                    "at": results.at,
                    "names_shown": names_shown(results.tournament),
                    "here": "standings",
                    "clock": clock,
                    "palmares": palmares,
                    "phase_winners": winners,
                    "origin_lines": origin_lines(results.tournament, board.standing.rows),
                    "slowed": slowed,
                    "event": event_json(results.tournament) if online(results.tournament) else "",
                }
            )
            for page in page_names(len(board.lines)):
                name = f"{page}.{language}"
                if name in only:
                    yield name, _render_page(page, context)


def _render_page(page: str, context: dict[str, Any]) -> str:
    lines = context["board"].lines
    if page == "wall":
        return render_to_string("scoring/public/wall.html", context)
    number = int(page.removeprefix("standings-"))
    count = page_count(len(lines))
    pages = [
        (place, (place - 1) * TEAMS_A_PAGE + 1, min(place * TEAMS_A_PAGE, len(lines))) for place in range(1, count + 1)
    ]
    here = lines[(number - 1) * TEAMS_A_PAGE : number * TEAMS_A_PAGE]
    # A telephone shows no star: the page of each team has the reasons.
    legend = boards.legend_of(here)._replace(noted=False)
    return render_to_string(
        "scoring/public/public_standings.html",
        context | {"lines": here, "legend": legend, "page": number, "pages": pages if count > 1 else []},
    )


def page_etag(html: str) -> str:
    """Return the release that rendered the page, then a hash of its content."""
    return f"{release(words_now()._replace(singles=False))}-{hashlib.sha256(html.encode()).hexdigest()[:24]}"


@lru_cache
def release(words: Words) -> str:
    """Hash what a page depends on beside its data: its files, its words, where names are shown, how a ranking is computed.

    A page rendered by another release would ask for files that are no longer there, or show figures of before.
    """
    common = ("app.css", "pico-oldest.css", "pico.min.css", "icon.svg", "unfold.js")
    walls = ("wall.js", "wall.css", "wall-sound.js", "filling.js", "turning.js")
    own = ("live.js", "my-team.js", "clock.js", "clock.css", *walls)
    files = [static(f"tournament/{name}") for name in common] + [static(f"scoring/{name}") for name in own]
    made_of = f"{files}{settings.EMBEDDED}{words.donne}{words.team}{FIGURES}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:8]
