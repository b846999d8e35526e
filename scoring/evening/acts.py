"""Acts of the end of an evening: palmarès, messages to the hall."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import IS_REVERSE, Act, Reverse, of_concours

REOPEN_TOURNAMENT = Act(
    "reopen_tournament",
    words=_("Ranking taken back"),
    right="close",
    seals=("concours", "palmares"),
    moves_ranking=True,
    undo=IS_REVERSE,
    about="end",
    tells="palmares",
)
CLOSE_TOURNAMENT = Act(
    "close_tournament",
    words=_("Concours closed, ranking published"),
    right="close",
    seals=("concours", "palmares"),
    moves_ranking=True,
    undo=Reverse(
        does=_("The ranking is open again, to be corrected and published once more."),
        by=REOPEN_TOURNAMENT,
        to=of_concours,
        after_end=True,
    ),
    about="end",
    tells="palmares",
    copied_at_once=True,
)
CLEAR_MESSAGE = Act(
    "clear_message",
    words=_("Message taken away"),
    right="score",
    seals=(),
    moves_ranking=False,
    undo=_("Show the message again on the page of the evening."),
    about="message",
)
SHOW_MESSAGE = Act(
    "show_message",
    words=_("Message to the hall"),
    right="score",
    seals=(),
    moves_ranking=False,
    undo=Reverse(
        does=_("The message is taken off walls and telephones."), by=CLEAR_MESSAGE, to=of_concours, after_end=True
    ),
    about="message",
)
SHOW_RANKING = Act(
    "show_ranking",
    words=_("Last ranking shown to the hall"),
    right="close",
    seals=(),
    moves_ranking=True,
    undo=_("The hall has seen the ranking: it cannot be held back any more."),
    tells="palmares",
)
