"""Read the list of prizes: for whom each is, what they are worth, and what each giver gave."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament import names
from tournament.concours.lots import ListedPrize, Lots, lots_of
from tournament.concours.models import Tournament


@dataclass(frozen=True)
class GiverLine:
    """The gifts of one giver, and their value in cents; `unvalued`: so many of them without one."""

    giver: str
    lots: Sequence[ListedPrize]
    cents: int
    unvalued: int = 0


@dataclass(frozen=True)
class PrizeList:
    """The list of prizes of a concours, in the order in which they are given."""

    lots: Lots

    @property
    def lines(self) -> list[ListedPrize]:
        """Return them: those asked first, then by the ranking, of the brackets, the others."""
        lots = self.lots
        return [*lots.asked, *lots.by_rank, *sorted(lots.by_phase, key=_place), *lots.special]

    @property
    def count(self) -> int:
        """Count them, each copy of one."""
        return sum(lot.copies for lot in self.lots.all)

    @property
    def cents(self) -> int:
        """Return what they are worth together, as far as it is said."""
        return sum(lot.value_cents * lot.copies for lot in self.lots.all)

    @property
    def givers(self) -> list[GiverLine]:
        """Return what each giver gave, by name; those without a giver stand last, under ""."""
        by_giver: defaultdict[str, list[ListedPrize]] = defaultdict(list)
        shown: dict[str, str] = {}
        for lot in self.lots.all:
            key = names.key(lot.giver)
            shown.setdefault(key, lot.giver)
            by_giver[key].append(lot)
        lines = [
            GiverLine(
                shown[key],
                given,
                sum(lot.value_cents * lot.copies for lot in given),
                sum(lot.copies for lot in given if not lot.value_cents),
            )
            for key, given in by_giver.items()
        ]
        return sorted(lines, key=lambda line: (not line.giver, names.spelling(line.giver)))


def _place(lot: ListedPrize) -> tuple[int, int]:
    return lot.phase, lot.places[0] if lot.places else 0


def prize_list(tournament: Tournament) -> PrizeList:
    """Return the list of prizes of *tournament*; one query."""
    return PrizeList(lots_of(tournament))
