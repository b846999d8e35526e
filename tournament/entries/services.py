"""Acts of registration from home: enter, change, take back, find a partner; and what the desk makes of it."""

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _, gettext_lazy

from tournament import names
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.entries import selectors
from tournament.entries.models import CONTACT_LENGTH, EntrySource, HomeEntry, TeamRequest
from tournament.errors import TournamentError
from tournament.qualification.conditions import Candidate, refusals_of, told
from tournament.registration import line_up, selectors as roster, services as registration
from tournament.registration.imports.telephones import is_phone, phone_in
from tournament.registration.models import Team

MOST_ENTRIES = 10_000  # of a concours, those that were taken back too
# From then on each address sends one: a flood from known addresses keeps nobody else out.
CROWDED = 5_000
SENT_AN_HOUR = 6  # new ones from one address: a family, a club secretary with some friends
TAKEN_AT_ONCE = 100  # made teams by one press of the button: some seconds
KEPT_FOR = datetime.timedelta(days=7)  # after the day of the concours and the last act there: its date may be mistyped
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
_KEY = re.compile(r"[0-9a-f]{64}")
_MAIL = re.compile(r"[^@\s<>\"]{1,50}@[^@\s<>\"]{1,50}\.[a-zA-Z]{2,12}")
# The acts that settle a difference.
CHOICES = {
    "register": gettext_lazy("Register"),
    "same": gettext_lazy("It is this team"),
    "other": gettext_lazy("Another team of a like name: register"),
    "change": gettext_lazy("Change it here too"),
    "keep": gettext_lazy("Leave it as it is here"),
    "delete": gettext_lazy("Take it off the list"),
    "leave": gettext_lazy("Do not register"),
}
_SENDERS_AT_ONCE = 500  # in one statement
# Withdrawals first: who found a partner is in the other's registration now.
_ORDER = ("delete", "change")


# --- From home --------------------------------------------------------------------------------------------------------


@transaction.atomic
def enter(
    *,
    tournament_id: int,
    token: str,
    sender: str,
    players: Iterable[str],
    commune: str = "",
    contact: str = "",
    seeking: bool = False,
) -> HomeEntry:
    """Write a registration from home at the end of the list; the one that *token* has already is given as it is.

    *token* is the secret of its private link, made with the form: a form sent twice registers once. Raises
    TournamentError.
    """
    if not TOKEN.fullmatch(token):
        raise TournamentError("entry_key")
    key = selectors.digest(token)
    known = HomeEntry.objects.filter(tournament=tournament_id, key=key)
    if there := known.first():
        return there
    # A sender that is refused takes no lock and writes nothing: a flood costs a small query each.
    _check_sender(tournament_id, sender)
    tournament = lock_open_tournament(tournament_id)
    if there := known.first():
        return there
    _check_open(tournament)
    _check_sender(tournament_id, sender)
    every = HomeEntry.objects.filter(tournament=tournament)
    count = every.count()
    if count >= MOST_ENTRIES:
        raise TournamentError("entries_many", most=MOST_ENTRIES)
    if count >= CROWDED and every.filter(sender=sender).exists():
        raise TournamentError("entries_sender")
    last = every.aggregate(last=Max("arrival"))["last"] or 0
    entry = HomeEntry(tournament=tournament, key=key, arrival=last + 1, sender=sender, at=timezone.now(), changes=1)
    _set(entry, players, commune, contact, seeking)
    entry.save(force_insert=True)
    return entry


def _check_sender(tournament_id: int, sender: str) -> None:
    # From the future: made before the clock was set back.
    now, hour = timezone.now(), datetime.timedelta(hours=1)
    lately = HomeEntry.objects.filter(tournament=tournament_id, sender=sender, at__gt=now - hour, at__lt=now + hour)
    if lately.count() >= SENT_AN_HOUR:
        raise TournamentError("entries_sender")


def _check_open(tournament: Tournament) -> None:
    if selectors.entries_state(tournament) != "open":
        raise TournamentError("entries_shut")


def _set(entry: HomeEntry, players: Iterable[str], commune: str, contact: str, seeking: bool) -> None:
    singles = entry.tournament.singles
    wanted = line_up.player_names(list(players), singles=singles, alone=True)
    if len(wanted) == 2 and roster.same_player(*wanted):
        raise TournamentError("same_player_twice", field="player_2", read=wanted[0])
    commune = names.clean_short(commune, registration.ORIGIN_LENGTH, "commune")
    (refusals,) = refusals_of(entry.tournament, [Candidate(wanted, commune)], from_home=True)
    if refusals:
        raise TournamentError("not_admitted_home", field="player_1", why=told(refusals))
    entry.player_1, entry.player_2 = wanted[0], wanted[1] if len(wanted) > 1 else ""
    entry.commune = commune
    entry.contact = clean_contact(contact, entry.tournament.entries_contact)
    entry.seeking = seeking and not (singles or entry.player_2)


def clean_contact(typed: str, asked: str) -> str:
    """Return the telephone or mail that the concours asks for, nothing where it asks for none.

    Raises TournamentError entry_contact.
    """
    if asked not in ("phone", "mail"):
        return ""
    text = names.clean(typed)
    found = phone_in(text) if is_phone(text) else ""
    if asked == "mail":
        found = text if _MAIL.fullmatch(text) and len(text) <= CONTACT_LENGTH else ""
    if not found:
        mail, phone = _("a mail address, as anne@example.org"), _("a telephone number, as 06 12 34 56 78")
        expected = mail if asked == "mail" else phone
        raise TournamentError("entry_contact", field="contact", expected=expected, read=text[:40])
    return found


def _own(tournament_id: int, token: str) -> HomeEntry:
    """Lock the concours and find the registration of *token*. Raises TournamentError entry_gone."""
    tournament = lock_open_tournament(tournament_id)
    entry = HomeEntry.objects.filter(tournament=tournament, key=selectors.digest(token), withdrawn=False).first()
    if entry is None:
        raise TournamentError("entry_gone")
    entry.tournament = tournament
    return entry


def _changed(*entries: HomeEntry, asks_desk: bool = True) -> None:
    for entry in entries:
        entry.changes += 1
        entry.version += asks_desk
        entry.save()


@transaction.atomic
def change_entry(
    *, tournament_id: int, token: str, players: Iterable[str], commune: str, contact: str, seeking: bool
) -> HomeEntry:
    """Change a registration from home; it keeps its place in the order. Raises TournamentError."""
    entry = _own(tournament_id, token)
    _check_open(entry.tournament)
    if entry.joined_id or entry.partners.exists():
        raise TournamentError("entry_paired")
    before = (*entry.players, entry.commune)
    _set(entry, players, commune, contact, seeking)
    if not entry.seeking:
        entry.asks = None
    _changed(entry, asks_desk=(*entry.players, entry.commune) != before)
    return entry


@transaction.atomic
def withdraw_entry(*, tournament_id: int, token: str) -> None:
    """Take a registration from home back; the next on the waiting list moves up. Raises TournamentError entries_late."""
    entry = _own(tournament_id, token)
    if roster.has_draw(entry.tournament):
        raise TournamentError("entries_late")
    _part(entry)
    entry.withdrawn, entry.asks, entry.contact = True, None, ""
    _changed(entry)


@transaction.atomic
def ask_partner(*, tournament_id: int, token: str, other: int | None) -> HomeEntry:
    """Note with whom somebody who is alone wants to play, None for nobody; where both want it they are one team.

    The one who came first keeps its place in the order for both; who asks takes its own no back. Raises TournamentError
    entry_partner, entry_declined where the other has said no.
    """
    entry = _own(tournament_id, token)
    if other is None:
        entry.asks = None
        _changed(entry, asks_desk=False)
        return entry
    _check_open(entry.tournament)
    looking = {one.pk: one for one in selectors.seekers(entry.tournament)}
    if entry.pk not in looking or other not in looking or entry.pk == other:
        raise TournamentError("entry_partner")
    entry, wanted = looking[entry.pk], looking[other]
    if entry.key in wanted.declines:
        raise TournamentError("entry_declined")
    agreed = wanted.asks_id == entry.pk and wanted.key not in entry.declines
    entry.asks, entry.declines = wanted, [key for key in entry.declines if key != wanted.key]
    _changed(entry, asks_desk=False)
    if agreed:
        first, second = sorted((entry, wanted), key=lambda one: (one.arrival, one.pk))
        first.player_2, second.joined = second.player_1, first
        for one in (first, second):
            one.asks, one.seeking = None, False
        _changed(first, second)
    return entry


@transaction.atomic
def decline_partner(*, tournament_id: int, token: str, other: int | None) -> HomeEntry:
    """Decline to play with *other*, who asked for it. Raises TournamentError entry_partner."""
    entry = _own(tournament_id, token)
    asking = selectors.seekers(entry.tournament).filter(pk=other or 0, asks=entry).first()
    if asking is None:
        raise TournamentError("entry_partner")
    if asking.key not in entry.declines:
        entry.declines = [*entry.declines, asking.key]
        _changed(entry, asks_desk=False)
    return entry


@transaction.atomic
def part_partner(*, tournament_id: int, token: str) -> HomeEntry:
    """Part two who found each other here: each is alone again, with its own place in the order."""
    entry = _own(tournament_id, token)
    _check_open(entry.tournament)
    _part(entry)
    entry.refresh_from_db()
    return entry


def _part(entry: HomeEntry) -> None:
    second = entry if entry.joined_id else entry.partners.first()
    if second is None:
        return
    first = second.joined
    assert first is not None  # the second has joined it
    first = entry if first.pk == entry.pk else first
    first.player_2, second.joined = "", None
    for one in (first, second):
        one.seeking = True
    _changed(first, second)
    # A yes that was given in vain is over: people ask again.
    HomeEntry.objects.filter(asks__in=[first, second]).update(asks=None, changes=F("changes") + 1)


# --- At the desk ------------------------------------------------------------------------------------------------------


def take_entries(*, tournament_id: int, chosen: Mapping[str, str], by: User | None) -> tuple[int, list[str]]:
    """Do what the desk *chosen* about each difference, by its `asked`; how many were done, and what was not, in words.

    Each is an act of its own, written in the journal and taken back like those of the door: one that is refused holds
    up no other.
    """
    done, refused = 0, []
    for difference in sorted(_of(tournament_id), key=_order(chosen)):
        entry = difference.entry
        choice = chosen.get(difference.asked, "")
        if choice not in difference.choices or done >= TAKEN_AT_ONCE:
            continue
        try:
            with transaction.atomic():
                tournament = lock_open_tournament(tournament_id)
                now = HomeEntry.objects.get(pk=entry.pk)
                if now.version != entry.version or now.taken_version != entry.taken_version:
                    raise TournamentError("entry_changed")
                _check_team(difference.team)
                now.tournament = tournament
                _do(now, choice, difference, by)
                done += 1
        except TournamentError as error:
            refused.append(f"{names.together(entry.players)}: {error}")
    return done, refused


def _check_team(seen: Team | None) -> None:
    """Raise TournamentError entry_changed where another desk has changed the team since the difference was *seen*."""
    if seen is None:
        return
    now = Team.objects.filter(pk=seen.pk).prefetch_related("members__player").first()
    if now is None or selectors.shown_of(now) != selectors.shown_of(seen):
        raise TournamentError("entry_changed")


def _of(tournament_id: int) -> list[selectors.EntryDifference]:
    return selectors.differences(Tournament.objects.select_related("club").get(pk=tournament_id))


def _order(chosen: Mapping[str, str]) -> Any:
    def place(difference: selectors.EntryDifference) -> tuple[int, int]:
        choice = chosen.get(difference.asked, "")
        return _ORDER.index(choice) if choice in _ORDER else len(_ORDER), difference.entry.arrival

    return place


def _do(entry: HomeEntry, choice: str, difference: selectors.EntryDifference, by: User | None) -> None:
    tournament, alone = entry.tournament, not (entry.tournament.singles or entry.player_2)
    if choice in ("register", "other"):
        if entry.taken_version:  # left out before: its place went to others
            waits = roster.newcomers_waiting(tournament, 1, alone=alone)
        else:
            waits = selectors.pending_place(entry)
        entry.team = registration.register_team(
            tournament_id=tournament.pk,
            players=entry.players,
            confirm_twin=choice == "other",
            alone=alone,
            origin=entry.commune,
            present=False,
            waiting=bool(waits),
            by=by,
        )
    elif choice == "same":
        entry.team = difference.team or _team_of(difference.before)
    elif choice == "change" and entry.team is not None:
        registration.change_team(
            team_id=entry.team.pk,
            players=entry.players,
            origin=entry.commune,
            alone=alone,
            reason=_("Changed from home"),
            by=by,
        )
    elif choice == "delete" and entry.team is not None:
        registration.delete_team(team_id=entry.team.pk, by=by)
        entry.team = None
    entry.taken_as = selectors.made_of(entry.players, entry.commune)
    entry.taken_version = entry.version
    entry.save(update_fields=["team", "taken_as", "taken_version"])


def _team_of(before: HomeEntry | None) -> Team:
    """Return the team made of the registration *before*. Raises TournamentError entry_before where there is none."""
    team = Team.objects.filter(entries=before).first() if before else None
    if team is None:
        raise TournamentError("entry_before")
    return team


@transaction.atomic
def set_flood_aside(*, tournament_id: int, back: bool = False) -> int:
    """Leave out the registrations of `flood_of`, or with *back* take those that were left out again; how many.

    Their places go to the next in the order of arrival; nothing is erased. A computer that takes the list learns it.
    """
    tournament = lock_open_tournament(tournament_id)
    senders = list(selectors.from_several(tournament).values_list("sender", flat=True))
    entries = HomeEntry.objects.filter(tournament=tournament, team=None, withdrawn=False, joined=None)
    entries = entries.filter(taken_version__gt=0) if back else entries.filter(taken_version=0)
    following = F("version") + 1
    count = 0
    for begun in range(0, len(senders), _SENDERS_AT_ONCE):
        part = entries.filter(sender__in=senders[begun : begun + _SENDERS_AT_ONCE])
        count += part.update(version=following, taken_version=0 if back else following)
    return count


@transaction.atomic
def receive_list(*, tournament_id: int, sent: Any) -> int:
    """Store a list of registrations from home as another program *sent* it; how many were new or changed.

    As often as one likes: nobody is there twice, an older list changes nothing back, and who is missing in it stays.
    Raises TournamentError entries_unread.
    """
    read = _read(sent)
    tournament = lock_open_tournament(tournament_id)
    here = {entry.key: entry for entry in tournament.entries.all()}
    changed = 0
    for values in read:
        entry = here.get(values["key"])
        if entry is not None and entry.version >= values["version"]:
            continue
        entry = entry or HomeEntry(tournament=tournament)
        for name, value in values.items():
            setattr(entry, name, value)
        entry.save()
        changed += 1
    return changed


def _read(sent: Any) -> list[dict[str, Any]]:
    entries = sent.get("entries") if isinstance(sent, dict) else None
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise TournamentError("entries_unread")
    try:
        return [_one(line) for line in entries]
    except (KeyError, TypeError, ValueError, AttributeError, TournamentError):
        raise TournamentError("entries_unread") from None


def _one(line: dict[str, Any]) -> dict[str, Any]:
    players = line_up.player_names(line["players"], alone=True)
    at = parse_datetime(line["at"])
    whole = (line["arrival"], line["version"])
    flags = (line["withdrawn"],)
    if (
        not _KEY.fullmatch(line["key"])
        or at is None
        or at.tzinfo is None
        or not all(type(one) is int and 1 <= one <= 1_000_000 for one in whole)
        or not all(type(one) is bool for one in flags)
    ):
        raise ValueError("no registration")
    return {
        "key": line["key"],
        "arrival": line["arrival"],
        "version": line["version"],
        "withdrawn": line["withdrawn"],
        "player_1": players[0],
        "player_2": players[1] if len(players) > 1 else "",
        "commune": names.clean_short(line["commune"], registration.ORIGIN_LENGTH, "commune"),
        "at": at,
    }


@transaction.atomic
def keep_source(*, tournament_id: int, address: str, secret: str) -> EntrySource:
    """Note from where the list is taken, and with which key; without a new *secret* the one before stays."""
    tournament = lock_open_tournament(tournament_id)
    source = EntrySource.objects.filter(tournament=tournament).first() or EntrySource(tournament=tournament)
    if source.address != address:
        source.secret = ""  # a key goes nowhere but to the site that it was made for
    source.address, source.secret = address, secret or source.secret
    source.save()
    return source


# --- The end ----------------------------------------------------------------------------------------------------------


def erase_old() -> int:
    """Erase what came from home for concours whose day is over by `KEPT_FOR`; how many registrations."""
    over = Tournament.every.filter(date__lt=timezone.localdate() - KEPT_FOR)
    over = over.exclude(changed_at__gt=timezone.now() - KEPT_FOR)
    EntrySource.objects.filter(tournament__in=over).delete()
    TeamRequest.objects.filter(tournament__in=over).delete()
    return HomeEntry.objects.filter(tournament__in=over).delete()[0]


def erase_named(*, club_id: int, name: str) -> None:
    """Erase what came from home under *name* in the concours of a club; who is there of its team stays a team."""
    named = roster.player_key(name)
    entries = HomeEntry.objects.filter(tournament__club=club_id).values_list("pk", "player_1", "player_2")
    gone = [pk for pk, *players in entries if named in map(roster.player_key, players)]
    HomeEntry.objects.filter(pk__in=gone).delete()
