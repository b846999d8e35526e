"""The form of a sheet: keys known and in their place, objects and lists where they are due (docs/rules.md 3); Feuille:
what one line of a sheet asks for, from the game and its terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeGuard

from rules.camps import CAMPS
from rules.errors import FormError

# Every key of the sheet format: one of them where it is not allowed is misplaced, another is unknown.
EVERY_KEY = frozenset(
    "ruleset options donnes coupure apres_donne donnes_restantes passe preneur atout enchere contre capot points plis "
    "dernier_pli belote rebelote_oubliee annonces type hauteur couleur renonce joueurs manches cartes NS EO".split()
)


def check_keys(read: Mapping[str, Any], allowed: Set[str], field: str) -> None:
    """Refuse the keys of *read* that are not *allowed*; a null one is as good as absent. Raises FormError."""
    if read.keys() <= allowed:
        return
    for key, value in read.items():
        if key not in allowed and value is not None:
            where = f"{field}.{key}" if field else str(key)
            raise FormError("cle_deplacee" if key in EVERY_KEY else "cle_inconnue", field=where, key=key)


def read_mapping(value: Any, field: str) -> Mapping[str, Any]:
    """Return *value*, an object. Raises FormError."""
    if not isinstance(value, Mapping):
        raise FormError("pas_un_objet", field=field, read=value)
    return value


def read_list(value: Any, field: str) -> Sequence[Any]:
    """Return *value*, a list. Raises FormError."""
    if not isinstance(value, list | tuple):
        raise FormError("pas_une_liste", field=field, read=value)
    return value


def is_int(value: Any) -> TypeGuard[int]:
    """Return whether *value* is an integer and nothing else: neither 1.0 nor true."""
    return type(value) is int


@dataclass(frozen=True, slots=True, kw_only=True)
class Feuille:
    """The columns of a score sheet, read by the entry page and the paper.

    ``fields`` are keys of the sheet format in the order of entry. ``atouts`` are those worth writing down, ``belotes``
    the most that one donne can hold, ``forgotten`` whether a forgotten “rebelote” may be forgiven, ``tricks`` those of
    a donne. ``sum`` is the points both camps mark together on a donne, where that is fixed but for belotes and
    ``capot_more`` for a capot. ``manches`` are the cards of each manche where every player marks alone, else ().
    """

    camps: tuple[str, ...] = CAMPS
    fields: tuple[str, ...]
    bids: tuple[int | str, ...] = ()
    contres: tuple[str, ...] = ()
    atouts: tuple[str, ...] = ()
    belotes: int = 0
    forgotten: bool = False
    renonce: bool = False
    tricks: int = 8
    manches: tuple[int, ...] = ()
    limit: int | None = None
    sum: int | None = None
    capot_more: int = 0

    @property
    def totals_alone(self) -> bool:
        """Return whether a sheet is two totals that the club marks in its own way: no donnes, and nothing is checked."""
        return not self.fields

    @property
    def by_manches(self) -> bool:
        """Return whether players guess their tricks, manche after manche."""
        return bool(self.manches)
