"""The walls that an evening needs at the moment, for the one screen that shows them in turn."""

from dataclasses import dataclass

from django.core.cache import cache

from scoring.prizes.selectors import PrizeCall, called, next_call, prize_calls
from scoring.sheets.models import ScoreSheet
from scoring.standings import boards
from scoring.standings.phase_boards import phase_boards
from scoring.standings.reading import evening
from tournament.concours.models import Tournament
from tournament.rounds.selectors import audience_of, current_round

TABLES, RANKING, BRACKETS, PRIZES = "wall-draw", "public-wall", "wall-phases", "wall-prizes"
KEPT_SECONDS = 300


def walls_now(tournament: Tournament) -> list[str]:
    """Return the names of the walls to show in turn: the tables until the partie is called, then ranking and brackets,
    at the end the prizes. Worked out once for each line of the journal.
    """
    key = f"walls:{tournament.slug}:{tournament.journal_hash}"
    return cache.get_or_set(key, lambda: _walls(tournament), KEPT_SECONDS) or [TABLES]


@dataclass(frozen=True)
class WallPrizes:
    """The prizes that the hall may read, in ranking order, and the team that is called next."""

    calls: list[PrizeCall]
    next: PrizeCall | None = None


def wall_prizes(tournament: Tournament) -> WallPrizes:
    """Return the prizes for the wall: while the ranking is held, those called already."""
    results = evening(tournament.pk)
    named = boards.public_labels(tournament)
    calls = called(prize_calls(results, results.after(), named))
    shown = [call for call in calls if (call.prize or call.chooses) and (call.called_at or not tournament.ranking_held)]
    begun = any(call.called_at or call.absent_at for call in calls)
    # Before the first call, and while the ranking is held, the hall is not told who comes.
    return WallPrizes(
        shown,
        next_call(calls, last_first=tournament.prizes_last_first) if begun and not tournament.ranking_held else None,
    )


def _walls(tournament: Tournament) -> list[str]:
    brackets = [BRACKETS] if phase_boards(tournament, audience_of(tournament), cut=True, current=True) else []
    sheets = ScoreSheet.objects.filter(table__round__tournament=tournament, counted=True)
    if tournament.closed_at:
        prizes = [PRIZES] if wall_prizes(tournament).calls else []
        return [*prizes, RANKING, *brackets]
    round_ = current_round(tournament)
    is_played = round_ is not None and (round_.started_at or sheets.filter(table__round=round_).exists())
    if not is_played or not sheets.exists():
        return [TABLES]
    return [RANKING, *brackets]
