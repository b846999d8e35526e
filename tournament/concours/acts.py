"""Acts on a concours as a whole."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act

_concours_act = partial(Act, right="settings", seals=("concours",), moves_ranking=True, tells="concours")

CREATE_TOURNAMENT = _concours_act(
    "create_tournament",
    words=_("Concours created"),
    seals=("concours", "lots"),
    undo=_("A concours made by mistake is removed on the page of its settings."),
)
CHANGE_SETTINGS = _concours_act(
    "change_settings",
    words=_("Settings changed"),
    seals=("concours", "lots"),
    undo=_("Set it again on the page of the settings."),
)
REMOVE_TOURNAMENT = _concours_act(
    "remove_tournament", words=_("Concours removed"), undo=_("It is restored from the home page.")
)
RESTORE_TOURNAMENT = _concours_act(
    "restore_tournament", words=_("Concours restored"), undo=_("It is removed again on the page of its settings.")
)
