"""Acts on the other sites that are told."""

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act

ASKS_SITES = _("Set it again on the page of the sites that are told.")

ADD_WEBHOOK = Act(
    "add_webhook",
    words=_("Another site is told"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=ASKS_SITES,
    leaves=True,
)
CHANGE_WEBHOOK = Act(
    "change_webhook",
    words=_("Messages to another site"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=ASKS_SITES,
    leaves=True,
)
RENEW_WEBHOOK_SECRET = Act(
    "renew_webhook_secret",
    words=_("Other secret for another site"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=ASKS_SITES,
    leaves=True,
)
REMOVE_WEBHOOK = Act(
    "remove_webhook",
    words=_("Another site is told nothing more"),
    right="settings",
    seals=(),
    moves_ranking=False,
    undo=ASKS_SITES,
    leaves=True,
)
