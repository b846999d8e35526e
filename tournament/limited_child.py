"""Files from outside are opened in a child process with little memory and time, a few at once (docs/reliability.md).

Whatever such a file does, it does it to its child: the process of the pages neither unpacks nor decodes anything.
"""

import os
import subprocess

from tournament.errors import TournamentError
from tournament.places import NoPlaceError, Places

PLACES = 2  # children at once, in one process of the pages
QUEUE = 6  # callers that wait for a place; a hall's other pages need the rest of the threads
WAIT_SECONDS = 10

_places = Places(at_once=PLACES, queue=QUEUE, seconds=WAIT_SECONDS)


class ChildKilled(Exception):
    """The child ended without an answer: its memory or its time was over."""


def answer_of(command: list[str], data: bytes, *, seconds: float, **environment: str) -> bytes:
    """Return what *command*, run in a child, writes to its standard output about *data*.

    Raises ChildKilled, and TournamentError file_queue where too many wait already or none of the places gets free.
    """
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "TMP", "LANG") if name in os.environ}
    try:
        with _places.hold():
            answer = subprocess.run(
                command,
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=kept | {"PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"} | environment,
                timeout=seconds,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
    except NoPlaceError:
        raise TournamentError("file_queue") from None
    except subprocess.TimeoutExpired:
        raise ChildKilled from None
    if not answer.stdout:
        raise ChildKilled
    return answer.stdout


def limit_resources(memory: int, seconds: int) -> None:
    """Limit this process, a child, to *memory* bytes and *seconds* of work where the system can (not on Windows)."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
