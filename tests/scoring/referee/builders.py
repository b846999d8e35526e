"""The acts of a referee with everything named in one call, as the tests write them."""

from collections.abc import Callable
from dataclasses import fields

from scoring.referee import rulings
from scoring.referee.rulings import Decision, RulingContext

TOLD = {field.name for field in fields(RulingContext)}


def _named(act: Callable[..., Decision]) -> Callable[..., Decision]:
    def call(**said: object) -> Decision:
        context = RulingContext(**{name: said.pop(name) for name in TOLD & said.keys()})
        return act(context, **said)

    return call


keep_version = _named(rulings.keep_version)
correct_sheet = _named(rulings.correct_sheet)
cancel_donne = _named(rulings.cancel_donne)
give_donne_back = _named(rulings.give_donne_back)
give_penalty = _named(rulings.give_penalty)
take_penalty_back = _named(rulings.take_penalty_back)
give_forfeit = _named(rulings.give_forfeit)
exclude_team = _named(rulings.exclude_team)
