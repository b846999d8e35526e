"""Read the cells of one team's row, one role after the other, and note what is odd about each."""

import re
from collections.abc import Sequence

from tournament import names
from tournament.registration.imports import beside_names, persons, prose, states, telephones, words
from tournament.registration.imports.columns import Layout
from tournament.registration.imports.communes import is_small_commune
from tournament.registration.imports.entry import Entry, Say
from tournament.registration.imports.headers import header_role
from tournament.registration.imports.lines import MAIL, TypedLine, read_line
from tournament.registration.imports.understanding.evidence import is_body, is_date, not_a_name
from tournament.registration.origins import both_origins

_DAY = re.compile(r"(?:le )?[0-3]?\d[/.-](?:0?[1-9]|1[0-2])", re.IGNORECASE)
_MAIDEN = re.compile(
    r"(?<=\w)\s*[,(]?\s*\b(?P<said>(?:née|nee|NÉE|NEE)\s+[A-ZÀ-Þ][\w'’-]*)(?P<more>\s+[A-ZÀ-Þ][\w'’-]+)?(?P<close>\s*\))?"
)
# A commune or a club has capitals, and small words between them: « Nogent sur Marne », « la Chapelle sur Erdre 44 ».
_OF_PLACE = r"(?:[ld]['’]\s?)?[A-ZÀ-Þ][^\s,]*"
_SPACE = r"(?:,\s*|\s+(?:[-–/]\s+)?)"
_PLACE = re.compile(
    rf"(?:\d{{5}}\s+)?(?:(?:le|la|les)\s+)?{_OF_PLACE}"
    rf"(?:{_SPACE}(?:(?:sur|sous|en|à|aux?|de|du|des|la|le|les|lès|chez)\s+)*{_OF_PLACE})*(?:{_SPACE}\d{{2,5}})?"
)
_RESERVE = re.compile(r"(?:r|s|r[ée]s|rempl|suppl)\W*\d{1,2}", re.IGNORECASE)  # in the place of a team's number
_MONEY = re.compile(r"\d\s?[€$]")
_EITHER = re.compile(r"\d\s*\bou\b\s*[\d+(]")  # of two telephones, both of one person
_LOST_LETTER = re.compile(r"[_?\ufffd]")


def _of_the_team(players: Sequence[str], paid: Sequence[str]) -> str:
    """Return the words of payment behind the last player, or the sum of what each has paid."""
    amounts = [words.paid_in(said) for said in paid]
    if len(amounts) > 1 and all(amount and not isinstance(amount, bool) for amount in amounts):
        return f"{sum(map(int, filter(None, amounts))) / 100:.2f}"
    return next((said for name, said in zip(reversed(players), reversed(paid), strict=True) if name), "")


def _is_title(player: str) -> bool:
    """Return whether the cell of a player is the title of a column that holds no names; « Luc Billet » is a man."""
    if " " in player and names.begins_given(player):
        return False
    return header_role(player) in ("ignore", "phone", "paid", "state", "order")


def is_no_place(beside: str) -> bool:
    """Return whether what stands in brackets behind a name says something of who comes, and no place they come from:
    « arrive en retard », « table 3 », « étudiants ».
    """
    if words.category_beside(beside):
        return False
    if len(beside) == 1 or beside_names.is_remark(beside):
        return True
    return not _PLACE.fullmatch(beside) and prose.is_prose(beside) and not is_small_commune(beside)


class TeamCells:
    """The cells of one team's row, understood one role after the other."""

    def __init__(self, cells: tuple[str, ...], layout: Layout, singles: bool) -> None:
        self._layout, self._singles = layout, singles
        self._listed: int | None = None  # the number written before the names, in their cell
        self._phones: list[list[str]] = []  # of each player, written beside the name
        self._place = self._paid_words = self._beside = ""  # commune, words of payment and category written behind them
        self._place_2 = ""  # the commune behind the second name, where it is another
        self._line = TypedLine(("",))  # what else the line says that names both players
        self._said: list[states.Said] = []  # the states beside the names
        self._problems: list[Say] = []
        self._questions: list[Say] = []
        self._notes: list[Say] = []
        self._cells = self._with_partner(cells)
        self.players: tuple[str, ...] = beside_names.without_titles(self._person() if singles else self._players())
        self.team_name = self._text("team_name") or self._line.team_name
        self.number = self._number()

    @property
    def are_people(self) -> bool:
        """Return whether at least one of two players is known to be a person."""
        return all(self.players) and any(map(persons.names_somebody, self.players))

    def entry(self, row: int, text: str) -> Entry:
        """Return all that the cells hold, and what is odd about it."""
        origin, phones = telephones.phones_beside(MAIL.sub("", self._text("origin")))
        if (said := states.beside(origin)).asked:
            self._said.append(said)
            origin = said.text
        phone, phone_2, left_over = self._all_phones([*self._line.phones[2], *phones])
        remark = self._text("remark")
        origin, origin_2 = beside_names.unbracketed(origin) or self._place, self._text("origin_2") or self._place_2
        if names.place_key(remark) == names.place_key(origin):
            # The commune again, in a column of its own.
            remark = ""
        return Entry(
            row=row,
            kind="team",
            players=self.players,
            number=self.number,
            origin=origin if self._singles else both_origins(origin, origin_2),
            origin_2=origin_2,
            category=self._category(),
            paid=(paid := self._paid()),
            paid_by=words.means_in(self._raw("paid")) if paid else "",
            phone=phone,
            phone_2=phone_2,
            remark=" · ".join(filter(None, (remark, self._line.remark, *self._beside_names(), *left_over))),
            team_name=self.team_name,
            text=text,
            problems=tuple(self._problems),
            questions=(*self._stated(), *self._unlikely(), *self._questions),
            notes=tuple(self._notes),
        )

    def _beside_names(self) -> list[str]:
        return list(dict.fromkeys(state for said in self._said for state in (*said.asked, *said.marks)))

    def _stated(self) -> tuple[Say, ...]:
        """Ask about what stands beside a name and may mean that nobody comes; a partner still open is asked already."""
        alone = any(question.code == "alone" for question in self._questions)
        asked = [state for said in self._said for state in said.asked]
        if not asked or (alone and all(said.unsure for said in self._said)):
            return ()
        return (Say("state", {"read": asked[0][:40]}),)

    def _unlikely(self) -> tuple[Say, ...]:
        """Ask about players beyond the second, and about the first name that holds what no name has: an address,
        figures, a date, a title alone.
        """
        more = [cell for place in self._layout.more for cell in self._cells[place : place + 1] if cell.strip()]
        places = self._text("origin") or self._place
        if len(people := persons.split_pair(places)) == 2 and persons.are_two_people(*people):
            more.append(places)
        behind = self._line.remark.split(" · ")
        if len(self.players) > 1 and any(map(persons.names_somebody, behind)):
            more += behind
        if more:
            self._questions = [question for question in self._questions if question.code != "line_unclear"]
            return (Say("too_many", {"read": names.together(map(names.clean, more))[:80]}),)
        odd = (player for player in self.players if player and (not_a_name(player) or _is_title(player)))
        read = next(odd, None) or self._half()
        if read is None:
            return ()
        lost = _LOST_LETTER.search(read) and not not_a_name(_LOST_LETTER.sub("e", read))
        return (Say("lost_letter" if lost else "not_a_name", {"read": read[:80]}),)

    def _half(self) -> str | None:
        """Return the one word of a player of whom the family name or the first name was left empty, where each has a column."""
        for player in "12":
            halves = [f"last_{player}", f"first_{player}"]
            said = [self._raw(role).strip() for role in halves]
            if (
                all(map(self._layout.columns, halves))
                and said.count("") == 1
                and len(names.name_groups(max(said))) == 1
            ):
                return max(said)
        return None

    def _with_partner(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cells with a partner who stands in the column of the communes beside the first player: without a
        header, the comma between two players is that of the columns too.
        """
        at = [*self._layout.columns("both"), *self._layout.columns("player_1")], self._layout.columns("origin")
        if self._layout.header is not None or self._layout.columns("player_2") or not all(at):
            return cells
        first, place = at[0][0], at[1][0]
        if place >= len(cells) or not persons.are_two_people(cells[first], cells[place]):
            return cells
        people = (telephones.phones_beside(cells[column])[0] for column in (first, place))
        read = names.together(map(names.clean, people))
        self._notes.append(Say("pair_in_one_cell", {"read": beside_names.listed_number(read)[1]}))
        moved = [*cells, ""]
        moved[first] = f"{cells[first]} / {cells[place]}"
        # Only a line with one comma more has a cell in a column that holds nothing else.
        moved[place] = ""
        if (*self._layout.roles, "ignore")[place + 1] == "ignore":
            moved[place], moved[place + 1] = moved[place + 1], ""
        return tuple(moved)

    def _raw(self, role: str) -> str:
        places = self._layout.columns(role)
        if not places:
            return ""
        cells = [self._cells[place] for place in places if place < len(self._cells)]
        return "\n".join([cell for cell in cells if cell.strip()])

    def _text(self, role: str) -> str:
        """Return the cell as text; a formula or a spreadsheet's error in it is told and left out."""
        raw = self._raw(role)
        if not raw:
            return ""
        if words.is_formula(raw) or words.is_error(raw):
            self._notes.append(Say("cell_left_out", {"role": role, "read": names.clean(raw)[:80]}))
            return ""
        return names.clean(raw)

    def _name(self, *roles: str, player: int) -> str:
        raw = telephones.plain_phones(self._cell(*roles, player=player))
        if player == 1 and not self._layout.columns("number"):
            number, raw = beside_names.listed_number(raw)
            self._listed = self._listed or number
        return raw

    def _cell(self, *roles: str, player: int) -> str:
        cells = list(filter(None, map(self._raw, roles)))
        if not cells:
            return ""
        text = " ".join(cell.strip() for cell in cells)
        if player == 2 and prose.names_nobody(text):
            self._said.append(states.Said("", marks=(names.clean(text),)))
            return ""
        said = states.beside(_MAIDEN.sub(self._without_maiden, text))
        for cell in cells:
            if words.is_formula(cell) or words.is_error(cell):
                code = "formula" if words.is_formula(cell) else "cell_error"
                self._problems.append(Say(code, {"player": player, "read": names.clean(cell)[:80]}))
                return ""
        self._said += [said] * bool(said.asked or said.marks)
        return beside_names.without_signs(said.text)

    def _without_maiden(self, maiden: re.Match[str]) -> str:
        """Note the name at birth as a remark; return the first name that may stand behind it: « Mme Roux née Petit Léa »."""
        first = maiden["more"] if names.begins_given(maiden["more"] or "") else ""
        self._said.append(states.Said("", marks=(maiden["said"] + (maiden["more"] or "")[len(first) :],)))
        return first

    def _read_line(self, text: str) -> tuple[str, ...]:
        """Read a cell in which a whole line may stand, and return its players; the rest is kept."""
        places, free = not self._layout.columns("origin"), self._layout.header is None
        self._line = line = read_line(text, places=places, free=free)
        self._listed = self._listed or line.number
        return line.players

    def _bare(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names without what stands beside them and has no column: telephone, commune, whether they paid."""
        bare, phones = zip(*map(telephones.phones_beside, players), strict=True)
        bare, self._phones = tuple(map(persons.without_comma, map(names.clean, bare))), list(phones)
        if not self._layout.columns("paid"):
            bare, paid = zip(*map(beside_names.paid_after, bare), strict=True)
            self._paid_words = _of_the_team(bare, paid)
            if any(paid) and not self._paid_words:
                # The first player alone.
                self._notes.append(Say("paid_unread", {"read": paid[0]}))
        if not telephones.phones_beside(self._raw("origin"))[0].strip():
            bare = self._without_places(bare)
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

    def _without_places(self, bare: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names without the commune in brackets behind them, or behind each of both its own."""
        without, places = zip(*map(beside_names.place_after, bare), strict=True)
        # « Nort, retard possible »
        parts = [re.split(r",\s*(?=[a-zà-ÿ])", place, maxsplit=1) for place in places]
        said = [
            text for place, *behind in parts for text in (place.strip() * is_no_place(place.strip()), *behind) if text
        ]
        if said:
            self._said.append(states.Said("", marks=tuple(said)))
            # An amount that is a part of what is due, or none of it, is told.
            self._paid_words = self._paid_words or next(filter(_MONEY.search, said), "")
        places = tuple("" if place.strip() in said else place.strip() for place, *_behind in parts)
        different = [*dict.fromkeys(filter(None, places))]
        if len(different) == 1:
            (self._place,) = different
        elif different and all(places):
            self._place, self._place_2 = different
        if without != bare and not self._paid_words and not self._layout.columns("paid"):
            # « Luc Petit 8 € (étudiants) »
            without, paid = zip(*map(beside_names.paid_after, without), strict=True)
            self._paid_words = _of_the_team(without, paid)
        return without

    def _person(self) -> tuple[str, ...]:
        """Return the one player of the line, or the two that stand there."""
        first = self._cell("player_1", "last_1", "first_1", "both", player=1)
        second = self._name("player_2", "last_2", "first_2", player=2)
        if self._problems:
            return self._bare((first or second,))
        pair = self._read_line(first)
        if (first and second) or len(pair) == 2:
            self._said, self._line = [], TypedLine(("",))
            people = tuple(filter(None, self._players()))
            self._questions = [question for question in self._questions if question.code != "alone"]
            return people or ("",)
        if first and not self._line.sure:
            self._questions.append(Say("line_unclear", {"read": names.clean(first)[:80], "names": pair[0]}))
        elif is_body(first):
            self._questions.append(Say("not_a_name", {"read": names.clean(first)[:80]}))
        elif not first and not second:
            self._problems.append(Say("names_missing"))
        return self._bare((pair[0] or second,))

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
            number, first = beside_names.listed_number(telephones.plain_phones(first))
            self._listed = number
            # The partner has a column for the first name alone.
            if second and self._layout.columns("first_2") and not self._layout.columns("last_2"):
                together = f"{first} / {second}"
        first, second = (
            "" if beside_names.is_nobody(name) or states.is_no_show(name) else name
            for name in self._bare((first, second))
        )
        players = first, second
        if together and one_cell and (self._line.comma or not both):
            self._notes.append(Say("pair_in_one_cell", {"read": names.together(players)}))
        if together and not faulty and (shared := persons.shared_surname(*players)):
            *understood, sure = shared
            players = understood[0], understood[1]
            # « Dédé ROUX / Nanou » are two people more often than one family.
            joined = " et " in one_cell or all(any(map(names.begins_given, name.split())) for name in players)
            if sure and one_cell and joined:
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
        if raw and number is None and _RESERVE.fullmatch(raw):
            self._said.append(states.Said("", asked=(raw,)))
        elif raw and number is None:
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
        if self._layout.each_pays:
            return self._paid_by_each()
        raw = self._text("paid") or self._paid_words
        # « Payé le » above a date.
        paid = True if _DAY.fullmatch(raw) or is_date(raw) else words.paid_in(raw)
        if paid is None:
            self._notes.append(Say("paid_unread", {"read": raw[:40]}))
        return paid or False

    def _paid_by_each(self) -> bool | int:
        """Return what both players paid, each in a column; a mark beside one alone says nothing of the sum."""
        cells = [self._cells[place] if place < len(self._cells) else "" for place in self._layout.columns("paid")]
        paid = [words.paid_in(cell) for cell in cells]
        amounts = [amount for amount in paid if amount and not isinstance(amount, bool)]
        if amounts:
            return sum(amounts)
        if any(paid) and not all(paid):
            self._notes.append(Say("paid_unread", {"read": " / ".join(cell or "–" for cell in cells)[:40]}))
        return all(paid)

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
        # « Fixe » and « Portable » are of one person.
        one = len(self._layout.columns("phone")) > 1 or _EITHER.search(self._raw("phone"))
        kept = 1 if one else len(column)
        column, others_of_one = column[:kept], column[kept:]
        if not first:
            first, column = column[:1], column[1:]
        second = [*second, *self._column_phones("phone_2"), *column]
        with_partner = 1 if others else 0
        left_over = [*first[1:], *second[with_partner:], *others_of_one]
        return "".join(first[:1]), "".join(second[:with_partner]), left_over

    def _column_phones(self, role: str) -> list[str]:
        raw = self._text(role)
        phones = telephones.phones_beside(raw)[1] or [*filter(None, (telephones.phone_in(raw),))]
        if raw and not phones:
            self._notes.append(Say("phone_unread", {"read": raw[:40]}))
        elif raw.isascii() and raw.isdigit() and len(raw) == 9:
            self._notes.append(Say("phone_zero", {"read": phones[0]}))
        return phones
