"""The public acts on a draw: make it, freeze its pool, replay it, explain it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournament.tirages.chance import by_cards
from tournament.tirages.errors import BadRequestError, sentence
from tournament.tirages.matching import obstacle
from tournament.tirages.model import ABOUT, AHEAD, REQUEST_KEYS, RESULT_KEYS, Camps, DrawnSeating, Request, read_request
from tournament.tirages.outlook import outlook
from tournament.tirages.pairing import bars, hard
from tournament.tirages.planned import frozen, is_mended, turns_of, undisturbed
from tournament.tirages.reasons import Reason, exempt_reasons, opponents_gone, page_of, table_reasons
from tournament.tirages.registry import TIRAGES
from tournament.tirages.rotation import METHOD as ROTATION, drawn_apart
from tournament.tirages.seating import gaps, numbered, rematches
from tournament.tirages.toutes_rondes import METHOD as ROUND_ROBIN


def draw(request: dict[str, Any]) -> dict[str, Any]:
    """Return the complete draw: the keys of *request*, entrants by number, then the result (docs/tirages.md 8).

    Raises BadRequestError when *request* is no draw, ImpossibleError when nothing satisfies it. The order of entrants
    in the request changes nothing.
    """
    return _complete(request, read_request(request, TIRAGES))


def _complete(raw: dict[str, Any], request: Request) -> dict[str, Any]:
    seating = request.method.tirage(request)
    complete = {
        "method": request.method.name,
        "round": request.round,
        "seed": raw.get("seed"),
        "options": raw.get("options", {}),
        "entrants": sorted(raw["entrants"], key=lambda e: e["number"]),
        **_seated(request, seating),
        "rematches": [list(pair) for pair in rematches(request, seating.tables)],
        "cost": gaps(request, seating.tables),
        "optimal": seating.optimal,
        "fingerprint": request.fingerprint,
    }
    if seating.ahead is not None:
        complete[AHEAD] = dict(seating.ahead)
    if ABOUT in raw:
        complete[ABOUT] = raw[ABOUT]
    return complete


def _seated(request: Request, seating: DrawnSeating) -> dict[str, Any]:
    tables = numbered(request, seating)
    return {
        "tables": [{"table": number, "camps": [list(camp) for camp in camps]} for number, camps in tables],
        "exempt": sorted(seating.exempt),
    }


def fingerprint(request: dict[str, Any]) -> str:
    """Return the fingerprint (64 hexadecimal characters) of the frozen pool, shown before the seed is taken.

    It covers entrants, method, options, round and the version of the algorithms; the seed may still be missing.
    """
    return read_request(request, TIRAGES, seedless=True).fingerprint


def differences(minutes: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the keys of *minutes* that differ from the draw made again: `key`, `written`, `recomputed`.

    An empty list: the minutes are true. Raises BadRequestError when these are no minutes, ImpossibleError when no such
    draw exists.
    """
    checked = read_request(minutes, TIRAGES)
    for key in RESULT_KEYS:
        if key not in minutes:
            raise BadRequestError("missing_key", key=key)
    again = _complete(minutes, checked)
    return [
        {"key": key, "written": minutes.get(key), "recomputed": again.get(key)}
        for key in (*RESULT_KEYS, AHEAD)
        if _bytes(minutes.get(key)) != _bytes(again.get(key))
    ] + _cut_differences(minutes.get(ABOUT, {}).get("cut"))


def _cut_differences(cut: Any) -> list[dict[str, Any]]:
    """Return where the cards do not give the order that *cut* says of teams equal at the limit of a phase."""
    if cut is None:
        return []
    try:
        orders = [by_cards(cut["shown"], cut["seed"], order) for order in cut["orders"]]
    except (TypeError, KeyError, AttributeError):
        raise BadRequestError("not_a_result", key=f"{ABOUT}.cut") from None
    written = cut["orders"]
    return [] if orders == written else [{"key": f"{ABOUT}.cut", "written": written, "recomputed": orders}]


def with_entrants(
    minutes: Mapping[str, Any], entrants: Sequence[dict[str, Any]], options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the `tables` and `exempt` of *minutes* had it had other *entrants*, and other *options* where given.

    The lot is that of the minutes: a difference comes from the entrants alone, not from another fingerprint.
    Raises BadRequestError, and ImpossibleError when nothing satisfies it.
    """
    raw = {key: minutes[key] for key in REQUEST_KEYS} | {"entrants": list(entrants)}
    if options is not None:
        raw["options"] = options
    request = replace(read_request(raw, TIRAGES), fingerprint=minutes["fingerprint"])
    return _seated(request, request.method.tirage(request))


def replay(minutes: dict[str, Any]) -> bool:
    """Return whether the minutes give again, to the byte, the result they publish. Raises as `differences`."""
    return not differences(minutes)


def _bytes(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def explain(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the reason of each table of *result*, then of each exempt.

    Each reason has `table` (None for an exempt), `teams`, `code`, `params`, and its sentence in `fr` and `en`.
    """
    request = read_request(result, TIRAGES)
    tables = _read_tables(request, result.get("tables"))
    exempt = _exempt(request, tables)
    about = result.get(ABOUT)
    by_rank = about.get("ranked", ()) if isinstance(about, dict) else ()
    ahead = result.get(AHEAD)
    reasons = (*table_reasons(request, tables, exempt, by_rank), *exempt_reasons(request, exempt, by_rank))
    if isinstance(ahead, dict) and isinstance(ahead.get("until"), int):
        reasons = tuple(_looking_ahead(reason, ahead["until"]) for reason in reasons)
    return [
        {
            "table": reason.table,
            "teams": list(reason.teams),
            "code": reason.code,
            "params": reason.params,
            "fr": sentence(reason.code, "fr", **reason.params),
            "en": sentence(reason.code, "en", **reason.params),
        }
        for reason in reasons
    ]


def _looking_ahead(reason: Reason, until: int) -> Reason:
    """Return *reason* as a draw has it that leaves the parties possible *until* one of them."""
    code = {"same_cost": "kept_open", "exempt_possible": "exempt_open"}.get(reason.code, reason.code)
    return reason if code == reason.code else replace(reason, code=code, params={**reason.params, "until": until})


def playable_until(request: dict[str, Any]) -> int | None:
    """Return the last partie that can surely be drawn, of those *request* announces; None where it does not look ahead.

    Of a round robin it is the last turn. The seed may be missing: the answer hangs on the pool alone. It is the partie
    before this one where this one cannot be drawn. Raises BadRequestError.
    """
    read = read_request(request, TIRAGES, seedless=True)
    if not _looks_ahead(read):
        in_turns = read.method is ROUND_ROBIN or (read.method is ROTATION and read.options["looks_ahead"] == "yes")
        return turns_of(len(frozen(read))) if in_turns else None
    if read.options["parties"] < read.round or read.options["rematch"] == "least":
        return None
    playing = read.playing()
    if len(playing) % 2 == 0 and obstacle(len(playing), hard(read, playing)).groups:
        return read.round - 1
    _wanted, said = outlook(read, playing, bars(read, playing))
    return said["until"] if said else read.round if read.options["parties"] == read.round else None


def _looks_ahead(request: Request) -> bool:
    """Return whether the draw leaves the announced parties: by lot, by a line, or by a plan that does or is made again.

    A round robin that nobody disturbs goes to its end: there is nothing to look for.
    """
    how = request.method.reasons
    if how != "planned":
        return how in ("line", "lot")
    if request.options.get("looks_ahead") != "yes":
        return is_mended(request, page_of(request))
    if request.method is not ROTATION or drawn_apart(request):
        return True
    return not undisturbed(request, [page_of(replace(request, round=turn)) for turn in range(1, request.round)])


def forfeits(minutes: Mapping[str, Any]) -> dict[int, int]:
    """Return each team without a table → the opponent it had by the plan and who is not there, so that it wins.

    None where the method finds it another opponent, or is no plan.
    """
    request = read_request(dict(minutes), TIRAGES)
    gone = opponents_gone(request) if request.method.pairs_kept else {}
    return {team: gone[team] for team in minutes["exempt"] if team in gone}


def _exempt(request: Request, tables: Sequence[tuple[int, Camps]]) -> list[int]:
    seated = {n for _, camps in tables for camp in camps for n in camp}
    return [e.number for e in request.entrants if e.number not in seated]


def _read_tables(request: Request, raw: Any) -> list[tuple[int, Camps]]:
    if not isinstance(raw, list):
        raise BadRequestError("not_a_result", key="tables")
    seen: set[int] = set()
    tables: list[tuple[int, Camps]] = []
    for place, item in enumerate(raw, 1):
        number, camps = (item.get("table"), item.get("camps")) if isinstance(item, dict) else (place, item)
        if type(number) is not int or not isinstance(camps, list | tuple):
            raise BadRequestError("not_a_result", key=f"tables[{place}]")
        for camp in camps:
            if not isinstance(camp, list | tuple) or not camp or any(type(n) is not int for n in camp):
                raise BadRequestError("not_a_result", key=f"tables[{place}].camps")
            for n in camp:
                if n not in request.by_number:
                    raise BadRequestError("not_entered", key=f"tables[{place}]", number=n)
                if n in seen:
                    raise BadRequestError("seated_twice", number=n)
                seen.add(n)
        if len(camps) < 2:
            raise BadRequestError("not_a_result", key=f"tables[{place}].camps")
        tables.append((number, tuple(tuple(camp) for camp in camps)))
    return tables
