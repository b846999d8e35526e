"""The outcome of scoring a sheet: a Result, one DonneResult a donne, a SheetError where it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.line import Line
from rules.messages import error_text


@dataclass(frozen=True, slots=True)
class DonneResult:
    """One scored donne. ``marque`` and ``cumul`` are by camp (by player in escalier); ``pot`` is after the donne.

    ``points`` are the raw points of both camps, the one left out on the sheet filled in; nothing after a capot.
    """

    issue: str
    marque: Mapping[str, int]
    cumul: Mapping[str, int]
    pot: int
    articles: tuple[str, ...]
    lines: tuple[Line, ...]
    points: Mapping[str, int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of one donne."""
        return {
            "issue": self.issue,
            "marque": dict(self.marque),
            "cumul": dict(self.cumul),
            "pot": self.pot,
            "articles": list(self.articles),
        }


@dataclass(frozen=True, slots=True)
class SheetError:
    """State why a sheet is refused: the donne (from 1; None for the sheet itself), the field, the code, the figures.

    ``manche`` says that the sheet is one of manches, so that the sentence calls it by that name.
    """

    donne: int | None
    field: str
    code: str
    params: Mapping[str, Any]
    manche: bool = False

    def message(self, lang: str = "fr") -> str:
        """Return the sentence for a person."""
        return error_text(self.code, self.params, lang, donne=self.donne, field=self.field, manche=self.manche)

    def to_dict(self, lang: str = "fr") -> dict[str, Any]:
        """Return the JSON object of an error."""
        return {"donne": self.donne, "champ": self.field, "code": self.code, "message": self.message(lang)}


@dataclass(frozen=True, slots=True)
class Result:
    """A scored sheet. In escalier ``donnes`` are manches, camps are players, and ``vainqueurs`` lists the winners."""

    donnes: tuple[DonneResult, ...]
    total: Mapping[str, int]
    terminee: bool
    vainqueur: str | None
    nulle: bool
    donnes_comptees: int
    pot: int
    errors: tuple[SheetError, ...] = ()
    vainqueurs: tuple[str, ...] | None = None

    def to_dict(self, lang: str = "fr") -> dict[str, Any]:
        """Return the JSON object of the sheet format, messages in *lang*."""
        read = {
            "donnes": [donne.to_dict() for donne in self.donnes],
            "total": dict(self.total),
            "terminee": self.terminee,
            "vainqueur": self.vainqueur,
            "nulle": self.nulle,
            "donnes_comptees": self.donnes_comptees,
            "errors": [error.to_dict(lang) for error in self.errors],
        }
        if self.vainqueurs is None:
            return read
        manches = [
            {"marque": dict(d.marque), "cumul": dict(d.cumul), "articles": list(d.articles)} for d in self.donnes
        ]
        return {
            "manches": manches,
            "total": read["total"],
            "terminee": self.terminee,
            "vainqueurs": list(self.vainqueurs),
            "donnes_comptees": self.donnes_comptees,
            "errors": read["errors"],
        }
