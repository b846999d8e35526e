"""Preview the import of a list, row by row, each with its reason. Nothing here writes."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple, cast

from tournament import names
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.ledger.models import MOST_CENTS
from tournament.qualification.conditions import Candidate, refusals_of, told
from tournament.registration import line_up, selectors as roster, services as registration
from tournament.registration.imports.columns import (
    Layout,
    guess_layout,
    guess_sheet,
    sheets_like_lists,
)
from tournament.registration.imports.doubts import Registered, Taken, doubts_of, registered_in, said_since
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.entry import Entry, Say
from tournament.registration.imports.models import ImportDraft
from tournament.registration.imports.reading import Book, Worksheet
from tournament.registration.imports.sheet_choice import joined_sheets, rival_sheets
from tournament.registration.imports.side_by_side import unfolded
from tournament.registration.imports.states import state_of
from tournament.registration.imports.words import number_in
from tournament.registration.models import Team

# Beyond, a page of ticks is too long for anybody to read, and for the form that sends it back.
MOST_TICKS = 320  # six fields a line, of the two thousand that a form may have
ALL_SHEETS = -1  # in the place of a sheet: all that look like lists, one below the other
# Questions that are answered once for all the lines that ask nothing else.
ASKED_ONCE = frozenset(
    f"row_{code}"
    for code in (
        "two_lines two_people of_message alone line_unclear lost_letter shared_surname completes player_in_row team_in_row"
        " player_registered maybe_in_row maybe_registered maybe_twice odd"
    ).split()
)
# Of what a list says that somebody may not come, by its words or its format: one question for all of it.
AWAY = ("row_state", "row_hidden", "row_struck", "row_coloured")
# How a line is written; who ticks it for another reason has answered that too.
_WRITTEN = frozenset(("row_alone", "row_two_lines", "row_two_people"))
# A team that is there already was let in then.
_THERE = frozenset(("row_team_registered", "row_person_registered", "row_team_left"))
MOST_FILED = 4  # names shown as lists file them
MOST_ROWS_SAID = 3  # of those in which the same name stands: a list may say "Invité" in each


@dataclass(frozen=True)
class PlanLine:
    """The outcome of one row.

    `state`: register, doubt (registered only if somebody says so), refused (something is missing), skipped.
    `doubts` are the codes of what makes it doubtful; `says` tells everything, the gravest first.
    """

    entry: Entry
    state: str
    players: tuple[str, ...]
    says: tuple[Say, ...]
    origin: str = ""
    taken: bool = False
    number: int | None = None
    doubts: tuple[str, ...] = ()
    may_tick: bool = True
    # Ticked by somebody who was not shown what speaks against it.
    untold: bool = False

    @property
    def completes(self) -> int | None:
        """Return the number of the team that came alone and of which this line tells the partner."""
        return next((cast(int, say.params["number"]) for say in self.says if say.code == "row_completes"), None)

    @property
    def asks(self) -> bool:
        """Return whether this row asks something, answered or not; one that repeats a registered team asks nothing."""
        return self.state in ("doubt", "refused") and not self.repeats

    @property
    def alike(self) -> str:
        """Return the key of what this line asks as others may; empty where it asks something of its own."""
        if self.state != "doubt" or self.taken:
            return ""
        asked = [say for say in self.says if say.code in self.doubts and say.code not in _WRITTEN] or self.says[:1]
        if all(say.code in AWAY for say in asked):
            told = next((say for say in asked if say.code == "row_state"), asked[0])
            return state_of(str(told.params["read"])) if told.code == "row_state" else told.code.removeprefix("row_")
        return asked[0].code if len(asked) == 1 and asked[0].code in ASKED_ONCE else ""

    @property
    def repeats(self) -> bool:
        """Return whether the team is registered already, and nothing else is to be asked."""
        return self.doubts in (("row_team_registered",), ("row_person_registered",)) and not self.taken


@dataclass(frozen=True)
class AlikeQuestion:
    """A question that several rows ask alike: its code, and of how many rows each of its answers ticks which.

    Whether people come that the list calls cancelled, waiting or struck out is one question with an answer for each state.
    """

    code: str
    answers: tuple[tuple[str, int], ...]

    @property
    def count(self) -> int:
        """Return of how many rows it is asked."""
        return sum(count for _key, count in self.answers)


@dataclass(frozen=True)
class ImportPlan:
    """Report what importing a draft would do now. `seen` changes when the teams or the layout do.

    `sheet_place` is None while somebody must say which of several sheets is the list; ALL_SHEETS for all that are one.
    `columns_unsure`: somebody must say first which columns hold the names, or which day of a poll is meant; nothing is
    ticked until then.
    """

    lines: tuple[PlanLine, ...]
    sheet_place: int | None
    sheet: Worksheet
    layout: Layout
    seen: str
    columns_unsure: bool = False
    # Of the names of each player, whether the family name stands first; None: not told.
    surnames_first: tuple[bool | None, bool | None] = (None, None)

    @property
    def taken(self) -> list[PlanLine]:
        """Return the rows that will be registered."""
        return [line for line in self.lines if line.taken]

    @property
    def asking(self) -> list[PlanLine]:
        """Return the rows that somebody should look at: those that ask something and were not ticked since."""
        return [line for line in self.lines if line.asks and not line.taken]

    @property
    def repeated(self) -> list[PlanLine]:
        """Return the rows whose team is registered already."""
        return [line for line in self.lines if line.repeats]

    @property
    def alike(self) -> list[AlikeQuestion]:
        """Return each question that several rows ask alike."""
        lines = Counter(line.alike for line in self.lines if line.alike)
        away = AlikeQuestion("away", tuple((key, count) for key, count in lines.items() if not key.startswith("row_")))
        others = [AlikeQuestion(key, ((key, count),)) for key, count in lines.items() if key.startswith("row_")]
        return [question for question in (away, *others) if question.count > 1]

    @property
    def asking_apart(self) -> list[PlanLine]:
        """Return the rows that ask what no other row asks alike."""
        together = {key for question in self.alike for key, _count in question.answers}
        return [line for line in self.asking if line.alike not in together]

    @property
    def missing(self) -> list[Say]:
        """Return the counts of the list that are others than what was found: lines may be missing."""
        return [say for line in self.lines for say in line.says if say.code == "row_counted"]

    @property
    def unsettled(self) -> list[PlanLine]:
        """Return the rows that are ticked although something is missing, or was not shown to who ticked them."""
        return [line for line in self.lines if line.untold]


def book_of(draft: ImportDraft) -> Book:
    """Return the sheets that *draft* keeps, of each the tables that stand side by side one below the other."""
    return unfolded(Book.load(draft.sheets, draft.written))


def sheets_to_choose(draft: ImportDraft, book: Book) -> list[int]:
    """Return the places of the sheets among which somebody must choose; empty where one alone is a list."""
    places = _lists_in(draft, book)
    return places if len(places) > 1 else []


def _lists_in(draft: ImportDraft, book: Book) -> list[int]:
    places = sheets_like_lists(book, singles=draft.tournament.singles)
    return sorted(rival_sheets(book, places)) if len(places) > 1 else places


def sheet_of(draft: ImportDraft, book: Book, place: int | None) -> Worksheet:
    """Return the sheet at *place* of *book*, all of them joined, or an empty one where none is chosen."""
    if place is None:
        return Worksheet("", ())
    return joined_sheets(book, singles=draft.tournament.singles) if place == ALL_SHEETS else book.sheets[place]


def layout_of(draft: ImportDraft, book: Book) -> tuple[int | None, Worksheet, Layout]:
    """Return the place of the sheet, the sheet and the layout chosen for *draft*, guessed where nothing was chosen."""
    place, singles = draft.layout.get("sheet"), draft.tournament.singles
    if place is None and len(lists := _lists_in(draft, book)) < 2:
        place = lists[0] if lists else guess_sheet(book, singles=singles)
    sheet = sheet_of(draft, book, place)
    layout = guess_layout(sheet, draft.layout.get("header"), singles=singles)
    if "roles" in draft.layout:
        layout = replace(layout, roles=tuple(draft.layout["roles"]), sure=True, days=())
    return place, sheet, layout


def plan_import(draft: ImportDraft) -> ImportPlan:
    """Plan the import of *draft* with its answers; the same number of queries whatever its length."""
    tournament = draft.tournament
    book = book_of(draft)
    place, sheet, layout = layout_of(draft, book)
    entries = read_entries(sheet, layout, singles=tournament.singles)
    registered, teams = registered_in(tournament), _numbers(tournament)
    lines = _decided(tournament, entries, draft.answers, registered)
    unsure = not (layout.sure and not layout.days) and any(entry.kind == "team" for entry in entries)
    if unsure:
        lines = [replace(line, taken=False) for line in lines]
    lines = _numbered(lines, draft.answers, {number for _, number in teams})
    seen = _seen(place, layout, teams, registered)
    return ImportPlan(tuple(_bounded(lines)), place, sheet, layout, seen, unsure, _surnames_first(draft, layout))


def _surnames_first(draft: ImportDraft, layout: Layout) -> tuple[bool | None, bool | None]:
    """Return of the names of each player whether the family name stands first: two columns are put together so, of one
    column somebody says it.
    """
    chosen = draft.layout.get("surname_first", {})
    first, second = (
        True if layout.columns(f"last_{player}") and layout.columns(f"first_{player}") else chosen.get(str(player))
        for player in (1, 2)
    )
    return first, second


@dataclass(frozen=True)
class NameColumn:
    """A column of whole names, as lists by name file some of them. `surname_first` null: nobody has said it."""

    key: str  # 1 or 2 for the players whose names it holds, 12 for both
    title: str
    surname_first: bool | None
    filed: tuple[str, ...]


def name_columns(plan: ImportPlan) -> list[NameColumn]:
    """Return the columns of *plan* of which somebody may say whether the family name stands first."""
    titles: Sequence[str] = next((cells for row, cells in plan.sheet.rows if row == plan.layout.header), ())
    teams = [[name for name in line.players if name] for line in plan.taken]
    told = [plan.surnames_first[: len(team)] for team in teams]
    filed = names.filed_once(teams, told)
    columns = []
    for role, key in (("both", "12"), ("player_1", "1"), ("player_2", "2")):
        places = [int(player) - 1 for player in key]
        chosen = plan.surnames_first[places[0]]
        of_column = [
            (filed[at][place], names.tells_surname(team[place], [*team[:place], *team[place + 1 :]]))
            for at, team in enumerate(teams)
            for place in places
            if place < len(team)
        ]
        untold = [name for name, tells in of_column if not tells] or [name for name, _tells in of_column]
        if plan.layout.columns(role) and (chosen is not None or not all(tells for _name, tells in of_column)):
            [column, *_more] = plan.layout.columns(role)
            title = names.clean(titles[column]) if column < len(titles) else ""
            columns.append(NameColumn(key, title, chosen, tuple(untold[:MOST_FILED])))
    return columns


def still_true(plan: ImportPlan, tournament: Tournament) -> bool:
    """Return whether the teams of *tournament* are still those that *plan* was made for; two queries."""
    return plan.seen == _seen(plan.sheet_place, plan.layout, _numbers(tournament), registered_in(tournament))


def _seen(place: int | None, layout: Layout, teams: list[tuple[int, int]], registered: Registered) -> str:
    known = sorted((key, *where) for key, where in registered.numbers_of.items())
    state = [place, layout.header, layout.roles, teams, known, sorted(registered.left)]
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()


def _numbers(tournament: Tournament) -> list[tuple[int, int]]:
    return list(Team.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "number"))


def _decided(
    tournament: Tournament,
    entries: Iterable[Entry],
    answers: Mapping[str, dict[str, Any]],
    registered: Registered,
) -> list[PlanLine]:
    """Decide which rows are teams to register, which are doubtful and why; numbers not yet given."""
    entries = list(entries)
    teams = [(entry, _as_answered(entry, answers.get(str(entry.row), {}))) for entry in entries if entry.kind == "team"]
    candidates = [Candidate(tuple(filter(None, row.players)), row.origin, entry.category) for entry, row in teams]
    refusals = {
        entry.row: [Say("row_not_admitted", {"why": told(why)})] if why else []
        for (entry, _row), why in zip(teams, refusals_of(tournament, candidates), strict=True)
    }
    rows_of: dict[str, dict[int, None]] = {}
    for entry in entries:
        for key in {roster.player_key(name) for name in entry.players if name}:
            rows_of.setdefault(key, {})[entry.line] = None
    taken = Taken()
    lines = []
    for entry in entries:
        if entry.kind != "team":
            says = [
                Say(f"row_{entry.kind}", _span(entry)),
                *(Say(f"row_{note.code}", note.params) for note in entry.notes),
            ]
            lines.append(PlanLine(entry, "skipped", entry.players, tuple(says)))
            continue
        answer = answers.get(str(entry.row), {})
        line = _team_line(entry, answer, registered, rows_of, taken, refusals[entry.row])
        lines.append(line)
        if line.taken:
            taken.add(line.players, entry.line)
    return lines


def _span(entry: Entry) -> dict[str, object]:
    return {"read": entry.text[:120], "first": entry.row, "last": entry.last_row or entry.row}


class _Answered(NamedTuple):
    """A row with what was typed in the place of its names and its commune."""

    typed_names: tuple[str, ...]
    players: tuple[str, ...]
    origin: str


def _as_answered(entry: Entry, answer: Mapping[str, Any]) -> _Answered:
    typed = tuple(names.clean(str(answer.get(f"player_{i}", "")))[:200] for i in range(1, len(entry.players) + 1))
    players = tuple(own or name for own, name in zip(typed, entry.players, strict=True))
    return _Answered(typed, players, _origin(entry, answer, typed))


def _team_line(
    entry: Entry,
    answer: Mapping[str, Any],
    registered: Registered,
    rows_of: Mapping[str, Collection[int]],
    so_far: Taken,
    refusals: list[Say],
) -> PlanLine:
    typed_names, players, origin = _as_answered(entry, answer)
    named = tuple(name for name in players if name) or players
    problems = [] if any(typed_names) and all(players) else list(entry.problems)
    if not problems:
        for index, name in enumerate(named, start=1):
            try:
                line_up.player_name(name)
            except TournamentError as refusal:
                problems.append(Say(refusal.code, refusal.params | {"player": index}))
    notes = [Say(f"row_{note.code}", note.params) for note in entry.notes] + _cuts(entry, origin)
    if problems:
        says = [Say(p.code if p.code.startswith("player_name_") else f"row_{p.code}", p.params) for p in problems]
        untold = bool(answer.get("take")) or any(typed_names)
        return PlanLine(entry, "refused", players, (*says, *notes), origin=origin, untold=untold)
    keys = [roster.player_key(name) for name in named]
    doubts = doubts_of(named, keys, registered, so_far)
    doubts = said_since(doubts, entry) or doubts
    if not any(say.code in _THERE for say in doubts):
        doubts += refusals
    if players == entry.players:
        doubts += [Say(f"row_{question.code}", question.params) for question in entry.questions]
    doubted = {(say.params.get("player"), say.params.get("row")) for say in doubts}
    for name, key in sorted(set(zip(named, keys, strict=True))):
        notes += _elsewhere(name, rows_of.get(key, {}), {entry.line} | {row for who, row in doubted if who == name})
    codes = tuple(say.code for say in doubts)
    # A name typed where one was missing is meant to be registered.
    take = answer.get("take", True if entry.problems and any(typed_names) else None)
    if doubts:
        shown = set(answer.get("shown", ())) >= set(codes)
        return PlanLine(
            entry,
            "doubt",
            players,
            (*doubts, *notes),
            origin=origin,
            taken=bool(take) and shown,
            doubts=codes,
            untold=bool(take) and not shown,
        )
    # A doubtful row whose name was corrected is registered: its box was unticked only because of the doubt.
    mended = bool(answer.get("shown")) and any(typed_names) and players != entry.players
    taken = mended or take is None or bool(take)
    return PlanLine(entry, "register", players, tuple(notes), origin=origin, taken=taken)


def _origin(entry: Entry, answer: Mapping[str, Any], typed_names: Iterable[str]) -> str:
    """Return the commune typed, else the one that the row has; a name that was typed as a player's is none."""
    if "origin" in answer:
        return names.clean(str(answer["origin"]))
    typed_keys = {roster.player_key(name) for name in typed_names if name}
    return "" if entry.origin and roster.player_key(entry.origin) in typed_keys else entry.origin


def _elsewhere(name: str, rows: Collection[int], told: Set[object]) -> list[Say]:
    """State in which other rows *name* stands: the first ones, and how many more."""
    first = [row for row in islice(rows, MOST_ROWS_SAID + len(told)) if row not in told][:MOST_ROWS_SAID]
    says = [Say("row_also_in", {"player": name, "row": row}) for row in first]
    more = len(rows) - len(first) - sum(row in rows for row in told)
    return says + ([Say("row_also_in_more", {"player": name, "count": more})] if more > 0 else [])


def _cuts(entry: Entry, origin: str) -> list[Say]:
    """Warn of texts longer than can be kept, before they are cut."""
    limits = (
        ("origin", origin, registration.ORIGIN_LENGTH),
        ("remark", entry.remark, registration.REMARK_LENGTH),
        ("team_name", entry.team_name, line_up.NAME_LENGTH),
    )
    cuts = [Say("row_cut", {"role": role, "most": most}) for role, text, most in limits if len(text) > most]
    if not isinstance(entry.paid, bool) and entry.paid > MOST_CENTS:
        cuts.append(Say("row_paid_unread", {"read": str(entry.paid // 100)}))
    return cuts


def _numbered(lines: list[PlanLine], answers: Mapping[str, dict[str, Any]], registered: set[int]) -> list[PlanLine]:
    """Number the teams of the rows: each its own, else the lowest that nobody has or asks for."""
    wanted = {}
    for line in lines:
        if line.entry.kind == "team":
            chosen = number_in(str(answers.get(str(line.entry.row), {}).get("number", "")))
            wanted[line.entry.row] = chosen or line.entry.number
    owner: dict[int, int] = {}
    for line in sorted(lines, key=lambda line: not line.taken):
        number = None if line.completes else wanted.get(line.entry.row)
        if number is not None:
            owner.setdefault(number, line.entry.row)
    used, free = registered | set(owner), 1
    numbered = []
    for line in lines:
        row, says = line.entry.row, list(line.says)
        number = wanted.get(row)
        if line.entry.kind != "team" or line.state == "refused" or line.completes:
            numbered.append(replace(line, number=line.completes or number))
            continue
        if number is None or number in registered or owner[number] != row:
            # Numbers are used and never freed: the search goes on from the last one.
            while free in used:
                free += 1
            if number in registered:
                says.append(Say("row_number_registered", {"number": number, "free": free}))
            elif number is not None:
                says.append(Say("row_number_in_row", {"number": number, "row": owner[number], "free": free}))
            number = free
            if line.taken:
                used.add(free)
        numbered.append(replace(line, number=number, says=tuple(says)))
    return numbered


def with_spellings(plan: ImportPlan, tournament: Tournament) -> ImportPlan:
    """Return *plan*, each line saying which name the club writes otherwise than by case or order alone; one query."""
    keys = {roster.player_key(name) for line in plan.lines if line.state == "register" for name in line.players if name}
    known = registration.spellings_in_club(tournament, keys)
    spelled = []
    for line in plan.lines:
        says = [
            Say("row_spelled", {"player": name, "known": older})
            for name, of_list in zip(line.players, line.entry.players, strict=True)
            if line.state == "register" and name and name == of_list
            for older in [known.get(roster.player_key(name), name)]
            if _words(older) != _words(name) and not names.has_lost_accents(older, name)
        ]
        spelled.append(replace(line, says=(*line.says, *says)) if says else line)
    return replace(plan, lines=tuple(spelled))


def _words(name: str) -> list[str]:
    return sorted(name.casefold().split())


def _bounded(lines: list[PlanLine]) -> list[PlanLine]:
    """Return the rows, each with a tick when they are few; when they are many, only those that ask something."""
    teams = sum(line.entry.kind == "team" for line in lines)
    if teams <= MOST_TICKS:
        return lines
    asking, bounded = 0, []
    for line in lines:
        asking += line.asks
        bounded.append(replace(line, may_tick=line.asks and asking <= MOST_TICKS // 4))
    return bounded
