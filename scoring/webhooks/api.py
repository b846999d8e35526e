"""Make the addresses that are told, see how their messages fare, send again."""

from typing import Annotated

from drf_spectacular.utils import OpenApiCallback, extend_schema

from scoring.webhooks import acts, selectors, services
from scoring.webhooks.inputs import WebhookChangeInput, WebhookInput
from scoring.webhooks.models import ClubWebhook, Delivery, Webhook
from tournament.api.base import ANYONE, ClubView, ConcoursView, HostView, act, page
from tournament.api.shapes import OutputSerializer, Page, PageQuery, Shown, one_of
from tournament.inputs import Declared, arguments

TAG = "webhooks"

DeliveryOutput = Annotated[
    selectors.DeliveryLine,
    Shown(
        "DeliveryOutput",
        """row.number row.journal_number type=row.event row.state row.attempts row.made_at row.tried_at next_try
        row.status said row.answer row.milliseconds""",
        state=one_of(Delivery.State.values),
    ),
]
WebhookOutput = Annotated[
    selectors.WebhookLine,
    Shown(
        "WebhookOutput",
        "id=hook.pk hook.url hook.events hook.active said waiting last",
        DeliveryOutput,
        events=list[str],
    ),
]
SecretOutput = Annotated[
    Webhook | ClubWebhook,
    Shown("SecretOutput", "id=pk url secret", id=int, url=str, secret=str),
    "An address with the secret that signs its messages. It is shown this once and never again.",
]


class Camp(Declared):
    """A camp of a table with what it marks."""

    camp: str
    team: int
    name: str
    points: int | None


class TableScore(Declared):
    """The score of a table after this line of the journal. `counted`: false where the table awaits its sheet again.

    `points` and `winner` are null then, and as long as the ranking of the last partie is kept for the prize giving.
    `winner` is the camp that wins by this score, null for none: by its points, unless the règlement names the other one.
    What a penalty gives beside the score is not in it.
    """

    table: int
    counted: bool
    version: int | None
    winner: str | None
    camps: list[Camp]


class ScoreData(Declared):
    """The scores of a partie that changed: of one table, or of two whose sheets were exchanged."""

    round: int
    tables: list[TableScore]


class Place(Declared):
    """A team at a table of a draw."""

    camp: str
    team: int
    name: str


class DrawnTable(Declared):
    """A table of a draw."""

    table: int
    places: list[Place]


class DrawData(Declared):
    """A draw. `tables` are those of when the message was made; null where the draw is cancelled, then or since.

    `exempt` are all that have no table; of them `by_forfeit` win, because whom they were to play is not there.
    """

    round: int
    draw: int | None
    tables: list[DrawnTable] | None
    exempt: list[int]
    by_forfeit: list[int]


class PalmaresRow(Declared):
    """A row of the final ranking."""

    rank: int
    team: int
    name: str
    points: int


class PalmaresData(Declared):
    """A publication of the palmarès. `rows` are null where it is taken back."""

    number: int
    rows: list[PalmaresRow] | None


class ConcoursData(Declared):
    """A concours as it is when the message is made."""

    club: int
    club_name: str
    place: str
    parties: int
    public: bool
    listed: bool


class TrialData(Declared):
    """A test, sent from the page of the addresses."""

    note: str


class ConcoursRef(Declared):
    """The concours that a message is about; `slug` is its name in the public addresses."""

    id: int
    slug: str
    name: str
    date: str


class MessageHead(Declared):
    """The part that all messages have. `journal_number` orders them: it grows with each act; 0 for a test."""

    type: str
    timestamp: str
    journal_number: int
    concours: ConcoursRef


class ScoreMessage(MessageHead):
    """A score: `type` is score.counted, or score.withdrawn where no table of it has one any more."""

    data: ScoreData


class DrawMessage(MessageHead):
    """A draw: `type` is draw.published, draw.changed or draw.cancelled."""

    data: DrawData


class PalmaresMessage(MessageHead):
    """The palmarès: `type` is palmares.published or palmares.withdrawn."""

    data: PalmaresData


class ConcoursMessage(MessageHead):
    """The concours: `type` is concours.made, concours.changed, concours.removed or concours.restored."""

    data: ConcoursData


class TrialMessage(MessageHead):
    """A test: `type` is test."""

    data: TrialData


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
ClubWebhookOutput = Annotated[
    ClubWebhook,
    Shown(
        "ClubWebhookOutput",
        "id=pk url events waiting off",
        events=list[str],
        waiting=(
            int,
            lambda one: Delivery.objects.filter(webhook__of_club=one, state=Delivery.State.WAITING).count(),
        ),
        off=(int, lambda one: one.hooks.filter(active=False).count()),
    ),
    "An address that all concours tell. `off`: in how many of them it was switched off, for nothing arrived.",
]


class Webhooks(ConcoursView):
    laptop_only = True

    @act("settings", "webhooks/")
    def webhooks_get(self, query: PageQuery) -> Page[WebhookOutput]:
        """List the addresses that this concours tells, without their secrets."""
        return page(selectors.webhooks_of(self.tournament), query)

    @extend_schema(callbacks=MESSAGES)
    @act(acts.ADD_WEBHOOK, "webhooks/", status=201)
    def webhooks_post(self, data: WebhookInput) -> SecretOutput:
        """Add an address that is told from now on; the secret is in the answer, this once."""
        return services.add_webhook(**self.acting, **arguments(data))


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

    @act("settings", name="webhook")
    def webhook_one_get(self) -> WebhookOutput:
        """Show one address, whether it is switched on, and its last message."""
        return selectors.webhook_line(self.hook)

    @act(acts.CHANGE_WEBHOOK)
    def webhook_one_patch(self, data: WebhookChangeInput) -> WebhookOutput:
        """Change an address, what it is told, or switch it off and on."""
        return selectors.webhook_line(services.change_webhook(**self.named, **arguments(data)))

    @act(acts.REMOVE_WEBHOOK)
    def webhook_one_delete(self) -> None:
        """Remove an address with its messages."""
        services.remove_webhook(**self.named)

    @act(acts.RENEW_WEBHOOK_SECRET, "secret/")
    def webhook_secret_post(self) -> SecretOutput:
        """Make another secret; the former one signs nothing any more."""
        return services.renew_secret(**self.named)

    @act("settings", "test/", status=202)
    def webhook_test_post(self) -> DeliveryOutput:
        """Have a test sent; how it fared is in the list of messages a moment later."""
        return selectors.delivery_line(
            services.send_test(tournament_id=self.tournament.pk, webhook_id=self.kwargs["webhook"]), self.hook
        )

    @act("settings", "deliveries/")
    def webhook_deliveries_get(self, query: PageQuery) -> Page[DeliveryOutput]:
        """List the last messages to an address with their answers, the latest first."""
        hook = self.hook
        return page(
            hook.deliveries.defer("body"), query, lambda rows: [selectors.delivery_line(row, hook) for row in rows]
        )

    @act("settings", "deliveries/<int:number>/again/", status=202)
    def webhook_again_post(self) -> DeliveryOutput:
        """Have a message sent again, with its number and its words."""
        sent = services.send_again(
            tournament_id=self.tournament.pk, webhook_id=self.kwargs["webhook"], number=self.kwargs["number"]
        )
        return selectors.delivery_line(sent, self.hook)


class ClubWebhooks(ClubView):
    laptop_only = True

    @act("settings", "webhooks/")
    def club_webhooks_get(self, query: PageQuery) -> Page[ClubWebhookOutput]:
        """List the addresses that every concours of the club tells, without their secrets."""
        return page(ClubWebhook.objects.filter(club=self.club), query)

    @extend_schema(callbacks=MESSAGES)
    @act("settings", "webhooks/", status=201)
    def club_webhooks_post(self, data: WebhookInput) -> SecretOutput:
        """Add an address that every concours of the club tells from now on, those to come too."""
        return services.add_club_webhook(club=self.club, by=self.user, **arguments(data))

    @act("settings", "webhooks/<int:webhook>/", name="club-webhook")
    def club_webhook_one_delete(self) -> None:
        """Remove an address of the club with its messages."""
        services.remove_club_webhook(club=self.club, webhook_id=self.kwargs["webhook"], by=self.user)


class HostWebhooks(HostView):
    @act(ANYONE, "webhooks/")
    def host_webhooks_get(self, query: PageQuery) -> Page[ClubWebhookOutput]:
        """List the addresses that every concours of the site tells, without their secrets."""
        return page(ClubWebhook.objects.filter(club=None), query)

    @extend_schema(callbacks=MESSAGES)
    @act(ANYONE, "webhooks/", status=201)
    def host_webhooks_post(self, data: WebhookInput) -> SecretOutput:
        """Add an address that every concours of the site tells from now on, those to come too: of itself and its palmarès."""
        return services.add_club_webhook(club=None, by=self.user, **arguments(data))

    @act(ANYONE, "webhooks/<int:webhook>/", name="host-webhook")
    def host_webhook_one_delete(self) -> None:
        """Remove an address of the site with its messages."""
        services.remove_club_webhook(club=None, webhook_id=self.kwargs["webhook"], by=self.user)
