"""Sort the rows of a sheet into teams, titles, totals and empty ones, and note what is odd about each."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournament import names
from tournament.registration.imports import words
from tournament.registration.imports.columns import Layout
from tournament.registration.imports.headers import folded, header_role
from tournament.registration.imports.lines import TypedLine, read_line
from tournament.registration.imports.reading import Worksheet
from tournament.registration.imports.understanding.evidence import is_body, is_no_more, kind_of, not_a_name, weigh
from tournament.registration.origins import both_origins

# A team that somebody typed over two lines: « Jean Roux / », « et Luc Petit ».
_OVER_TWO_LINES = re.compile(r"(?:[/&+]|\s(?:et|avec))\s*\n\s*[^\W\d_]|\n\s*(?:[/&+]|(?:et|avec)\s)", re.IGNORECASE)
_COUNT = re.compile(r"[^:=/]*[:=]\s*\d{1,3}")
_JOINS = re.compile(r"[/&+]|\s(?:et|avec)\s", re.IGNORECASE)


@dataclass(frozen=True)
class Say:
    """One thing to tell about a row: a code, and what its sentence is filled with."""

    code: str
    params: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """One row, or several blank ones. `kind`: team, title, header, total, blank.

    `problems` stop a team from being registered until somebody answers them; `questions` until somebody ticks it or
    types the names; `notes` only say what was understood.
    `paid`: True the whole fee, False nothing, or cents.
    """

    row: int
    kind: str
    players: tuple[str, ...] = ("", "")
    number: int | None = None
    origin: str = ""
    category: str = ""
    paid: bool | int = False
    paid_by: str = ""
    phone: str = ""
    phone_2: str = ""
    remark: str = ""
    team_name: str = ""
    text: str = ""
    last_row: int | None = None
    problems: tuple[Say, ...] = ()
    questions: tuple[Say, ...] = ()
    notes: tuple[Say, ...] = ()


def read_entries(sheet: Worksheet, layout: Layout, *, singles: bool = False) -> list[Entry]:
    """Return every row of *sheet* read as *layout* says, blank ones between them included, in order.

    With *singles* a row is one person, and one with two names is a problem.
    """
    entries: list[Entry] = []
    header = next((cells for number, cells in sheet.rows if number == layout.header), None)
    previous = 0
    rows = [(number, number, cells) for number, cells in sheet.rows] if singles else _unbroken(sheet.rows)
    for number, last, cells in rows:
        if number > previous + 1:
            entries.append(Entry(row=previous + 1, last_row=number - 1, kind="blank"))
        previous = last
        entry = _entry(number, cells, layout, header, singles)
        entries.append(entry if last == number else replace(entry, last_row=last))
    entries = _without_signature(entries)
    if not singles:
        entries = _joined(entries if layout.order is None else _of_orders(sheet, entries, layout.order))
    entries = [
        replace(entry, questions=(Say("titles", {"read": entry.text[:80]}), *entry.questions))
        if entry.kind == "team" and entry.row in layout.titles
        else entry
        for entry in entries
    ]
    return _marked(_with_states(sheet, _with_ticks(entries), layout.state), dict(sheet.marks))


def _with_ticks(entries: list[Entry]) -> list[Entry]:
    """Return the rows, a 1 read as a tick where no other amount was paid: some programs write what is ticked as 1 and 0."""
    if {entry.paid for entry in entries if not isinstance(entry.paid, bool)} != {100}:
        return entries
    return [replace(entry, paid=True) if entry.paid == 100 else entry for entry in entries]


def _of_orders(sheet: Worksheet, entries: list[Entry], column: int) -> list[Entry]:
    """Join the two tickets of one order, one below the other, to a team: somebody says of each whether it is one."""
    order = {row: cells[column].strip() for row, cells in sheet.rows if column < len(cells)}
    tickets = Counter(order.values())
    joined: list[Entry] = []
    for entry in entries:
        above = joined[-1] if joined else None
        same = above is not None and bool(order.get(entry.row)) and order.get(above.row) == order[entry.row]
        if above and same and tickets[order[entry.row]] == 2 and _one_player(above) and _one_player(entry):
            # Each ticket has its own price, and the telephone of who plays.
            team = _team_of_two(above, replace(entry, phone=""))
            priced = not isinstance(above.paid, bool) and not isinstance(entry.paid, bool)
            joined[-1] = replace(team, phone_2=entry.phone, paid=above.paid + entry.paid if priced else team.paid)
        else:
            joined.append(entry)
    return joined


def _with_states(sheet: Worksheet, entries: list[Entry], column: int | None) -> list[Entry]:
    """Return the rows, each team asked about of which the list says that it is cancelled, refunded or waiting, in a column
    or in a heading above it. Who is ticked nevertheless is a team as the list says, though it stands on two lines.
    """
    states = {
        row: names.clean(cells[column]) for row, cells in sheet.rows if column is not None and column < len(cells)
    }
    asked, heading = [], ""
    for entry in entries:
        if entry.kind == "title" or (entry.kind == "team" and _heads_a_state(entry)):
            heading = entry.text if is_no_more(entry.text) else ""
            entry = Entry(row=entry.row, kind="title", text=entry.text)
        rows = range(entry.row, (entry.last_row or entry.row) + 1)
        said = [said for row in rows if is_no_more(said := states.get(row, heading) or heading)]
        if entry.kind == "team" and said:
            others = (say for say in entry.questions if say.code != "two_lines")
            entry = replace(entry, questions=(Say("state", {"read": said[0][:40]}), *others))
        asked.append(entry)
    return asked


def _heads_a_state(entry: Entry) -> bool:
    """Return whether a line of one cell says what became of those below it: « Liste d'attente », « Remplaçants »."""
    alone = [name for name in entry.players if name]
    return len(alone) == 1 and names.clean(alone[0]) == entry.text and is_no_more(entry.text)


def _marked(entries: list[Entry], marks: Mapping[int, str]) -> list[Entry]:
    """Return the rows, each team asked about of which a line is hidden, struck out or coloured away in the workbook."""
    if not marks:
        return entries
    asked = []
    for entry in entries:
        rows = range(entry.row, (entry.last_row or entry.row) + 1)
        found = dict.fromkeys(marks[row] for row in rows if row in marks) if entry.kind == "team" else {}
        asked.append(replace(entry, questions=(*entry.questions, *(Say(mark) for mark in found))))
    return asked


def _unbroken(rows: Iterable[tuple[int, tuple[str, ...]]]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return rows with the number of their last line, each line that goes on from the one above taken into it."""
    whole: list[tuple[int, int, tuple[str, ...]]] = []
    for number, cells in rows:
        first, last, above = whole[-1] if whole else (0, -1, ())
        place = _only_cell(cells)
        if place is not None and last == number - 1 and place == _only_cell(above):
            both = f"{above[place].rstrip()}\n{cells[place].lstrip()}"
            # « Jean Roux / » above « Luc Petit / Anne Le Goff » looks for a partner.
            if _OVER_TWO_LINES.search(both) and len(_JOINS.findall(both)) == 1:
                whole[-1] = first, number, (*above[:place], both.replace("\n", " "), *above[place + 1 :])
                continue
        whole.append((number, number, cells))
    return whole


def _only_cell(cells: Sequence[str]) -> int | None:
    """Return the place of the only cell of a row that holds anything; None where there are several."""
    filled = [place for place, cell in enumerate(cells) if cell.strip()]
    return filled[0] if len(filled) == 1 else None


def _without_signature(entries: list[Entry]) -> list[Entry]:
    """Return the rows with the one name below the end of a mail as its text: it is who wrote it."""
    end = max(
        (place for place, entry in enumerate(entries) if entry.kind == "title" and words.ends_mail(entry.text)),
        default=0,
    )
    below = [place for place in range(end, len(entries)) if entries[place].kind == "team"]
    if not end or len(below) != 1 or not any(entry.kind == "team" for entry in entries[:end]):
        return entries
    signature = entries[below[0]]
    if signature.number is None and not signature.problems and sum(map(bool, signature.players)) == 1:
        entries[below[0]] = Entry(row=signature.row, kind="title", text=signature.text)
    return entries


def _joined(entries: list[Entry]) -> list[Entry]:
    """Join lines of one player each to teams, where most of the list is written so: the number of a team stands in both
    its lines, or in the first alone (merged cells), or an empty line stands between two teams. Somebody says of each
    whether it is one team.
    """
    lines_of = Counter(entry.number for entry in entries if entry.number is not None)
    numberless = [entry.kind == "team" and entry.number is None for entry in entries] + [False]

    def is_first(place: int) -> bool:
        first, second = entries[place : place + 2]
        if not (_one_player(first) and _one_player(second)):
            return False
        if first.number is None:
            around = *entries[max(place - 1, 0) : place], *entries[place + 2 : place + 3]
            return second.number is None and not any(entry.kind == "team" for entry in around)
        if second.number is None:
            # Two lines without a number below one with: nobody knows who plays with whom.
            return lines_of[first.number] == 1 and not numberless[place + 2]
        return second.number == first.number and lines_of[first.number] == 2

    firsts = {place for place in range(len(entries) - 1) if is_first(place)}
    if 4 * len(firsts) <= sum(entry.kind == "team" for entry in entries):
        return entries
    joined = []
    for place, entry in enumerate(entries):
        if place in firsts:
            joined.append(_team_of_two(entry, entries[place + 1]))
        elif place - 1 not in firsts:
            joined.append(entry)
    return joined


def _one_player(entry: Entry) -> bool:
    return entry.kind == "team" and not entry.problems and [say.code for say in entry.questions] == ["alone"]


def _team_of_two(first: Entry, second: Entry) -> Entry:
    """Return the team of two lines of one player each, as a question; where they differ the first one stands and the
    second is kept as a remark.
    """
    players = first.players[0], second.players[0]
    kept = {
        name: getattr(first, name) or getattr(second, name) for name in ("origin", "category", "phone", "team_name")
    }
    others = (getattr(second, name) for name in ("origin", "phone") if getattr(second, name) != kept[name])
    paid = first.paid if first.paid == second.paid else False
    unread = [Say("paid_unread", {"read": first.text[:40]})] if first.paid != second.paid else []
    return replace(
        first,
        players=players,
        origin=kept["origin"],
        category=kept["category"],
        phone=kept["phone"],
        team_name=kept["team_name"],
        paid=paid,
        paid_by=first.paid_by if paid else "",
        remark=" · ".join(filter(None, (first.remark, second.remark, *others))),
        last_row=second.row,
        questions=(Say("two_lines", {"names": names.together(players), "last": second.row}),),
        notes=(*first.notes, *second.notes, *unread),
    )


def _entry(number: int, cells: tuple[str, ...], layout: Layout, header: Sequence[str] | None, singles: bool) -> Entry:
    text = " · ".join(names.clean(cell) for cell in cells if cell.strip())[:200]
    if number == layout.header or (header is not None and _same_words(cells, header)):
        return Entry(row=number, kind="header", text=text)
    if layout.header is not None and number < layout.header:
        return Entry(row=number, kind="title", text=text)
    # In columns a greeting may be a surname.
    # Beside an address, a date, a figure or « Mme » a sentence is a remark.
    filled = [cell for cell in cells if cell.strip()]
    in_columns = header is not None or any(kind_of(cell) not in ("words", "prose", "code") for cell in filled)
    if (not in_columns or len(filled) == 1) and words.is_mail_text(cells):
        return Entry(row=number, kind="title", text=text)
    cells_of = _TeamCells(cells, layout, singles)
    # A player may be called Total; a line that counts has no two names.
    named = all(any(c.isalpha() for c in player) for player in cells_of.players)
    named = named and not (singles and words.is_total(cells_of.players[0]) and not weigh(cells_of.players).given)
    # « Équipe 3 » beside a name is its number.
    named = named or (cells_of.number is not None and any(map(_may_be_named, cells_of.players)))
    if not named and not cells_of.team_name and _counts_others(cells, cells_of.players):
        return Entry(row=number, kind="total", text=text)
    # A number alone, « Places restantes : 3 »
    if len(filled) == 1 and (not any(c.isalpha() for c in text) or _COUNT.fullmatch(text)) and not weigh(filled).given:
        return Entry(row=number, kind="title", text=text)
    if len(filled) == 1 and not cells_of.are_people and (words.is_heading(filled[0]) or _names_columns(filled[0])):
        return Entry(row=number, kind="title", text=text)
    # No name at all: a title between the teams, unless its number says that it was meant to be one of them.
    if not any(cells_of.players) and cells_of.number is None:
        return Entry(row=number, kind="title", text=text)
    return cells_of.entry(number, text)


def _same_words(cells: Iterable[str], header: Sequence[str]) -> bool:
    cells = tuple(cells)
    return len(cells) == len(header) and all(
        folded(cell) == folded(title) for cell, title in zip(cells, header, strict=True)
    )


def _may_be_named(player: str) -> bool:
    return any(c.isalpha() for c in player) and not words.is_total(player)


def _names_columns(text: str) -> bool:
    """Return whether *text* says what stands in each line: « Joueurs / Commune », « N° Nom Prénom Nom Prénom Payé »."""
    said = words.split_pair(text)
    titles = text.split()
    return (len(said) == 2 and all(map(header_role, said))) or (len(titles) > 2 and all(map(header_role, titles)))


def _counts_others(cells: Sequence[str], players: Iterable[str]) -> bool:
    first = next((cell for cell in cells if cell.strip()), "")
    return words.is_total(first) or any(words.is_total(player) for player in players if player)


class _TeamCells:
    """The cells of one team's row, understood one role after the other."""

    def __init__(self, cells: tuple[str, ...], layout: Layout, singles: bool) -> None:
        self._layout = layout
        self._listed: int | None = None  # the number written before the names, in their cell
        self._phones: list[list[str]] = []  # of each player, written beside the name
        self._place = self._paid_words = self._beside = ""  # commune, words of payment and category written behind them
        self._line = TypedLine(("",))  # what else the line says that names both players
        self._problems: list[Say] = []
        self._questions: list[Say] = []
        self._notes: list[Say] = []
        self._cells = self._with_partner(cells)
        self.players: tuple[str, ...] = words.without_titles(self._person() if singles else self._players())
        self.team_name = self._text("team_name") or self._line.team_name
        self.number = self._number()

    @property
    def are_people(self) -> bool:
        """Return whether at least one of two players is known to be a person."""
        return all(self.players) and any(map(words.names_somebody, self.players))

    def entry(self, row: int, text: str) -> Entry:
        """Return all that the cells hold, and what is odd about it."""
        origin, phones = words.phones_beside(self._text("origin"))
        phone, phone_2, left_over = self._all_phones([*self._line.phones[2], *phones])
        return Entry(
            row=row,
            kind="team",
            players=self.players,
            number=self.number,
            origin=both_origins(words.unbracketed(origin) or self._place, self._text("origin_2")),
            category=self._category(),
            paid=(paid := self._paid()),
            paid_by=words.means_in(self._raw("paid")) if paid else "",
            phone=phone,
            phone_2=phone_2,
            remark=" · ".join(filter(None, (self._text("remark"), self._line.remark, *left_over))),
            team_name=self.team_name,
            text=text,
            problems=tuple(self._problems),
            questions=(*self._unlikely(), *self._questions),
            notes=tuple(self._notes),
        )

    def _unlikely(self) -> tuple[Say, ...]:
        """Ask about players beyond the second, and about the first name that holds what no name has: an address,
        figures, a date, a title alone.
        """
        more = [cell for place in self._layout.more for cell in self._cells[place : place + 1] if cell.strip()]
        behind = self._line.remark.split(" · ")
        if len(self.players) > 1 and any(map(words.names_somebody, behind)):
            more += behind
        if more:
            self._questions = [question for question in self._questions if question.code != "line_unclear"]
            return (Say("too_many", {"read": names.together(map(names.clean, more))[:80]}),)
        titles = ("ignore", "phone", "paid", "state", "order")
        odd = (player for player in self.players if player and (not_a_name(player) or header_role(player) in titles))
        read = next(odd, None)
        return (Say("not_a_name", {"read": read[:80]}),) if read else ()

    def _with_partner(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cells with a partner who stands in the column of the communes beside the first player: without a
        header, the comma between two players is that of the columns too.
        """
        at = [*self._layout.columns("both"), *self._layout.columns("player_1")], self._layout.columns("origin")
        if self._layout.header is not None or self._layout.columns("player_2") or not all(at):
            return cells
        first, place = at[0][0], at[1][0]
        if place >= len(cells) or not words.are_two_people(cells[first], cells[place]):
            return cells
        people = (words.phones_beside(cells[column])[0] for column in (first, place))
        read = names.together(map(names.clean, people))
        self._notes.append(Say("pair_in_one_cell", {"read": words.listed_number(read)[1]}))
        moved = [*cells, ""]
        moved[first] = f"{cells[first]} / {cells[place]}"
        # Only a line with one comma more has a cell in a column that holds nothing else.
        moved[place] = ""
        if (*self._layout.roles, "ignore")[place + 1] == "ignore":
            moved[place], moved[place + 1] = moved[place + 1], ""
        return tuple(moved)

    def _raw(self, role: str) -> str:
        cells = [self._cells[place] for place in self._layout.columns(role) if place < len(self._cells)]
        return "\n".join(cell for cell in cells if cell.strip())

    def _text(self, role: str) -> str:
        """Return the cell as text; a formula or a spreadsheet's error in it is told and left out."""
        raw = self._raw(role)
        if words.is_formula(raw) or words.is_error(raw):
            self._notes.append(Say("cell_left_out", {"role": role, "read": names.clean(raw)[:80]}))
            return ""
        return names.clean(raw)

    def _name(self, *roles: str, player: int) -> str:
        raw = words.plain_phones(self._cell(*roles, player=player))
        if player == 1 and not self._layout.columns("number"):
            number, raw = words.listed_number(raw)
            self._listed = self._listed or number
        return raw

    def _cell(self, *roles: str, player: int) -> str:
        raw = words.without_signs(" ".join(filter(None, (self._raw(role).strip() for role in roles))))
        for role in roles:
            cell = self._raw(role)
            if words.is_formula(cell) or words.is_error(cell):
                code = "formula" if words.is_formula(cell) else "cell_error"
                self._problems.append(Say(code, {"player": player, "read": names.clean(cell)[:80]}))
                return ""
        return raw

    def _read_line(self, text: str) -> tuple[str, ...]:
        """Read a cell in which a whole line may stand, and return its players; the rest is kept."""
        places, free = not self._layout.columns("origin"), self._layout.header is None
        self._line = line = read_line(text, places=places, free=free)
        self._listed = self._listed or line.number
        return line.players

    def _bare(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names without what stands beside them and has no column: telephone, commune, whether they paid."""
        bare, phones = zip(*map(words.phones_beside, players), strict=True)
        bare, self._phones = tuple(map(names.clean, bare)), list(phones)
        if not self._layout.columns("paid"):
            bare, paid = zip(*map(words.paid_after, bare), strict=True)
            self._paid_words = next(
                (said for name, said in zip(reversed(bare), reversed(paid), strict=True) if name), ""
            )
            if any(paid) and not self._paid_words:
                # The first player alone.
                self._notes.append(Say("paid_unread", {"read": paid[0]}))
        if not words.phones_beside(self._raw("origin"))[0].strip():
            without, places = zip(*map(words.place_after, bare), strict=True)
            if len(different := {*filter(None, places)}) < 2:
                bare = without
            if len(different) == 1:
                (self._place,) = different
        # Read in the line, behind both names.
        self._place = self._place or self._line.place
        if not self._layout.columns("category") and (category := words.category_beside(self._place)):
            self._beside, self._place = category, ""
        if self._place:
            self._notes.append(Say("place_in_name", {"read": self._place}))
        self._paid_words = self._paid_words or self._line.paid
        for beside, in_line in zip(self._phones, self._line.phones, strict=False):
            beside.extend(in_line)
        return bare

    def _person(self) -> tuple[str, ...]:
        first = self._cell("player_1", "last_1", "first_1", "both", player=1)
        second = self._name("player_2", "last_2", "first_2", player=2)
        if not self._problems:
            pair = self._read_line(first)
            if first and second:
                self._problems.append(Say("two_names", {"read": names.clean(first) + " / " + names.clean(second)}))
            elif len(pair) == 2:
                self._problems.append(Say("two_names", {"read": names.together(map(names.clean, pair))}))
            elif first and not self._line.sure:
                self._questions.append(Say("line_unclear", {"read": names.clean(first)[:80], "names": pair[0]}))
            elif is_body(first):
                self._questions.append(Say("not_a_name", {"read": names.clean(first)[:80]}))
            elif not first and not second:
                self._problems.append(Say("names_missing"))
            first = pair[0]
        return self._bare((first or second,))

    def _players(self) -> tuple[str, str]:
        first = self._cell("player_1", "last_1", "first_1", player=1)
        second = self._name("player_2", "last_2", "first_2", player=2)
        both = self._cell("both", player=1)
        faulty = bool(self._problems)
        one_cell = both or ("" if second or faulty else first)
        together = ""
        if one_cell:
            first, *rest = self._read_line(one_cell)
            second = rest[0] if rest else second
            together = one_cell if rest else ""
        else:
            number, first = words.listed_number(words.plain_phones(first))
            self._listed = number
            # The partner has a column for the first name alone.
            if second and self._layout.columns("first_2") and not self._layout.columns("last_2"):
                together = f"{first} / {second}"
        first, second = ("" if words.is_nobody(name) else name for name in self._bare((first, second)))
        players = first, second
        if together and one_cell and (self._line.comma or not both):
            self._notes.append(Say("pair_in_one_cell", {"read": names.together(players)}))
        if together and not faulty and (shared := words.shared_surname(*players)):
            *understood, sure = shared
            players = understood[0], understood[1]
            if sure and one_cell:
                self._notes = [note for note in self._notes if note.code != "pair_in_one_cell"]
                self._notes.append(Say("pair_in_one_cell", {"read": names.together(players)}))
            else:
                read = names.clean(together)[:80]
                self._questions.append(Say("shared_surname", {"read": read, "names": names.together(players)}))
        if together and not faulty and not self._line.sure:
            read = names.clean(together)[:80]
            self._questions.append(Say("line_unclear", {"read": read, "names": names.together(players)}))
        if not faulty and any(players) and not all(players):
            # It may be a person who comes alone, or a name forgotten: a person says which.
            players = players[0] or players[1], ""
            self._questions.append(Say("alone", {"read": players[0]}))
        elif not faulty and not any(players):
            self._problems.append(Say("names_missing"))
        return players

    def _number(self) -> int | None:
        raw = self._text("number")
        number = words.number_in(raw) if raw else self._listed
        if raw and number is None:
            self._notes.append(Say("number_unread", {"read": raw[:40]}))
        return number

    def _category(self) -> str:
        raw = self._text("category")
        category = words.category_in(raw) if raw else ""
        if category is None:
            code = "category_ambiguous" if words.folded(raw).strip(". ") == "m" else "category_unread"
            self._notes.append(Say(code, {"read": raw[:40]}))
        elif len(raw) == 1:
            self._notes.append(Say("category_letter", {"read": raw, "category": category}))
        return category or self._beside

    def _paid(self) -> bool | int:
        raw = self._text("paid") or self._paid_words
        paid = words.paid_in(raw)
        if paid is None:
            self._notes.append(Say("paid_unread", {"read": raw[:40]}))
        return paid or False

    def _all_phones(self, beside_origin: list[str]) -> tuple[str, str, list[str]]:
        """Return the telephone of each player, the one beside the name before that of the column; and those left over.

        One that stands where no name is belongs to the other player; of two behind one name or in one cell, where the
        partner has no other, the second is the partner's.
        """
        first, *others = self._phones
        second = others[0] if others else []
        if not first and (len(second) > 1 or not all(self.players)):
            first, second = second[:1], second[1:]
        column = [*self._column_phones("phone"), *beside_origin]
        if not first:
            first, column = column[:1], column[1:]
        second = [*second, *self._column_phones("phone_2"), *column]
        with_partner = 1 if others else 0
        left_over = [*first[1:], *second[with_partner:]]
        return "".join(first[:1]), "".join(second[:with_partner]), left_over

    def _column_phones(self, role: str) -> list[str]:
        raw = self._text(role)
        phones = words.phones_beside(raw)[1] or [*filter(None, (words.phone_in(raw),))]
        if raw and not phones:
            self._notes.append(Say("phone_unread", {"read": raw[:40]}))
        elif raw.isascii() and raw.isdigit() and len(raw) == 9:
            self._notes.append(Say("phone_zero", {"read": phones[0]}))
        return phones
