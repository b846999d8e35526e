"""Read the whole evening for one document: palmarès, ranking, brackets, every partie, draws, règlement, money, decisions."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.evening.selectors import Published, palmares_now
from scoring.prizes.awards import awards_of
from scoring.prizes.selectors import PrizeCall, called, prize_calls
from scoring.prizes.winners import PhaseWinner, phase_winners
from scoring.ranking.results import FORFEIT
from scoring.referee.selectors import RulingLine, cancelled_donnes, lines_of, rulings_in
from scoring.rounds.minutes import MinutesLine, minutes_page
from scoring.sheets.controls import winner_article
from scoring.sheets.selectors import TableLine, tables_of_parties
from scoring.sheets.shown import DonneLine, donne_lines
from scoring.standings import boards
from scoring.standings.boards import Board
from scoring.standings.phase_boards import PhaseBoard, boards_of
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults
from scoring.standings.selectors import labels
from tournament.concours.models import Tournament
from tournament.concours.reglement import Section, reglement_of
from tournament.concours.selectors import phase_titles
from tournament.finals.outstanding import Outstanding, settled_ties
from tournament.finals.words import ruled_words
from tournament.languages import spoken_language
from tournament.people.naming import Audience
from tournament.registration.head_count import DoorCounts, door_counts


@dataclass(frozen=True)
class TableRecord:
    """A table of a partie with its score; `donnes` are empty where its sheet was typed by totals, or nobody asked.

    `bracket` is the phase it is played in, empty where all play the same. Where the totals do not say who won `goes_on`
    is the team that did, or that went on in a knock-out, `decision` how that was decided.
    """

    line: TableLine
    bracket: str
    donnes: list[DonneLine]
    goes_on: int = 0
    decision: str = ""


@dataclass(frozen=True)
class PartieRecord:
    """A partie as it was played: its tables, and those exempt: bracket, number, name; `camps` at its fullest table.

    `by_forfeit` are those who won because nobody was there to be seated against them, with their points. `noted` are
    those who have other points than on their sheet, by a penalty, a cap or an exclusion.
    """

    number: int
    tables: list[TableRecord]
    exempt: list[tuple[str, int, str]]
    by_forfeit: list[tuple[int, str, int]]
    noted: list[tuple[int, str, int]]
    camps: int


@dataclass(frozen=True)
class EveningRecord:
    """All that the document of an evening holds. `prizes` are the calls to be made, the first ones where there is no prize.

    `by_donne`: a sheet was entered donne by donne, which the document shows when asked.
    """

    results: EveningResults
    board: Board
    palmares: Published | None
    prizes: list[PrizeCall]
    winners: list[PhaseWinner]
    phases: list[PhaseBoard]
    parties: list[PartieRecord]
    by_donne: bool
    minutes: list[MinutesLine]
    sections: list[Section]
    counts: DoorCounts
    rulings: list[RulingLine]

    @property
    def outstanding(self) -> Outstanding:
        """Return what is still to be played."""
        return self.results.outstanding


def record_of(tournament: Tournament, *, donnes: bool = False) -> EveningRecord:
    """Read the document of the evening of *tournament*, with every donne where *donnes*; a constant number of queries."""
    results, shown = evening(tournament.pk), labels(tournament, Audience.NAMED)
    board = boards.board(results, shown)
    awards = awards_of(results, board.standing.rows) if board.standing.final else None
    ranked = prize_calls(results, board.standing, shown, awards=awards)
    first = [call for call in ranked if call.row.rank == ranked[0].row.rank]
    prizes = called(ranked) if tournament.lots else first
    rulings = lines_of(rulings_in(tournament).order_by("table__round__number", "table__number", "number"))
    tables = tables_of_parties(tournament, Audience.NAMED)
    sheets = [line.sheet for lines in tables.values() for line in lines if line.sheet is not None]
    return EveningRecord(
        results=results,
        board=board,
        palmares=palmares_now(tournament),
        prizes=prizes,
        winners=phase_winners(results, shown, board.standing.rows, awards=awards),
        phases=boards_of(results, shown, cut=True) if tournament.has_phases else [],
        parties=_parties(results, tables, {n: label.name for n, label in shown.items()}, rulings if donnes else None),
        by_donne=any(sheet.kind == "donnes" for sheet in sheets),
        minutes=[line for line in minutes_page(tournament) if not line.hidden],
        sections=reglement_of(tournament),
        counts=door_counts(tournament),
        rulings=rulings,
    )


def _parties(
    results: EveningResults, tables: dict[int, list[TableLine]], names: dict[int, str], rulings: list[RulingLine] | None
) -> list[PartieRecord]:
    """Return every partie; with its donnes where *rulings* are given, which took some of them off."""
    at_table: dict[int, list[RulingLine]] = {}
    for ruling in rulings or ():
        at_table.setdefault(ruling.ruling.table_id, []).append(ruling)

    def donnes(line: TableLine) -> list[DonneLine]:
        if rulings is None or line.sheet is None or line.sheet.kind != "donnes":
            return []
        return donne_lines(line.sheet.content, cancelled=cancelled_donnes(at_table.get(line.table.pk, ())))

    brackets = _brackets(results)

    def bracket(line: TableLine, number: int) -> str:
        return next((brackets[number].get(side.number, "") for side in line.sides.values()), "")

    ties = settled_ties(results, spoken_language())

    def rests(team: int, number: int) -> bool:
        seated = results.seated.get(team, {})
        return number in seated and seated[number] is None

    return [
        PartieRecord(
            number=number,
            tables=[
                TableRecord(line, bracket(line, number), donnes(line), *ties.get((number, line.number), _by_rule(line)))
                for line in lines
            ],
            exempt=[
                (brackets[number].get(team, ""), team, names[team])
                for team in dict.fromkeys([*brackets[number], *sorted(results.seated)])
                if team in names and rests(team, number)
            ],
            by_forfeit=[
                (team, names[team], result.points)
                for team, seated in sorted(results.seated.items())
                if (result := seated.get(number)) and result.kind == FORFEIT and result.table is None and team in names
            ],
            noted=[
                (row.number, names[row.number], result.points)
                for row in sorted(results.after().rows, key=lambda row: row.number)
                for result in row.results
                if result.noted and result.table and results.played_in(row.number, result.round) == number
            ],
            camps=max(len(line.sides) for line in lines),
        )
        for number, lines in tables.items()
    ]


def _by_rule(line: TableLine) -> tuple[int, str]:
    """Return the team that won at the table of *line* by the règlement, and its article; (0, "") where the points say it."""
    if line.sheet is None or not line.sheet.winner or line.winner != line.sheet.winner:
        return 0, ""
    return line.sides[line.winner].number, ruled_words(winner_article(line.sheet), spoken_language())


def _brackets(results: EveningResults) -> dict[int, dict[int, str]]:
    """Return, for each partie of which several phases are drawn side by side, the title of the phase of each team.

    Phases stand in their order, and in each its teams in that of their numbers.
    """
    titles = phase_titles(results.tournament)
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for number in results.rounds:
        parts = [part for part in results.parts if part.number == number]
        for part in parts if len(parts) > 1 else ():
            numbers = sorted(part.minutes.numbers)
            found[number] |= dict.fromkeys(numbers, titles.get(part.phase, ""))
    return found
