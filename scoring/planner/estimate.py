"""Estimate how long an evening takes, and what fits between two hours. Pure; everything in minutes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.clock.pace import BREAK, HallPace, Limit, PlayingTable, Span, unmeasured_end

# The numbers of donnes that are proposed, and the most parties of an evening.
DONNES = (8, 10, 12, 16, 20)
MOST_PARTIES = 12


@dataclass(frozen=True)
class FittingParties:
    """The most parties of so many donnes that fit."""

    donnes: int
    parties: int
    length: Span


@lru_cache(maxsize=512)
def partie_length(tables: int, donnes: int | None, hall: HallPace, limit: Limit) -> Span:
    """Return how long a partie takes until the slowest of *tables* has handed in; *donnes* None: it ends by points."""
    return unmeasured_end([PlayingTable()] * max(tables, 1), donnes, 0, hall, limit)


def evening_length(partie: Span, least: int, most: int) -> Span:
    """Return how long from *least* to *most* parties take, with a break between each and the next.

    >>> evening_length(Span(50.0, 60.0, 70.0), 4, 4)
    Span(low=215.0, mid=270.0, high=340.0)
    """
    pause = Span(*BREAK)
    shortest = partie.times(least) + pause.times(max(least - 1, 0))
    longest = partie.times(most) + pause.times(max(most - 1, 0))
    return Span(shortest.low, longest.mid, longest.high)


def to_five(minutes: float) -> int:
    """Round *minutes* to five, as the hour of an end is announced.

    >>> to_five(482), to_five(483)
    (480, 485)
    """
    return round(minutes / 5) * 5


def fit_of(length: Span, available: float) -> str:
    """Return whether what takes *length* fits: "yes" even on a slow evening, "tight" on a usual one, else "no".

    An end that is told as the last minute of the hall fits: lengths are compared as they are told.

    >>> fit_of(Span(200, 250, 300), 300), fit_of(Span(200, 250, 300), 260), fit_of(Span(200, 250, 300), 240)
    ('yes', 'tight', 'no')
    >>> fit_of(Span(200, 242, 300), 240), fit_of(Span(200, 243, 300), 240)
    ('tight', 'no')
    """
    return "yes" if to_five(length.high) <= available else "tight" if to_five(length.mid) <= available else "no"


def what_fits(tables: int, hall: HallPace, limit: Limit, available: float) -> Iterator[FittingParties]:
    """Yield the most parties of each usual number of donnes that fit into *available* minutes on a usual evening."""
    for donnes in DONNES:
        partie = partie_length(tables, donnes, hall, limit)
        lengths = {parties: evening_length(partie, parties, parties) for parties in range(1, MOST_PARTIES + 1)}
        fitting = [parties for parties, length in lengths.items() if fit_of(length, available) != "no"]
        if fitting:
            yield FittingParties(donnes, max(fitting), lengths[max(fitting)])
