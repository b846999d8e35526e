"""Annonces: read from a sheet, compared and valued (S2 A to D; S1 §1 and S3 take them from there)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from rules.cards import RANKS, SIGNS, Card
from rules.errors import DonneError

LENGTHS = {"tierce": 3, "cinquante": 4, "cent": 5}
TYPES = (*LENGTHS, "carre")
POINTS = {"tierce": 20, "cinquante": 50, "cent": 100}
# Strongest last. Question: S2 does not rank the four carrés worth 100; its own list order does (D21).
CARRES = {"D": 100, "R": 100, "10": 100, "A": 100, "9": 150, "V": 200}
KINDS = ("tierce", "cinquante", "cent", *CARRES)
MAIN = 8  # cards in a hand


class Annonce(NamedTuple):
    """One annonce: its type, its top rank, its suit (None for a carré)."""

    type: str
    hauteur: str
    couleur: str | None

    @property
    def points(self) -> int:
        """Return its points (S2 A)."""
        return CARRES[self.hauteur] if self.type == "carre" else POINTS[self.type]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards it is made of; of a cent longer than five, the five highest."""
        if self.type == "carre":
            return tuple(Card(self.hauteur, suit) for suit in SIGNS)
        top = RANKS.index(self.hauteur)
        return tuple(Card(rank, self.couleur or "") for rank in RANKS[top - LENGTHS[self.type] + 1 : top + 1])

    def strength(self, atout: str | None) -> tuple[int, int, bool]:
        """Return its place in the order of S2 A and C: kind, then top card, then atout or not."""
        kind = self.hauteur if self.type == "carre" else self.type
        return KINDS.index(kind), RANKS.index(self.hauteur), self.couleur is not None and self.couleur == atout


def read_annonce(raw: Any, field: str) -> Annonce:
    """Read one annonce of a sheet. Raises DonneError: a word unknown, or an annonce that cannot exist."""
    if not isinstance(raw, Mapping):
        raise DonneError("type", field=field, read=raw, expected="objet")
    kind, hauteur, couleur = raw.get("type"), raw.get("hauteur"), raw.get("couleur")
    if kind not in TYPES:
        raise DonneError("type", field=f"{field}.type", read=kind, expected=TYPES)
    if hauteur not in RANKS:
        raise DonneError("type", field=f"{field}.hauteur", read=hauteur, expected=" ".join(RANKS))
    if kind == "carre":
        if hauteur not in CARRES:
            raise DonneError("annonce_invalide", field=field, reason="carre", hauteur=hauteur)
    else:
        if couleur not in tuple(SIGNS):
            raise DonneError("type", field=f"{field}.couleur", read=couleur, expected=tuple(SIGNS))
        if RANKS.index(hauteur) < LENGTHS[kind] - 1:
            raise DonneError("annonce_invalide", field=field, reason="hauteur", type=kind, hauteur=hauteur)
    return Annonce(kind, hauteur, couleur)


def check_together(annonces: Mapping[str, Sequence[Annonce]]) -> None:
    """Refuse annonces no deal can give: a card in two, or more in a camp than two hands hold. Raises DonneError."""
    seen: set[Card] = set()
    for camp, announced in annonces.items():
        for n, annonce in enumerate(announced):
            for card in annonce.cards:
                if card in seen:
                    raise DonneError("annonce_invalide", field=f"annonces.{camp}.{n}", reason="carte", card=str(card))
                seen.add(card)
        sizes = [len(annonce.cards) for annonce in announced]
        if not any(
            sum(chosen) <= MAIN and sum(sizes) - sum(chosen) <= MAIN
            for n in range(len(sizes) + 1)
            for chosen in combinations(sizes, n)
        ):
            raise DonneError("annonce_invalide", field=f"annonces.{camp}", reason="mains", camp=camp)


def best_camp(annonces: Mapping[str, Sequence[Annonce]], atout: str | None) -> str | None:
    """Return the camp whose best annonce wins; None when there is none, or when the best are equal (S2 C)."""
    best = {camp: max(a.strength(atout) for a in own) for camp, own in annonces.items() if own}
    if not best:
        return None
    top = max(best.values())
    winners = [camp for camp, strength in best.items() if strength == top]
    return winners[0] if len(winners) == 1 else None


def points_that_count(
    annonces: Mapping[str, Sequence[Annonce]], atout: str | None, *, best_only: bool = False
) -> dict[str, int]:
    """Return the points of the annonces that count, by camp: all of the winning camp, or its best alone (S3)."""
    camp = best_camp(annonces, atout)
    if camp is None:
        return {}
    if best_only:
        return {camp: max(annonces[camp], key=lambda a: a.strength(atout)).points}
    return {camp: sum(a.points for a in annonces[camp])}


@cache
def every_worth(*, best_only: bool, renonce: bool) -> tuple[int, ...]:
    """Return every number of points that the annonces which count on one donne can make, for one camp.

    With *renonce* those of both camps may go to one.
    """
    if best_only:
        return tuple(sorted({*POINTS.values(), *CARRES.values()}))
    hands = 4 if renonce else 2
    found = set()
    for count in range(len(CARRES) + 1):
        for carres in combinations(CARRES, count):
            of_suit = _sequences(tuple(rank not in carres for rank in RANKS))
            for sequences in {tuple(sorted(sum(suits, ()))) for suits in product(of_suit, repeat=len(SIGNS))}:
                if _held((*sequences, *(4 for _ in carres)), (MAIN,) * hands):
                    worth = {size: POINTS[kind] for kind, size in LENGTHS.items()}
                    found.add(sum(worth[size] for size in sequences) + sum(CARRES[rank] for rank in carres))
    return tuple(sorted(found - {0}))


@cache
def _sequences(free: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the lengths of the sequences that one suit can hold together, its cards *free* or not."""
    runs = "".join("x" if one else " " for one in free).split()

    def of_run(length: int, least: int = 3) -> Iterator[tuple[int, ...]]:
        yield ()
        for size in range(least, min(length, 5) + 1):
            for rest in of_run(length - size, size):
                yield (size, *rest)

    ways = product(*(tuple(of_run(len(run))) for run in runs))
    return tuple({tuple(sorted(sum(way, ()))) for way in ways})


@cache
def _held(sizes: tuple[int, ...], hands: tuple[int, ...]) -> bool:
    """Return whether hands with that many cards left can hold annonces of these *sizes*."""
    if not sizes:
        return True
    if sum(sizes) > sum(hands):
        return False
    size, *rest = sorted(sizes, reverse=True)
    return any(
        _held(tuple(rest), tuple(sorted((*hands[:n], left - size, *hands[n + 1 :]))))
        for n, left in enumerate(hands)
        if left >= size and left not in hands[:n]
    )
