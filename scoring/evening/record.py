"""Read the whole evening for one document: palmarès, ranking, brackets, every partie, draws, règlement, money,
decisions; split it into printed pages, each with its heading and number.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.evening.selectors import Published, palmares_now
from scoring.prizes.awards import awards_of
from scoring.prizes.selectors import PrizeCall, called, prize_calls
from scoring.prizes.winners import PhaseWinner, phase_winners
from scoring.ranking.results import FORFEIT
from scoring.referee.selectors import RulingLine, cancelled_donnes, lines_of, rulings_in
from scoring.rounds.minutes import MinutesLine, minutes_page
from scoring.rounds.paper import draw_height, phase_pages
from scoring.sheets.controls import winner_article
from scoring.sheets.selectors import TableLine, tables_of_parties
from scoring.sheets.shown import DonneLine, donne_lines
from scoring.standings import boards
from scoring.standings.boards import Board, board_pages
from scoring.standings.phase_boards import PhaseBoard, boards_of
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults
from scoring.standings.selectors import labels
from tournament.concours.models import Tournament
from tournament.concours.reglement import Section, reglement_of, reglement_pages
from tournament.concours.selectors import phase_titles
from tournament.finals.outstanding import Outstanding, settled_ties
from tournament.finals.words import ruled_words
from tournament.languages import spoken_language
from tournament.paper import ROOM, paper_pages, text_lines
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


# --- On paper ---------------------------------------------------------------------------------------------------------

_LETTERS, _LINE, _ROW = 9.5, 4.2, 1.0  # points; millimetres: a line of a table, and around it
_TEXT, _TEXT_LINE = 10, 5.4  # points; millimetres: a line of a paragraph
_WIDTH = 184
_SPACE = ROOM + 8  # the heading is a single line
_COVER, _CONTENTS = 40, 60  # millimetres: what stands above the palmarès
_TITLE, _SUBTITLE, _HEAD, _BELOW = 11, 7.5, 6, 6  # a title, a smaller one, the heads of a table, the space below it
_NAMES, _PRIZE, _SIDE = 76, 44, 64  # widths in millimetres
_MONEY = 52  # its title and its lines, but for those of the till
_RULING = 55  # width of its text, and of its reason


@dataclass(frozen=True)
class RecordPage:
    """A page of the document, `number` of `count`: the title in its heading, and what its template reads of `content`.

    `begins` are the parts that begin on it, each with the anchor to which the contents lead.
    """

    template: str
    title: str
    content: object
    begins: Sequence[tuple[str, str]] = ()
    number: int = 0
    count: int = 0


class PartiePart(NamedTuple):
    """The tables of a partie on one page; `first`: its title is not on an earlier one, `notes`: who was exempt follows.

    `donnes` are its tables that are shown donne by donne.
    """

    partie: PartieRecord
    first: bool
    tables: list[TableRecord]
    notes: bool
    donnes: list[TableRecord]


@dataclass
class PrintedMinutes:
    """Draws, money and rulings of one page; `ruled`: the title of the rulings stands on it."""

    draws: list[MinutesLine] = field(default_factory=list)
    money: bool = False
    ruled: bool = False
    rulings: list[RulingLine] = field(default_factory=list)


class _Block(NamedTuple):
    kind: str
    item: object
    tall: float


class _PartieBlock(NamedTuple):
    partie: PartieRecord
    kind: str  # "table", "notes" or "donnes"
    table: TableRecord | None
    tall: float


def record_pages(record: EveningRecord, tournament: Tournament) -> list[RecordPage]:
    """Return the pages of *record* in their order; the first one has the contents of all."""
    pages = [
        *_palmares_pages(record),
        *_standing_pages(record),
        *_phases_pages(record, tournament),
        *_partie_pages(record),
        *_minutes_pages(record),
        *_rules_pages(record),
    ]
    return [replace(page, number=at, count=len(pages)) for at, page in enumerate(pages, start=1)]


def _begun(template: str, anchor: str, title: str, contents: Iterable[object]) -> list[RecordPage]:
    """Return a page for each of *contents*; the part *title* begins on the first one."""
    return [
        RecordPage(template, title, content, [(anchor, title)] if not place else [])
        for place, content in enumerate(contents)
    ]


def _palmares_pages(record: EveningRecord) -> list[RecordPage]:
    def height(call: PrizeCall) -> float:
        named = f"{call.label.name} {call.label.origin}"
        lines = max(text_lines(named, _NAMES, _LETTERS), text_lines(call.lot, _PRIZE, _LETTERS), 3 if call.last else 1)
        return _ROW + _LINE * lines

    winners = 8 * ((len(record.winners) + 1) // 2)
    pages = paper_pages(record.prizes, height, before=_COVER + _CONTENTS + winners, room=_SPACE - _HEAD)
    return _begun("palmares", "palmares", _("Palmarès"), (page.lines for page in pages))


def _standing_pages(record: EveningRecord) -> list[RecordPage]:
    standing = record.board.standing
    if not standing.after_round:
        return []
    title = _("Ranking after partie %(number)s of %(parties)s") % {
        "number": standing.after_round,
        "parties": standing.last_round,
    }
    pages = board_pages(record.board, winners=0, noted=False)
    boards = (record.board._replace(lines=list(page.lines)) for page in pages)
    return _begun("standings", "standings", title, boards)


def _phases_pages(record: EveningRecord, tournament: Tournament) -> list[RecordPage]:
    title = (
        _("Finals") if not tournament.has_pools else _("Pools and finals") if tournament.has_brackets else _("Pools")
    )
    return _begun("phase", "phases", title, phase_pages(record.phases))


def _partie_pages(record: EveningRecord) -> list[RecordPage]:
    blocks: list[_PartieBlock] = []
    for partie in record.parties:
        above: float = _TITLE + _HEAD
        bracket = ""
        for table in partie.tables:
            beside = _SIDE if partie.camps <= 2 else 2 * _SIDE
            names = [
                f"{side.title} ✓ ({table.decision})" if side.number == table.goes_on else f"{side.title} "
                for side in table.line.sides.values()
            ]
            if partie.camps > 2:
                names = ["  :  1000 · ".join(names)]
            lines = max(text_lines(f"{name}    ", beside, _LETTERS) for name in names)
            above += _LINE + _ROW if table.bracket != bracket else 0
            blocks.append(_PartieBlock(partie, "table", table, above + _ROW + _LINE * lines))
            above, bracket = 0, table.bracket
        if notes := _notes_height(partie):
            blocks.append(_PartieBlock(partie, "notes", None, notes))
        for table in partie.tables:
            if table.donnes:
                tall = _SUBTITLE + _HEAD + _BELOW + (_ROW + 2 * _LINE) * len(table.donnes)
                blocks.append(_PartieBlock(partie, "donnes", table, tall))
    if not blocks:
        return []
    with_donnes = any(block.kind == "donnes" for block in blocks)
    title = _("The parties, table by table, with their donnes") if with_donnes else _("The parties, table by table")
    pages = paper_pages(blocks, lambda block: block.tall, room=_SPACE - _TITLE - _HEAD)
    seen: set[int] = set()
    return _begun("parties", "parties", title, ([*_partie_parts(page.lines, seen)] for page in pages))


def _partie_parts(blocks: Iterable[_PartieBlock], seen: set[int]) -> Iterable[PartiePart]:
    """Return the parts of parties of one page; *seen* are those that began before it, and are added to."""
    for _number, own in groupby(blocks, key=lambda block: block.partie.number):
        kept = list(own)
        partie = kept[0].partie
        by_kind = {kind: [block.table for block in kept if block.kind == kind] for kind in ("table", "notes", "donnes")}
        tables, donnes = ([table for table in by_kind[kind] if table] for kind in ("table", "donnes"))
        yield PartiePart(partie, partie.number not in seen, tables, bool(by_kind["notes"]), donnes)
        seen.add(partie.number)


def _notes_height(partie: PartieRecord) -> float:
    """Return the height of the lines below the tables of *partie*, in millimetres."""
    named = [
        " · ".join(f"{number} {name}" for _bracket, number, name in partie.exempt),
        " · ".join(f"{number} {name} ({points})" for number, name, points in partie.by_forfeit),
        " · ".join(f"{number} {name} ({points})" for number, name, points in partie.noted),
    ]
    brackets = len({bracket for bracket, *_of in partie.exempt})
    lines = [text_lines(" " * 20 + text, _WIDTH, _TEXT) for text in named if text]
    return sum(_TEXT_LINE * count + 1.2 for count in lines) + _TEXT_LINE * max(brackets - 1, 0) + (2 if lines else 0)


def _minutes_pages(record: EveningRecord) -> list[RecordPage]:
    blocks = [_Block("draw", line, draw_height(line)) for line in record.minutes]
    if blocks:
        blocks[0] = blocks[0]._replace(tall=blocks[0].tall + _TITLE)
    money = _MONEY + (_LINE + _ROW) * len(record.counts.till)
    # The title of the rulings stands with the first of them, or says alone that there is none.
    blocks += [_Block("money", None, money)]
    above = _TITLE + _HEAD
    if not record.rulings:
        blocks.append(_Block("ruled", None, _TITLE + _TEXT_LINE))
    for line in record.rulings:
        reason = f"{line.ruling.article} · {line.ruling.reason}"
        text = f"{line.text} {line.taken_back}"
        lines = max(text_lines(text, _RULING, _LETTERS), text_lines(reason, _RULING, _LETTERS), 2)
        blocks.append(_Block("ruling", line, above + _ROW + _LINE * lines))
        above = 0
    draws, settled = _("Record of the draws"), _("Money and decisions of the referee")
    pages = []
    for page in paper_pages(blocks, lambda block: block.tall, room=_SPACE - _HEAD):
        content = PrintedMinutes()
        begins = []
        for block in page.lines:
            if block is blocks[0] and block.kind == "draw":
                begins.append(("draws", draws))
            if block.kind == "money":
                begins.append(("money", settled))
            _add(content, block, first=block.kind == "ruling" and block.item is record.rulings[0])
        pages.append(RecordPage("minutes", draws if content.draws else settled, content, begins))
    return pages


def _add(content: PrintedMinutes, block: _Block, *, first: bool) -> None:
    if isinstance(block.item, MinutesLine):
        content.draws.append(block.item)
    elif isinstance(block.item, RulingLine):
        content.rulings.append(block.item)
    content.money |= block.kind == "money"
    content.ruled |= block.kind == "ruled" or first


def _rules_pages(record: EveningRecord) -> list[RecordPage]:
    return _begun("rules", "rules", _("House rules"), reglement_pages(record.sections))
