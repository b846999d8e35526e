"""Know among the cells that are struck out in a row those that may be names; most of its cells are not."""

from collections.abc import Iterable

from tournament.registration.imports.persons import may_be_somebody, split_pair
from tournament.registration.imports.words import paid_in

NAME_STRUCK = "name_struck:"  # before the cells, in the mark of the row


def struck_out(text: str) -> str:
    """Return a part of a cell that is struck out as a message writes it: « ~Roux Léa~ », the spaces outside.
    >>> struck_out(" Roux Léa "), struck_out(" ")
    (' ~Roux Léa~ ', ' ')
    """
    bare = text.strip()
    return text.replace(bare, f"~{bare}~") if bare else text


def mark_of_names(struck: Iterable[str]) -> str:
    """Return the mark of a row of which these cells alone are struck out: those that may be names, one a line; empty for none.

    Words that stand alone in their cells may be a family name and a first name.
    >>> mark_of_names(["à payer", "Roux Léa", "Nort"]), mark_of_names(["non payé"]), mark_of_names(["Roux Léa / Petit Luc"])
    ('name_struck:Roux Léa', '', 'name_struck:Roux Léa / Petit Luc')
    >>> mark_of_names(["Roux", "Léa"])
    'name_struck:Roux Léa'
    """
    texts = [text for text in struck if paid_in(text) is None]
    found = [text for text in texts if any(map(may_be_somebody, split_pair(text)))]
    apart = [text.strip() for text in texts if text not in found and any(map(str.isalpha, text))]
    found += [" ".join(apart)] * (len(apart) > 1)
    return NAME_STRUCK + "\n".join(found) if found else ""
