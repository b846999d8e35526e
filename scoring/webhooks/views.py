"""Pages of the addresses that a concours tells: add one, see its last answers, send again, send a test."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.webhooks import acts
from scoring.webhooks.messages import EVENTS
from scoring.webhooks.models import ADDRESS_LENGTH, Delivery, Webhook
from scoring.webhooks.selectors import delivery_line, webhook_line, webhooks_of
from scoring.webhooks.services import (
    MOST,
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_test,
)
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest
from tournament.page_acts import Done, page_act

SHOWN = 50  # messages of an address


def _address(request: PageRequest, pk: int, webhook_pk: int) -> tuple[Tournament, int]:
    tournament = tournament_for(request.user, pk, "settings")
    if not Webhook.objects.filter(pk=webhook_pk, tournament=tournament).exists():
        raise Http404
    return tournament, webhook_pk


def _message(request: PageRequest, pk: int, webhook_pk: int, number: int) -> tuple[Tournament, int, int]:
    tournament, _hook = _address(request, pk, webhook_pk)
    if not Delivery.objects.filter(webhook=webhook_pk, number=number).exists():
        raise Http404
    return tournament, webhook_pk, number


def _list(
    request: PageRequest,
    tournament: Tournament,
    *,
    error: TournamentError | None = None,
) -> HttpResponse:
    chosen = request.POST.getlist("events") if request.method == "POST" else list(EVENTS)
    context = {
        "tournament": tournament,
        "section": "",
        "hooks": webhooks_of(tournament),
        "most": MOST,
        "length": ADDRESS_LENGTH,
        "url": request.POST.get("url", ""),
        "events": [(event, words, event in chosen) for event, words in EVENTS.items()],
        "error": error,
        "hosted": not settings.EMBEDDED,
    }
    return render(request, "scoring/webhooks/webhooks.html", context, status=422 if error else 200)


def _one(
    request: PageRequest,
    tournament: Tournament,
    webhook_pk: int,
    *_number: int,
    error: TournamentError | None = None,
    secret: str = "",
) -> HttpResponse:
    hook = Webhook.objects.get(pk=webhook_pk, tournament=tournament)
    changed = error is not None and "url" in request.POST
    chosen = request.POST.getlist("events") if changed else hook.events
    context = {
        "tournament": tournament,
        "section": "",
        "line": webhook_line(hook),
        "hook": hook,
        "length": ADDRESS_LENGTH,
        "url": request.POST["url"] if changed else hook.url,
        "events": [(event, words, event in chosen) for event, words in EVENTS.items()],
        "messages_sent": [delivery_line(row, hook) for row in hook.deliveries.defer("body")[:SHOWN]],
        "secret": secret,
        "error": error,
    }
    return render(request, "scoring/webhooks/webhook.html", context, status=422 if error else 200)


@page_act(acts.ADD_WEBHOOK, page=_list, laptop_only=True)
def webhooks(request: PageRequest, tournament: Tournament) -> Done:
    """Show the addresses of a concours; a POST adds one and shows its secret, this once."""
    hook = add_webhook(
        tournament_id=tournament.pk,
        url=request.POST.get("url", ""),
        events=request.POST.getlist("events"),
        by=request.user,
    )
    return Done(_one(request, tournament, hook.pk, secret=hook.secret))


@page_act(_address, page=_one, laptop_only=True)
def webhook(request: PageRequest, tournament: Tournament, webhook_pk: int) -> Done:
    """Show one address with its last messages; a POST changes it, or switches it on and off."""
    changes: dict = {"active": request.POST["active"] == "yes"} if "active" in request.POST else {}
    if "url" in request.POST:
        changes |= {"url": request.POST["url"], "events": request.POST.getlist("events")}
    change_webhook(tournament_id=tournament.pk, webhook_id=webhook_pk, by=request.user, **changes)
    return Done(redirect("webhook", tournament.pk, webhook_pk), _("It is kept."))


@page_act(_address, refused=_one, laptop_only=True)
def webhook_secret(request: PageRequest, tournament: Tournament, webhook_pk: int) -> Done:
    """Make another secret and show it, this once."""
    hook = renew_secret(tournament_id=tournament.pk, webhook_id=webhook_pk, by=request.user)
    return Done(_one(request, tournament, webhook_pk, secret=hook.secret))


@page_act(_address, refused=_one, laptop_only=True)
def webhook_test(request: PageRequest, tournament: Tournament, webhook_pk: int) -> Done:
    """Have a test sent."""
    send_test(tournament_id=tournament.pk, webhook_id=webhook_pk)
    message = _("The test is on its way. Its answer stands below in a few seconds: load the page again.")
    return Done(redirect("webhook", tournament.pk, webhook_pk), message)


@page_act(_address, refused=_one, laptop_only=True)
def webhook_remove(request: PageRequest, tournament: Tournament, webhook_pk: int) -> Done:
    """Remove an address."""
    remove_webhook(tournament_id=tournament.pk, webhook_id=webhook_pk, by=request.user)
    return Done(redirect("webhooks", tournament.pk), _("This address is told nothing any more."))


@page_act(_message, refused=_one, laptop_only=True)
def webhook_again(request: PageRequest, tournament: Tournament, webhook_pk: int, number: int) -> Done:
    """Have a message sent again."""
    send_again(tournament_id=tournament.pk, webhook_id=webhook_pk, number=number)
    message = _("Message %(number)s is on its way again.") % {"number": number}
    return Done(redirect("webhook", tournament.pk, webhook_pk), message)
