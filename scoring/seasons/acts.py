"""Acts on the seasons of a club, in the club's journal."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act, Reverse, WrittenLine


def _of_season(line: WrittenLine) -> dict[str, object]:
    return {"season_id": line.after["season"]}


def _as_before(line: WrittenLine) -> dict[str, object]:
    return {"season_id": line.after["season"], **line.before}


REMOVE_SEASON = Act(
    "remove_season",
    words=_("Season put away"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=_("A season that was put away is brought back on the page of the seasons."),
)
RESTORE_SEASON = Act(
    "restore_season",
    words=_("Season brought back"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=Reverse(does=_("The season is put away again."), by=REMOVE_SEASON, to=_of_season),
)
MAKE_SEASON = Act(
    "make_season",
    words=_("Season made"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=Reverse(does=_("The season is put away."), by=REMOVE_SEASON, to=_of_season),
)
CHANGE_SEASON = Act(
    "change_season",
    words=_("Rules of the season"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=Reverse(does=_("The rules are again what they were before."), to=_as_before),
)
CHOOSE_EVENINGS = Act(
    "choose_evenings",
    words=_("Evenings of the season"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=Reverse(does=_("The evenings that count are again those of before."), to=_as_before),
)
CUT_CARDS = Act(
    "cut_cards",
    words=_("Cards cut between equals of the season"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=Reverse(does=_("The cards are again those of before."), to=_as_before),
)
