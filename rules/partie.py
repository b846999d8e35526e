"""A partie: donne after donne, pot, arrondi, limits and cutoff, up to its end or its first error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.arrondi import ARRONDIS
from rules.donne import CAMPS, read_donne
from rules.errors import DonneError
from rules.fin import FINS, Etat, higher
from rules.line import PASSE, Line
from rules.litige import pot_line
from rules.marque import MARQUES
from rules.rule_set import Terms


@dataclass(frozen=True, slots=True)
class DonneResult:
    """What one donne gave. ``marque`` and ``cumul`` are by camp (by player in escalier); ``pot`` is after the donne.

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
        return {
            "issue": self.issue,
            "marque": dict(self.marque),
            "cumul": dict(self.cumul),
            "pot": self.pot,
            "articles": list(self.articles),
        }


@dataclass(frozen=True, slots=True)
class SheetError:
    """Why a sheet is refused: the donne (from 1; None for the sheet itself), the field, the code, the figures.

    ``manche`` says that the sheet is one of manches, so that the sentence calls it by that name.
    """

    donne: int | None
    champ: str
    code: str
    params: Mapping[str, Any]
    manche: bool = False

    def message(self, lang: str = "fr") -> str:
        from rules.messages import error_text

        return error_text(self.code, self.params, lang, donne=self.donne, champ=self.champ, manche=self.manche)

    def to_dict(self, lang: str = "fr") -> dict[str, Any]:
        return {"donne": self.donne, "champ": self.champ, "code": self.code, "message": self.message(lang)}


@dataclass(frozen=True, slots=True)
class Result:
    """A scored sheet. In escalier ``donnes`` are the manches, camps are players, and ``vainqueurs`` lists the winners."""

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
        """The JSON object of the sheet format, messages in *lang*."""
        errors = [error.to_dict(lang) for error in self.errors]
        if self.vainqueurs is not None:
            manches = [
                {"marque": dict(d.marque), "cumul": dict(d.cumul), "articles": list(d.articles)} for d in self.donnes
            ]
            return {
                "manches": manches,
                "total": dict(self.total),
                "terminee": self.terminee,
                "vainqueurs": list(self.vainqueurs),
                "donnes_comptees": self.donnes_comptees,
                "errors": errors,
            }
        return {
            "donnes": [donne.to_dict() for donne in self.donnes],
            "total": dict(self.total),
            "terminee": self.terminee,
            "vainqueur": self.vainqueur,
            "nulle": self.nulle,
            "donnes_comptees": self.donnes_comptees,
            "errors": errors,
        }


class Partie:
    """The state of a partie, one ``play`` per donne; raises DonneError, leaving the state as it was."""

    def __init__(self, terms: Terms, coupure: Mapping[str, int] | None = None, *, explain: bool = True) -> None:
        self.terms = terms
        self.coupure = coupure
        self.explain = explain
        self.numero = 0  # donnes entered, passed ones included
        self.comptees = 0
        self.imposees = 0  # counted donnes since the cutoff
        self.totals = dict.fromkeys(CAMPS, 0)
        self.pot = 0
        self.tolerees: set[str] = set()  # camps whose forgotten rebelote was forgiven (S2)
        self.terminee = False
        self.vainqueur: str | None = None
        self.nulle = False
        self._marque = MARQUES[terms.game]
        self._arrondi = ARRONDIS[terms.arrondi]
        self._fin = FINS[terms.fin]

    def play(self, raw: Mapping[str, Any]) -> DonneResult:
        """Score the next donne. Raises DonneError."""
        if self.terminee:
            raise DonneError("partie_terminee", champ="donne", limite_donnes=self.terms.limite_donnes)
        passe = raw.get("passe")
        if passe is not None and type(passe) is not bool:
            raise DonneError("type", champ="passe", lu=passe, attendu="true, false")
        if passe:
            return self._pass()
        terms = self.terms
        donne = read_donne(raw, terms)
        self._forgive(donne)
        marque = self._marque(donne, terms, self.comptees + 1 == terms.limite_donnes)
        lines = marque.lines
        if marque.winner is None:
            self.pot += marque.to_pot
        elif self.pot:
            lines.append(pot_line(marque.winner, self.pot, terms))
            self.pot = 0
        reels = dict.fromkeys(CAMPS, 0)
        for line in lines:
            reels[line.camp] += line.points
        marks = reels
        if terms.arrondi != "point":
            marks = {}
            for camp, points in reels.items():
                marks[camp] = self._arrondi(points)
                if marks[camp] != points:
                    lines.append(Line(camp, "arrondi", marks[camp] - points, terms.article["arrondi"]))
        before = self.totals
        self.totals = {camp: before[camp] + marks[camp] for camp in CAMPS}
        self.numero += 1
        self.comptees += 1
        self._end(Etat(self.totals, {c: before[c] + reels[c] for c in CAMPS}, donne, marque.issue))
        articles = tuple(dict.fromkeys((*marque.decision, *(line.article for line in lines))))
        lines = tuple(lines) if self.explain else ()
        return DonneResult(marque.issue, marks, self.totals, self.pot, articles, lines, donne.points)

    def _pass(self) -> DonneResult:
        self.numero += 1
        return DonneResult(PASSE, dict.fromkeys(CAMPS, 0), self.totals, self.pot, (self.terms.article["passe"],), ())

    def _forgive(self, donne: Any) -> None:
        """Belotes whose "rebelote" was forgotten: counted where it is optional, or once per camp (S2)."""
        for camp in donne.oubliees:
            if self.terms.rebelote == "facultative":
                donne.belotes[camp] += 1
            elif self.terms.rebelote == "une_fois" and camp not in self.tolerees:
                self.tolerees.add(camp)
                donne.belotes[camp] += 1

    def _end(self, etat: Etat) -> None:
        """Whether the partie is over, and who won it."""
        terms = self.terms
        if self.comptees == terms.limite_donnes:
            self.vainqueur = higher(self.totals)
            self.terminee, self.nulle = True, self.vainqueur is None
            return
        if self.coupure is not None and self.numero > self.coupure["apres_donne"]:
            self.imposees += 1
            # Question: at the last imposed donne marked totals decide, before any rule of the point limit (D24).
            if self.imposees >= self.coupure["donnes_restantes"]:
                self.vainqueur = higher(self.totals)
                self.terminee = self.vainqueur is not None
                return
        if terms.limite_points is not None:
            self.vainqueur = self._fin(etat, terms)
            self.terminee = self.vainqueur is not None

    def result(self, donnes: Sequence[DonneResult]) -> Result:
        return Result(
            donnes=tuple(donnes),
            total=self.totals,
            terminee=self.terminee,
            vainqueur=self.vainqueur,
            nulle=self.nulle,
            donnes_comptees=self.comptees,
            pot=self.pot,
        )


def score_partie(
    donnes: Sequence[Mapping[str, Any]],
    terms: Terms,
    coupure: Mapping[str, int] | None = None,
    *,
    explain: bool = True,
) -> Result:
    """Every donne in order, up to the first that is refused; the state is then that before it."""
    partie = Partie(terms, coupure, explain=explain)
    scored: list[DonneResult] = []
    for number, raw in enumerate(donnes, start=1):
        try:
            scored.append(partie.play(raw))
        except DonneError as error:
            refused = SheetError(number, error.champ, error.code, error.params)
            return replace(partie.result(scored), errors=(refused,))
    return partie.result(scored)
