"""Know among the cells that are struck out in a row those that may be names; most of its cells are not."""

from collections.abc import Iterable

from tournament.registration.imports.persons import may_be_somebody, split_pair
from tournament.registration.imports.words import paid_in

NAME_STRUCK = "name_struck:"  # before the cells, in the mark of the row


def mark_of_names(struck: Iterable[str]) -> str:
    """Return the mark of a row of which these cells alone are struck out: those that may be names, one a line; empty for none.
    >>> mark_of_names(["à payer", "Roux Léa", "Nort"]), mark_of_names(["non payé"]), mark_of_names(["Roux Léa / Petit Luc"])
    ('name_struck:Roux Léa', '', 'name_struck:Roux Léa / Petit Luc')
    """
    found = [text for text in struck if paid_in(text) is None and any(map(may_be_somebody, split_pair(text)))]
    return NAME_STRUCK + "\n".join(found) if found else ""
