"""`python -m tournament.tirages draw FILE` makes a draw, `replay FILE` makes it again from its minutes.

FILE may be `-` (standard input). With --lines, one object a line in, one a line out, each line on its own.
Status 0: done; 1: impossible, or minutes that are not true; 2: no draw at all, one line on standard error
(docs/tirages.md 8).
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rules.sentences import show
from tournament.tirages import differences, draw
from tournament.tirages.errors import BadRequestError, ImpossibleError, TirageError, sentence


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    words = [word for word in arguments if word != "--lines"]
    by_line = len(words) < len(arguments)
    if len(words) != 2 or words[0] not in ("draw", "replay") or (words[1].startswith("-") and words[1] != "-"):
        return _refuse(sentence("usage"))
    act = _draw if words[0] == "draw" else _replay
    try:
        raw = _read(words[1])
        if not by_line:
            answer, status = act(_parse(raw))
            _print(answer)
            return status
    except TirageError as error:
        return _refuse(error.message())
    return max((_line(act, part) for part in raw.split(b"\n") if part.strip()), default=0)


def _line(act: Callable[[Any], tuple[dict[str, Any], int]], raw: bytes) -> int:
    try:
        answer, status = act(_parse(raw))
    except TirageError as error:
        answer, status = {"error": {"code": error.code, "message": error.message(), "teams": []}}, 1
    _print(answer)
    return status


def _draw(request: Any) -> tuple[dict[str, Any], int]:
    try:
        return draw(request), 0
    except ImpossibleError as error:
        return error.to_dict(), 1


def _replay(minutes: Any) -> tuple[dict[str, Any], int]:
    try:
        changes = differences(minutes)
    except ImpossibleError as impossible:
        return impossible.to_dict(), 1
    if not changes:
        return {"replay": "same", "fingerprint": minutes["fingerprint"]}, 0
    keys = [change["key"] for change in changes]
    error = {"code": "different", "message": sentence("different", keys=keys), "teams": [], "differences": changes}
    return {"error": error}, 1


def _read(path: str) -> bytes:
    try:
        if path == "-":
            return sys.stdin.buffer.read()
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        raise BadRequestError("unreadable", path=path) from None


def _parse(raw: bytes) -> Any:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRequestError("not_utf8") from None
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise BadRequestError("not_json", why="trop de niveaux") from None
    except ValueError as error:  # no JSON, or a number of thousands of digits
        raise BadRequestError("not_json", why=" ".join(str(error).split())[:80]) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((key, _count),) = Counter(key for key, _ in pairs).most_common(1)
        raise BadRequestError("key_twice", key=show(key))
    return value


def _constant(name: str) -> Any:
    raise BadRequestError("not_a_number", got=name)


def _print(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
    sys.stdout.buffer.flush()


def _refuse(message: str) -> int:
    sys.stderr.buffer.write((" ".join(message.splitlines()) + "\n").encode("utf-8", "replace"))
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
