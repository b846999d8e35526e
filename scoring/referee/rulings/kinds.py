"""Declare each kind of ruling once: its act, what it needs, what it may have. Pages and API carry it out by kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.referee.rulings.context import Decision, RulingContext
from scoring.referee.rulings.penalties import give_penalty, take_penalty_back
from scoring.referee.rulings.sheets import (
    cancel_donne,
    correct_sheet,
    exclude_team,
    give_donne_back,
    give_forfeit,
    keep_version,
)


@dataclass(frozen=True)
class RulingKind:
    """A kind of ruling: its act, the arguments that it needs and those that it may have, beside the context."""

    act: Callable[..., Decision]
    needed: tuple[str, ...]
    optional: tuple[str, ...] = ()


RULING_KINDS = {
    "keep": RulingKind(keep_version, ("version",)),
    "correct": RulingKind(correct_sheet, ("sheet",)),
    "cancel_donne": RulingKind(cancel_donne, ("donne",), ("sheet",)),
    "donne_back": RulingKind(give_donne_back, ("donne",), ("sheet",)),
    "penalty": RulingKind(give_penalty, ("team", "label", "way", "points"), ("to_camp", "donne", "sheet")),
    "penalty_back": RulingKind(take_penalty_back, ("penalty",), ("sheet",)),
    "forfeit": RulingKind(give_forfeit, ("absent",)),
    "exclusion": RulingKind(exclude_team, ("team",), ("forfeit",)),
}


def rule(context: RulingContext, kind: str, arguments: Mapping[str, Any]) -> Decision:
    """Carry out the ruling *kind* with those of *arguments* that it takes. Raises ScoringError `ruling_missing`, and as
    its act.
    """
    ruling = RULING_KINDS[kind]
    if missing := next((name for name in ruling.needed if arguments.get(name) is None), None):
        raise ScoringError("ruling_missing", field=missing, name=missing)
    taken = {name: arguments[name] for name in (*ruling.needed, *ruling.optional) if name in arguments}
    return ruling.act(context, **taken)
