"""Acts on score sheets, typed at the table de marque or sent by a telephone of the table."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from scoring.sheets.lifecycle import SheetAct
from tournament.journal.acts import ACTS, Act, Kind, Reverse, facts, of_partie

# The rows that an act on the sheets of a table seals.
SHEET_ROWS: tuple[Kind, ...] = ("sheets", "reading", "rulings", "photos", "partie")
PHONE = _("A telephone of the table said this. Type the right score, or take off the one that counts.")
SCORE_BEFORE = Reverse(
    does=_("The score that counted before counts again; where there was none, the table awaits its sheet."),
    right="score",
    action=_("Take this score back"),
    corrects=True,
)


_sheet_act = partial(Act, right="score", seals=SHEET_ROWS, moves_ranking=True)
_tie_act = partial(
    Act,
    right="score",
    seals=("partie", "draws", "places", "sheets", "reading", "rulings", "photos", "team"),
    moves_ranking=True,
    leaves=True,
)

ENTER_SHEET = _sheet_act(SheetAct.ENTER.value, words=_("Score entered"), undo=SCORE_BEFORE, tells="scores")
CORRECT_SHEET = _sheet_act(SheetAct.CORRECT.value, words=_("Score corrected"), undo=SCORE_BEFORE, tells="scores")
VALIDATE_SHEET = _sheet_act(SheetAct.VALIDATE.value, words=_("Score counted"), undo=SCORE_BEFORE, tells="scores")
PROPOSE_SHEET = _sheet_act(SheetAct.PROPOSE.value, words=_("Score proposed"), moves_ranking=False, undo=PHONE)
CONFIRM_SHEET = _sheet_act(SheetAct.CONFIRM.value, words=_("Score confirmed"), undo=PHONE, leaves=True)
CONTEST_SHEET = _sheet_act(SheetAct.CONTEST.value, words=_("Score contested"), right=None, undo=PHONE)
KEEP_LATE_SHEET = Act(
    SheetAct.KEEP_LATE.value,
    words=_("Score that came too late, kept"),
    right=None,
    seals=SHEET_ROWS,
    moves_ranking=False,
    undo=PHONE,
    leaves=True,
)
VOID_TIE = _tie_act(
    "void_tie",
    words=_("Equal in a knock-out: it is asked again who goes on"),
    undo=_("Say again who goes on, where the scores are typed."),
)
SETTLE_TIE = _tie_act(
    "settle_tie",
    words=_("Equal in a knock-out: who goes on"),
    undo=Reverse(
        does=_("It is asked again who goes on."),
        by=VOID_TIE,
        to=lambda line: of_partie(line) | {name: facts(line)[name] for name in ("table", "team")},
        action=_("Ask again who goes on"),
        corrects=True,
    ),
)
ADD_PHOTO = Act(
    "add_photo",
    words=_("Photo of the sheet kept"),
    right=None,
    seals=("photos",),
    moves_ranking=False,
    undo=_("A photo stays as evidence; it counts for nothing."),
    leaves=True,
)

# The act of the journal that each act of the lifecycle is.
OF_SHEET = {act: ACTS[act.value] for act in SheetAct}
