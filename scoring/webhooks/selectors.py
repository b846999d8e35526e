"""Show the addresses that a concours tells, and how their messages fared."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _, gettext_lazy

from scoring.webhooks.delivery import DELAYS, GONE, SILENT
from scoring.webhooks.messages import EVENTS
from scoring.webhooks.models import Delivery, Webhook
from scoring.webhooks.sending import FAILURES
from tournament.concours.models import Tournament

# The subject of a message, by its type.
TYPES = {
    "concours.made": gettext_lazy("Concours created"),
    "concours.changed": gettext_lazy("Settings changed"),
    "concours.removed": gettext_lazy("Concours removed"),
    "concours.restored": gettext_lazy("Concours restored"),
    "score.counted": gettext_lazy("Score"),
    "score.withdrawn": gettext_lazy("Score taken off"),
    "draw.published": gettext_lazy("Draw published"),
    "draw.changed": gettext_lazy("Draw changed"),
    "draw.cancelled": gettext_lazy("Draw cancelled"),
    "palmares.published": gettext_lazy("Palmarès published"),
    "palmares.withdrawn": gettext_lazy("Palmarès taken back"),
    "test": gettext_lazy("Test"),
}
OFF = {
    SILENT: gettext_lazy(
        "Nothing arrived there for %(days)s days: the program has stopped trying. See to the address, then switch it on "
        "again: it is told everything that it missed."
    ),
    GONE: gettext_lazy("The address says that it is no longer in use: the program has stopped trying."),
}


@dataclass(frozen=True)
class DeliveryLine:
    """A message with its last answer: `said` is the sentence on a failure, `answer` how the answer began.

    `next_try` is when it is sent (again); null for one that arrived or was given up.
    """

    row: Delivery
    next_try: datetime | None
    said: str

    @property
    def title(self) -> str:
        """Return the subject of the message."""
        return str(TYPES.get(self.row.event, self.row.event))


@dataclass(frozen=True)
class WebhookLine:
    """An address that is told: of what, whether it is switched on, and the last of its messages. No secret.

    `said`: why the program switched it off. `waiting`: how many messages have not arrived yet.
    """

    hook: Webhook
    said: str
    waiting: int
    last: DeliveryLine | None

    @property
    def words(self) -> list[str]:
        """Return in words of what it is told."""
        return [str(EVENTS[event]) for event in self.hook.events]


def webhooks_of(tournament: Tournament) -> list[WebhookLine]:
    """Return the addresses of a concours, in the order in which they were added."""
    return [webhook_line(hook) for hook in Webhook.objects.filter(tournament=tournament, of_club=None)]


def webhook_line(hook: Webhook) -> WebhookLine:
    """Return one address with its last message; two queries."""
    said = OFF.get(hook.off_because, "") if not hook.active else ""
    last = hook.deliveries.defer("body").exclude(tried_at=None).order_by("-tried_at", "-number").first()
    return WebhookLine(
        hook,
        said=str(said) % {"days": sum(DELAYS) // 86_400} if said else "",
        waiting=hook.deliveries.filter(state=Delivery.State.WAITING).count(),
        last=delivery_line(last, hook) if last is not None else None,
    )


def delivery_line(row: Delivery, hook: Webhook) -> DeliveryLine:
    """Return one message as it is shown."""
    next_try = row.next_try if hook.active or row.journal_number == 0 else None
    if next_try is not None and hook.wait_until is not None and row.journal_number:
        next_try = max(next_try, hook.wait_until)
    said = str(FAILURES[row.failure]) if row.failure in FAILURES else ""
    if row.failure == "status" and row.status:
        said = _("The address answers that it could not take the message (%(status)s).") % {"status": row.status}
    return DeliveryLine(row, next_try, said)
