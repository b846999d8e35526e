"""Read one line that somebody typed for a team: players, commune, telephones and the team's own name, in any order.

Each line is read for itself: in a mail no two are written alike. What cannot be told is never sure.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tournament import names
from tournament.registration.imports import beside_names, persons, prose, telephones, words

# Stand-ins of one character, so that no sign in a telephone or a bracket parts anything.
_FIRST_PHONE, _FIRST_BRACKET = 0xE000, 0xE800
_PHONE, _BRACKET = "[\ue000-\ue7ff]", "[\ue800-\uefff]"

_DASHES = str.maketrans("\u2010\u2011\u2012\u2015\u2212[]", "--–––()")
MAIL = re.compile(r"[\s,;–-]{0,4}[^\s@]{1,80}@[^\s,;]+")
_SIGN = re.compile(r"\s*(?://?|[&;|+])\s*")
_AND = re.compile(r"\s+(?:et|avec)\s+", re.IGNORECASE)
# Two names of which each has its family name in capitals: « ROUX Jean PETIT Luc », as copied from a document.
_CAPITALS, _SMALL = r"[A-ZÀ-Þ][A-ZÀ-Þ'’-]+(?: [A-ZÀ-Þ][A-ZÀ-Þ'’-]+)*", r"[A-ZÀ-Þ][a-zß-ÿ]+(?:-[A-ZÀ-Þ][a-zß-ÿ]+)*"
_TWO_IN_CAPITALS = re.compile(
    rf"({_CAPITALS} {_SMALL}) ({_CAPITALS} {_SMALL})(?![\w-])|({_SMALL} {_CAPITALS}) ({_SMALL} {_CAPITALS})(?![\w-])"
)
_WEAK = r"(?:\s+[-–—]+\s+|\s*,\s*|\s*:\s+|\s+[-–—]+$|^[-–—]+\s+)"
_EDGES = " \t,;:–—-"
_CALLED = re.compile(r"\s(?:dite?|alias)\s.+")  # « Luc Petit dit le Chat »
_QUOTED = re.compile(r"«\s*([^«»]+?)\s*»|\"\s*([^\"]+?)\s*\"|[“„]\s*([^“”„]+?)\s*[”“]")
_TEAM = re.compile(r"(?:l['’]\s*)?(?:[ée]quipe|[ée]q|doublette|team)\b\.?[\s:]*", re.IGNORECASE)
_TEAM_BEFORE = re.compile(r"(?:^|[\s,:(–—-]+)(?:l['’]\s*)?(?:[ée]quipe|doublette|team)[\s:]*$", re.IGNORECASE)
_LABEL = re.compile(r"(?:noms?|joueu(?:rs|ses)|inscriptions?|participants?|[a-z])", re.IGNORECASE)
# Behind a name with a stop, or in two letters: « Merci » is a surname too.
_THANKS = re.compile(
    r"(?:[\s.,;!]*[.,;!]\s*(?:un grand )?merci(?: (?:d['’ ]avance|beaucoup|à (?:vous|toi)))?|\s+(?:svp|stp)|[\s,]+s['’]il (?:vous|te) pla[iî]t)[\s.!]*$",
    re.IGNORECASE,
)
_NAMED_PLACE = re.compile(
    r"commune|ville|village|club|localité", re.IGNORECASE
)  # before a colon and the commune itself
_GREETING = re.compile(r"^(?:bonjour|bonsoir|salut|coucou|hello)(?: à tou(?:s|tes))?\s*[,!.:]+\s+", re.IGNORECASE)
_BEFORE = re.compile(r"^\(([^()\d]+)\)\s+([^()]+)$")  # « (Nort) Luc Roux »
_ADDED = re.compile(r"[\s,;–-]+(?P<said>(?:avec|sans) [a-zà-ÿ'’ ]+?)[\s.!]*$")  # « avec plaisir », « avec son mari »
_BEFORE_COLON = re.compile(r"(?=[^:]*[^\W\d_])((?:\d/\d|[^:/&+;|])+?)\s*:\s*(.+)")
_KIN = re.compile(
    r"(?:les )?(?:fr[èe]res|s(?:œ|oe)urs|époux|cousins|cousines) (?P<name>[^\W\d_][^:(,]*?)\s*[:(]\s*(?P<one>[\w-]+)\s+et\s+(?P<two>[\w-]+)\)?",
    re.IGNORECASE,
)
_IN_BRACKET = re.compile(r"\(([^()]+)\)")
_WITH_BRACKET = re.compile(
    r"(?P<one>[^()/&+;|:,\d]+?)\s*\(\s*(?:(?:et|avec)\s+)?(?P<two>[^()/&+;|:,\d]+?)\s*\)(?P<behind>[^()/&+;|]*)",
    re.IGNORECASE,
)
# « Roux Léa (Nort) Petit Luc (Pons) »
_WITH_PLACES = re.compile(r"(?P<one>[^()/&+;|:,\d]+\([^()]+\))\s+(?!(?:et|avec)\s)(?P<two>[^()/&+;|:,\d]+\([^()]+\))")
_AROUND = re.compile(r"([^()]*[^\W\d_][^()]*?)\s*\(([^()]+)\)\s*(.*)")
# A long dash stands in no name, a short one with a space beside it neither.
_NO_NAME = re.compile(r"[\d\"«»“”:;,!?*→•()\[\]/&+|=<>–—]|\s-|-(?:\s|$)|^[^\w]|\w{3}\.|^[A-LN-Z]\. \S+ \S")
# « Aubin-le-Vieux » is no given name.
_PLACE = re.compile(
    r"[^\W\d_]-(?:l[ea]s?|l[èe]s|sur|en|sous|aux?|de|du|des)-\w|^(?:saint|sainte|ste?)\b", re.IGNORECASE
)
_MOST_GROUPS = 5  # of a name: « Marie Thérèse Le Goff Le Bihan » has four


@dataclass(frozen=True)
class TypedLine:
    """Represent what was read in one line. A player's name may have a bracket or a word of payment behind it.

    `phones`: those of the first player, of the second, and of the team. `comma`: nothing but one parts the players.
    `sure`: nothing else can be meant.
    """

    players: tuple[str, ...]
    number: int | None = None
    place: str = ""
    paid: str = ""
    team_name: str = ""
    remark: str = ""
    phones: tuple[list[str], list[str], list[str]] = field(default_factory=lambda: ([], [], []))
    comma: bool = False
    sure: bool = True


@dataclass(frozen=True)
class _Phone:
    number: str
    comma: bool  # before it: it stands for the team


@dataclass
class _Chunk:
    """A part of a line between two signs that may part anything, and the telephones in and behind it."""

    text: str
    phones: list[_Phone]
    comma: bool  # before it


def read_line(text: str, *, places: bool = True, free: bool = True) -> TypedLine:
    """Return what the line *text* holds; without *places* the commune has a column, and a dash parts players.

    A *free* line is that of a mail, where a commune may also stand behind a name without any sign.

    >>> line = read_line("3) Yann Le Bras / Gwenaëlle Le Bras - Lannilis - 06 12 34 56 78")
    >>> line.number, line.players, line.place, line.phones, line.sure
    (3, ('Yann Le Bras', 'Gwenaëlle Le Bras'), 'Lannilis', ([], [], ['06 12 34 56 78']), True)
    >>> line = read_line("« Les As de l'Aber » : Patrick Uguen - Serge Bleunven")
    >>> line.team_name, line.players, line.sure
    ("Les As de l'Aber", ('Patrick Uguen', 'Serge Bleunven'), True)
    """
    # Without private signs, so that the stand-ins are the only ones.
    text = names.clean(MAIL.sub("", text).replace("\n", " / ").translate(_DASHES))
    phones: list[_Phone] = []
    for start, end, phone in reversed(telephones.phone_spans(text)):
        phones.append(_Phone(phone, "," in text[start:end]))
        text = f"{text[:start]} {chr(_FIRST_PHONE + len(phones) - 1)} {text[end:]}"
    number, text = beside_names.listed_number(text.strip())
    text = re.sub(r"(?<=[^\W\d_]{3})\s*[.;,!]+\s*$", "", _THANKS.sub("", _GREETING.sub("", text)))
    text = _BEFORE.sub(r"\2 (\1)", text)
    added = _ADDED.search(text)
    if added and (text == text.lower() or any(map(names.begins_given, added["said"].split()))):
        # « avec luc »
        added = None
    text = prose.without_request(text[: added.start()] if added else text)
    partner = _partner_in_bracket(text)
    text = partner or text
    if (apart := _WITH_PLACES.fullmatch(text)) and all(
        persons.names_somebody(beside_names.without_brackets(name)) for name in apart.groups()
    ):
        text = " / ".join(apart.groups())
    if kin := _KIN.match(text):
        text = f"{kin['name']} {kin['one']} / {kin['name']} {kin['two']} {text[kin.end() :]}"
    team_name, text, sure = _own_name(text)
    line = _Body(text, phones, places, free).line()
    # « bonsoir inscrivez Denise Josse et Luc Petit pour samedi »
    said = len(line.players) == 2 and (
        (prose.is_prose(text) and not line.sure)
        or prose.is_mail_text(line.players[:1])
        or prose.asks_to_play(line.players[0])
    )
    if said and (two := prose.two_within(text)) and two != line.players:
        line = replace(line, players=two, sure=False)
    sure = line.sure and sure and not kin and not partner
    remark = " · ".join(filter(None, (line.remark, added["said"] if added else "")))
    return replace(line, number=number, team_name=team_name, remark=remark, sure=sure)


def _partner_in_bracket(text: str) -> str:
    """Return a line of one name and of another in brackets behind it as two that a sign joins; else nothing.
    >>> _partner_in_bracket("Roux Léa (avec Petit Luc) Nort"), _partner_in_bracket("Roux Léa (Port Louis)")
    ('Roux Léa / Petit Luc Nort', '')
    """
    match = _WITH_BRACKET.fullmatch(text)
    if not match or not persons.may_be_somebody(match["one"]) or not persons.names_somebody(match["two"]):
        return ""
    if not any(map(names.begins_given, names.bare_groups(match["two"]))):
        # « US Bray »
        return ""
    return f"{match['one']} / {match['two']}{match['behind']}"


def _own_name(text: str) -> tuple[str, str, bool]:
    """Return the own name of the team in *text*, the text without it, and whether it surely is that."""
    label = _TEAM.match(text)
    rest = text[label.end() :] if label else text
    for quoted in _QUOTED.finditer(rest):
        own = next(filter(None, quoted.groups()))
        before, after = rest[: quoted.start()].rstrip(), rest[quoted.end() :].strip()
        if not before and not after and (_is_pair(own) or persons.names_somebody(own)):
            return _own_name(own)
        named = _TEAM_BEFORE.search(before)
        stands_apart = bool(named) or not before or before[-1] in ",:–—-("
        # « Jean "Jeannot" Roux » is a man.
        if not stands_apart and (" " not in own or (after and after[0] not in ",:–—-(")):
            continue
        before = (before[: named.start()] if named else before).strip(_EDGES)
        if before.count("(") > before.count(")"):
            before, after = before.replace("(", " "), after.replace(")", " ", 1)
        after = after if before else after.lstrip(_EDGES)
        if not before and (inside := _IN_BRACKET.match(after)):
            after = f"{inside[1]} , {after[inside.end() :]}"
        sure = (stands_apart or _is_own_name(own, None)) and not _is_pair(own)
        return own, " - ".join(filter(None, (before, after))), sure
    around = _AROUND.fullmatch(rest)
    if around and not _is_pair(around[1]) and _is_pair(around[2]):
        own = around[1].strip(_EDGES)
        return own, f"{around[2]} , {around[3]}".strip(_EDGES), _is_own_name(own, label)
    before_colon = _BEFORE_COLON.fullmatch(rest)
    if before_colon and not _is_pair(before_colon[1]) and _is_pair(before_colon[2]):
        labelled = bool(_LABEL.fullmatch(before_colon[1]) or re.search(r"\d/\d", before_colon[1]))
        if labelled or prose.is_prose(before_colon[1]):
            return "", before_colon[2], labelled
        return before_colon[1], before_colon[2], _is_own_name(before_colon[1], label)
    parted = re.split(r"\s+[-–—]+\s+", rest, maxsplit=1)
    if label and len(parted) == 2 and not _is_pair(parted[0]) and _is_pair(parted[1]):
        return parted[0], parted[1], not persons.names_somebody(parted[0])
    return "", rest, True


def _is_own_name(text: str, label: re.Match[str] | None) -> bool:
    """Return whether *text* surely is one: « Équipe de Nort » or « Nort » may say where the players come from."""
    return text.casefold().startswith("les ") or bool(label and not text[:1].islower())


def _is_pair(text: str) -> bool:
    """Return whether *text* surely names two people, whatever stands behind them."""
    line = _Body(text, [_Phone("", False)] * 99, True, True).line()
    return len(line.players) == 2 and line.sure


class _Body:
    """A line without number and own name, in which telephones have a stand-in."""

    def __init__(self, text: str, phones: Sequence[_Phone], places: bool, free: bool) -> None:
        self._phones, self._places, self._free = phones, places, free
        self._brackets: list[str] = []
        self._text = re.sub(r"\(([^()]*)\)", self._mask, text).strip()
        self._small = self._text == self._text.lower()

    def line(self) -> TypedLine:
        """Return what the line holds."""
        whole = self._chunks(self._text)
        if whole and (couple := persons.couple(re.sub(_BRACKET, "", whole[0].text))):
            bracket = "".join(re.findall(_BRACKET, whole[0].text))
            team = [phone.number for phone in whole[0].phones]
            return self._with_tail(
                TypedLine((couple[0], self._shown(couple[1] + bracket)), phones=([], [], team)), whole[1:]
            )
        parts = _SIGN.split(self._text, maxsplit=1)
        if len(parts) == 1:
            parts = _AND.split(self._text, maxsplit=1)
        left, right = (self._chunks(part) for part in (*parts, "")[:2])
        if left and right and right[0].text and left[0].text:
            return self._joined(left, right)
        for chunk in right:
            left.append(replace(chunk, comma=True))
        return self._apart(left)

    def _joined(self, left: list[_Chunk], right: list[_Chunk]) -> TypedLine:
        """Read two parts between which a sign or a word stands that joins two people."""
        first, (second, *tail) = left[0], right
        sure = len(left) == 1
        behind = [chunk.text for chunk in (*left[1:2], *tail[:1])]
        more = (
            _SIGN.split(second.text, maxsplit=1) if _SIGN.search(second.text) else _AND.split(second.text, maxsplit=1)
        )
        if len(pair := _AND.split(first.text, maxsplit=1)) == 2:
            # « A et B / Commune »
            first, second, tail = replace(first, text=pair[0]), replace(first, text=pair[1], phones=[]), [*right]
            sure = False
        elif len(more) == 2 and more[1].strip():
            second, tail = replace(second, text=more[0]), [replace(second, text=more[1], phones=[]), *tail]
            sure = False
        elif len(left) > 1 and beside_names.paid_after(f"{first.text} {self._shown(left[1].text)}")[1]:
            first, sure = replace(first, text=f"{first.text} {left[1].text}"), len(left) == 2
        elif len(left) > 1 and tail and any(map(persons.is_given_name, behind)) and " " not in "".join(behind):
            # « Roux, Jean / Petit, Luc »
            first = replace(first, text=f"{first.text} {left[1].text}")
            second, tail = replace(second, text=f"{second.text} {tail[0].text}"), tail[1:]
        elif len(left) > 1 and persons.names_somebody(self._shown(left[1].text)):
            first, tail = left[1], [first, *tail]
        elif len(left) > 1:
            same = tail and names.place_key(left[1].text) == names.place_key(tail[0].text)
            sure = len(left) == 2 and bool(same)
            tail = tail if same else [*left[1:], *tail]
        return self._pair(first, second, tail, [phone for chunk in left for phone in chunk.phones], sure)

    def _apart(self, chunks: list[_Chunk]) -> TypedLine:
        """Read chunks that nothing joins: a dash or a comma stands before a partner or before a commune."""
        if not chunks:
            return TypedLine(("",))
        first, *tail = chunks
        if two := _TWO_IN_CAPITALS.match(first.text):
            # Behind both stand the commune and whether they paid, nothing between them.
            behind, _space, last = first.text[two.end() :].strip().rpartition(" ")
            behind, last = (behind, last) if words.paid_in(last) is not None else (f"{behind} {last}".strip(), "")
            rest = [_Chunk(text, [], True) for text in (behind, last) if text]
            second = _Chunk(two[2] or two[4], [], False)
            plain = not behind and all(map(persons.names_somebody, filter(None, two.groups())))
            return self._pair(replace(first, text=two[1] or two[3]), second, [*rest, *tail], first.phones, plain)
        if [chunk.comma for chunk in tail] == [True, False, True] and all(
            persons.is_given_name(chunk.text) for chunk in tail[::2]
        ):
            # « Roux, Léa - Petit, Luc »
            second = replace(tail[1], text=f"{tail[1].text} {tail[2].text}")
            return self._pair(replace(first, text=f"{first.text} {tail[0].text}"), second, [], first.phones, True)
        if tail and tail[0].text:
            one, other = (re.sub(_BRACKET, " ", chunk.text) for chunk in chunks[:2])
            if tail[0].comma and len(one.split()) == len(other.split()) == 1 and persons.is_given_name(other):
                # « Ducasse, Michel » is one man.
                first, tail = replace(first, text=f"{first.text}, {tail[0].text}"), tail[1:]
            elif (sure := self._partners(one, other, tail[0].comma)) is not None:
                line = self._pair(first, tail[0], tail[1:], first.phones, sure)
                return replace(line, comma=tail[0].comma)
        return self._with_tail(TypedLine((self._shown(first.text),), phones=(_numbers(first.phones), [], [])), tail)

    def _partners(self, one: str, other: str, comma: bool) -> bool | None:
        """Return whether two chunks surely are two people, None where the second is more likely a commune."""
        if persons.are_two_people(one, other) or not (self._places or comma):
            return True
        several = sorted((len(one.split()), len(other.split())))
        if any(map(persons.is_given_name, (one, other))) and several[1] > 1:
            return not comma
        if comma and not self._free and several[1] == 1:
            # Under the title of the players two words are two surnames: « Brivel, Cadoux-Lemon ».
            return False
        if (
            comma
            or prose.is_prose(other)
            or words.paid_in(other) is not None
            or beside_names.is_alone(other)
            or beside_names.is_remark(other)
        ):
            return None
        return False if persons.may_be_somebody(other) or several[1] == 1 else None

    def _pair(
        self, first: _Chunk, second: _Chunk, tail: list[_Chunk], firsts: Sequence[_Phone], sure: bool
    ) -> TypedLine:
        players = self._shown(first.text), self._shown(second.text)
        if beside_names.is_alone(re.sub(_BRACKET, "", second.text)):
            alone = TypedLine(players[:1], phones=(_numbers([*firsts, *second.phones]), [], []))
            return self._with_tail(alone, tail)
        # One telephone behind a couple or behind the commune is the team's.
        together = persons.shared_surname(*players) is not None
        team = [phone for phone in second.phones if phone.comma or together]
        own = [phone for phone in second.phones if phone not in team]
        phones = _numbers(firsts), _numbers(own), _numbers(team)
        # « Les frères Roux (Jean et Luc) »
        given = (persons.is_given_name(beside_names.without_brackets(player)) for player in players)
        named = not (self._free and all(given))
        return self._with_tail(TypedLine(players, phones=phones, sure=sure and named), tail)

    def _with_tail(self, line: TypedLine, tail: Iterable[_Chunk]) -> TypedLine:
        """Return *line* with what stands behind its players: commune, payment, telephones; anything else is not sure."""
        place, paid, remarks = "", "", list[str]()
        sure = line.sure and all(map(self._is_name, line.players))
        for chunk in tail:
            line.phones[2].extend(_numbers(chunk.phones))
            text, said = beside_names.paid_after(self._shown(chunk.text))
            text = beside_names.unbracketed(text)
            if said or words.paid_in(text):
                paid = said or text
                text = text if said else ""
            if not text or words.paid_in(text) is not None or (len(line.players) == 1 and beside_names.is_nobody(text)):
                continue
            if _NAMED_PLACE.fullmatch(text):
                continue
            if beside_names.is_remark(text):
                remarks.append(text)
            elif place or not self._places:
                remarks.append(text)
                sure = False
            else:
                place = text
                sure = sure and self._may_be_place(text)
        if place and len(line.players) == 2 and any(beside_names.place_after(player)[1] for player in line.players):
            sure = False
        return replace(line, place=place, paid=paid, remark=" · ".join(remarks), sure=sure)

    def _may_be_place(self, text: str) -> bool:
        """Return whether *text* looks like a club or a commune, its postcode or département beside it."""
        bare = re.sub(r"\b\d{5}\b|\(\d\d\)|\bSte?\.", "", text)
        if prose.is_prose(text) or persons.names_somebody(text) or names.begins_given(text):
            return False
        capital = self._small or text != text.lower()
        return capital and len(text.split()) <= 6 and not re.search(r"[\d.!?\"«»:]", bare)

    def _is_name(self, text: str) -> bool:
        """Return whether *text* looks like one name, and has nothing else in it than brackets and payment."""
        bare = _CALLED.sub("", beside_names.paid_after(beside_names.without_brackets(text))[0].strip())
        groups = names.name_groups(bare)
        capital = self._small or bare != bare.lower() or beside_names.is_title(bare)
        if not capital or len(groups) > _MOST_GROUPS or not any(c.isalpha() for c in bare):
            return False
        if prose.is_prose(bare) or _NO_NAME.search(bare):
            return False
        return not (self._free and len(groups) > 2 and _with_place(groups))

    def _chunks(self, text: str) -> list[_Chunk]:
        chunks: list[_Chunk] = []
        waiting: list[_Phone] = []
        parted, comma = True, False
        for piece in re.split(rf"({_WEAK}|{_PHONE})", text):
            if re.fullmatch(_PHONE, piece):
                phone = self._phones[ord(piece) - _FIRST_PHONE]
                if comma or (chunks and re.search(_BRACKET, chunks[-1].text)):
                    phone = replace(phone, comma=True)
                (chunks[-1].phones if chunks else waiting).append(phone)
                parted, comma = bool(parted and not chunks), False
            elif re.fullmatch(_WEAK, piece):
                parted, comma = True, comma or "," in piece
            elif (bare := piece.strip(_EDGES)) and not parted and re.fullmatch(rf"(?:{_BRACKET}|\s)+", bare):
                chunks[-1].text += bare
            elif bare:
                chunks.append(_Chunk(bare, waiting, comma))
                waiting, parted, comma = [], False, False
        return chunks or ([_Chunk("", waiting, False)] if waiting else [])

    def _mask(self, bracket: re.Match[str]) -> str:
        phones = " ".join(re.findall(_PHONE, bracket[1]))
        said = names.clean(re.sub(_PHONE, " ", bracket[1])).strip(_EDGES)
        if said:
            self._brackets.append(f"({said})")
        return f" {chr(_FIRST_BRACKET + len(self._brackets) - 1) if said else ''} {phones} "

    def _shown(self, text: str) -> str:
        return names.clean(re.sub(_BRACKET, lambda sign: f" {self._brackets[ord(sign[0]) - _FIRST_BRACKET]} ", text))


def _numbers(phones: Iterable[_Phone]) -> list[str]:
    return [phone.number for phone in phones]


def _with_place(groups: Sequence[str]) -> bool:
    """Return whether the last of three words or more may be a commune: « Anne Roux Nort », « Anne Roux de Nort », « Roux
    Anne Nort ».
    """
    capitals = [names.in_capitals(group) for group in groups]
    if re.match(r"(?:d[eu]|des) |d['’]", groups[-1]) and not all(capitals[1:]):
        return True
    if not all(capitals[1:]) and _PLACE.search(groups[-1]):
        return True
    given = [names.begins_given(group) for group in groups]
    if given[1] and not given[0]:
        return not given[2] and not all(capitals[2:])
    return given[0] and not given[1] and not all(capitals[1:]) and not beside_names.is_title(groups[-1])
