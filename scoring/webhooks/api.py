"""Make the addresses that are told, see how their messages fare, send again."""

from typing import Annotated

from drf_spectacular.utils import OpenApiCallback, extend_schema

from scoring.webhooks import acts
from scoring.webhooks.inputs import WebhookChangeInput, WebhookInput
from scoring.webhooks.messages import ConcoursMessage, DrawMessage, PalmaresMessage, ScoreMessage, TrialMessage
from scoring.webhooks.models import ClubWebhook, Delivery, Webhook
from scoring.webhooks.selectors import (
    DeliveryLine,
    WebhookLine,
    delivery_line,
    delivery_lines,
    webhook_line,
    webhooks_of,
)
from scoring.webhooks.services import (
    add_club_webhook,
    add_webhook,
    change_webhook,
    remove_club_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_test,
)
from tournament.api.base import ANYONE, ClubView, ConcoursView, HostView, act, page
from tournament.api.shapes import OutputSerializer, Page, PageQuery, Shown, one_of
from tournament.inputs import arguments

TAG = "webhooks"


DeliveryOutput = Annotated[
    DeliveryLine,
    Shown(
        "DeliveryOutput",
        "number journal_number type state attempts made_at tried_at next_try status said answer milliseconds",
        state=one_of(Delivery.State.values),
    ),
]
WebhookOutput = Annotated[
    WebhookLine,
    Shown("WebhookOutput", "id url events active said waiting last", last=DeliveryOutput | None),
]


SecretOutput = Annotated[
    Webhook | ClubWebhook,
    Shown(
        "SecretOutput",
        "id=pk url secret",
        "An address with the secret that signs its messages. It is shown this once and never again.",
        id=int,
        url=str,
        secret=str,
    ),
]


def _told(name: str, message: type, about: str) -> OpenApiCallback:
    """Describe a message in the schema, as what the program sends to `url`."""
    answer = extend_schema(
        operation_id=f"Message_{name}",
        summary=about,
        description=(
            f"{about}. Sent to each address that asked for it, signed by the headers `webhook-id`, `webhook-timestamp` "
            "and `webhook-signature` (Standard Webhooks, HMAC-SHA256). Any 2xx is taken for received; see docs/webhooks.md."
        ),
        request=OutputSerializer(dataclass=message),
        responses={200: None},
    )
    return OpenApiCallback(name, "{$request.body#/url}", answer)


MESSAGES = [
    _told("score", ScoreMessage, "A score counts, was corrected or taken off"),
    _told("draw", DrawMessage, "A draw was published, changed or cancelled"),
    _told("palmares", PalmaresMessage, "The palmarès was published or taken back"),
    _told("concours", ConcoursMessage, "A concours was made, changed, removed or restored"),
    _told("test", TrialMessage, "A test was asked for"),
]


class Webhooks(ConcoursView, path="webhooks/"):
    laptop_only = True

    @act("settings")
    def get(self, query: PageQuery) -> Page[WebhookOutput]:
        """List the addresses that this concours tells, without their secrets."""
        return page(webhooks_of(self.tournament), query)

    @extend_schema(callbacks=MESSAGES)
    @act(acts.ADD_WEBHOOK, status=201)
    def post(self, data: WebhookInput) -> SecretOutput:
        """Add an address that is told from now on; the secret is in the answer, this once."""
        return add_webhook(**self.acting, **arguments(data))


class WebhookView(ConcoursView, path="webhooks/<int:webhook>/"):
    """An address that receives messages."""

    laptop_only = True

    @property
    def hook(self) -> Webhook:
        return Webhook.objects.get(pk=self.kwargs["webhook"], tournament=self.tournament)

    @property
    def named(self) -> dict:
        """Return what the address names and who acts there."""
        return self.acting | {"webhook_id": self.kwargs["webhook"]}


class WebhookOne(WebhookView, name="webhook"):
    @act("settings")
    def get(self) -> WebhookOutput:
        """Show one address, whether it is switched on, and its last message."""
        return webhook_line(self.hook)

    @act(acts.CHANGE_WEBHOOK)
    def patch(self, data: WebhookChangeInput) -> WebhookOutput:
        """Change an address, what it is told, or switch it off and on."""
        return webhook_line(change_webhook(**self.named, **arguments(data)))

    @act(acts.REMOVE_WEBHOOK)
    def delete(self) -> None:
        """Remove an address with its messages."""
        remove_webhook(**self.named)


class WebhookSecret(WebhookView, path="secret/"):
    @act(acts.RENEW_WEBHOOK_SECRET)
    def post(self) -> SecretOutput:
        """Make another secret; the former one signs nothing any more."""
        return renew_secret(**self.named)


class WebhookTest(WebhookView, path="test/"):
    @act("settings", status=202)
    def post(self) -> DeliveryOutput:
        """Have a test sent; how it fared is in the list of messages a moment later."""
        return delivery_line(send_test(tournament_id=self.tournament.pk, webhook_id=self.kwargs["webhook"]), self.hook)


class WebhookDeliveries(WebhookView, path="deliveries/"):
    @act("settings")
    def get(self, query: PageQuery) -> Page[DeliveryOutput]:
        """List the last messages to an address with their answers, the latest first."""
        hook = self.hook
        return page(hook.deliveries.defer("body"), query, lambda rows: delivery_lines(hook, rows))


class WebhookAgain(WebhookView, path="deliveries/<int:number>/again/"):
    @act("settings", status=202)
    def post(self) -> DeliveryOutput:
        """Have a message sent again, with its number and its words."""
        sent = send_again(
            tournament_id=self.tournament.pk, webhook_id=self.kwargs["webhook"], number=self.kwargs["number"]
        )
        return delivery_line(sent, self.hook)


# --- Of all concours of a club, or of the site --------------------------------------------------------------------------

ClubWebhookOutput = Annotated[
    ClubWebhook,
    Shown(
        "ClubWebhookOutput",
        "id=pk url events waiting off",
        "An address that all concours tell. `off`: in how many of them it was switched off, for nothing arrived.",
        events=list[str],
        waiting=(
            int,
            lambda one: Delivery.objects.filter(webhook__of_club=one, state=Delivery.State.WAITING).count(),
        ),
        off=(int, lambda one: one.hooks.filter(active=False).count()),
    ),
]


class ClubWebhooks(ClubView, path="webhooks/"):
    laptop_only = True

    @act("settings")
    def get(self, query: PageQuery) -> Page[ClubWebhookOutput]:
        """List the addresses that every concours of the club tells, without their secrets."""
        return page(ClubWebhook.objects.filter(club=self.club), query)

    @extend_schema(callbacks=MESSAGES)
    @act("settings", status=201)
    def post(self, data: WebhookInput) -> SecretOutput:
        """Add an address that every concours of the club tells from now on, those to come too."""
        return add_club_webhook(club=self.club, by=self.user, **arguments(data))


class ClubWebhookOne(ClubView, path="webhooks/<int:webhook>/", name="club-webhook"):
    laptop_only = True

    @act("settings")
    def delete(self) -> None:
        """Remove an address of the club with its messages."""
        remove_club_webhook(club=self.club, webhook_id=self.kwargs["webhook"], by=self.user)


class HostWebhooks(HostView, path="webhooks/"):
    @act(ANYONE)
    def get(self, query: PageQuery) -> Page[ClubWebhookOutput]:
        """List the addresses that every concours of the site tells, without their secrets."""
        return page(ClubWebhook.objects.filter(club=None), query)

    @extend_schema(callbacks=MESSAGES)
    @act(ANYONE, status=201)
    def post(self, data: WebhookInput) -> SecretOutput:
        """Add an address that every concours of the site tells from now on, those to come too: of itself and its palmarès."""
        return add_club_webhook(club=None, by=self.user, **arguments(data))


class HostWebhookOne(HostView, path="webhooks/<int:webhook>/", name="host-webhook"):
    @act(ANYONE)
    def delete(self) -> None:
        """Remove an address of the site with its messages."""
        remove_club_webhook(club=None, webhook_id=self.kwargs["webhook"], by=self.user)
