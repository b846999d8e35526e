"""Assign each column its role, by its title, else by what it holds, and weigh how sure the names are."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from tournament.given_names import GIVEN_NAMES
from tournament.names import name_groups, spelling
from tournament.registration.imports import beside_names, persons, telephones, words
from tournament.registration.imports.understanding.evidence import weigh

NAME_ROLES = frozenset("player_1 player_2 both last_1 first_1 last_2 first_2".split())
_OF_PARTNER = frozenset("player_2 both last_2 first_2".split())
_MANY = ("ignore", "remark", "phone")  # roles that several columns may have
_PREPARED = re.compile(r"\s*\d{1,3}\s*[.):/°–—-]*\s*")  # a number beside which nobody has written himself down yet
_NO_NAMES = frozenset("mail link date figures answer courtesy state".split())

Columns = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Assignment:
    """The role of each column, why it has it (« title », « content » or nothing), and whether the names are sure.

    Where they are not, nothing is ticked until somebody says which columns hold the names.
    """

    roles: tuple[str, ...]
    reasons: tuple[str, ...]
    sure: bool


@dataclass(frozen=True)
class _Shape:
    """The roles of the first columns of text, and whether what stands in them leaves no doubt."""

    roles: tuple[str, ...]
    sure: bool


def assign(announced: Sequence[str | None], columns: Columns, *, singles: bool, titled: bool = False) -> Assignment:
    """Assign a role to each of *columns*, whose titles announce *announced*; *titled*: they have some, known or not.
    >>> assign([None, None], [["Orlanc", "Pastrel", "Quincet"], ["Julie", "Denis", "Fabien"]], singles=True)
    Assignment(roles=('last_1', 'first_1'), reasons=('content', 'content'), sure=True)
    >>> assign([None, None], [["Bleu", "Vert", "Noir"], ["Chat", "Chien", "Coq"]], singles=False).sure
    False
    """
    by_title = _Titles(announced, columns, singles).roles()
    if NAME_ROLES.isdisjoint(filter(None, by_title)):
        # « Note » is where the buyer of two places wrote their names.
        by_title = [
            None if role == "remark" and _are_teams(column) else role
            for role, column in zip(by_title, columns, strict=True)
        ]
    roles = [*by_title]
    _add_facts(roles, announced, columns, singles, titled)
    named = [place for place, role in enumerate(roles) if role in NAME_ROLES]
    if {"first_1"} == {roles[place] for place in named}:
        sure = _add_family_name(roles, columns)
    elif {"first_1", "first_2"} == {roles[place] for place in named}:
        sure = False
    elif not singles and _add_partner(roles, columns):
        # A column of people of which no title says who they are.
        sure = False
    elif named:
        sure = not all(weigh(columns[place]).plain in _NO_NAMES for place in named)
    else:
        sure = _add_names(roles, by_title, columns, singles)
    # The teams of another year, or the rest of these.
    sure = sure and not any(
        are_whole_teams(column)
        for role, said, column in zip(roles, announced, columns, strict=True)
        if role in (None, "ignore") and said != "ignore"
    )
    reasons = ("title" if title else "content" if role else "" for title, role in zip(by_title, roles, strict=True))
    return Assignment(tuple(role or "ignore" for role in roles), tuple(reasons), sure)


# By the titles ---------------------------------------------------------------------------------------------------------


class _Titles:
    """The roles that the titles alone decide, each given once: the first column that announces it has it."""

    def __init__(self, announced: Sequence[str | None], columns: Columns, singles: bool) -> None:
        self._announced, self._columns, self._singles = announced, columns, singles
        self._lasts = [place for place, role in enumerate(announced) if role == "last"]
        self._firsts = [place for place, role in enumerate(announced) if role == "first"]
        self._whole = {"first_1", "first_2"}.isdisjoint(announced) and not self._firsts
        self._players = {"player_1", "player_2", "both"}.intersection(announced)
        self._people = bool(self._players or self._lasts) or not {"last_1", "last_2"}.isdisjoint(announced)

    def roles(self) -> list[str | None]:
        """Return the role of each column, None where its content decides."""
        decide: dict[str | None, Callable[[int], str | None]] = {
            "last": self._last,
            "first": self._first,
            "last_1": self._numbered,
            "last_2": self._numbered,
            "both": self._both,
            "team": self._team,
            "equipe": self._equipe,
        }
        roles: list[str | None] = []
        for place, said in enumerate(self._announced):
            role = decide[said](place) if said in decide else said
            if role == "means":
                # The sum paid stands under one of the means, each team's under its own.
                roles.append("ignore" if "paid" in self._announced else "paid")
                continue
            again = role in roles and role not in (None, *_MANY)
            # The commune behind the club is kept too.
            roles.append(("remark" if role == "origin" else "ignore") if again else role)
        return roles

    def _last(self, place: int) -> str | None:
        which = self._lasts.index(place) + 1
        if which > 2:
            return "ignore"
        if not self._whole or len(self._lasts) > 1:
            return f"player_{which}" if self._whole else f"last_{which}"
        if "both" in self._players and not self._singles and not are_people(self._columns[place]):
            return "team_name"
        # « Nom » alone: the first player when the partner has a column of his own, else the whole team.
        if self._singles or "player_2" in self._players:
            return "player_1"
        others = [column for there, column in enumerate(self._columns) if self._announced[there] is None]
        return None if any(map(are_people, others)) else "both"

    def _first(self, place: int) -> str:
        which = self._firsts.index(place) + 1
        return f"first_{which}" if which <= 2 else "ignore"

    def _numbered(self, place: int) -> str | None:
        said = self._announced[place]
        return str(said).replace("last", "player") if self._whole else said

    def _both(self, _place: int) -> str:
        return "player_1" if self._singles else "both"

    def _team(self, place: int) -> str | None:
        if not self._people:
            column = self._columns[place]
            others = (self._columns[there] for there, role in enumerate(self._announced) if role is None)
            # « Les As » beside people whose titles nobody knows, in two columns or in one.
            known = is_pairs(column) or are_people(column) or not any(map(_hold_people, others))
            return self._both(place) if known else "team_name"
        if (
            {*self._announced}.isdisjoint(_OF_PARTNER)
            and len(self._lasts) < 2
            and _are_whole_names(self._columns[place])
        ):
            # « Nom du binôme » beside one player.
            return "player_2"
        return "ignore" if self._singles else "team_name"

    def _equipe(self, place: int) -> str | None:
        filled = [cell for cell in self._columns[place] if cell.strip()]
        if filled and sum(words.number_in(cell) is not None for cell in filled) * 2 > len(filled):
            return "ignore" if "number" in self._announced else "number"
        if not self._people and is_pairs(filled) and _hold_people(filled):
            return self._both(place)
        # Names of the players beside those of the players are nothing new.
        known = not filled or is_pairs(filled) or are_people(filled)
        return "team_name" if self._people and not self._singles and not known else None


# By what they hold -----------------------------------------------------------------------------------------------------


def _add_facts(
    roles: list[str | None], announced: Sequence[str | None], columns: Columns, singles: bool, titled: bool
) -> None:
    """Add telephones, categories, numbers and payments that no title announces, where they are plain."""
    for place in [place for place, role in enumerate(roles) if role is None]:
        filled = [cell for cell in columns[place] if cell.strip()]
        if not filled:
            continue
        if announced[place] is None and any(announced) and NAME_ROLES.intersection(filter(None, roles)):
            # A header with its names found has said all it meant to: an unknown column is ours for its telephones alone.
            role = _of_telephones(filled)
            if role and {role, "phone"}.isdisjoint(roles):
                roles[place] = role
            continue
        role = _fact(filled)
        if role in ("paid", "number") and (any(announced) or (role == "paid" and (titled or _are_years(filled)))):
            # An « oui » or a figure under a title that does not speak of money is nobody's payment, and no number.
            continue
        if role == "phone" in roles and not singles:
            role = "phone_2"
        if role and (role == "ignore" or role not in roles):
            roles[place] = role


def _fact(filled: Sequence[str]) -> str | None:
    """Return the role of a column that surely holds no names, None where it may."""

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
    if _begins_again(numbers):
        # The places in each part of the list are no numbers of teams, and no money.
        return "ignore"
    return "paid" if share(lambda cell: words.paid_in(cell) is not None) > 0.8 else None


def _begins_again(numbers: Sequence[int | None]) -> bool:
    """Return whether *numbers* count 1, 2, 3 … and from 1 again."""
    told = [number for number in numbers if number is not None]
    steps = [(before, number) for before, number in zip(told, told[1:], strict=False)]
    counted = sum(number == before + 1 for before, number in steps)
    return (
        len(told) > 0.8 * len(numbers)
        and told[0] == 1
        and 0 < counted
        and all(number in (1, before + 1) for before, number in steps)
    )


def _add_names(roles: list[str | None], titled: Sequence[str | None], columns: Columns, singles: bool) -> bool:
    """Add the roles of the names, and of the commune beside them; return whether the names are sure."""
    texts = [place for place, role in enumerate(roles) if role is None and _is_names(columns[place])]
    pairs = [place for place in texts if is_pairs(columns[place]) and _hold_people(columns[place])]
    if len(pairs) == 1 and not singles:
        # Beside them no other column holds the names, wherever it stands.
        texts = pairs
    texts = _without_repeated(texts, columns, 1 if singles else 2)
    mails = [
        columns[place] for place, role in enumerate(titled) if role is None and weigh(columns[place]).plain == "mail"
    ]
    shape = next(_shapes([columns[place] for place in texts], mails, singles), _Shape((), True))
    for place, role in zip(texts, shape.roles, strict=False):
        roles[place] = role
    rest = [place for place in range(len(roles)) if roles[place] is None and any(c.strip() for c in columns[place])]
    # Two names in most cells are those of other teams, and no commune; the same in each line says nothing of any.
    alike = bool(rest) and len(columns[rest[0]]) > 2 and len({*columns[rest[0]]}) == 1
    if rest and not alike and "origin" not in roles and _is_names(columns[rest[0]]) and not is_pairs(columns[rest[0]]):
        roles[rest[0]] = "origin"
    # A line alone, as in a mail, is read and asked about by itself.
    return shape.sure or len(columns) == 1


def _without_repeated(texts: list[int], columns: Columns, enough: int) -> list[int]:
    """Leave out the columns that have a few texts again and again where *enough* others hold whole names: nobody plays in
    two teams, so these took the registrations, or belong to one service.
    """

    def repeated(place: int) -> bool:
        filled = [cell.strip() for cell in columns[place] if cell.strip()]
        return len(filled) >= 4 and 2 * len({*filled}) <= len(filled)

    others = [place for place in texts if not repeated(place)]
    known = sum(_are_whole_names(columns[place]) for place in others)
    return others if known >= enough else texts


def _add_partner(roles: list[str | None], columns: Columns) -> bool:
    """Add the player that no title announces beside the other alone: the one other column of whole names."""
    named = NAME_ROLES.intersection(filter(None, roles))
    partner = bool(named) and (named <= {"player_1", "last_1", "first_1"} or _is_one_each(named, roles, columns))
    if not partner and (not named or not named <= {"player_2", "last_2", "first_2"}):
        return False
    people = [place for place, role in enumerate(roles) if role is None and _are_whole_names(columns[place])]
    if len(people) != 1:
        return False
    roles[people[0]] = "player_2" if partner else "player_1"
    return True


def _is_one_each(named: Set[str], roles: Sequence[str | None], columns: Columns) -> bool:
    """Return whether the column announced for both players holds people, one in each cell."""
    if named != {"both"}:
        return False
    column = columns[roles.index("both")]
    return are_people(column) and not is_pairs(column, 0.1)


def _are_whole_names(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip() and not beside_names.is_nobody(cell)]
    return len(filled) > 1 and sum(len(cell.split()) > 1 and _like_a_name(cell) for cell in filled) > 0.6 * len(filled)


def _add_family_name(roles: list[str | None], columns: Columns) -> bool:
    """Add the family name that no title announces, the text nearest to the first name; a first name alone is never sure."""
    first = roles.index("first_1")
    texts = [place for place, role in enumerate(roles) if role is None and _is_names(columns[place])]
    if texts:
        roles[min(texts, key=lambda place: abs(place - first))] = "last_1"
    return False


def _shapes(texts: Columns, mails: Columns, singles: bool) -> Iterator[_Shape]:
    """Return the shapes that the columns of text may have, the likeliest first."""
    people = [are_people(column) for column in texts]
    if len(texts) == 2 and (person := _one_person(texts[0], texts[1], mails)):
        yield _Shape(person, True)
    if singles and texts:
        if len(texts) > 1 and all(map(_single_words, texts[:2])):
            yield _Shape(("last_1", "first_1"), any(people[:2]))
        yield _Shape(("player_1",), people[0])
    if len(texts) >= 4 and all(map(_single_words, texts[:4])):
        yield _Shape(("last_1", "first_1", "last_2", "first_2"), people[1] and people[3])
    if len(texts) == 1 or (texts and (is_pairs(texts[0]) or _are_mixed(texts[0], texts[1]))):
        # No other column may be meant; a line that holds one name alone is asked about by itself.
        yield _Shape(("both",), len(texts) == 1 or people[0] or _hold_people(texts[0]))
    if len(texts) == 2 and people[0] and _are_nobody(texts[1]):
        yield _Shape(("player_1",), True)
    if texts:
        yield _Shape(("player_1", "player_2"), all(people[:2]) and not all(map(_single_words, texts[:2])))


def are_people(column: Sequence[str]) -> bool:
    """Return whether most cells that are filled are the name of one person."""
    filled = [cell.strip() for cell in column if cell.strip()]
    return bool(filled) and sum(map(_like_a_name, filled)) * 2 > len(filled)


def are_whole_teams(column: Sequence[str]) -> bool:
    """Return whether most cells hold two people, each by a family name and a first name."""
    return is_pairs(column) and _are_whole_names([name for cell in column for name in persons.split_pair(cell)])


def _are_teams(column: Sequence[str]) -> bool:
    """Return whether nearly each cell holds the two players of a team."""
    return sum(map(bool, map(str.strip, column))) > 1 and is_pairs(column, 0.8) and _hold_people(column)


def is_pairs(column: Sequence[str], share: float = 0.6) -> bool:
    """Return whether more than *share* of the cells that are filled hold two names."""
    filled = [cell for cell in column if cell.strip()]
    return sum(len(persons.split_pair(cell)) == 2 for cell in filled) > share * len(filled)


def holds_a_name(cell: str) -> bool:
    """Return whether *cell* is the name of a person, or of two."""
    return any(map(_like_a_name, persons.split_pair(cell)))


def _hold_people(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip()]
    return sum(map(holds_a_name, filled)) * 2 > len(filled)


def _like_a_name(cell: str) -> bool:
    parts = cell.replace("-", " ").replace("'", " ").replace("’", " ").split()
    return (
        1 <= len(name_groups(cell)) <= 4
        and all(part.isalpha() for part in parts)
        and any(spelling(part) in GIVEN_NAMES for part in parts)
    )


def _are_nobody(column: Sequence[str]) -> bool:
    """Return whether no cell looks like the name of a person: « Nort », « Saint-Pabu », « Le Folgoët »."""
    filled = [telephones.phones_beside(cell)[0] for cell in column if cell.strip()]
    return not any(persons.may_be_somebody(cell) or persons.is_given_name(cell) for cell in filled)


def _of_telephones(filled: Sequence[str]) -> str | None:
    """Return the role of a column of telephones as they are written in France or with the sign of their country, a
    commune written beside them or not; None of any other.
    """
    if not all(phones and phones[0].startswith(("0", "+")) for _rest, phones in map(telephones.phones_beside, filled)):
        return None
    return "phone" if all(map(telephones.is_phone, filled)) else "origin"


def _is_telephone(cell: str) -> bool:
    """Return whether a cell surely is a telephone, and no number of a licence or of a ticket."""
    figures = cell.strip()
    french = telephones.phone_in(figures).startswith("0")
    return telephones.is_phone(cell) and (
        french or not figures.isdigit() or len(figures) <= 10 or figures.startswith("00")
    )


def _are_years(filled: Sequence[str]) -> bool:
    """Return whether the cells are years, or figures that begin with a 0 as those of a département do."""
    return all(re.fullmatch(r"(?:19|20)\d\d|0\d+", cell.strip()) for cell in filled)


def _one_person(one: Sequence[str], other: Sequence[str], mails: Columns) -> tuple[str, str] | None:
    """Return the roles of two columns that are the family name and the first name of one person; None where they are not.

    One is full of given names in one word, the other of names that hardly ever are given ones; or the address beside
    them has the words of both.
    """
    first, second = weigh(one), weigh(other)
    if min(first.one_word, second.one_word) < 0.6 or min(first.filled, second.filled) < 3:
        return None
    if abs(first.given - second.given) >= 0.4 and min(first.given, second.given) <= 0.2:
        return ("last_1", "first_1") if second.given > first.given else ("first_1", "last_1")
    in_mail = 0
    for left, right, mail in zip(one, other, mails[0], strict=False) if mails else ():
        said = spelling(mail).replace(" ", "")
        in_mail += all(spelling(name).replace(" ", "") in said for name in (left, right))
    if in_mail * 2 > first.filled:
        return ("first_1", "last_1") if first.given > second.given else ("last_1", "first_1")
    return None


def _is_names(column: Sequence[str]) -> bool:
    """Return whether most cells have letters; a telephone stands there where somebody came alone, a number for who comes."""
    evidence = weigh(column)
    if evidence.plain or evidence.kinds["code"] * 2 > evidence.filled:
        return False
    # A row of dashes parts the teams.
    filled = [cell for cell in column if any(map(str.isalnum, cell))]
    filled = [cell for cell in filled if not (telephones.is_phone(cell) or _PREPARED.fullmatch(cell)) and len(cell) > 1]
    return bool(filled) and sum(any(c.isalpha() for c in cell) for cell in filled) > 0.7 * len(filled)


def _are_mixed(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether a column holds pairs beside people alone, and the next one no partners: the lines of a mail."""
    return is_pairs(first, 0.3) and not are_people(second)


def _single_words(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip()]
    return sum(len(cell.split()) == 1 for cell in filled) > 0.6 * len(filled)
