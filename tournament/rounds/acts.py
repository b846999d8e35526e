"""Acts on draws and partners, and on the clock of a partie."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import A_FACT, IS_REVERSE, Act, Reverse, of_partie, of_team

ASKS_DRAW = _(
    "Exchange places on the page of the draw while it is not published. Later the draw can only be cancelled, before its "
    "first score."
)
ASKS_CLOCK = _("Set it again on the page of the clock.")
CANCELLED = Reverse(does=_("The tables of this draw go; the draw can be made again."), right="draw")

_draw_act = partial(Act, right="draw", seals=("partie", "draws", "places"), moves_ranking=True)
_partners_act = partial(Act, right="draw", seals=("partners", "team", "till"), moves_ranking=True)
_clock_act = partial(Act, right="score", seals=("partie",), moves_ranking=False)

MAKE_DRAW = _draw_act("make_draw", words=_("Draw made"), moves_ranking=False, undo=CANCELLED)
PUBLISH_DRAW = _draw_act("publish_draw", words=_("Draw published"), undo=CANCELLED, tells="draws", copied_at_once=True)
CANCEL_DRAW = _draw_act(
    "cancel_draw",
    words=_("Draw cancelled"),
    undo=_("Make the draw again: with the same cards or number it gives the same tables."),
    tells="draws",
)
SWAP_TEAMS = _draw_act(
    "swap_teams",
    words=_("Two teams swapped"),
    seals=("partie", "draws", "places", "team"),
    undo=ASKS_DRAW,
    tells="draws",
)
SEAT_LATE_TEAM = _draw_act(
    "seat_late_team",
    words=_("Late team seated"),
    seals=("partie", "draws", "places", "sheets", "reading", "rulings", "photos", "team"),
    undo=ASKS_DRAW,
    tells="draws",
)
SEAT_CATCH_UP = _draw_act(
    "seat_catch_up",
    words=_("Catch-up game seated"),
    seals=("partie", "draws", "places", "sheets", "reading", "rulings", "photos", "team"),
    undo=ASKS_DRAW,
    tells="draws",
)
CHANGE_PARTIES = Act(
    "change_parties",
    words=_("Number of parties changed"),
    right="settings",
    seals=("concours",),
    moves_ranking=True,
    undo=_("Change it again on the page of the draw: “Play one partie more, or fewer”."),
)
PART_TEAM = _partners_act("part_team", words=_("Team of two who came alone parted"), undo=IS_REVERSE)
DRAW_PARTNERS = _partners_act(
    "draw_partners",
    words=_("Partners drawn for those who came alone"),
    undo=Reverse(
        does=_("All who were drawn together are alone again, each with number and payment."), right="register"
    ),
)
CHOOSE_PARTNERS = _partners_act(
    "choose_partners",
    words=_("Two who came alone form a team"),
    undo=Reverse(
        does=_("Both are alone again, each with number and payment."), by=PART_TEAM, to=of_team, right="register"
    ),
)
STOP_CLOCK = _clock_act("stop_clock", words=_("Clock taken back"), undo=ASKS_CLOCK, about="clock")
START_CLOCK = _clock_act(
    "start_clock",
    words=_("Clock started"),
    undo=Reverse(does=_("The clock is as if it had not been started."), by=STOP_CLOCK, to=of_partie, right="rule"),
    about="clock",
)
SET_CLOCK = _clock_act("set_clock", words=_("Clock set"), right="rule", undo=ASKS_CLOCK, about="clock")
TAKE_BACK_CUTOFF = _clock_act(
    "take_back_cutoff", words=_("Last donnes taken back"), right="rule", undo=IS_REVERSE, about="clock"
)
IMPOSE_CUTOFF = _clock_act(
    "impose_cutoff",
    words=_("Last donnes announced"),
    right="rule",
    undo=Reverse(does=_("The last donnes are not announced any more."), by=TAKE_BACK_CUTOFF, to=of_partie),
    about="clock",
)
RECORD_CUTOFF_AFTER = _clock_act(
    "record_cutoff_after", words=_("Donnes played when the last ones were announced"), undo=ASKS_CLOCK, leaves=True
)
ALL_READY = _clock_act("all_ready", words=_("Other teams are at their tables"), undo=A_FACT, leaves=True)
ANSWER_CALL = _clock_act("answer_call", words=_("Referee came to the table"), right="rule", undo=A_FACT, leaves=True)
