"""Acts on the seasons of a club, in the club's journal."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act, Reverse, WrittenLine


def _of_season(line: WrittenLine) -> dict[str, object]:
    return {"season_id": line.after["season"]}


def _as_before(line: WrittenLine) -> dict[str, object]:
    return {"season_id": line.after["season"], **line.before}


_season_act = partial(Act, right="settings", seals=(), moves_ranking=False)

REMOVE_SEASON = _season_act(
    "remove_season",
    words=_("Season put away"),
    undo=_("A season that was put away is brought back on the page of the seasons."),
)
RESTORE_SEASON = _season_act(
    "restore_season",
    words=_("Season brought back"),
    undo=Reverse(does=_("The season is put away again."), by=REMOVE_SEASON, to=_of_season),
)
MAKE_SEASON = _season_act(
    "make_season",
    words=_("Season made"),
    undo=Reverse(does=_("The season is put away."), by=REMOVE_SEASON, to=_of_season),
)
CHANGE_SEASON = _season_act(
    "change_season",
    words=_("Rules of the season"),
    undo=Reverse(does=_("The rules are again what they were before."), to=_as_before),
)
CHOOSE_EVENINGS = _season_act(
    "choose_evenings",
    words=_("Evenings of the season"),
    undo=Reverse(does=_("The evenings that count are again those of before."), to=_as_before),
)
CUT_CARDS = _season_act(
    "cut_cards",
    words=_("Cards cut between equals of the season"),
    undo=Reverse(does=_("The cards are again those of before."), to=_as_before),
)
