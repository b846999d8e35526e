"""The picture of a partie being played: its tables as their scores come in, over the clock, and when it should end."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

WIDTH, HEIGHT = 320, 110
LEFT, RIGHT, TOP, BOTTOM = 24, 24, 16, 20  # at both ends half of an hour has room
LEAST = timedelta(minutes=1)


class ProgressPicture(NamedTuple):
    """The tables that are in, as steps from the start to now; `end` is the expected end with its range, or None.

    All are places in the picture. `entered` of `tables` are in.
    """

    steps: str
    now: float
    end: tuple[float, float, float] | None
    entered: int
    tables: int
    ticks: list[tuple[datetime, float]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    top: int = TOP
    base: int = HEIGHT - BOTTOM
    right: int = WIDTH - RIGHT

    @property
    def band(self) -> float:
        """Return the width of the range of the end."""
        return self.end[2] - self.end[0] if self.end else 0.0


def progress_picture(
    start: datetime,
    now: datetime,
    arrivals: Sequence[datetime],
    tables: int,
    end: tuple[datetime, datetime, datetime] | None,
) -> ProgressPicture | None:
    """Draw *arrivals* of *tables* from *start* to *now*, and the *end* (earliest, likely, latest) where it is known.

    None before the first score, and where a clock that was put back says that it came before the start.
    """
    came = sorted(arrivals)
    if not came or came[0] < start or now < came[-1] or not tables:
        return None
    last = max(now, end[2] if end else now, start + LEAST)
    wide = (WIDTH - LEFT - RIGHT) / (last - start).total_seconds()
    high = (HEIGHT - TOP - BOTTOM) / tables

    def x(at: datetime) -> float:
        return round(LEFT + wide * (at - start).total_seconds(), 1)

    def y(count: int) -> float:
        return round(HEIGHT - BOTTOM - high * count, 1)

    steps = (
        f"M{LEFT} {y(0):g}" + "".join(f"H{x(at):g}V{y(count):g}" for count, at in enumerate(came, 1)) + f"H{x(now):g}"
    )
    likely = end[1] if end and now < end[1] else None
    ticks = [(at, x(at)) for at in (start, likely or now)]
    places = (x(max(end[0], now)), x(end[1]), x(end[2])) if end and likely else None
    return ProgressPicture(steps, x(now), places, len(came), tables, ticks)
