"""Share public data of a concours with other programs: calendars (RFC 5545) and an Event of schema.org."""

import json
from collections.abc import Iterable
from datetime import UTC, timedelta

from django.conf import settings
from django.core import signing
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.clubs.models import Club
from tournament.concours.lots import lots_of
from tournament.concours.models import Tournament

CALENDAR = "text/calendar; charset=utf-8"
_LINE = 75  # octets of a line of a calendar; what is longer goes on in the next one
_SIGNER = "club-calendar"


def calendar(tournaments: Iterable[Tournament], *, name: str, host: str, addresses: dict[int, str]) -> bytes:
    """Return a calendar of whole days, for the concours have no hour; *addresses*: of their public pages, by pk."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dix de Der//FR", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{_text(name)}"]
    for one in tournaments:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.slug}@{host}",
            f"DTSTAMP:{one.created_at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
            f"SEQUENCE:{one.journal_number}",
            f"DTSTART;VALUE=DATE:{one.date:%Y%m%d}",
            f"DTEND;VALUE=DATE:{one.date + timedelta(days=1):%Y%m%d}",
            f"SUMMARY:{_text(one.name)}",
            *([f"LOCATION:{_text(one.place)}"] if one.place else []),
            f"DESCRIPTION:{_text(_about(one))}",
            *([f"URL:{addresses[one.pk]}"] if one.pk in addresses else []),
            "TRANSP:OPAQUE",
            "END:VEVENT",
        ]
    return "".join(_folded(line) for line in [*lines, "END:VCALENDAR"]).encode()


def _about(tournament: Tournament) -> str:
    lines = [_("Concours de belote of %(club)s") % {"club": tournament.club.name}]
    if tournament.fee_cents:
        fee = f"{tournament.fee_cents / 100:.2f}".replace(".", ",") + "\u00a0€"
        lines.append(_("Entry: %(fee)s") % {"fee": fee})
    if tournament.lots:
        lines.append(_("Prizes: %(prizes)s") % {"prizes": ", ".join(lot.titled for lot in lots_of(tournament).all)})
    return "\n".join(lines)


def _text(value: str) -> str:
    """Return *value* as a text of a calendar.

    >>> _text("Salle; 2, rue\\nbas")
    'Salle\\\\; 2\\\\, rue\\\\nbas'
    """
    for sign in ("\\", ";", ","):
        value = value.replace(sign, f"\\{sign}")
    return value.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Return a line of a calendar, cut where it is longer than 75 octets, never inside a character."""
    parts, part, length = [], "", 0
    for sign in line:
        octets = len(sign.encode())
        if length + octets > _LINE:
            parts.append(part)
            part, length = " ", 1
        part, length = part + sign, length + octets
    return "\r\n".join([*parts, part]) + "\r\n"


def event_json(tournament: Tournament) -> SafeString:
    """Return the Event of a concours as JSON-LD for a script element of its public page."""
    event: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": tournament.name,
        "startDate": tournament.date.isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "organizer": {"@type": "Organization", "name": tournament.club.name},
        # schema.org knows no event without a place: the name of the club says at least whose hall it is.
        "location": {"@type": "Place", "name": tournament.place or tournament.club.name},
    }
    if tournament.fee_cents:
        price = f"{tournament.fee_cents / 100:.2f}"
        event["offers"] = {"@type": "Offer", "price": price, "priceCurrency": "EUR"}
    if tournament.max_teams:
        people = 1 if tournament.singles else 2
        event["maximumAttendeeCapacity"] = tournament.max_teams * people
    text = json.dumps(event, ensure_ascii=False)
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


def public_concours(club: Club) -> list[Tournament]:
    """Return the concours of a club that have public pages, the latest first; no demonstration, no rehearsal."""
    return list(
        Tournament.objects.filter(club=club, public=True, is_demo=False, rehearsal=False).select_related("club")[:200]
    )


def online(tournament: Tournament) -> bool:
    """Return whether the public pages of *tournament* stand on the Internet."""
    return tournament.public and not settings.EMBEDDED
