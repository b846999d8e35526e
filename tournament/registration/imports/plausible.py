"""Compare what was read of a list with the list itself, whatever its kind, and ask about what does not fit.

A name and a commune are held against what such a thing may be and against the others of the list, the lines against the
counts that the list gives.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournament import names
from tournament.nicknames import FULL_NAMES
from tournament.registration.imports import beside_names, persons, words
from tournament.registration.imports.entry import Entry, Say
from tournament.registration.imports.states import says_away
from tournament.registration.imports.team_cells import is_no_place
from tournament.registration.imports.understanding.evidence import kind_of

_ASIDE = re.compile(r"\(\w+\)|\([^()\d]+\)(?= \w)|«[^«»]*»|\"[^\"]*\"|“[^”]*”")  # beside a name: « (fils) », « "Lulu" »
# A star behind a name marks it: « Fay Noé* ».
_NO_SIGN = re.compile(r"[^\w\s.'’·*-]|(?<!\w)\*|[\d_]|-(?:\s|$)|\s-|\.\w{2}|\.\.|\w{4}\.(?:\s|$)")
_SMALL = frozenset(  # of the words of a name in small letters
    "da das de del della den der des di do dos du el al an ar la las le les los van von zu af ait ben bin d l y e i o dit dite alias".split()
)
_LONE = frozenset("d e i l o y".split())  # that are a word alone: « E Silva », « O Brien »
_MOST_GROUPS = 5
_OFFICE = re.compile(r"(?:m\.?|mr\.?|mme\.?|monsieur|madame) (?-i:l[ea] |l['’])", re.IGNORECASE)  # « M. le maire »
_NO_PLACE = re.compile(
    r"[?!€$@=;]|\b(?:pas|avec|sans|pour|devant|gauche|droite|c[ôo]t[ée]|tables?|repas)\b|\d\s?(?:ans|h)\b|^[1-9] ?(?:x ?)?[a-z]{3}",
    re.IGNORECASE,
)
_BEFORE_PLACE = _SMALL | {"st", "ste", "saint", "sainte"}
_COUNTED = re.compile(
    r"\b(\d{1,3}) ?(?:equipe|doublette|paire|binome|joueur|inscrit|participant|personne)s\b|^(?:nombre d )?(?:equipes?|inscrits?) (\d{1,3})$"
)
# Of a count that is not that of the list: places, prices, a part of it.
_OF_OTHERS = re.compile(
    r"max|limit|complet|place|jusqu|partir|prix|\bpar\b|euro|rest|prem|€|d[ée]j[àa]|plus|moins|chaque|réserve|attente"
)


@dataclass(frozen=True)
class _List:
    """The keys of the names and of the communes of a list, and how most of its names are written."""

    keys: frozenset[str]
    places: frozenset[str]
    in_words: bool  # with capitals, and not in small letters throughout
    several: bool  # more than a word
    capitals: bool  # « Léa ROUX »
    commas: bool  # « Roux, Léa »

    @classmethod
    def of(cls, teams: Sequence[Entry]) -> "_List":
        people = [player for entry in teams for player in entry.players if player]
        keys, places = (frozenset(map(names.key, said)) for said in (people, [entry.origin for entry in teams]))
        several = sum(" " in player for player in people) >= 0.8 * max(len(people), 4)
        in_words = 2 * sum(player != player.lower() for player in people) > len(people)
        capitals = 2 * sum(any(map(names.in_capitals, names.name_groups(player))) for player in people) > len(people)
        return cls(keys, places, in_words, several, capitals, 2 * sum("," in player for player in people) > len(people))


def with_doubts(entries: Sequence[Entry]) -> list[Entry]:
    """Return the rows, each team asked about that does not fit, where nothing else was asked. A row that counts others
    than there are is noted.
    """
    teams = [entry for entry in entries if entry.kind == "team"]
    of, doubted = _List.of(teams), list[Entry]()
    bare = 2 * sum(not (entry.questions or entry.problems or entry.origin) for entry in teams) >= len(teams)
    for entry in entries:
        if bare and _names_people_alone(entry) and not any(_questions(entry, of)):
            # Where nobody else has a commune, what may be one is a name.
            entry = replace(entry, questions=())
        if entry.kind == "team" and not (entry.questions or entry.problems):
            entry = replace(entry, questions=tuple(_questions(entry, of))[:1])
            # Beside a telephone somebody wrote whose it is.
            own = {*names.spelling(entry.origin).split()} <= {*names.spelling(" ".join(entry.players)).split()}
            owner = own and bool(entry.phone) and names.begins_given(entry.origin.strip("("))
            if entry.origin and not entry.questions and (owner or _is_remark(entry.origin, of)):
                entry = replace(entry, origin="", remark=" · ".join(filter(None, (entry.remark, entry.origin))))
        doubted.append(entry)
    sure = sum(entry.kind == "team" and not (entry.questions or entry.problems) for entry in doubted)
    people = sum(bool(player) for entry in teams for player in entry.players)
    counts = {place: count for place, entry in enumerate(doubted) if (count := _count_in(entry))}
    if not any(sure <= count <= len(teams) or count == people for count in (*counts.values(), sum(counts.values()))):
        for place in counts:
            said = Say("counted", {"read": doubted[place].text[:60], "teams": len(teams)})
            doubted[place] = replace(doubted[place], notes=(said,))
    return doubted


def _names_people_alone(entry: Entry) -> bool:
    said, named = (sorted(re.findall(r"[^\W\d_]+", text)) for text in (entry.text, " ".join(entry.players)))
    alone = [word for word in said if word not in ("et", "avec")] == named
    unclear = [say.code for say in (*entry.questions, *entry.problems)] == ["line_unclear"]
    return alone and unclear and all(map(persons.names_somebody, entry.players))


def _questions(entry: Entry, of: _List) -> Iterator[Say]:
    """Find the fields of a team that hold what such a field has not."""
    people = [name for name in entry.players if name]
    # Two who have one word each are written alike: « Roux / Petit ».
    several = of.several and (len(people) == 1 or any(" " in name for name in people))
    yield from (Say("not_a_name", {"read": name[:80]}) for name in people if _is_odd_name(name, of, several=several))
    apart = entry.team_name if not any(" " in player for player in entry.players) else ""
    place = entry.origin if entry.origin and (says_away(entry.origin) or _is_person(entry.origin, of)) else ""
    yield from (Say("odd", {"read": read[:80]}) for read in (place, apart) if read)


def _is_odd_name(name: str, of: _List, *, several: bool) -> bool:
    """Return whether *name* has signs, small words or more words than a name has, or is written otherwise than
    most of its list.
    """
    bare = names.clean(_ASIDE.sub(" ", name.replace(",", " ") if of.commas else name))
    parts, groups = bare.split(), names.name_groups(bare)
    capitals = "".join(".C"[names.in_capitals(group)] for group in groups)
    # « roux Léa », « roux LÉA »
    of_two = len(parts) == 2 and (names.begins_given(parts[1]) or names.in_capitals(parts[1]))
    ends_otherwise = bool(re.fullmatch(r"C.*\.\.", capitals)) and not names.begins_given(parts[-1])
    return (
        not bare
        or len(groups) > _MOST_GROUPS
        # « ROUX Léa PAYE », « ROUX Léa Privas », of a list without capitals « Roux Léa NE JOUE PAS »
        or bool(re.fullmatch(r"C.*\..*C", capitals))
        or (ends_otherwise and not parts[-2].islower())
        or (not of.capitals and bool(re.fullmatch(r"\.\.CC+", capitals)))
        or bool(_NO_SIGN.search(bare) or _OFFICE.match(bare))
        or (len(parts) > 2 and sum(len(word) == 1 and word.casefold() not in _LONE for word in parts) == 1)
        or (
            of.in_words
            and bare != bare.lower()
            and not of_two
            and any(_is_small(word, place, len(parts)) for place, word in enumerate(parts, 1))
        )
        or (several and len(parts) == 1 and not names.begins_given(bare) and names.spelling(bare) not in FULL_NAMES)
        or names.key(bare) in of.places
    )


def _is_small(word: str, place: int, last: int) -> bool:
    """Return whether *word* in small letters is none that stands in a name; « fils » ends one, a lone letter begins none."""
    stem = names.spelling(re.split("[-'’]", word)[0])
    if not word[0].islower() or (place == last and stem in {*beside_names.TITLES, "sr"}):
        return False
    return stem not in _SMALL or (len(word) == 1 and place == 1) or bool(re.match("[dl]['’][a-zà-ÿ]", word))


def _is_remark(place: str, of: _List) -> bool:
    """Return whether *place* is a sign, a date or a figure, a sentence or an order of meals."""
    lead, *others = place.split()
    small = of.in_words and lead.islower() and names.spelling(lead).split(" ")[0] not in _BEFORE_PLACE
    return (
        len(names.spelling(place)) < 2
        or kind_of(place) not in ("words", "code", "prose")
        or words.paid_in(place) is not None
        or bool(_NO_PLACE.search(place))
        or is_no_place(place)
        or (small and any(word[0].isupper() for word in others))
    )


def _is_person(place: str, of: _List) -> bool:
    somebody = len(place.split()) == 2 and persons.may_be_somebody(place)
    return names.key(place) in of.keys or (somebody and any(map(names.begins_given, place.split())))


def _count_in(entry: Entry) -> int:
    counted = _COUNTED.search(names.spelling(entry.text)) if entry.kind in ("title", "total") else None
    return int(counted[1] or counted[2]) if counted and not _OF_OTHERS.search(entry.text.casefold()) else 0
