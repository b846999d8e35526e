"""Find the role of each column, by the words of the header, else by the values in the column."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.given_names import GIVEN_NAMES
from tournament.names import spelling
from tournament.registration.imports import words
from tournament.registration.imports.headers import HEADER_WITHIN, folded, header_role, words_of_header
from tournament.registration.imports.reading import Book, Worksheet
from tournament.registration.imports.understanding.evidence import bare, is_unlike, weigh

# The roles of a column; the first is that of a column that is not imported.
ROLES = tuple(
    "ignore number player_1 player_2 both last_1 first_1 last_2 first_2 origin category paid phone remark origin_2 phone_2 team_name".split()
)
NAME_ROLES = frozenset(ROLES[2:9])
# The roles that only a list of teams of two has.
PARTNER_ROLES = frozenset(("player_2", "both", "last_2", "first_2", "origin_2", "phone_2", "team_name"))

_SAMPLE = 200
_TITLES_WITHIN = 5  # rows among which titles are known by what stands below them


@dataclass(frozen=True)
class Layout:
    """The layout of a sheet: the row of its header (None: it has none) and the role of each of its columns.

    `order`: the column by which the tickets of one order belong together; `state`: that of what became of each line;
    `more`: those of players beyond the second.
    """

    header: int | None
    roles: tuple[str, ...]
    order: int | None = None
    state: int | None = None
    more: tuple[int, ...] = ()

    def columns(self, role: str) -> list[int]:
        """Return the places of the columns with this role."""
        return [place for place, assigned in enumerate(self.roles) if assigned == role]


def width_of(sheet: Worksheet) -> int:
    """Return the number of columns of *sheet*."""
    return max((len(cells) for _, cells in sheet.rows), default=0)


def guess_layout(sheet: Worksheet, header: int | None = None, *, singles: bool = False) -> Layout:
    """Guess the layout of *sheet*; with the header at row *header* when that is given, 0 meaning no header.

    With *singles* each line is one person: two columns of names are his family name and his first name.
    """
    if header is None:
        # A list of one column has a header of one word.
        header = _header_row(sheet, least=1 if singles and width_of(sheet) == 1 else 2)
    elif header == 0 or all(number != header for number, _ in sheet.rows):
        header = None
    width = width_of(sheet)
    titles: Sequence[str] = next((cells for number, cells in sheet.rows if number == header), ())
    announced = [header_role(title) for title in titles] + [None] * (width - len(titles))
    body = [cells for number, cells in sheet.rows if header is None or number > header]
    columns = [[cells[place] for cells in body[:_SAMPLE] if place < len(cells)] for place in range(width)]
    order, state = (announced.index(role) if role in announced else None for role in ("order", "state"))
    more = tuple(place for place, role in enumerate(announced) if role == "more")
    announced = ["ignore" if role in ("order", "state", "more") else role for role in announced]
    announced = _with_money(announced, columns)
    if not singles:
        announced = _with_partner(announced, columns, body, len(titles))
    roles = _named(announced, columns, singles)
    if not singles:
        _of_the_partner(roles, announced, titles)
    _by_content(roles, announced, columns, singles)
    return Layout(header, tuple(role or "ignore" for role in roles), order, state, more)


def _with_money(announced: list[str | None], columns: Sequence[Sequence[str]]) -> list[str | None]:
    """Leave out a column announced as paid that holds no payment where another does: « Tarif », « Montant tarif »."""

    def holds_money(place: int) -> bool:
        filled = [cell for cell in columns[place] if cell.strip()]
        return bool(filled) and sum(words.paid_in(cell) is not None for cell in filled) * 2 > len(filled)

    paid = [place for place, role in enumerate(announced) if role == "paid"]
    money = [place for place in paid if holds_money(place)]
    return [
        "ignore" if place in paid and money and place not in money else role for place, role in enumerate(announced)
    ]


def _of_the_partner(roles: list[str | None], announced: Sequence[str | None], titles: Sequence[str]) -> None:
    """Give the partner a second column of communes or of telephones, headed as the first one is: « Club A », « Club B »."""

    def stem(place: int) -> str:
        return re.sub(r" ?([12ab]|(du |de la )?(joueur|partenaire|coequipier)( ?[12ab])?)$", "", folded(titles[place]))

    for role in ("origin", "phone"):
        first, *others = [place for place in range(len(titles)) if announced[place] == role] or [0]
        if len(others) == 1 and stem(first) == stem(others[0]):
            roles[others[0]] = f"{role}_2"


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
    if place > titles or not all(_are_people(columns[column]) for column in (place - 1, place)):
        return announced
    return [*announced[: place - 1], "player_1", "player_2", *announced[place:titles]]


def _are_people(column: Sequence[str]) -> bool:
    filled = [cell.strip() for cell in column if cell.strip()]
    return bool(filled) and sum(map(_like_a_name, filled)) * 2 > len(filled)


def _are_nobody(column: Sequence[str]) -> bool:
    """Return whether no cell looks like the name of a person: « Nort », « Saint-Pabu », « Le Folgoët »."""
    filled = [words.phones_beside(cell)[0] for cell in column if cell.strip()]
    return not any(words.may_be_somebody(cell) or words.is_given_name(cell) for cell in filled)


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


def joined_sheets(book: Book, *, singles: bool = False) -> Worksheet:
    """Return the sheets that look like lists as one, each below the other; columns of one meaning under each other.

    The rows are numbered on: those of the second sheet come after the last of the first.
    """
    first, *others = sheets_like_lists(book, singles=singles)
    base = book.sheets[first]
    layout = guess_layout(base, singles=singles)
    roles = [*layout.roles]
    rows = list(base.rows)
    extra: list[str] = []
    last = max((number for number, _cells in rows), default=0)
    for place in others:
        sheet = book.sheets[place]
        other = guess_layout(sheet, singles=singles)
        titles: Sequence[str] = next((cells for number, cells in sheet.rows if number == other.header), ())
        for column, role in enumerate(other.roles):
            if role != "ignore" and role not in roles:
                roles.append(role)
                extra.append(titles[column] if column < len(titles) else "")
        for number, cells in sheet.rows:
            if other.header is not None and number <= other.header:
                continue
            moved = [""] * len(roles)
            for column, role in enumerate(other.roles):
                if role != "ignore" and column < len(cells):
                    moved[roles.index(role)] = cells[column]
            rows.append((last + number, tuple(moved)))
        last += max((number for number, _cells in sheet.rows), default=0)
    if layout.header is not None and extra:
        width = len(layout.roles)
        rows = [
            (number, (*cells, *[""] * (width - len(cells)), *extra) if number == layout.header else cells)
            for number, cells in rows
        ]
    return Worksheet(" + ".join(book.sheets[place].name for place in (first, *others)), tuple(rows))


def names_left_out(sheet: Worksheet, layout: Layout) -> list[int]:
    """Return the columns that are not taken although most of their cells look like names of people."""
    title = next((cells for number, cells in sheet.rows if number == layout.header), ())
    body = [cells for number, cells in sheet.rows if layout.header is None or number > layout.header][:_SAMPLE]
    left_out = []
    for place in layout.columns("ignore"):
        announced = header_role(title[place]) if place < len(title) else None
        filled = [cells[place].strip() for cells in body if place < len(cells) and cells[place].strip()]
        if announced != "ignore" and len(filled) >= 2 and sum(map(_holds_a_name, filled)) > 0.7 * len(filled):
            left_out.append(place)
    return left_out


def _holds_a_name(cell: str) -> bool:
    """Return whether *cell* is the name of a person, or of two."""
    return any(map(_like_a_name, words.split_pair(cell)))


def _like_a_name(cell: str) -> bool:
    parts = cell.replace("-", " ").replace("'", " ").replace("’", " ").split()
    return (
        1 <= len(parts) <= 4
        and all(part.isalpha() for part in parts)
        and any(spelling(part) in GIVEN_NAMES for part in parts)
    )


def _header_row(sheet: Worksheet, *, least: int) -> int | None:
    best, best_score = None, least - 1
    for number, cells in sheet.rows[:HEADER_WITHIN]:
        if (score := words_of_header(cells)) > best_score:
            best, best_score = number, score
    if best is None and len(sheet.rows) > 2:
        # In any language: words alone, above columns of dates, figures, addresses or answers.
        for place, (number, cells) in enumerate(sheet.rows[:_TITLES_WITHIN]):
            if is_unlike(cells, [cells for _number, cells in sheet.rows[place + 1 : _SAMPLE]]):
                return number
        number, cells = sheet.rows[0]
        if any(_heads_people(cell, place, sheet) for place, cell in enumerate(cells)):
            return number
    return best


def _heads_people(title: str, place: int, sheet: Worksheet) -> bool:
    """Return whether the one word *title* announces people, and most cells below have a name of several words."""
    column = [cells[place] for _number, cells in sheet.rows[1:_SAMPLE] if place < len(cells) and cells[place].strip()]
    announced = header_role(title) in ("last", "both", "player_1") and len(title.split()) == 1
    return announced and sum(len(cell.split()) > 1 for cell in column) * 2 > len(sheet.rows)


def _named(announced: Sequence[str | None], columns: Sequence[Sequence[str]], singles: bool) -> list[str | None]:
    """Return the roles that the header alone decides, each given once: the first column that announces it has it."""
    roles: list[str | None] = [None] * len(announced)
    lasts = [place for place, role in enumerate(announced) if role == "last"]
    firsts = [place for place, role in enumerate(announced) if role == "first"]
    whole = {"first_1", "first_2"}.isdisjoint(announced) and not firsts
    players = {"player_1", "player_2", "both"}.intersection(announced)
    people = players or lasts or not {"last_1", "last_2"}.isdisjoint(announced)
    for place, role in enumerate(announced):
        if role == "last":
            which = lasts.index(place) + 1
            if which > 2:
                role = "ignore"
            elif whole and len(lasts) == 1:
                # « Nom » alone: the first player when the partner has a column of his own, else the whole team.
                others = [column for there, column in enumerate(columns) if announced[there] is None]
                alone = singles or "player_2" in players
                role = "player_1" if alone else None if any(map(_are_people, others)) else "both"
            else:
                role = f"player_{which}" if whole else f"last_{which}"
        elif role == "first":
            which = firsts.index(place) + 1
            role = f"first_{which}" if which <= 2 else "ignore"
        elif role in ("last_1", "last_2") and whole:
            role = "player_1" if role == "last_1" else "player_2"
        elif role == "team" and people:
            role = "ignore" if singles else "team_name"
        elif role in ("both", "team"):
            role = "player_1" if singles else "both"
        elif role == "equipe":
            figures = [cell for cell in columns[place] if cell.strip()]
            numbered = figures and sum(words.number_in(cell) is not None for cell in figures) * 2 > len(figures)
            if numbered:
                role = "ignore" if "number" in announced else "number"
            else:
                # Names of the players beside those of the players are nothing new.
                known = not figures or _is_pairs(columns[place]) or _are_people(columns[place])
                role = "team_name" if people and not singles and not known else None
        if role and (role in ("ignore", "remark") or role not in roles):
            roles[place] = role
        elif role:
            roles[place] = "ignore"
    return roles


def _by_content(
    roles: list[str | None], announced: Sequence[str | None], columns: Sequence[Sequence[str]], singles: bool
) -> None:
    """Fill in what the header did not say from what the columns hold; only what is missing and only when plain."""
    free = [place for place, role in enumerate(roles) if role is None]
    for place in free:
        filled = [cell for cell in columns[place] if cell.strip()]
        if not filled or (announced[place] is None and any(announced) and NAME_ROLES.intersection(filter(None, roles))):
            # A header with its names found has said all it meant to: an unknown column is not ours.
            continue
        role = _content_role(filled)
        if role == "paid" and (any(announced) or _are_years(filled)):
            # An « oui » or a figure under a title that does not speak of money is nobody's payment.
            continue
        if role == "phone" in roles and not singles:
            role = "phone_2"
        if role and role not in roles:
            roles[place] = role
    if NAME_ROLES.intersection(filter(None, roles)):
        return
    texts = [place for place, role in enumerate(roles) if role is None and _is_names(columns[place])]
    mails = [place for place in free if weigh(columns[place]).plain == "mail"]
    if len(texts) == 2 and (person := _one_person(columns, texts, mails)):
        for place, role in zip(texts, person, strict=True):
            roles[place] = role
        texts = []
    elif singles and texts:
        apart = len(texts) > 1 and all(_single_words(columns[place]) for place in texts[:2])
        for place, role in zip(texts, ("last_1", "first_1") if apart else ("player_1",), strict=False):
            roles[place] = role
        texts = texts[2 if apart else 1 :]
    elif len(texts) >= 4 and all(_single_words(columns[place]) for place in texts[:4]):
        for place, role in zip(texts, ("last_1", "first_1", "last_2", "first_2"), strict=False):
            roles[place] = role
        texts = texts[4:]
    elif len(texts) == 1 or (
        texts and (_is_pairs(columns[texts[0]]) or _are_mixed(columns[texts[0]], columns[texts[1]]))
    ):
        roles[texts.pop(0)] = "both"
    elif len(texts) == 2 and _are_people(columns[texts[0]]) and _are_nobody(columns[texts[1]]):
        roles[texts.pop(0)] = "player_1"
    elif texts:
        for place, role in zip(texts, ("player_1", "player_2"), strict=False):
            roles[place] = role
        texts = texts[2:]
    rest = [place for place in range(len(roles)) if roles[place] is None and any(c.strip() for c in columns[place])]
    # Two names in most cells are those of other teams, and no commune.
    if rest and "origin" not in roles and _is_names(columns[rest[0]]) and not _is_pairs(columns[rest[0]]):
        roles[rest[0]] = "origin"


def _content_role(filled: Sequence[str]) -> str | None:
    def share(test: Callable[[str], bool]) -> float:
        return sum(test(cell) for cell in filled) / len(filled)

    if weigh(filled).plain == "date":
        return None
    if share(_is_telephone) > 0.7:
        return "phone"
    if share(lambda cell: words.category_in(cell) is not None) > 0.8:
        return "category"
    numbers = [words.number_in(cell) for cell in filled]
    if share(lambda cell: words.number_in(cell) is not None) > 0.8 and len(set(numbers)) > 0.8 * len(filled):
        return "number"
    if share(lambda cell: words.paid_in(cell) is not None) > 0.8:
        return "paid"
    return None


def _is_telephone(cell: str) -> bool:
    """Return whether a cell surely is a telephone, and no number of a licence or of a ticket."""
    figures = cell.strip()
    french = words.phone_in(figures).startswith("0")
    return words.is_phone(cell) and (french or not figures.isdigit() or len(figures) <= 10 or figures.startswith("00"))


def _are_years(filled: Sequence[str]) -> bool:
    """Return whether the cells are years, or figures that begin with a 0 as those of a département do."""
    return all(re.fullmatch(r"(?:19|20)\d\d|0\d+", cell.strip()) for cell in filled)


def _one_person(columns: Sequence[Sequence[str]], texts: Sequence[int], mails: Sequence[int]) -> tuple[str, str] | None:
    """Return the roles of two columns that are the family name and the first name of one person; None where they are not.

    One is full of given names in one word, the other of names that hardly ever are given ones; or the address beside
    them has the words of both.
    """
    first, second = (weigh(columns[place]) for place in texts)
    if min(first.one_word, second.one_word) < 0.6 or min(first.filled, second.filled) < 3:
        return None
    in_mail = 0
    for one, other, mail in zip(*(columns[place] for place in (*texts, *mails[:1])), strict=False) if mails else ():
        said = bare(mail).replace(" ", "")
        in_mail += all(bare(name).replace(" ", "") in said for name in (one, other))
    if max(first.given, second.given) - min(first.given, second.given) >= 0.4 and min(first.given, second.given) <= 0.2:
        return ("last_1", "first_1") if second.given > first.given else ("first_1", "last_1")
    if in_mail * 2 > first.filled:
        return ("first_1", "last_1") if first.given > second.given else ("last_1", "first_1")
    return None


def _is_names(column: Sequence[str]) -> bool:
    """Return whether most cells have letters; a telephone stands there where somebody came alone."""
    if weigh(column).plain:
        return False
    filled = [cell for cell in column if cell.strip() and not words.is_phone(cell)]
    return bool(filled) and sum(any(c.isalpha() for c in cell) for cell in filled) > 0.7 * len(filled)


def _is_pairs(column: Sequence[str], share: float = 0.6) -> bool:
    filled = [cell for cell in column if cell.strip()]
    return sum(len(words.split_pair(cell)) == 2 for cell in filled) > share * len(filled)


def _are_mixed(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether a column holds pairs beside people alone, and the next one no partners: the lines of a mail."""
    return _is_pairs(first, 0.3) and not _are_people(second)


def _single_words(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip()]
    return sum(len(cell.split()) == 1 for cell in filled) > 0.6 * len(filled)
