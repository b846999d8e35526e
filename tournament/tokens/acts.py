"""Acts on the keys of other programs, in the journal of each concours that they open."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act

MAKE_TOKEN = Act(
    "make_token",
    words=_("Key for another program made"),
    right="accounts",
    seals=(),
    moves_ranking=False,
    undo=_("A key is revoked on the page of the keys, beside the accounts."),
)
REVOKE_TOKEN = Act(
    "revoke_token",
    words=_("Key for another program revoked"),
    right="accounts",
    seals=(),
    moves_ranking=False,
    undo=_("A key that was revoked stays so. Make another one on the page of the keys, beside the accounts."),
)
