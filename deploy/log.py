"""The format of the log: one line an event, without names."""

import logging
import re
import traceback
from types import TracebackType

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

# A table's token stands in an address once; long opaque words are never worth reading in a log.
_TOKEN = re.compile(r"(?<=/)[A-Za-z0-9_\-]{20,}")


class OneLineFormatter(logging.Formatter):
    """Write ``time level logger message``; of an exception its type and the places it went through, not its text.

    The text of a database error quotes the row, hence names.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        return _TOKEN.sub("***", line).replace("\r", "\\r").replace("\n", "\\n")

    def formatException(self, ei: ExceptionInfo) -> str:
        kind, _error, trace = ei
        places = (f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in traceback.extract_tb(trace))
        return f"{kind.__name__ if kind else ''} | " + " > ".join(places)
