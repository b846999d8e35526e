"""Acts on the codes of the tables."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act

RENEW_TABLE_CODES = Act(
    "renew_table_codes",
    words=_("Codes of the tables renewed"),
    right="settings",
    seals=("partie", "draws", "places"),
    moves_ranking=False,
    undo=_("The former codes may be known to others: they stay closed."),
)
