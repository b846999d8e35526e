"""Acts on a concours as a whole."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act

CREATE_TOURNAMENT = Act(
    "create_tournament",
    words=_("Concours created"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=True,
    tells="concours",
    undo=_("A concours made by mistake is removed on the page of its settings."),
)
CHANGE_SETTINGS = Act(
    "change_settings",
    words=_("Settings changed"),
    right="settings",
    seals=("concours", "lots"),
    moves_ranking=True,
    tells="concours",
    undo=_("Set it again on the page of the settings."),
)
REMOVE_TOURNAMENT = Act(
    "remove_tournament",
    words=_("Concours removed"),
    right="settings",
    seals=("concours",),
    moves_ranking=True,
    tells="concours",
    undo=_("It is restored from the home page."),
)
RESTORE_TOURNAMENT = Act(
    "restore_tournament",
    words=_("Concours restored"),
    right="settings",
    seals=("concours",),
    moves_ranking=True,
    tells="concours",
    undo=_("It is removed again on the page of its settings."),
)
