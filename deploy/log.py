"""The formats of the log: one line an event, without names; as text, or as JSON where programs read it (DIX_LOG)."""

import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

from deploy.version import version

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

# A table's token stands in an address once; long opaque words are never worth reading in a log.
_TOKEN = re.compile(r"(?<=/)[A-Za-z0-9_\-]{20,}")

# Characters of a line: what a stranger sends, as the name of a host, stands in some and may have 32 kB.
LONGEST = 8_000

# The request, or the job, that a line belongs to: set in deploy/web/middleware.py, deploy/celery.py and deploy/dispatcher.py.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def cut(text: str) -> str:
    """Return *text* with its middle left out where it is longer than a line of the log may be."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"


class OneLineFormatter(logging.Formatter):
    """Write ``time level logger [request] message``; of an exception its type and the places, not its text.

    The time is that of the place, with its distance from UTC. The text of a database error quotes the row, hence names.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(mark)s%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        identifier = identifier_of(record)
        record.mark = f"[{identifier}] " if identifier else ""
        line = super().format(record)
        return cut(_TOKEN.sub("***", line).replace("\r", "\\r").replace("\n", "\\n"))

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")

    def formatException(self, ei: ExceptionInfo) -> str:
        return exception_line(ei)


class JsonFormatter(logging.Formatter):
    """Write an object of ``time level logger event version request error`` a line, what is empty left out.

    ``time`` is UTC, ``error`` the type and the places, as in a line of text; ``more`` of a record are figures of its
    own.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "event": cut(_TOKEN.sub("***", record.getMessage())),
            "version": version(),
        }
        if identifier := identifier_of(record):
            line["request"] = identifier
        if record.exc_info:
            line["error"] = exception_line(record.exc_info)
        return json.dumps(line | getattr(record, "more", {}), ensure_ascii=False)


def identifier_of(record: logging.LogRecord) -> str:
    """Return the identifier of the request, or of the job, that a line belongs to; empty for one of none."""
    return request_id.get() or str(getattr(getattr(record, "request", None), "identifier", ""))


def exception_line(ei: ExceptionInfo) -> str:
    """Return the type of an exception and the places it went through, without its text."""
    kind, _error, trace = ei
    places = (f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in traceback.extract_tb(trace))
    return f"{kind.__name__ if kind else ''} | " + " > ".join(places)
