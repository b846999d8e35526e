"""Names as people write them, and the key under which two writings are the same person."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tournament.errors import TournamentError
from tournament.given_names import GIVEN_NAMES

# Separates the players of a team.
PAIR = " / "

# Letters that no Unicode decomposition takes apart, but that two volunteers write differently.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
_SAINTS = {"saint": "st", "sainte": "ste"}
_WORDS = re.compile(r"[^\W_]+")
_BRACKETS = re.compile(r"\([^()]*\)")
_ELIDED = re.compile(r"[dl]['’]\w", re.IGNORECASE)
_SONS = frozenset("aït ait ben bin".split())  # particles, but a given name at the beginning
_PARTICLES = frozenset("d' d’ da das de del della den der des di do dos du el l' l’ la las le les los van von".split())


def clean(text: str) -> str:
    """Clean *text*: NFC, single ordinary spaces, no invisible or bidirectional control character.
    >>> clean("  Michel\\u00a0  Le\\u200b Goff ")
    'Michel Le Goff'
    """
    composed = unicodedata.normalize("NFC", text)
    if composed.isprintable():
        # No control character is, and hardly any name has one: a long list is cleaned cell by cell.
        return " ".join(composed.split())
    visible = "".join(
        c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " * (c in "\t\r\n") for c in composed
    )
    return " ".join(visible.split())


def clean_short(text: str, most: int, field: str) -> str:
    """Clean a text of *most* characters. Raises TournamentError text_too_long about *field*."""
    cleaned = clean(text)
    if len(cleaned) > most:
        raise TournamentError("text_too_long", field=field, read=f"{cleaned[:30]}…", length=len(cleaned), most=most)
    return cleaned


def key(text: str) -> str:
    """Return one key for all the ways to write a name: accents, case, punctuation and the order of the words put aside.
    >>> key("D'AUBIGNÉ Michel") == key("michel d’aubigne")
    True
    """
    return " ".join(sorted(spelling(text).split()))


def spelling(text: str) -> str:
    """Return the key that sorts *text* alphabetically; accents, case and punctuation put aside.
    >>> sorted(["Zoé Roux", "Élise Brun", "Eric Aubert", "Marie-Claude Petit"], key=spelling)
    ['Élise Brun', 'Eric Aubert', 'Marie-Claude Petit', 'Zoé Roux']
    """
    folded = text.casefold()
    if not folded.isascii():
        folded = _bare(unicodedata.normalize("NFKD", folded.translate(_LETTERS)))
    return " ".join(_WORDS.findall(folded))


def file_stem(text: str, *, most: int = 40) -> str:
    """Return *text* as a part of a file name: plain letters and dashes, *most* signs at most, "" for other scripts.

    Django's slugify takes a letter away that it cannot write: « Cœur » becomes "cur".

    >>> file_stem("Concours d’été du Sacré-Cœur"), file_stem("L’Île_d'Yeu", most=6), file_stem("Концурс")
    ('concours-d-ete-du-sacre-coeur', 'l-ile', '')
    """
    plain = spelling(text).encode("ascii", "ignore").decode()
    return "-".join(plain.split())[:most].strip("-")


def file_path(typed: str) -> str:
    """Return the path that was *typed* or pasted, each of its signs kept: a folder may have two spaces in its name.

    Windows' “Copy as path” puts it in quotes, and a drive alone is the folder where a program happens to be there.

    >>> file_path(' "D:/Concours  de  Zoé" '), file_path("E:")
    ('D:/Concours  de  Zoé', 'E:/')
    """
    path = typed.strip()
    if len(path) > 2 and path[0] == path[-1] == '"':
        path = path[1:-1]
    return path + "/" if re.fullmatch("[A-Za-z]:", path) else path


def is_text(path: object) -> bool:
    """Return whether *path*, of a file, can be shown: to Linux a name may be bytes of another alphabet, which no page takes.

    >>> is_text("Clé d’été"), is_text("Cl\\udce9")
    (True, False)
    """
    return not re.search("[\ud800-\udfff]", str(path))


def has_lost_accents(text: str, of: str) -> bool:
    """Return whether *text* is the name *of*, written without some of its accents: those are lost, never made up.
    >>> has_lost_accents("Celine Dumas", "Céline Dumas"), has_lost_accents("Céline Dumas", "Celine Dumas")
    (True, False)
    """
    short, whole = (unicodedata.normalize("NFD", name) for name in (text, of))
    left = iter(whole)
    return short != whole and _bare(short) == _bare(whole) and all(c in left for c in short)


def _bare(decomposed: str) -> str:
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def answers(search: str, *texts: str) -> bool:
    """Return whether each word of *search* begins a word of *texts*, or two that follow each other written as one.
    >>> answers("floch", "Marie Floc’h"), answers("legoff jean", "Jean Le Goff"), answers("tin", "Martin")
    (True, True, False)
    """
    begun: list[str] = []
    for words in (spelling(text).split() for text in texts):
        begun += [*words, *map("".join, pairwise(words))]
    return all(any(word.startswith(sought) for word in begun) for sought in spelling(search).split())


def searchable(text: str) -> str:
    """Return the words of *text* as a column holds them: each word that `answers` finds begins after a space.
    >>> searchable("Jean Le Goff")
    ' jean le goff jeanle legoff'
    """
    words = spelling(text).split()
    return "".join(f" {word}" for word in (*words, *map("".join, pairwise(words))))


def place_key(text: str) -> str:
    """Return one key for all the ways to write a club or a commune: as `key`, and Saint as St, Sainte as Ste.
    >>> place_key("Saint-Plouc") == place_key("ST PLOUC") == place_key("st. plouc")
    True
    """
    return " ".join(sorted(_SAINTS.get(word, word) for word in spelling(text).split()))


def place_spellings(places: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the key of each club or commune → the ways in which *places* write it, the usual one first.

    >>> place_spellings(["St Plouc", "Pons", "Saint-Plouc", "Saint-Plouc"])["plouc st"]
    ('Saint-Plouc', 'St Plouc')
    """
    written: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for place in places:
        written[place_key(place)][place] += 1
    return {key: tuple(sorted(counts, key=lambda place: (-counts[place], place))) for key, counts in written.items()}


def together(players: Iterable[str]) -> str:
    """Return the players of a team as they stand beside each other on every page: "Michel Le Goff / Jeanne Martin"."""
    return PAIR.join(filter(None, players))


def filings(name: str) -> list[str]:
    """File *name* in a list: under its surname alone where capitals tell it, else under its first and last word.

    What stands in brackets says who is meant and stays at the end.

    >>> filings("Marie-Claude Ferreira"), filings("Michel Le Goff"), filings("Jean DE LA TOUR")
    (['Marie-Claude Ferreira', 'Ferreira Marie-Claude'], ['Michel Le Goff', 'Le Goff Michel'], ['DE LA TOUR Jean'])
    >>> [filings(name)[-1] for name in ("Pascal Lepoutre (fils)", "Michel de La Tour d'Auvergne", "Ahmed Ben Saïd")]
    ['Lepoutre Pascal (fils)', "de La Tour d'Auvergne Michel", 'Ben Saïd Ahmed']
    """
    bare = clean(_BRACKETS.sub(" ", name))
    if bare and bare != name:
        return [" ".join([filed, *_BRACKETS.findall(name)]) for filed in filings(bare)]
    groups = name_groups(name)
    if len(groups) < 2:
        return [name]
    capitals = [in_capitals(group) for group in groups]
    if any(capitals) and not all(capitals):
        # A stable sort: the surname comes first, the words keep their order on either side.
        order = sorted(range(len(groups)), key=lambda place: not capitals[place])
        return [" ".join(groups[place] for place in order)]
    start = len(groups) - 1
    while start > 1 and all(_with_particle(group) for group in groups[start - 1 :]):
        start -= 1
    return [name, " ".join([*groups[start:], *groups[:start]])]


def filed_once(
    teams: Sequence[Sequence[str]], surnames_first: Sequence[Sequence[bool | None]] | None = None
) -> list[list[str]]:
    """Return the names of the players of *teams*, each under its surname: the end in capitals, else what *surnames_first*
    tells of it, else the one that is the partner's too, else the one that is no given name.

    Where nothing tells, as most of the others were written: one hand types a list in one way.

    >>> filed_once([["Marie-Claude Ferreira", "Roux Michel"], ["Le Goff DENIS", "Yannick Le Bihan"], ["Martin Bihouée"]])
    [['Ferreira Marie-Claude', 'Roux Michel'], ['DENIS Le Goff', 'Le Bihan Yannick'], ['Bihouée Martin']]
    >>> filed_once([["Gaël Tanguy", "Loïc Tanguy"]])
    [['Tanguy Gaël', 'Tanguy Loïc']]
    >>> filed_once([["Tanguy Erwan", "Sheila O'Brien"]], [[True, False]])
    [['Tanguy Erwan', "O'Brien Sheila"]]
    """
    ends = [
        [_surname_last(name, [*team[:place], *team[place + 1 :]]) for place, name in enumerate(team)] for team in teams
    ]
    for of_team, told in zip(ends, surnames_first or (), strict=bool(surnames_first)):
        of_team[:] = [last if first is None else not first for last, first in zip(of_team, told, strict=True)]
    usual = sum(1 if last else -1 for of_team in ends for last in of_team if last is not None) > 0
    return [
        [
            filings(name)[-1 if (usual if last is None else last) else 0]
            for name, last in zip(team, of_team, strict=True)
        ]
        for team, of_team in zip(teams, ends, strict=True)
    ]


def tells_surname(name: str, partners: Iterable[str] = ()) -> bool:
    """Return whether *name* itself tells, or its *partners* do, where the surname stands in it.
    >>> tells_surname("Marie-Claude Ferreira"), tells_surname("TANGUY Erwan"), tells_surname("Tanguy Erwan")
    (True, True, False)
    """
    return len(filings(name)) < 2 or _surname_last(name, partners) is not None


def _surname_last(name: str, partners: Iterable[str]) -> bool | None:
    """Return whether the surname stands after the given name; None where nothing tells, or capitals tell all."""
    groups = bare_groups(name)
    if len(filings(name)) < 2:
        return None
    for partner in partners:
        common = common_surname(name, partner)
        if common and common in map(spelling, (groups[0], groups[-1])):
            return common == spelling(groups[-1])
    first, last = (begins_given(group) for group in (groups[0], groups[-1]))
    return None if first == last else first


def common_surname(name: str, partner: str) -> str:
    """Return the key of the surname that stands in both names; empty where none does.

    A given name may be common too: it is taken for the surname only where another one stands beside it.

    >>> common_surname("Gaël Tanguy", "Tanguy Loïc"), common_surname("Jean Dupont", "Jean Lefèvre")
    ('tanguy', '')
    """
    groups, others = ([spelling(group) for group in bare_groups(written)] for written in (name, partner))
    common = {*groups} & {*others}
    if len(common) != 1 or not min(len(groups), len(others)) > 1:
        return ""
    (surname,) = common
    beside = [group for group in (*groups, *others) if group != surname]
    return surname if not begins_given(surname) or any(map(begins_given, beside)) else ""


def bare_groups(name: str) -> list[str]:
    """Return the groups of *name* without what stands in brackets."""
    return name_groups(_BRACKETS.sub(" ", name))


def begins_given(group: str) -> bool:
    """Return whether the first word of *group* is a known given name."""
    return spelling(group).split(" ")[0] in GIVEN_NAMES


def name_groups(name: str) -> list[str]:
    """Return the words of *name*, each with the particles before it."""
    groups, particles = [], []
    for place, word in enumerate(name.split()):
        particles.append(word)
        if word.casefold() not in (_PARTICLES | _SONS if place else _PARTICLES):
            groups.append(" ".join(particles))
            particles = []
    return [*groups, " ".join(particles)] if particles else groups


def _with_particle(group: str) -> bool:
    return " " in group or _ELIDED.match(group) is not None


def in_capitals(group: str) -> bool:
    word = group.split()[-1]
    return word.isupper() and sum(c.isalpha() for c in word) > 1
