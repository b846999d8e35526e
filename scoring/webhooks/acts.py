"""Acts on the other sites that are told."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act

ASKS_SITES = _("Set it again on the page of the sites that are told.")

_webhook_act = partial(Act, right="settings", seals=(), moves_ranking=False, undo=ASKS_SITES, leaves=True)

ADD_WEBHOOK = _webhook_act("add_webhook", words=_("Another site is told"))
CHANGE_WEBHOOK = _webhook_act("change_webhook", words=_("Messages to another site"))
RENEW_WEBHOOK_SECRET = _webhook_act("renew_webhook_secret", words=_("Other secret for another site"))
REMOVE_WEBHOOK = _webhook_act("remove_webhook", words=_("Another site is told nothing more"))
