"""Report one person from two in a text, and people from communes."""

import re

from tournament import names
from tournament.given_names import GIVEN_NAMES
from tournament.registration.imports.beside_names import TITLES, listed_number
from tournament.registration.imports.telephones import phones_beside, plain_phones

_PAIR = re.compile(r"\s*(?://?|[&;\n|]|\+(?!\d))\s*|\s+(?:et|avec)\s+|\s+[-–—]+\s+|\s*,\s*", re.IGNORECASE)
_FREE = re.compile(r"[/&«“\"]|\)\s*[^\s,]|\+(?!\d)|:\s|\b[ée]quipe\b|\s(?:et|avec|[-–—]+)\s", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ][a-zà-ÿ]?\.?-)?[A-ZÀ-Þ][a-zà-ÿ]?\.|[A-ZÀ-Þ]-[A-ZÀ-Þ]")  # « J. », « Ch. », « J-P »
_COUPLE = re.compile(
    r"(?P<he>m|mr|monsieur)(?P<dot>\.?)\s*(?:et|&|/)\s*(?P<she>mme|madame)\.?\s+(?P<names>.+)", re.IGNORECASE
)
# Before a given name they make a commune: « Port Louis », « La Roche Bernard ».
_PLACE_WORDS = frozenset("saint sainte st ste port fort mont pont bourg chateau villa ville la les".split())


def are_two_people(first: str, second: str) -> bool:
    """Return whether both texts look like names of people, and none like a commune: one surname, or given names.
    >>> are_two_people("Loïc Tanguy", "Gaël Tanguy"), are_two_people("Mme Lefèvre", "M. Dupont")
    (True, True)
    >>> are_two_people("Ducasse", "Michel"), are_two_people("Roux Jean", "Port Louis"), are_two_people("Roux Jean", "Belval")
    (False, False, False)
    """
    people = [listed_number(phones_beside(text)[0])[1] for text in (first, second)]
    if not all(map(may_be_somebody, people)):
        return False
    return bool(names.common_surname(*people)) or all(map(names_somebody, people))


def may_be_somebody(person: str) -> bool:
    """Return whether *person* has as many words as a name, and does not begin as communes do."""
    groups = names.bare_groups(person)
    return 2 <= len(groups) <= 4 and names.spelling(groups[0]).split(" ")[0] not in _PLACE_WORDS


def names_somebody(person: str) -> bool:
    """Return whether *person* is surely one: a title, an initial, a known given name, or a surname alone in capitals.
    >>> [names_somebody(text) for text in ("Roux Jean", "Haude KERBRAT", "Port Louis", "Haude Kerbrat", "LE FOLGOËT")]
    [True, True, False, False, False]
    >>> [names_somebody(text) for text in ("J. Roux", "Roux J-P.", "Roux J", "La Roche s. Yon")]
    [True, True, False, False]
    """
    if not may_be_somebody(person):
        return False
    groups = names.bare_groups(person)
    if names.spelling(groups[0]) in TITLES or any(map(_INITIALS.fullmatch, (groups[0], groups[-1]))):
        return True
    if names.begins_given(groups[0]) or names.begins_given(groups[-1]):
        return True
    capitals = [names.in_capitals(group) for group in groups]
    return any(capitals) and not all(capitals)


def is_given_name(text: str) -> bool:
    """Return whether *text* is one known given name alone: « Yann », « Jean-Pierre »."""
    return len(text.split()) == 1 and names.begins_given(text)


def shared_surname(first: str, second: str) -> tuple[str, str, bool] | None:
    """Return two names of which one has given its surname to the other, and whether that is sure; None where neither has.

    >>> shared_surname("DUPONT Jean", "Marie"), shared_surname("Jean", "Marie Dupont")
    (('DUPONT Jean', 'DUPONT Marie', True), ('Jean Dupont', 'Marie Dupont', True))
    >>> shared_surname("M.", "Mme Laurent")
    ('M. Laurent', 'Mme Laurent', False)
    >>> shared_surname("DUPONT Jean", "MARTIN"), shared_surname("Le Goff Yann", "Odile")
    (None, ('Le Goff Yann', 'Le Goff Odile', True))
    """
    whole, alone = (first, second) if len(second.split()) == 1 else (second, first)
    if len(alone.split()) != 1 or len(whole.split()) < 2:
        return None
    groups = names.name_groups(whole)
    if len(groups) < 2:  # « Le Garvel »
        return None
    capitals = [names.in_capitals(group) for group in groups]
    given = names.spelling(alone).split(" ")[0] in GIVEN_NAMES or alone.rstrip(".").casefold() in TITLES
    if any(capitals) and not all(capitals):
        if names.in_capitals(alone):
            return None
        surname, last, sure = " ".join(g for g, c in zip(groups, capitals, strict=True) if c), not capitals[0], True
    elif names.spelling(groups[0]) in TITLES:
        # « M. et Mme Laurent »
        surname, last, sure = " ".join(groups[1:]), True, False
    else:
        ends = [names.spelling(group).split(" ")[0] in GIVEN_NAMES for group in (groups[0], groups[-1])]
        # « Dupont Jean et Marie »: as it is written most often, unless the given names tell otherwise.
        last = ends[0] and not ends[1] if ends[0] != ends[1] else whole is second
        surname, sure = (" ".join(groups[1:]) if last else " ".join(groups[:-1])) or whole, given and ends[0] != ends[1]
    named = f"{alone} {surname}" if last else f"{surname} {alone}"
    return (whole, named, sure) if whole is first else (named, whole, sure)


def couple(text: str) -> list[str]:
    """Return the two names of « M. et Mme … » where a given name stands there; empty where the surname stands alone.
    >>> couple("M. et Mme Alain ROBERT"), couple("M. et Mme Robert"), couple("Alain et Marie Robert")
    (['M. Alain ROBERT', 'Mme ROBERT'], [], [])
    """
    match = _COUPLE.fullmatch(text.strip())
    return _couple(match) if match else []


def _couple(couple: re.Match[str]) -> list[str]:
    parts = [part for part in _PAIR.split(couple["names"]) if part.strip()]
    if len(parts) == 2:
        return parts
    groups = names.name_groups(couple["names"])
    capitals = [names.in_capitals(group) for group in groups]
    given = [names.spelling(group).split(" ")[0] in GIVEN_NAMES for group in groups]
    if any(capitals) and not all(capitals):
        surname = [group for group, capital in zip(groups, capitals, strict=True) if capital]
    elif given[0] or not given[-1]:
        surname = groups[1:] if given[0] else []
    else:
        surname = groups[:-1]
    whole = f"{couple['he']}{couple['dot']} {couple['names']}"
    return [whole, f"{couple['she']} {' '.join(surname)}"] if surname else []


def without_comma(name: str) -> str:
    """Return *name* without the comma between a family name and the first name behind it.
    >>> without_comma("Roux, Léa"), without_comma("Roux, Nort")
    ('Roux Léa', 'Roux, Nort')
    """
    family, comma, first = name.partition(", ")
    return f"{family} {first}" if comma and "," not in first and names.begins_given(first) else name


def is_free(text: str) -> bool:
    """Return whether signs stand in *text* by which a line is read, and no columns: what joins two, or names a team.
    >>> is_free("Roux Léa / Petit Luc, Nort"), is_free("« Les As » : Roux Léa, Petit Luc"), is_free("Roux Léa, Petit Luc")
    (True, True, False)
    """
    return bool(_FREE.search(plain_phones(text)))


def split_pair(text: str) -> list[str]:
    """Return the names of a team written in one cell; what has not two parts is one name.
    >>> split_pair("Dupont Jean / Martin Paul"), split_pair("Jean-Pierre Roux"), split_pair("Ducasse, Michel")
    (['Dupont Jean', 'Martin Paul'], ['Jean-Pierre Roux'], ['Ducasse', 'Michel'])
    >>> split_pair("M. et Mme DUPONT Jean et Marie"), split_pair("M. et Mme Alain ROBERT")
    (['DUPONT Jean', 'Marie'], ['M. Alain ROBERT', 'Mme ROBERT'])
    """
    text = plain_phones(text)
    if named := couple(text):
        return named
    parts = [part for part in _PAIR.split(text.strip()) if part.strip()]
    return parts if len(parts) == 2 else [text.strip()]
