"""List the codes of the API's refusals with status and sentence, for its schema and docs/codes.md.

python -m deploy.problem_codes      # writes docs/codes.md again
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
from django.utils.translation import override

from scoring import messages as scoring_messages
from tournament import messages
from tournament.errors import TournamentError

FILE = Path(__file__).resolve().parent.parent / "docs/codes.md"
NOTES = "row_"  # on the lines of a list that is read: they refuse nothing
_PARAM = re.compile(r"%\((\w+)\)s")
# Refusals of any address, that no act knows of.
FRAME = {
    "bad_request": ("400", "This request could not be read. Send it as the schema says."),
    "invalid": ("400", "Some values cannot be taken: `params.fields` names each with its sentence. Correct them."),
    "parse_error": ("400", "The body is no JSON, or has a key twice. Correct it."),
    "not_authenticated": ("401", "Nobody is named. Log in, or send a token."),
    "authentication_failed": ("401", "The header Authorization cannot be read. Send `Bearer` and the token."),
    "csrf": ("403", "The header X-CSRFToken is missing or out of date. Ask for `session/` again."),
    "forbidden": ("403", "The role of this account does not allow it. Ask an organiser of the club."),
    "laptop_only": ("403", "In a hall this opens on the organiser's laptop only."),
    "tls_required": ("403", "Ask by https."),
    "not_found": ("404", "There is nothing at this address for this account."),
    "method_not_allowed": ("405", "The address knows other methods: the header Allow names them."),
    "not_acceptable": ("406", "The address answers in JSON."),
    "too_large": ("413", "The request is too large. Send less at once."),
    "unsupported_media_type": ("415", "Send JSON, with its Content-Type."),
    "throttled": ("429", "Try again after the seconds of Retry-After."),
    "server_error": ("500", "The program made a mistake; what was received before is kept. Tell the host."),
    "busy": (
        "503",
        "Too much at once, or the disk is full; nothing was kept. Try again after the seconds of Retry-After.",
    ),
    "copy_failed": ("503", "No copy was made: make room on the disk."),
    "damaged": ("503", "The file of the database is damaged: stop the program, put the last copy back."),
}


@dataclass(frozen=True)
class ProblemCode:
    """A refusal: `sentence` says what to do, with its `params` in braces."""

    code: str
    status: str
    sentence: str


def problem_codes() -> list[ProblemCode]:
    """Return all codes by name; in the sentences the params of the answer stand in braces."""
    codes = [ProblemCode(code, *told) for code, told in FRAME.items()]
    with override("en"):
        for code, sentence in (messages.SENTENCES | scoring_messages.SENTENCES).items():
            if not code.startswith(NOTES) and code not in FRAME:
                codes.append(ProblemCode(code, _status(code), _PARAM.sub(r"{\1}", str(sentence)).replace("%%", "%")))
    return sorted(codes, key=lambda one: one.code)


def _status(code: str) -> str:
    """Return the status of a code; where a field of the request is wrong it is 422, `params.field` then names it."""
    plain, of_a_field = TournamentError(code).status, TournamentError(code, field="one").status
    return str(plain) if plain == of_a_field else f"{plain} or {of_a_field}"


def named_codes(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """Return the schema with the codes at the field `code` of a problem: no list of words, since codes may come."""
    if problem := result["components"]["schemas"].get("Problem"):
        problem["properties"]["code"]["x-codes"] = {
            one.code: {"status": one.status, "sentence": one.sentence} for one in problem_codes()
        }
    return result


def written() -> str:
    """Return docs/codes.md."""
    head = (
        "# Codes of the API's refusals\n\n"
        "Written by `python -m deploy.problem_codes`; the schema has the same list at `Problem.code` (`x-codes`). A program decides on `code`;\n"
        "the sentence, in the language of `Accept-Language`, says what to do, its facts are in `params`. “409 or 422”: 422 where one field of the\n"
        "request is wrong, which `params.field` names: `player_2`, `reduction_1`, `phase_3` are the second of `players`, and so on.\n"
        "A twin is refused with 409 and names the field that lets it in. 412 in place of 409 answers an `If-Match`. Codes may come, none goes.\n\n"
        "| code | status | sentence |\n|---|---|---|\n"
    )
    return head + "".join(f"| `{one.code}` | {one.status} | {one.sentence} |\n" for one in problem_codes())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    FILE.write_text(written(), "utf-8")
