"""Acts on draws and partners, and on the clock of a partie."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import A_FACT, IS_REVERSE, Act, Reverse, of_partie, of_team

ASKS_DRAW = _(
    "Exchange places on the page of the draw while it is not published. Later the draw can only be cancelled, before its "
    "first score."
)
ASKS_CLOCK = _("Set it again on the page of the clock.")
CANCELLED = Reverse(does=_("The tables of this draw go; the draw can be made again."), right="draw")

MAKE_DRAW = Act(
    "make_draw",
    words=_("Draw made"),
    right="draw",
    seals=("partie", "draws", "places"),
    moves_ranking=False,
    undo=CANCELLED,
)
PUBLISH_DRAW = Act(
    "publish_draw",
    words=_("Draw published"),
    right="draw",
    seals=("partie", "draws", "places"),
    moves_ranking=True,
    undo=CANCELLED,
    tells="draws",
    copied_at_once=True,
)
CANCEL_DRAW = Act(
    "cancel_draw",
    words=_("Draw cancelled"),
    right="draw",
    seals=("partie", "draws", "places"),
    moves_ranking=True,
    undo=_("Make the draw again: with the same cards or number it gives the same tables."),
    tells="draws",
)
SWAP_TEAMS = Act(
    "swap_teams",
    words=_("Two teams swapped"),
    right="draw",
    seals=("partie", "draws", "places", "team"),
    moves_ranking=True,
    undo=ASKS_DRAW,
    tells="draws",
)
SEAT_LATE_TEAM = Act(
    "seat_late_team",
    words=_("Late team seated"),
    right="draw",
    seals=("partie", "draws", "places", "sheets", "reading", "rulings", "photos", "team"),
    moves_ranking=True,
    undo=ASKS_DRAW,
    tells="draws",
)
SEAT_CATCH_UP = Act(
    "seat_catch_up",
    words=_("Catch-up game seated"),
    right="draw",
    seals=("partie", "draws", "places", "sheets", "reading", "rulings", "photos", "team"),
    moves_ranking=True,
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
PART_TEAM = Act(
    "part_team",
    words=_("Team of two who came alone parted"),
    right="draw",
    seals=("partners", "team", "till"),
    moves_ranking=True,
    undo=IS_REVERSE,
)
DRAW_PARTNERS = Act(
    "draw_partners",
    words=_("Partners drawn for those who came alone"),
    right="draw",
    seals=("partners", "team", "till"),
    moves_ranking=True,
    undo=Reverse(
        does=_("All who were drawn together are alone again, each with number and payment."), right="register"
    ),
)
CHOOSE_PARTNERS = Act(
    "choose_partners",
    words=_("Two who came alone form a team"),
    right="draw",
    seals=("partners", "team", "till"),
    moves_ranking=True,
    undo=Reverse(
        does=_("Both are alone again, each with number and payment."), by=PART_TEAM, to=of_team, right="register"
    ),
)
STOP_CLOCK = Act(
    "stop_clock",
    words=_("Clock taken back"),
    right="score",
    seals=("partie",),
    moves_ranking=False,
    undo=ASKS_CLOCK,
    about="clock",
)
START_CLOCK = Act(
    "start_clock",
    words=_("Clock started"),
    right="score",
    seals=("partie",),
    moves_ranking=False,
    undo=Reverse(does=_("The clock is as if it had not been started."), by=STOP_CLOCK, to=of_partie, right="rule"),
    about="clock",
)
SET_CLOCK = Act(
    "set_clock",
    words=_("Clock set"),
    right="rule",
    seals=("partie",),
    moves_ranking=False,
    undo=ASKS_CLOCK,
    about="clock",
)
TAKE_BACK_CUTOFF = Act(
    "take_back_cutoff",
    words=_("Last donnes taken back"),
    right="rule",
    seals=("partie",),
    moves_ranking=False,
    undo=IS_REVERSE,
    about="clock",
)
IMPOSE_CUTOFF = Act(
    "impose_cutoff",
    words=_("Last donnes announced"),
    right="rule",
    seals=("partie",),
    moves_ranking=False,
    undo=Reverse(does=_("The last donnes are not announced any more."), by=TAKE_BACK_CUTOFF, to=of_partie),
    about="clock",
)
RECORD_CUTOFF_AFTER = Act(
    "record_cutoff_after",
    words=_("Donnes played when the last ones were announced"),
    right="score",
    seals=("partie",),
    moves_ranking=False,
    undo=ASKS_CLOCK,
    leaves=True,
)
ALL_READY = Act(
    "all_ready",
    words=_("Other teams are at their tables"),
    right="score",
    seals=("partie",),
    moves_ranking=False,
    undo=A_FACT,
    leaves=True,
)
ANSWER_CALL = Act(
    "answer_call",
    words=_("Referee came to the table"),
    right="rule",
    seals=("partie",),
    moves_ranking=False,
    undo=A_FACT,
    leaves=True,
)
