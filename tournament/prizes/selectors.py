"""Read the list of prizes: for whom each is, what they are worth, and what each giver gave; on paper too."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament import names
from tournament.concours.lots import ListedPrize, Lots, lots_of
from tournament.concours.models import Tournament
from tournament.paper import PaperPage, paper_pages, text_lines


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


_LETTERS, _LINE, _EDGES = 10.5, 4.7, 2.2  # points; millimetres of a line of letters, above and below a row
_WHOM, _PRIZE, _GIVER = 32, 68, 40  # millimetres of the columns
_THANKED, _GIVEN = 56, 92  # of who gave what
_TOP = 30  # what stands above the table
_MOST = 20  # prizes in a row of one giver


def prize_pages(lots: Iterable[ListedPrize]) -> list[PaperPage[ListedPrize]]:
    """Return the pages of the list of prizes."""

    def height(lot: ListedPrize) -> float:
        columns = ((str(lot.who), _WHOM), (f"{lot.what} × 99", _PRIZE), (lot.giver, _GIVER))
        return _EDGES + _LINE * max(text_lines(text, width, _LETTERS) for text, width in columns)

    return paper_pages(lots, height, before=_TOP)


def giver_pages(prizes: PrizeList) -> list[PaperPage[GiverLine]]:
    """Return the pages of what each giver gave; one who gave much has several rows, the value beside the last of them."""

    def height(line: GiverLine) -> float:
        given = sum(text_lines(f"{lot.what} × 99", _GIVEN, _LETTERS) for lot in line.lots)
        return _EDGES + _LINE * max(given, text_lines(line.giver, _THANKED, _LETTERS), 2 if line.unvalued else 1)

    return paper_pages((row for line in prizes.givers for row in _rows(line)), height, before=_TOP)


def _rows(line: GiverLine) -> Iterable[GiverLine]:
    for at in range(0, len(line.lots), _MOST):
        last = at + _MOST >= len(line.lots)
        yield GiverLine(line.giver, line.lots[at : at + _MOST], line.cents * last, line.unvalued * last)
