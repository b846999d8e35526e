"""Reports of errors to a Sentry of the host's: off unless DIX_SENTRY_DSN is given, and without anything of people.

What may leave is named here; everything else a library might add one day stays.
"""

from typing import Any

import sentry_sdk

from deploy.log import request_id

_OF_AN_EVENT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk", "transaction")
_OF_A_FRAME = ("filename", "function", "module", "lineno", "in_app", "context_line")


def start(dsn: str, *, release: str, **options: Any) -> None:
    """Report each error that nobody could mend, and each line of the log at that level; *options* are for tests."""
    sentry_sdk.init(
        dsn=dsn,
        release=f"dix-de-der@{release}",
        server_name="",
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=None,
        auto_session_tracking=False,
        before_send=scrub,
        **options,
    )


def scrub(event: Any, _hint: Any) -> Any:
    """Return what may leave of *event*: kinds of errors, the places they went through, the page by its pattern.

    Texts of errors stay: one of the database quotes the row, hence names. So do addresses, cookies, headers, bodies,
    the arguments of a line of the log, and who was logged in.
    """
    kept = {key: event[key] for key in _OF_AN_EVENT if key in event}
    if event.get("transaction_info", {}).get("source") == "url":
        kept.pop("transaction", None)  # the address as it was asked for, with a code in it perhaps
    errors = (event.get("exception") or {}).get("values") or []
    kept["exception"] = {"values": [_error(one) for one in errors]}
    # The sentence as it stands in the program, without what was filled in.
    if template := (event.get("logentry") or {}).get("message"):
        kept["logentry"] = {"message": template}
    kept["tags"] = {"request": request_id.get(), "method": (event.get("request") or {}).get("method", "")}
    return kept


def _error(value: Any) -> dict[str, Any]:
    frames = ((value.get("stacktrace") or {}).get("frames")) or []
    return {
        "type": value.get("type"),
        "module": value.get("module"),
        "stacktrace": {"frames": [{key: frame[key] for key in _OF_A_FRAME if key in frame} for frame in frames]},
    }
