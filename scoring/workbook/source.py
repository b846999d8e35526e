"""Read all that the workbook shows."""

from dataclasses import dataclass

from scoring.ranking import PENDING, Result
from scoring.referee.selectors import RulingLine
from scoring.sheets.models import Penalty
from scoring.standings.selectors import EveningResults, evening
from scoring.workbook import selectors as export
from scoring.workbook.selectors import SheetVersion, TeamRow
from tournament.concours.models import Tournament
from tournament.rounds.models import Draw


@dataclass(frozen=True)
class WorkbookSource:
    """All that the workbook shows, read once in a constant number of queries."""

    tournament: Tournament
    evening: EveningResults
    teams: dict[int, TeamRow]
    seats: dict[int, list[tuple[int | None, int | None, str, int]]]
    sheets: list[SheetVersion]
    draws: list[Draw]
    penalties: list[Penalty]
    decisions: list[RulingLine]
    authors: dict[int, str]

    @property
    def by_number(self) -> dict[int, TeamRow]:
        """Return team number → its row."""
        return {team.number: team for team in self.teams.values()}

    def author(self, account_id: int | None) -> str:
        """Name an account; empty for none, and for one that wrote nothing in the journal."""
        return self.authors.get(account_id, "") if account_id is not None else ""

    @property
    def results(self) -> dict[tuple[int, int | None, str], Result]:
        """Return (partie, table, camp) → its result, where a sheet counts."""
        evening = self.evening
        return {
            (evening.played_in(team, partie), result.table, result.camp): result
            for team, seated in evening.seated.items()
            for partie, result in seated.items()
            if result is not None and result.kind != PENDING
        }

    @property
    def beyond_sheets(self) -> bool:
        """Return whether penalties, caps or an exclusion have their part in the points, beside the sheets."""
        tournament = self.evening.tournament
        excluded = tournament.excluded_policy == "forfeit" and any(team.excluded for team in self.teams.values())
        return bool(self.evening.faults or tournament.caps or excluded)


def read_source(tournament: Tournament) -> WorkbookSource:
    """Read the source of the workbook of *tournament*."""
    return WorkbookSource(
        tournament=tournament,
        evening=evening(tournament.pk),
        teams=export.teams(tournament),
        seats=export.seats(tournament),
        sheets=export.sheets(tournament),
        draws=export.draws(tournament),
        penalties=export.penalties(tournament),
        decisions=export.decisions(tournament),
        authors=export.authors(tournament),
    )
