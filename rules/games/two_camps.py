"""Two camps, donne after donne: pot, arrondi, limits and cutoff, up to the end of the partie or its first error."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from rules.arrondi import ARRONDIS
from rules.camps import CAMPS, OTHER
from rules.control import Stated, TotalsCheck, uncontrolled
from rules.errors import DonneError, FormError
from rules.form import check_keys, is_int, read_list, read_mapping
from rules.games.base import Game, Terms
from rules.games.facts import Raw
from rules.line import PASSE, Line, Marque
from rules.result import DonneResult, Result, SheetError

CAMP_KEYS = frozenset(CAMPS)
SHEET_KEYS = frozenset({"ruleset", "options", "donnes", "coupure"})
COUPURE_KEYS = frozenset({"apres_donne", "donnes_restantes"})
ANNONCE_KEYS = frozenset({"type", "hauteur", "couleur"})
# A bid, a contre or annonces where the rule set has none are errors of the donne, so every game reads their keys.
DONNE_KEYS = frozenset({"passe", "preneur", "atout", "enchere", "contre", "annonces", "renonce"})
BELOTE_KEYS = frozenset({"capot", "belote", "rebelote_oubliee"})


@dataclass(frozen=True, kw_only=True)
class TwoCampsTerms(Terms):
    """The terms of every partie of two camps; a limit is None where there is none."""

    plis: int
    arrondi: Literal["point", "dizaine"]
    limite_donnes: int | None
    limite_points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Donne:
    """The facts of one donne; ``atout`` is None for some plain suit, ``capot`` the camp that took every trick."""

    atout: str | None
    capot: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeloteDonne(Donne):
    """A donne with a taker and belotes; ``oubliees`` are the camps of those whose “rebelote” was forgotten."""

    preneur: str
    belotes: Mapping[str, int]
    oubliees: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsDonne(BeloteDonne):
    """A donne counted in points: those of each camp's tricks, the der included; none after a capot."""

    points: Mapping[str, int]


T = TypeVar("T", bound=TwoCampsTerms)
D = TypeVar("D", bound=Donne)


class AfterDonne(NamedTuple, Generic[D]):
    """A partie after a donne: marked totals, real totals (that donne unrounded), the donne and its issue."""

    totals: Mapping[str, int]
    reels: Mapping[str, int]
    donne: D
    issue: str


class TwoCamps(Game[T], Generic[T, D]):
    """A game of two camps: it reads a donne, marks it, and says who has won by the limit of points."""

    keys: ClassVar[frozenset[str]]

    @abstractmethod
    def read(self, raw: Raw) -> D:
        """Read and check the facts of a donne, in the order of the sheet format. Raises DonneError."""

    @abstractmethod
    def mark(self, donne: D, *, last: bool = False) -> Marque:
        """Mark a donne, before pot and arrondi; *last* is the last one of a limit of donnes."""

    def winner(self, after: AfterDonne[D], limit: int) -> str | None:
        """Return the camp that has won by the *limit* of points: at it, or higher where both are (S0 10.4.2)."""
        return first_at(after.totals, limit)

    def every_donne(self) -> Iterator[tuple[Sequence[int], Callable[[int], D]]]:
        """Yield every donne there can be: numbers of points of NS, and what makes the donne of such a number.

        Nothing, for a game that does not count points.
        """
        yield from ()

    @property
    def end_reads(self) -> frozenset[str]:
        """Return what `winner` reads beside the marked totals: ``capot``, ``preneur``, ``issue``, ``reels``."""
        return frozenset()

    @property
    def plays_on_ties(self) -> bool:
        """Return whether equal totals at the limit of points are played on."""
        return True

    @property
    def totals_alone(self) -> bool:
        """Return whether a sheet is two totals that the club marks in its own way, and that nothing checks."""
        return False

    def forgive(self, donne: D, forgiven: set[str]) -> D:
        """Count the belotes whose “rebelote” was forgotten, where that is forgiven; note the camp in *forgiven*."""
        return donne

    def raw_points(self, donne: D) -> Mapping[str, int]:
        """Return the raw points of both camps, where the game counts them."""
        return {}

    @property
    def limit_of_points(self) -> int | None:
        return self.terms.limite_points

    @property
    def tens(self) -> bool:
        """Return whether every mark is a number of tens."""
        return self.terms.arrondi == "dizaine"

    def control(self, stated: Stated) -> TotalsCheck:
        terms = self.terms
        return uncontrolled(
            stated, tens=self.tens, limite_donnes=terms.limite_donnes, limite_points=terms.limite_points
        )

    def check_form(self, sheet: Mapping[str, Any]) -> None:
        check_keys(sheet, SHEET_KEYS, "")
        _check_coupure(sheet.get("coupure"))
        for number, donne in enumerate(read_list(sheet.get("donnes"), "donnes"), start=1):
            _check_donne(donne, self.keys, f"donnes.{number}")

    def score(self, sheet: Mapping[str, Any], *, explain: bool) -> Result:
        partie = Partie(self, sheet.get("coupure"), explain=explain)
        donnes: list[DonneResult] = []
        errors: tuple[SheetError, ...] = ()
        for number, raw in enumerate(sheet["donnes"], start=1):
            try:
                donnes.append(partie.play(raw))
            except DonneError as error:
                errors = (SheetError(number, error.field, error.code, error.params),)
                break
        return Result(
            donnes=tuple(donnes),
            total=partie.totals,
            terminee=partie.terminee,
            vainqueur=partie.vainqueur,
            nulle=partie.nulle,
            donnes_comptees=partie.comptees,
            pot=partie.pot,
            errors=errors,
        )


class Partie(Generic[T, D]):
    """The state of a partie, one ``play`` per donne; raises DonneError, leaving the state as it was."""

    def __init__(self, game: TwoCamps[T, D], coupure: Mapping[str, int] | None, *, explain: bool) -> None:
        self.game = game
        self.coupure = coupure
        self.explain = explain
        self.numero = 0  # donnes entered, passed ones included
        self.comptees = 0
        self.imposees = 0  # counted donnes since the cutoff
        self.totals: Mapping[str, int] = dict.fromkeys(CAMPS, 0)
        self.pot = 0
        self.forgiven: set[str] = set()  # camps whose forgotten rebelote was forgiven (S2)
        self.terminee = False
        self.vainqueur: str | None = None
        self.nulle = False

    def play(self, raw: Raw) -> DonneResult:
        """Score the next donne. Raises DonneError."""
        game, terms = self.game, self.game.terms
        if self.terminee:
            raise DonneError("partie_terminee", field="donne", limite_donnes=terms.limite_donnes)
        passe = raw.get("passe")
        if passe is not None and type(passe) is not bool:
            raise DonneError("type", field="passe", read=passe, expected=("true", "false"))
        if passe:
            self.numero += 1
            return DonneResult(PASSE, dict.fromkeys(CAMPS, 0), self.totals, self.pot, (terms.article["passe"],), ())
        donne = game.forgive(game.read(raw), self.forgiven)
        marque = game.mark(donne, last=self.comptees + 1 == terms.limite_donnes)
        lines = marque.lines
        if marque.again:
            self.numero += 1
            return DonneResult(marque.issue, dict.fromkeys(CAMPS, 0), self.totals, self.pot, marque.decision, ())
        if marque.winner is None:
            self.pot += marque.to_pot
        elif self.pot:
            lines.append(Line(marque.winner, "pot", self.pot, terms.article["pot"]))
            self.pot = 0
        reels = dict.fromkeys(CAMPS, 0)
        for line in lines:
            reels[line.camp] += line.points
        marks = reels
        if terms.arrondi != "point":
            rounded = ARRONDIS[terms.arrondi]
            marks = {camp: rounded(points) for camp, points in reels.items()}
            for camp, points in reels.items():
                if marks[camp] != points:
                    lines.append(Line(camp, "arrondi", marks[camp] - points, terms.article["arrondi"]))
        before = self.totals
        self.totals = {camp: before[camp] + marks[camp] for camp in CAMPS}
        self.numero += 1
        self.comptees += 1
        self._end(AfterDonne(self.totals, {c: before[c] + reels[c] for c in CAMPS}, donne, marque.issue))
        articles = tuple(dict.fromkeys((*marque.decision, *(line.article for line in lines))))
        kept = tuple(lines) if self.explain else ()
        return DonneResult(marque.issue, marks, self.totals, self.pot, articles, kept, game.raw_points(donne))

    def _end(self, after: AfterDonne[D]) -> None:
        """End the partie where a limit or the cutoff does, and note who won."""
        terms = self.game.terms
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
            self.vainqueur = self.game.winner(after, terms.limite_points)
            self.terminee = self.vainqueur is not None


def higher(totals: Mapping[str, int]) -> str | None:
    """Return the camp with the higher total, None when equal."""
    ns, eo = totals["NS"], totals["EO"]
    return None if ns == eo else "NS" if ns > eo else "EO"


def reached(totals: Mapping[str, int], limit: int) -> list[str]:
    """Return the camps at the *limit* of points."""
    return [camp for camp, total in totals.items() if total >= limit]


def first_at(totals: Mapping[str, int], limit: int) -> str | None:
    """Return the camp at the limit; both: the higher; equal: nobody yet (S0 10.4.2)."""
    there = reached(totals, limit)
    if len(there) == 2:
        return higher(totals)
    return there[0] if there else None


def taker_at(totals: Mapping[str, int], limit: int, preneur: str) -> str | None:
    """Return the camp at the limit; both in the same donne: its taker (S4 La belote classique)."""
    there = reached(totals, limit)
    if len(there) == 2:
        return preneur
    return there[0] if there else None


def _check_donne(donne: Any, allowed: frozenset[str], field: str) -> None:
    check_keys(read_mapping(donne, field), allowed, field)
    if donne.get("passe") is True:
        for key, value in donne.items():
            if key != "passe" and value not in (None, [], {}):
                raise FormError("cle_deplacee", field=f"{field}.{key}", key=key)
    for name in ("points", "plis", "annonces"):
        value = donne.get(name)
        if isinstance(value, Mapping):
            check_keys(value, CAMP_KEYS, f"{field}.{name}")
            if name == "annonces":
                _check_annonces(value, f"{field}.annonces")


def _check_annonces(annonces: Mapping[str, Any], field: str) -> None:
    for camp, listed in annonces.items():
        if not isinstance(listed, list | tuple):
            continue
        for n, annonce in enumerate(listed):
            if isinstance(annonce, Mapping):
                where = f"{field}.{camp}.{n}"
                check_keys(annonce, ANNONCE_KEYS, where)
                if annonce.get("type") == "carre" and annonce.get("couleur") is not None:
                    raise FormError("cle_deplacee", field=f"{where}.couleur", key="couleur")


def _check_coupure(coupure: Any) -> None:
    if coupure is None:
        return
    check_keys(read_mapping(coupure, "coupure"), COUPURE_KEYS, "coupure")
    for name in ("apres_donne", "donnes_restantes"):
        value = coupure.get(name)
        if not is_int(value) or value < 1:
            raise FormError("coupure_valeur", field=f"coupure.{name}", read=value)


# Belote


@dataclass(frozen=True, kw_only=True)
class BeloteTerms(TwoCampsTerms):
    """The terms of a game with a belote: its worth, and what becomes of one whose “rebelote” was forgotten."""

    belote: int
    rebelote: Literal["due", "facultative", "une_fois"]


TB = TypeVar("TB", bound=BeloteTerms)
DB = TypeVar("DB", bound=BeloteDonne)


class BeloteGame(TwoCamps[TB, DB], Generic[TB, DB]):
    """A game of two camps with a belote."""

    def forgive(self, donne: DB, forgiven: set[str]) -> DB:
        rule = self.terms.rebelote
        if rule == "due" or not donne.oubliees:
            return donne
        belotes = dict(donne.belotes)
        for camp in donne.oubliees:
            if rule == "facultative" or camp not in forgiven:
                belotes[camp] += 1
                forgiven.add(camp)
        return replace(donne, belotes=belotes)


def belote_shares(most: int) -> Iterator[Mapping[str, int]]:
    """Yield the ways in which the camps share up to *most* belotes of one donne."""
    for ns in range(most + 1):
        for eo in range(most + 1 - ns):
            yield {"NS": ns, "EO": eo}


def flat_lines(winner: str, label: str, points: int, lost: str, article: str) -> list[Line]:
    """Return the lines of a flat mark: *points* to the winner, nothing to the other camp, under the label *lost*."""
    return [Line(winner, label, points, article), Line(OTHER[winner], lost, 0, article)]


def belote_lines(belotes: Mapping[str, int], terms: BeloteTerms, to: str | None = None) -> list[Line]:
    """Return the lines of each camp's belotes, or of all of them *to* one camp."""
    return [
        Line(
            to or camp,
            "belote" if to in (None, camp) else "belote_adverse",
            terms.belote * number,
            terms.article["belote"],
        )
        for camp, number in belotes.items()
        if number
    ]
