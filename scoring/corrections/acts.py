"""Acts on what a correction leaves as it was."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import A_FACT, Act

KEEP_TABLES = Act(
    "keep_tables",
    words=_("Tables kept as they were drawn, after a correction"),
    right="draw",
    seals=("partie", "draws", "places"),
    moves_ranking=False,
    undo=A_FACT,
    leaves=True,
)
