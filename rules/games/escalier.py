"""L'escalier (S4): 3 to 6 single players, a point lost per trick of difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import DonneError, FormError
from rules.form import Feuille, check_keys, is_int, read_list, read_mapping
from rules.games.base import MARKS, PLAY, Clause, Game, ReglementPart, Terms
from rules.games.clauses import play_clauses
from rules.line import REUSSI, Line
from rules.result import DonneResult, Result, SheetError

SHEET_KEYS = frozenset({"ruleset", "options", "joueurs", "manches"})
MANCHE_KEYS = frozenset({"cartes", "annonces", "plis"})
SEATS = "ABCDEF"


@dataclass(frozen=True, kw_only=True)
class EscalierTerms(Terms):
    """The most cards of a manche by number of players, and what a trick of difference marks."""

    cartes_max: Mapping[int, int]
    ecart: int


class Escalier(Game[EscalierTerms]):
    """Players guess their tricks, manche after manche."""

    terms_class = EscalierTerms
    articles = frozenset({"entame"})

    def cards_due(self, players: int) -> list[int]:
        """Return the cards of each manche: 1, 2, … max, … 2, 1."""
        top = self.terms.cartes_max[players]
        return [*range(1, top), *range(top, 0, -1)]

    def check_form(self, sheet: Mapping[str, Any]) -> None:
        check_keys(sheet, SHEET_KEYS, "")
        joueurs = self._check_joueurs(sheet)
        for number, manche in enumerate(read_list(sheet.get("manches"), "manches"), start=1):
            field = f"manches.{number}"
            check_keys(read_mapping(manche, field), MANCHE_KEYS, field)
            for name in ("annonces", "plis"):
                if isinstance(manche.get(name), Mapping):
                    check_keys(manche[name], joueurs, f"{field}.{name}")

    def _check_joueurs(self, sheet: Mapping[str, Any]) -> set[str]:
        joueurs = read_list(sheet.get("joueurs"), "joueurs")
        for n, name in enumerate(joueurs):
            if not isinstance(name, str) or not name.strip():
                raise FormError("joueur_nom", field=f"joueurs.{n}", read=name)
        if len(joueurs) not in self.terms.cartes_max:
            raise FormError("joueurs_nombre", field="joueurs", read=len(joueurs))
        if len(set(joueurs)) != len(joueurs):
            raise FormError("joueurs_double", field="joueurs", read=joueurs)
        return set(joueurs)

    def score(self, sheet: Mapping[str, Any], *, explain: bool) -> Result:
        joueurs = sheet["joueurs"]
        due = self.cards_due(len(joueurs))
        article = self.terms.article["ecart"]
        totals = dict.fromkeys(joueurs, 0)
        scored: list[DonneResult] = []
        errors: tuple[SheetError, ...] = ()
        for number, raw in enumerate(sheet["manches"], start=1):
            try:
                if number > len(due):
                    raise DonneError("partie_terminee", field="donne", limite_donnes=len(due))
                lines = self._mark(raw, joueurs, due[number - 1])
            except DonneError as error:
                errors = (SheetError(number, error.field, error.code, error.params, manche=True),)
                break
            marks = {line.camp: line.points for line in lines}
            totals = {name: totals[name] + marks[name] for name in joueurs}
            scored.append(DonneResult(REUSSI, marks, totals, 0, (article,), tuple(lines) if explain else ()))
        over = len(scored) == len(due)
        best = max(totals.values())
        winners = tuple(name for name in joueurs if totals[name] == best) if over else ()
        return Result(
            donnes=tuple(scored),
            total=totals,
            terminee=over,
            vainqueur=winners[0] if len(winners) == 1 else None,
            nulle=False,
            donnes_comptees=len(scored),
            pot=0,
            errors=errors,
            vainqueurs=winners,
        )

    def _mark(self, raw: Mapping[str, Any], joueurs: Sequence[str], due: int) -> list[Line]:
        """Read and mark one manche. Raises DonneError."""
        cartes = raw.get("cartes")
        if not is_int(cartes):
            raise DonneError("type", field="cartes", read=cartes, expected=str(due))
        if cartes != due:
            raise DonneError("plis_invalides", field="cartes", reason="cartes", read=cartes, total=due)
        annonces = _by_player(raw.get("annonces"), "annonces", joueurs, due)
        plis = _by_player(raw.get("plis"), "plis", joueurs, due)
        if sum(annonces.values()) == due:
            raise DonneError("plis_invalides", field="annonces", reason="annonces", read=due, total=due)
        if sum(plis.values()) != due:
            raise DonneError("plis_invalides", field="plis", reason="somme", read=sum(plis.values()), total=due)
        terms = self.terms
        return [
            Line(name, "ecart", terms.ecart * abs(annonces[name] - plis[name]), terms.article["ecart"])
            for name in joueurs
        ]

    def feuille(self, players: int) -> Feuille:
        seated = players if players in self.terms.cartes_max else min(self.terms.cartes_max)
        manches = tuple(self.cards_due(seated))
        return Feuille(camps=tuple(SEATS[:seated]), fields=("annonces", "plis"), manches=manches)

    def reglement(self) -> list[ReglementPart]:
        return [(MARKS, _marks(self.terms)), (PLAY, play_clauses(self.terms))]


def _by_player(raw: Any, field: str, joueurs: Sequence[str], cartes: int) -> dict[str, int]:
    """Return a number of tricks for each player. Raises DonneError."""
    if not isinstance(raw, Mapping):
        raise DonneError("type", field=field, read=raw, expected=f"0–{cartes}")
    for name in joueurs:
        if not is_int(raw.get(name)):
            raise DonneError("type", field=f"{field}.{name}", read=raw.get(name), expected=f"0–{cartes}")
    for name in joueurs:
        if raw[name] < 0:
            raise DonneError("points_negatifs", field=f"{field}.{name}", read=raw[name])
        if raw[name] > cartes:
            raise DonneError("plis_invalides", field=f"{field}.{name}", reason="trop", read=raw[name], total=cartes)
    return {name: raw[name] for name in joueurs}


def _marks(terms: EscalierTerms) -> Iterator[Clause]:
    yield terms.clause(
        "De 3 à 6 joueurs, chacun pour soi. De 1 carte au maximum ({at_3} cartes à 3, {at_4} cartes à 4, {at_5} cartes à 5, "
        "{at_6} cartes à 6), puis retour à 1.",
        "3 to 6 players, each alone. From 1 card to the maximum ({at_3} for 3, {at_4} for 4, {at_5} for 5, {at_6} for 6), "
        "then back to 1.",
        "cartes_max",
        **{f"at_{players}": cards for players, cards in terms.cartes_max.items()},
    )
    yield terms.clause(
        "Chacun annonce ses plis ; le total annoncé doit différer du nombre de cartes.",
        "Each announces its tricks; the announced total must differ from the number of cards.",
        "ecart",
    )
    yield terms.clause(
        "Un joueur perd 1 point par pli d'écart ; celui qui en a perdu le moins gagne.",
        "A point is lost per trick of difference; who lost least wins.",
        "ecart",
    )
