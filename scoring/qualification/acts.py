"""Acts on who is qualified for a concours: which rankings qualify, who is called, what was answered."""

from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import IS_REVERSE, Act, Reverse, WrittenLine, of_concours


def _answer_before(line: WrittenLine) -> dict[str, Any]:
    answer = {"place_id": line.after["qualified_place"], "answer": line.before["answer"]}
    return of_concours(line) | answer | {"uncall": line.after.get("qualified_places", [])}


_qualified_act = partial(Act, right="register", seals=(), moves_ranking=False)

CHOOSE_QUALIFYING = _qualified_act(
    "choose_qualifying",
    words=_("Rankings that qualify"),
    right="settings",
    undo=Reverse(
        does=_("The rankings that qualify are again those of before."),
        to=lambda line: of_concours(line) | {"rankings": line.before["qualifying"]},
        here_only=True,
    ),
    about="qualifying",
)
UNCALL_QUALIFIED = _qualified_act("uncall_qualified", words=_("Call of the qualified taken back"), undo=IS_REVERSE)
CALL_QUALIFIED = _qualified_act(
    "call_qualified",
    words=_("Qualified called"),
    undo=Reverse(
        does=_("Those who were called and have not answered yet are not called any more."),
        by=UNCALL_QUALIFIED,
        to=lambda line: of_concours(line) | {"place_ids": line.after["qualified_places"]},
        here_only=True,
    ),
)
ANSWER_QUALIFIED = _qualified_act(
    "answer_qualified",
    words=_("Answer of who is qualified"),
    undo=Reverse(
        does=_(
            "The answer is again the one before; whoever was called in its place and has not answered is not called."
        ),
        to=_answer_before,
        here_only=True,
    ),
)
