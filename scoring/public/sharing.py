"""Share public data of a concours with other programs: an Event of schema.org, the address of a club's calendar."""

import json
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.core import signing
from django.utils.safestring import SafeString, mark_safe

from tournament.clubs.models import Club
from tournament.concours.models import Tournament

_SIGNER = "club-calendar"


def event_json(tournament: Tournament) -> SafeString:
    """Return the Event of a concours as JSON-LD for a script element of its public page."""
    return _script({"@context": "https://schema.org"} | _event(tournament))


def events_json(tournaments: Sequence[Tournament], addresses: Mapping[int, str]) -> SafeString:
    """Return the Events of a list as JSON-LD for a script element; *addresses*: of their public pages, by pk."""
    items = [
        {"@type": "ListItem", "position": place, "item": _event(one) | {"url": addresses[one.pk]}}
        for place, one in enumerate(tournaments, start=1)
    ]
    return _script({"@context": "https://schema.org", "@type": "ItemList", "itemListElement": items})


def _event(tournament: Tournament) -> dict[str, object]:
    place: dict[str, object] = {"@type": "Place", "name": tournament.place or tournament.club.name}
    # schema.org knows no event without a place: the name of the club says at least whose hall it is.
    if tournament.commune:
        code, _, commune = tournament.commune.partition(" ")
        coded = code.isdecimal() and len(code) == 5
        address = {"postalCode": code, "addressLocality": commune} if coded else {"addressLocality": tournament.commune}
        place["address"] = {"@type": "PostalAddress", "addressCountry": "FR"} | address
    event: dict[str, object] = {
        "@type": "Event",
        "name": tournament.name,
        "startDate": tournament.date.isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "organizer": {"@type": "Organization", "name": tournament.club.name},
        "location": place,
    }
    if tournament.fee_cents:
        price = f"{tournament.fee_cents / 100:.2f}"
        event["offers"] = {"@type": "Offer", "price": price, "priceCurrency": "EUR"}
    if tournament.max_teams:
        people = 1 if tournament.singles else 2
        event["maximumAttendeeCapacity"] = tournament.max_teams * people
    return event


def _script(told: dict[str, object]) -> SafeString:
    text = json.dumps(told, ensure_ascii=False)
    for sign, escaped in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        text = text.replace(sign, escaped)
    return mark_safe(text)  # nothing in it can end the element


def calendar_token(club: Club) -> str:
    """Return the part of an address that nobody guesses, under which the calendar of *club* stands for good."""
    return signing.Signer(salt=_SIGNER, sep=".").sign(str(club.pk))


def club_of_token(token: str) -> Club | None:
    """Return the club whose calendar stands under *token*; None for none."""
    try:
        pk = signing.Signer(salt=_SIGNER, sep=".").unsign(token)
    except signing.BadSignature:
        return None
    return Club.objects.filter(pk=pk).first()


def online(tournament: Tournament) -> bool:
    """Return whether the public pages of *tournament* stand on the Internet."""
    return tournament.public and not settings.EMBEDDED
