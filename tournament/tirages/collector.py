"""Python's collector of cycles at rest while a draw or a ranking is made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No collection of cycles meanwhile: thousands of plain rows make none, and it would walk through them for nothing.

    At 10 000 teams that is two fifths of a draw, and what makes it grow faster than the teams; at 4 000 half of a
    ranking. Threads may overlap: whoever found it running starts it again.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
