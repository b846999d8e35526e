"""Estimate how long tables take and when they will end, as a range. Pure; everything in minutes.

A unit is a donne where the number of donnes is fixed, else the whole partie. Times count from the start of the partie.
Durations that cannot be (a clock that was put back, tables published the day before) are left out, never believed.

Tables differ by a factor, not by minutes: the logarithm of a table's pace is taken as normal in the hall. A table that
still plays is at least as slow as it has been so far, else the first to finish would promise their pace to all; and a
partie ends with its slowest table, which is later than any table is likely to. A range holds four ends out of five.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import erfc, exp, expm1, log, pi, sqrt
from statistics import NormalDist, median, quantiles

# Relative error of one measurement; divided by the square root of n for n.
DOUBT = 0.3
# Shortest and longest believable donne, partie and break: no hall deals, plays and notes a donne in less than two minutes.
DONNE, PARTIE, PAUSE = (2.0, 30.0), (5.0, 240.0), (1.0, 180.0)
# Usual lengths before anything was measured, and the spread between clubs (logarithm).
USUAL_DONNE, USUAL_PARTIE, CLUBS = 5.0, 60.0, 0.35
# Candidate spreads between the tables of a hall (logarithms), the likeliest of them, and the spread within one table.
TABLES, LIKELIEST, DONNES = (0.06, 0.09, 0.13, 0.18, 0.25), 0.13, 0.25
# From the last donne to the sheet on the table de marque.
HAND_IN = 2.0
# Between two parties where none was measured yet: the draw, the wall, finding one's table.
BREAK = (5.0, 10.0, 20.0)

# A partie of points alone: between the shortest and the longest of ordinary ones.
PARTIE_OF_POINTS = (0.75 * USUAL_PARTIE, USUAL_PARTIE, 1.25 * USUAL_PARTIE)

_ENDS = (0.1, 0.5, 0.9)
# Five values that stand for a normal one, and their weights.
_NODES = ((-2.857, 0.0113), (-1.356, 0.2221), (0.0, 0.5333), (1.356, 0.2221), (2.857, 0.0113))
_CERTAIN = 1e-6

Chance = Callable[[float], float]  # of having ended by a moment


@dataclass(frozen=True)
class Span:
    """A length or a moment in minutes with its likely range: ``low <= mid <= high``, none below 0."""

    low: float
    mid: float
    high: float

    def __add__(self, other: "Span") -> "Span":
        return Span(self.low + other.low, self.mid + other.mid, self.high + other.high)

    def or_later(self, other: "Span") -> "Span":
        """Return the later of both."""
        return Span(max(self.low, other.low), max(self.mid, other.mid), max(self.high, other.high))

    def times(self, count: float) -> "Span":
        """Multiply it by *count*: so many, one after the other."""
        return Span(self.low * count, self.mid * count, self.high * count)


@dataclass(frozen=True)
class PlayingTable:
    """A table still playing: units finished, and when the last of them was noted; None where nothing is known.

    `left` is how many are still to play where that is fixed otherwise (last donnes imposed), `since` from when.
    """

    done: int | None = None
    at: float = 0.0
    left: int | None = None
    since: float = 0.0


@dataclass(frozen=True)
class HallPace:
    """The pace of a hall: its tables' `span` for one unit, and what it is drawn from, as logarithms.

    `centre` is the middle table's, known within `doubt`; tables differ by `spread`.
    """

    span: Span
    centre: float
    doubt: float
    spread: float


def measured(lengths: Iterable[float], believed: tuple[float, float]) -> Span | None:
    """Return the median of the *lengths* that can be *believed* and its likely range; None where there is none.

    >>> measured([4.0, 5.0, 6.0, 5.0], DONNE)
    Span(low=4.25, mid=5.0, high=5.75)
    >>> measured([0.0, -3.0], DONNE) is None
    True
    """
    least, most = believed
    lengths = sorted(length for length in lengths if least <= length <= most)
    if not lengths:
        return None
    mid = median(lengths)
    low, high = lengths[0], lengths[-1]
    if len(lengths) > 1:
        low, _middle, high = quantiles(lengths, n=4, method="inclusive")
    doubt = DOUBT / sqrt(len(lengths))
    return Span(min(low, mid * (1 - doubt)), mid, max(high, mid * (1 + doubt)))


def pace_of(finished: Iterable[float], playing: Iterable[PlayingTable], units: int, now: float) -> HallPace | None:
    """Estimate the pace of the hall from the tables that *finished* their *units*, and from those that still play.

    None where nothing was measured.

    >>> round(pace_of([60.0] * 20, [], 12, 60.0).span.mid, 1)
    5.0
    """
    playing = list(playing)
    least, most = DONNE if units > 1 else PARTIE
    seen = [(length / units, 0.0) for length in finished]
    seen += [(table.at / table.done, DONNES**2 / table.done) for table in playing if table.done and table.at <= now]
    seen = [(log(each), noise) for each, noise in seen if least <= each <= most]
    if not seen:
        return None
    silent = sum(not table.done for table in playing)
    slower = log(now / units) if silent and now / units > 0 else None
    usual = log(USUAL_DONNE if units > 1 else USUAL_PARTIE)

    def weight(centre: float, spread: float) -> float:
        log_weight = -(((centre - usual) / CLUBS) ** 2) / 2 - (log(spread / LIKELIEST) / 0.5) ** 2 / 2
        for each, noise in seen:
            variance = spread**2 + noise
            log_weight -= (each - centre) ** 2 / variance / 2 + log(variance) / 2
        if slower is not None:
            log_weight += silent * log(max(erfc((slower - centre) / spread / sqrt(2)) / 2, _CERTAIN))
        return log_weight

    low = min(min(each for each, _noise in seen), usual) - 0.5
    high = max(max(each for each, _noise in seen), usual, slower or usual) + 0.5
    best = max((low + (high - low) * step / 60 for step in range(61)), key=lambda centre: weight(centre, LIKELIEST))
    centres = [best + step * 0.02 for step in range(-20, 21)]
    weights = {(centre, spread): weight(centre, spread) for centre in centres for spread in TABLES}
    top = max(weights.values())
    weights = {pair: exp(log_weight - top) for pair, log_weight in weights.items()}
    total = sum(weights.values())
    centre = sum(pair[0] * share for pair, share in weights.items()) / total
    spread = sum(pair[1] * share for pair, share in weights.items()) / total
    doubt = sqrt(sum((pair[0] - centre) ** 2 * share for pair, share in weights.items()) / total)
    wide = NormalDist().inv_cdf(_ENDS[-1]) * sqrt(spread**2 + doubt**2)
    return HallPace(Span(exp(centre - wide), exp(centre), exp(centre + wide)), centre, doubt, spread)


def pace_around(minutes: float, *, doubt: float) -> HallPace:
    """Return the pace of a hall whose middle table takes so many *minutes* a unit, known within *doubt*."""
    wide = NormalDist().inv_cdf(_ENDS[-1]) * doubt
    return HallPace(Span(minutes * exp(-wide), minutes, minutes * exp(wide)), log(minutes), doubt, LIKELIEST)


def usual_pace(units: int) -> HallPace:
    """Return the pace that is believed of a hall of which nothing was measured, for parties of so many *units*."""
    return pace_around(USUAL_DONNE if units > 1 else USUAL_PARTIE, doubt=CLUBS / 2)


def table_end(table: PlayingTable, units: int, now: float, hall: HallPace) -> Span:
    """Estimate when *table* hands in its sheet: not before *now*, later the more is left to play."""
    return partie_end([table], units, now, hall)


def partie_end(tables: Iterable[PlayingTable], units: int, now: float, hall: HallPace) -> Span:
    """Estimate when the last of *tables* hands in its sheet; *now* where there is none."""
    alike = Counter(tables)
    chances = []
    for node, share in _NODES:
        centre = hall.centre + node * hall.doubt
        each_table = [(_chance(table, units, now, centre, hall.spread), count) for table, count in alike.items()]
        chances.append((share, each_table))

    def by(moment: float) -> float:
        whole = 0.0
        for share, each_table in chances:
            for chance, count in each_table:
                share *= chance(moment) ** count
            whole += share
        return whole

    if not alike:
        return Span(now, now, now)
    low = _when(by, _ENDS[0], now)
    mid = _when(by, _ENDS[1], low)
    return Span(low, mid, _when(by, _ENDS[2], mid))


@dataclass(frozen=True)
class Limit:
    """The length after which last donnes are imposed, and how many; 0 minutes for none."""

    minutes: int = 0
    donnes: int = 0


def unmeasured_end(
    tables: Iterable[PlayingTable], donnes: int | None, now: float, hall: HallPace, limit: Limit
) -> Span:
    """Estimate when the last of *tables* hands in while nothing of the partie is measured; *donnes* None: by points."""
    present = Span(now, now, now)
    if donnes is None:
        return present.or_later(Span(*PARTIE_OF_POINTS))
    span = partie_end(tables, donnes, now, hall)
    if not limit.minutes:
        return span
    # A limit stops the slow tables; one that would stop the usual ones is that of another number of donnes.
    minutes = max(limit.minutes, hall.span.mid * donnes)
    last = hall.span.times(min(limit.donnes, donnes))
    most = Span(*(minutes + HAND_IN + each for each in (last.low, last.mid, last.high)))
    return present.or_later(Span(min(span.low, most.low), min(span.mid, most.mid), min(span.high, most.high)))


def _chance(table: PlayingTable, units: int, now: float, centre: float, spread: float) -> Chance:
    """Return the chance that *table* has handed in its sheet by a moment, knowing that it has not *now*."""
    start, left = (table.at, max(units - table.done, 0)) if table.done else (0.0, units)
    variance = spread**2
    if table.done and DONNE[0] <= table.at / table.done <= DONNE[1] and table.at <= now:  # its own pace counts too
        own = table.done / DONNES**2
        variance = 1 / (1 / spread**2 + own)
        centre = variance * (centre / spread**2 + log(table.at / table.done) * own)
    if table.left is not None:
        start, left = table.since, table.left
    if left == 0:
        return lambda moment: min(max((moment - now) / (2 * HAND_IN), 0.0), 1.0)
    middle, scale = centre + log(left), sqrt(2 * (variance + (DONNES**2 / left if units > 1 else 0)))

    def not_yet(moment: float) -> float:
        """The logarithm of the chance that it still plays at *moment*."""
        length = moment - start - HAND_IN
        return _log_above((log(length) - middle) / scale) if length > 0 else 0.0

    so_far = not_yet(now)

    def ended(moment: float) -> float:
        return -expm1(min(not_yet(moment) - so_far, 0.0))

    if so_far > log(_CERTAIN):
        return ended
    # Far later than it should be: it has its last unit to play still.
    unit = sqrt(2 * variance)
    return lambda moment: min(ended(moment), erfc((centre - log(moment - now)) / unit) / 2) if moment > now else 0.0


def _log_above(distance: float) -> float:
    """Return the logarithm of erfc(distance) / 2, where that itself is too small for a number too."""
    return log(erfc(distance) / 2) if distance < 25 else -(distance**2) - log(2 * distance * sqrt(pi))


def _when(by: Chance, part: float, after: float) -> float:
    """Return the moment by which something has happened with the chance *part*, to half a second; it has not before
    *after*.
    """
    wait = 8.0
    while by(after + wait) < part and wait < 10_000:
        wait *= 2
    low, high = after, after + wait
    while high - low > 1 / 120:
        middle = (low + high) / 2
        low, high = (low, middle) if by(middle) >= part else (middle, high)
    return high


def evening_end(partie: Span, left: int, parties: Sequence[float], breaks: Sequence[float]) -> Span | None:
    """Estimate when the evening ends: this *partie*, then *left* more of them and as many breaks.

    *parties* are the lengths of those played and of this one, *breaks* those between them. None where a length is
    needed and none is known.

    >>> evening_end(Span(60.0, 60.0, 60.0), 0, [], [])
    Span(low=60.0, mid=60.0, high=60.0)
    """
    if left <= 0:
        return partie
    length = measured(parties, PARTIE)
    if length is None:
        return None
    pause = measured(breaks, PAUSE) or Span(*BREAK)
    return partie + (length + pause).times(left)
