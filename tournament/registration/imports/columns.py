"""Find the role of each column, by the words of the header, else by the values in the column."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournament.registration.imports import beside_names, pair_codes, persons, telephones, untitled, words
from tournament.registration.imports.headers import (
    HEADER_WITHIN,
    folded,
    header_role,
    roles_of,
    title_words,
    words_of_header,
)
from tournament.registration.imports.poll import PollDay, days_of
from tournament.registration.imports.prose import is_total
from tournament.registration.imports.reading import Book, Worksheet
from tournament.registration.imports.understanding.assignment import (
    NAME_ROLES,
    are_people,
    assign,
    holds_a_name,
    is_pairs,
)
from tournament.registration.imports.understanding.evidence import is_unlike, kind_of, weigh

# The roles of a column; the first is that of a column that is not imported.
ROLES = tuple(
    "ignore number player_1 player_2 both last_1 first_1 last_2 first_2 origin category paid phone remark comes origin_2 phone_2 team_name".split()
)
# The roles that only a list of teams of two has.
PARTNER_ROLES = frozenset(("player_2", "both", "last_2", "first_2", "origin_2", "phone_2", "team_name"))

_PARTNER = frozenset(("player_2", "both", "last_2"))  # roles beside which a line holds a whole team
# A column of the names of one of two players; « last » and « first » are of either.
_FIRST_PLAYER = frozenset(("player_1", "last_1", "first_1", "last", "first"))
_SECOND_PLAYER = frozenset(("player_2", "last_2", "first_2", "last", "first"))

# Of several columns that announce one of these, one is meant.
_TOLD_ONCE = ("origin", "category", "number", "order", "state")
# Of several titles of where teams come from, that of a town or a club says it best, that of a part of a town least.
_OF_TOWN = re.compile(r"commune|ville|club")
_PART_OF_TOWN = re.compile(r"hameaux?|quartier|paroisse|canton|site|de")

_OF_PAYMENT = re.compile(r"\b(?:paiement|payement|reglement|payment)")

_SAMPLE = 200
_NOTES_WITHIN = 8  # rows of notes that may stand above a title of people alone
_TITLES_WITHIN = 5  # rows among which titles are known by what stands below them


@dataclass(frozen=True)
class Layout:
    """The layout of a sheet: the row of its header (None: it has none) and the role of each of its columns.

    `order`: the column by which the tickets of one order belong together; `state`: that of what became of each line;
    `titles`: the rows that may be its titles, in a language that nobody knows. `more`: the columns of players beyond the
    second. `sure`: whether the names leave no doubt; `reasons`: why each column has its role, its « title » or its
    « content ». `each_pays`: each of the two players has a column of what that player paid. `days`: those of a poll, of
    which somebody must say which one is meant.
    """

    header: int | None
    roles: tuple[str, ...]
    order: int | None = None
    state: int | None = None
    more: tuple[int, ...] = ()
    sure: bool = True
    reasons: tuple[str, ...] = ()
    titles: tuple[int, ...] = ()
    each_pays: bool = False
    days: tuple[PollDay, ...] = ()

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, role in enumerate(self.roles):
            places.setdefault(role, []).append(place)
        return places

    def columns(self, role: str) -> Sequence[int]:
        """Return the places of the columns with this role."""
        return self._places.get(role, ())

    def of_day(self, place: int | None) -> "Layout":
        """Return this layout with the column at *place* as that of who comes; None: everybody does."""
        roles = (
            "comes" if at == place else "ignore" if role == "comes" else role for at, role in enumerate(self.roles)
        )
        return replace(self, roles=tuple(roles), days=())


def width_of(sheet: Worksheet) -> int:
    """Return the number of columns of *sheet*."""
    return max((len(cells) for _, cells in sheet.rows), default=0)


def guess_layout(sheet: Worksheet, header: int | None = None, *, singles: bool = False) -> Layout:
    """Guess the layout of *sheet*; with the header at row *header* when that is given, 0 meaning no header.

    With *singles* each line is one person: two columns of names are his family name and his first name.
    """
    layout = _guessed(sheet, header, singles)
    if not singles:
        return layout
    # A list of pairs names the same people where everyone enters alone.
    pairs = _guessed(sheet, header, singles=False)
    partner = [place for role in ("player_2", "last_2", "first_2") for place in pairs.columns(role)]
    if not partner or not pairs.sure or PARTNER_ROLES.intersection(layout.roles):
        return layout
    body = [cells for row, cells in sheet.rows if pairs.header is None or row > pairs.header][:_SAMPLE]
    beside = [" ".join(cells[place] for place in partner if place < len(cells)) for cells in body]
    return pairs if are_people(beside) else layout


def _guessed(sheet: Worksheet, header: int | None, singles: bool) -> Layout:
    told = header is not None
    if header is None:
        # A list of one column has a header of one word.
        header = _header_row(sheet, least=1 if singles and width_of(sheet) == 1 else 2)
    elif header == 0 or all(number != header for number, _ in sheet.rows):
        header = None
    width = width_of(sheet)
    titles: Sequence[str] = next((cells for number, cells in sheet.rows if number == header), ())
    announced = roles_of(titles) + [None] * (width - len(titles))
    body = [cells for number, cells in sheet.rows if header is None or number > header]
    # A line of one cell between others is a heading, one that counts is a sum: they say nothing of their columns.
    filled = [(cells, [cell for cell in cells if cell.strip()]) for cells in body]
    several = [
        cells for cells, said in filled if len(said) > 1 and not (is_total(said[0]) and not weigh(said[1:]).given)
    ]
    sample = (several if 2 * len(several) > len(body) else body)[:_SAMPLE]
    columns = [
        [beside_names.without_signs(cells[place]) for cells in sample if place < len(cells)] for place in range(width)
    ]
    columns = _without_commas(columns)
    announced = _without_whole_names(announced, columns)
    if not singles:
        announced = _of_the_partner(announced, titles)
    announced = _with_one_origin(_told_once(_without_figures(announced, columns), columns), titles)
    announced = untitled.with_merged(announced, columns, titles, singles=singles)
    if not singles:
        announced = untitled.with_players(announced, columns, titles)
    order, state = (announced.index(role) if role in announced else None for role in ("order", "state"))
    more = tuple(place for place, role in enumerate(announced) if role == "more")
    if not singles and (team := _team_twice(announced, columns)) is not None:
        # An order may be that of several teams.
        order = team
    free = [place for place, role in enumerate(announced) if role not in NAME_ROLES]
    if (
        not singles
        and not _PARTNER.intersection(announced)
        and (coded := pair_codes.column_of(columns, free)) is not None
    ):
        order, announced[coded] = coded, "order"
    days = days_of(sheet, header, announced)
    of_polls = {day.place for day in days}
    # « Statut du paiement » says both.
    pays = state is not None and _OF_PAYMENT.search(folded(titles[state]))
    announced = [
        ("paid" if place == state and pays else "ignore")
        if role in ("order", "state", "more", "table") or place in of_polls
        else role
        for place, role in enumerate(announced)
    ]
    announced = _with_money(announced, columns)
    if not singles:
        announced = _with_partner(announced, columns, body, len(titles))
    second = None
    if not singles:
        announced = _with_who_registered(announced, columns, titles)
        second = _second_payment(announced, titles)
    assigned = assign(announced, columns, singles=singles, titled=header is not None)
    if second is not None:
        assigned = replace(assigned, roles=(*assigned.roles[:second], "paid", *assigned.roles[second + 1 :]))
    foreign = () if header or told else _foreign_titles(sheet, assigned.roles, sure=assigned.sure)
    layout = Layout(
        header, assigned.roles, order, state, more, assigned.sure, assigned.reasons, foreign, second is not None
    )
    # The only day is that of the concours.
    return layout.of_day(days[0].place) if len(days) == 1 else replace(layout, days=tuple(days))


def _without_commas(columns: list[list[str]]) -> list[list[str]]:
    """Return the columns without the comma between a family name and a first name, where two columns have it in most cells."""
    bare = [[persons.without_comma(cell) for cell in column] for column in columns]
    parted = [
        2 * sum(name != cell for name, cell in zip(of_names, column, strict=True)) > sum(map(bool, column))
        for of_names, column in zip(bare, columns, strict=True)
    ]
    if sum(parted) < 2:
        return columns
    return [name if is_parted else column for name, column, is_parted in zip(bare, columns, parted, strict=True)]


def _without_whole_names(announced: Sequence[str | None], columns: Sequence[Sequence[str]]) -> list[str | None]:
    """Leave out the whole name of each line that two other columns say in parts: « Name » beside « Given Name » and
    « Family Name ».
    """
    given, families = ([place for place, said in enumerate(announced) if said == role] for role in ("first", "last"))
    parts = [(columns[first], columns[last]) for first in given if any(columns[first]) for last in families]
    said = [[sorted(folded(" ".join(both)).split()) for both in zip(*of, strict=False)] for of in parts]
    whole = {
        place for place in families if [sorted(folded(cell).split()) for cell in columns[place]] in filter(any, said)
    }
    return ["ignore" if place in whole else role for place, role in enumerate(announced)]


def _without_figures(announced: list[str | None], columns: Sequence[Sequence[str]]) -> list[str | None]:
    """Leave out a name that is announced above figures, dates or nothing where another column is one: « Nombre » counts
    meals, a form has a « Nom » that nobody fills in. A partner whom nobody has named yet stays one.
    """
    named = [place for place, role in enumerate(announced) if role in NAME_ROLES or role in ("first", "last")]
    figures = {
        place
        for place in named
        if weigh(columns[place]).plain in ("figures", "date", "answer")
        or not (any(columns[place]) or announced[place] in PARTNER_ROLES)
    }
    others = (column for place, column in enumerate(columns) if place not in named)
    left_out = figures if len(figures) < len(named) or any(is_pairs(column, 0.8) for column in others) else set()
    return ["ignore" if place in left_out else role for place, role in enumerate(announced)]


def _told_once(announced: list[str | None], columns: Sequence[Sequence[str]]) -> list[str | None]:
    """Leave out, of the columns that announce the same, those that say nothing where another does: an empty one, or one
    with the same in each line.
    """
    said = [{cell.strip() for cell in column if cell.strip()} for column in columns]
    kept = [*announced]
    for role in (*_TOLD_ONCE, "phone"):
        places = [place for place, other in enumerate(announced) if other == role]
        if role == "phone":
            telling = [place for place in places if any(map(telephones.phone_in, said[place]))]
        else:
            telling = [place for place in places if len(said[place]) > 1] or [place for place in places if said[place]]
        for place in set(places) - set(telling or places):
            kept[place] = "ignore"
    return kept


def _with_one_origin(announced: list[str | None], titles: Sequence[str]) -> list[str | None]:
    """Read as a remark, of the columns of where teams come from, those whose title says less: « Quartier » beside « Commune »."""
    ranks = {
        place: 0 if _OF_TOWN.search(said) else 2 if _PART_OF_TOWN.fullmatch(said) else 1
        for place, (role, said) in enumerate(zip(announced, map(folded, titles), strict=False))
        if role == "origin"
    }
    best = min(ranks.values(), default=0)
    return ["remark" if ranks.get(place, best) > best else role for place, role in enumerate(announced)]


def _team_twice(announced: Sequence[str | None], columns: Sequence[Sequence[str]]) -> int | None:
    """Return the column of the team, or of the table, where each stands in two lines, as « A », « A », « B », « B »; None where
    none does. A team that has a number is joined by that.
    """
    for place, role in enumerate(announced):
        filled = [cell.strip() for cell in columns[place] if cell.strip()]
        named = role in ("equipe", "team") and not any(words.number_in(cell) for cell in filled)
        if filled and (named or role == "table"):
            twice = [lines for lines in Counter(filled).values() if lines == 2]
            if 2 * len(twice) >= 0.8 * len(filled) and not _PARTNER.intersection(announced):
                return place
    return None


def _foreign_titles(sheet: Worksheet, roles: Sequence[str], *, sure: bool) -> tuple[int, ...]:
    """Return the first rows that may be titles in a language that nobody knows: no given name stands in them.

    Where most rows below have one it may be several rows, else only the first. Where the columns are not *sure*, any cell
    may be a name. A row that has a figure, a date or an answer as those below it is none.
    """
    if len(sheet.rows) < 3:
        return ()
    places = [place for place, role in enumerate(roles) if role in NAME_ROLES or not sure]
    columns = [
        [cells[place] for _row, cells in sheet.rows[:_SAMPLE] if place < len(cells)] for place in range(len(roles))
    ]
    kinds = [weigh(column).plain for column in columns]

    def names_of(cells: Sequence[str]) -> list[str]:
        return [cells[place] for place in places if place < len(cells) and cells[place].strip()]

    def is_line(cells: Sequence[str]) -> bool:
        alike = any(kind and kind_of(cell) == kind for cell, kind in zip(cells, kinds, strict=False))
        named = names_of(cells)
        return (
            alike
            or bool(weigh(named).given)
            or any(beside_names.listed_number(cell)[0] or is_pairs([cell]) for cell in named)
        )

    lines = [is_line(cells) for _row, cells in sheet.rows[:_SAMPLE]]
    leading = lines.index(True) if True in lines else 1
    if leading > 1 and sum(lines) * 2 <= len(lines):
        leading = 1
    return tuple(row for row, cells in sheet.rows[: min(leading, _TITLES_WITHIN)] if names_of(cells))


def _with_money(announced: list[str | None], columns: Sequence[Sequence[str]]) -> list[str | None]:
    """Leave out a column announced as paid that holds no payment where another does: « Tarif », « Montant tarif ».

    Where one answers by yes and no, or by « Payé », the others are prices, paid or not.
    """

    def sums_in(place: int) -> list[bool | int | None]:
        return [words.paid_in(cell) for cell in columns[place] if cell.strip()]

    paid = [place for place, role in enumerate(announced) if role == "paid"]
    money = [place for place in paid if 2 * sums_in(place).count(None) < len(sums_in(place))]
    money = [place for place in money if not any(type(paid) is int for paid in sums_in(place))] or money
    return [
        "ignore" if place in paid and money and place not in money else role for place, role in enumerate(announced)
    ]


def _of_the_partner(announced: Sequence[str | None], titles: Sequence[str]) -> list[str | None]:
    """Find the partner's second column of communes or of telephones, headed as the first one is: « Club A », « Club B »."""
    roles = [*announced]
    for role in ("origin", "phone"):
        if (second := _second_of_two(role, announced, titles)) is not None:
            roles[second] = f"{role}_2"
    return roles


def _second_payment(announced: Sequence[str | None], titles: Sequence[str]) -> int | None:
    """Return the column of what the second player paid, headed as that of the first: « Payé » behind the names of each."""
    second = _second_of_two("paid", announced, titles)
    if second is None:
        paid = announced.index("paid") + 1 if "paid" in announced else 0
        return paid if announced[paid : paid + 1] == ["paid"] and not "".join(titles[paid : paid + 1]) else None
    if folded(titles[second]).endswith((" 2", " b")):
        return second
    before = announced.index("paid") - 1
    of_each = before >= 0 and announced[before] in _FIRST_PLAYER and announced[second - 1] in _SECOND_PLAYER
    return second if of_each else None


def _second_of_two(role: str, announced: Sequence[str | None], titles: Sequence[str]) -> int | None:
    def stem(place: int) -> str:
        return re.sub(r" ?([12ab]|(du |de la )?(joueur|partenaire)( ?[12ab])?)$", "", title_words(titles[place]))

    first, *others = [place for place in range(len(titles)) if announced[place] == role] or [0]
    return others[0] if len(others) == 1 and stem(first) == stem(others[0]) else None


def _with_who_registered(
    announced: list[str | None], columns: Sequence[Sequence[str]], titles: Sequence[str]
) -> list[str | None]:
    """Leave « Inscrit par » to its content where nobody else is the first player: who registers a team plays in it.

    A few who took all the registrations do not.
    """
    named = {role for role in announced if role in NAME_ROLES or role in ("first", "last")}
    by = [
        place
        for place, title in enumerate(titles)
        if re.match(r"(inscrite?|reserve|saisie?|registered) (par|by)\b", folded(title))
    ]
    if named != {"player_2"} or len(by) != 1:
        return announced
    filled = [cell.strip() for cell in columns[by[0]] if cell.strip()]
    several = len({*filled}) > 0.8 * len(filled)
    return [None if place == by[0] and several else role for place, role in enumerate(announced)]


def _with_partner(
    announced: list[str | None], columns: Sequence[Sequence[str]], body: Sequence[Sequence[str]], titles: int
) -> list[str | None]:
    """Put a partner beside the only column of names where the lines have one cell more than the header of *titles* cells.

    « N°, Noms, Club » above « 1, Dupont Jean, Martin Paul, Nort »: the comma that parts the players parts the columns too.
    """
    named = [place for place, role in enumerate(announced) if role in ("both", "last", "first", "player_1", "player_2")]
    longer = sum(len(cells) == titles + 1 and bool(cells[titles].strip()) for cells in body)
    if len(named) != 1 or announced[named[0]] == "first" or longer * 2 <= len(body):
        return announced
    place = named[0] + 1
    if place > titles or not all(are_people(columns[column]) for column in (place - 1, place)):
        return announced
    return [*announced[: place - 1], "player_1", "player_2", *announced[place:titles]]


def guess_sheet(book: Book, *, singles: bool = False) -> int:
    """Return the place of the sheet that looks most like a list of teams."""

    def likeness(place: int) -> tuple[bool, int, int]:
        sheet = book.sheets[place]
        layout = guess_layout(sheet, singles=singles)
        names = len(NAME_ROLES.intersection(layout.roles))
        return not sheet.hidden, min(names, 2) * (1 + (layout.header is not None)), len(sheet.rows)

    return max(range(len(book.sheets)), key=lambda place: (likeness(place), -place))


def sheets_like_lists(book: Book, *, singles: bool = False) -> list[int]:
    """Return the places of the sheets that look like lists of names and are not hidden; several must be chosen among."""
    places = []
    for place, sheet in enumerate(book.sheets):
        layout = guess_layout(sheet, singles=singles)
        names = len(NAME_ROLES.intersection(layout.roles))
        enough = names >= 2 or "both" in layout.roles or (singles and names)
        lines = sum(layout.header is None or row > layout.header for row, _cells in sheet.rows)
        if not sheet.hidden and enough and lines >= (1 if layout.header else 2):
            places.append(place)
    return places


def names_left_out(sheet: Worksheet, layout: Layout) -> list[int]:
    """Return the columns that are not taken although most of their cells look like names of people."""
    title = next((cells for number, cells in sheet.rows if number == layout.header), ())
    body = [cells for number, cells in sheet.rows if layout.header is None or number > layout.header][:_SAMPLE]
    left_out = []
    for place in layout.columns("ignore"):
        announced = header_role(title[place]) if place < len(title) else None
        filled = [cells[place].strip() for cells in body if place < len(cells) and cells[place].strip()]
        if announced != "ignore" and len(filled) >= 2 and sum(map(holds_a_name, filled)) > 0.6 * len(filled):
            left_out.append(place)
    return left_out


def _header_row(sheet: Worksheet, *, least: int) -> int | None:
    best, best_score = None, least - 1
    for number, cells in sheet.rows[:HEADER_WITHIN]:
        if least == 1 and not any(map(_heads_people, cells)):
            # The one column of a list is that of the people.
            continue
        if (score := words_of_header(cells)) > best_score:
            best, best_score = number, score
    if best is None and len(sheet.rows) > 2:
        # In any language: words alone, above columns of dates, figures, addresses or answers.
        for place, (number, cells) in enumerate(sheet.rows[:_TITLES_WITHIN]):
            if is_unlike(cells, [cells for _number, cells in sheet.rows[place + 1 : _SAMPLE]]):
                return number
        for place, (number, cells) in enumerate(sheet.rows[:_NOTES_WITHIN]):
            if weigh(cells).given:
                break
            heads = [column for column, title in enumerate(cells) if _heads_people(title)]
            rows = [cells for _number, cells in sheet.rows[place + 1 : _SAMPLE]]
            below = [[cells[column] for cells in rows if column < len(cells)] for column in heads]
            # Above people a title is one, whatever stands beside it: the days on which they came.
            if heads and (any(weigh(column).given > 0.4 for column in below) or not any(map(_is_of_a_line, cells))):
                return number
        return _above_empty(sheet)
    return best


def _above_empty(sheet: Worksheet) -> int | None:
    """Return the last of the first rows that leave the column of the names empty: those of a poll hold its days and hours."""
    first = [cells[0] if cells else "" for _number, cells in sheet.rows[:_SAMPLE]]
    leading = next((place for place, cell in enumerate(first) if cell.strip()), 0)
    below = [cell for cell in first[leading:] if cell.strip()]
    if not 0 < leading <= _TITLES_WITHIN or len(below) < 2 or 2 * sum(map(holds_a_name, below)) <= len(below):
        return None
    return sheet.rows[leading - 1][0]


def _heads_people(title: str) -> bool:
    """Return whether *title* announces people, whatever stands beside it."""
    return header_role(title) in ("last", "both", "player_1")


def _is_of_a_line(cell: str) -> bool:
    """Return whether *cell* is that of a line, and no title: it names somebody, or holds a figure, a date or an answer."""
    return (
        bool(weigh([cell]).given) or kind_of(cell) not in ("empty", "words", "prose", "code", "courtesy") or "@" in cell
    )
