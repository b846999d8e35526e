"""The copy of the ranking and the public pages, brought up to the journal. The counted sheets stay the truth."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone, translation

from scoring.models import RenderedPage, StandingsSnapshot
from scoring.selectors import boards
from scoring.selectors.clock import face_now
from scoring.selectors.evening import palmares_now
from scoring.selectors.standings import Evening, Standing, evening, labels
from tournament.models import Tournament

TEAMS_A_PAGE = 100

# Rows in a column and columns on a wall of 1920 x 1080, for up to so many teams; more are shown in turn.
WALLS = ((12, 12, 1), (20, 10, 2), (32, 16, 2), (48, 24, 2), (66, 22, 3), (75, 25, 3))


def refresh_pages(*, tournament_id: int, force: bool = False) -> bool:
    """Bring the copy of the ranking and the public pages up to the journal; False where they stand there already.

    What is read belongs to one journal number (selectors.evening). Copies that a quicker worker made from a later line
    are left alone. With *force* they are made again although they stand there.
    """
    if not force and up_to_date(tournament_id):
        return False
    found = evening(tournament_id)
    standing = found.after()
    pages = list(render(found))
    values = {
        "journal_number": found.journal_number,
        "after_round": standing.after_round,
        "final": standing.final,
        "rows": snapshot_rows(standing),
        "computed_at": timezone.now(),
    }
    with transaction.atomic():
        # The copy is the lock of those who make copies: nobody who enters a score waits for them.
        locked = StandingsSnapshot.objects.select_for_update()
        kept, new = locked.get_or_create(tournament_id=tournament_id, defaults=values)
        if kept.journal_number > found.journal_number:
            return False
        if not new:
            StandingsSnapshot.objects.filter(pk=kept.pk).update(**values)
        RenderedPage.objects.bulk_create(
            [
                RenderedPage(
                    tournament_id=tournament_id,
                    name=name,
                    html=html,
                    etag=page_etag(html),
                    journal_number=found.journal_number,
                )
                for name, html in pages
            ],
            update_conflicts=True,
            unique_fields=["tournament", "name"],
            update_fields=["html", "etag", "journal_number"],
        )
        RenderedPage.objects.filter(tournament=tournament_id).exclude(name__in=[name for name, _ in pages]).delete()
    return True


def up_to_date(tournament_id: int) -> bool:
    """Whether the copies stand on the last line of the journal and were made by this version of the pages."""
    number = Tournament.objects.values_list("journal_number", flat=True).get(pk=tournament_id)
    kept = StandingsSnapshot.objects.filter(tournament=tournament_id, journal_number=number).exists()
    pages = RenderedPage.objects.filter(tournament=tournament_id, journal_number=number, etag__startswith=release())
    return kept and pages.exists()


def snapshot_rows(standing: Standing) -> list[list]:
    """The ranking as it is kept: [rank, team number, points, [the value of each criterion]] a row."""
    return [[row.rank, row.number, row.points, list(row.values.values())] for row in standing.rows]


def snapshot_alarm(found: Evening) -> list[dict] | None:
    """The rows in which the kept copy differs from the sheets, each as {"number", "kept", "sheets"} of (rank, points).

    None where they agree, or where the copy stands on another line of the journal and so cannot be compared. The
    sheets win; both are shown (RELIABILITY 5, row 64).
    """
    kept = StandingsSnapshot.objects.filter(tournament=found.tournament, journal_number=found.journal_number).first()
    if kept is None:
        return None
    rows = snapshot_rows(found.after())
    if kept.rows == rows:
        return None
    ours = {row[1]: row for row in rows}
    theirs = {row[1]: row for row in kept.rows}
    return [
        {
            "number": number,
            "kept": (theirs[number][0], theirs[number][2]) if number in theirs else None,
            "sheets": (ours[number][0], ours[number][2]) if number in ours else None,
        }
        for number in sorted(ours.keys() | theirs.keys())
        if ours.get(number) != theirs.get(number)
    ]


def page_names(teams: int) -> list[str]:
    """The names of the pages of a concours of *teams* teams in one language, without the language."""
    return [f"standings-{page}" for page in range(1, page_count(teams) + 1)] + ["wall"]


def page_count(teams: int) -> int:
    """How many pages of the public standing *teams* teams make."""
    return max(1, -(-teams // TEAMS_A_PAGE))


def render(found: Evening, *, only: str | None = None, slowed: bool = False) -> Iterator[tuple[str, str]]:
    """(name, html) of the public pages of *found* in every language, or of the page named *only*.

    *slowed*: they say that they follow more slowly than they should.
    """
    shown = boards.public_labels(found.tournament, labels(found.tournament))
    clock = face_now(found.tournament)
    palmares = palmares_now(found.tournament)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            board = boards.board(found, shown, only=boards.PUBLIC_CRITERIA)
            context = {
                "tournament": found.tournament,
                "board": board,
                "standing": board.standing,
                "at": found.at,
                "language": language,
                "names_shown": boards.names_shown(found.tournament),
                "here": "standings",
                "clock": clock,
                "palmares": palmares,
                "slowed": slowed,
            }
            for page in page_names(len(board.lines)):
                name = f"{page}.{language}"
                if only is None or name == only:
                    yield name, _render_page(page, context)


def _render_page(page: str, context: dict) -> str:
    lines = context["board"].lines
    if page == "wall":
        rows, columns = next(((rows, columns) for most, rows, columns in WALLS if len(lines) <= most), WALLS[-1][1:])
        piles = [lines[start : start + rows] for start in range(0, len(lines), rows)]
        screens = [piles[start : start + columns] for start in range(0, len(piles), columns)]
        shown = [column for column in context["board"].columns if column[0] in boards.WALL_CRITERIA]
        wall = {"screens": screens, "rows": rows, "columns": columns, "wall_labels": shown}
        return render_to_string("scoring/wall.html", context | wall)
    number = int(page.removeprefix("standings-"))
    count = page_count(len(lines))
    pages = [
        (place, (place - 1) * TEAMS_A_PAGE + 1, min(place * TEAMS_A_PAGE, len(lines))) for place in range(1, count + 1)
    ]
    here = lines[(number - 1) * TEAMS_A_PAGE : number * TEAMS_A_PAGE]
    return render_to_string(
        "scoring/public_standings.html", context | {"lines": here, "page": number, "pages": pages if count > 1 else []}
    )


def page_etag(html: str) -> str:
    """What changes when the page does: the release that rendered it, then its content."""
    return f"{release()}-{hashlib.sha256(html.encode()).hexdigest()[:24]}"


@lru_cache
def release() -> str:
    """What a kept page depends on beside its data: the addresses of the files it names, and who may see names.

    A page kept from another release would ask for files that are no longer there.
    """
    files = [static(f"tournament/{name}") for name in ("app.css", "pico.min.css", "icon.svg")]
    files += [static(f"scoring/{name}") for name in ("live.js", "wall.js", "clock.js", "clock.css")]
    return hashlib.sha256(f"{files}{settings.EMBEDDED}".encode()).hexdigest()[:8]
