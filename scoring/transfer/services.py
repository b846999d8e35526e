"""Take a concours in from a file: made anew, or brought up to the lines that the file has beyond those known here."""

import datetime
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.access.models import CampCode
from scoring.errors import ScoringError
from scoring.history.check import check
from scoring.public.models import RenderedPage
from scoring.public.pages import refresh_pages
from scoring.seasons.keeping import follow_teams
from scoring.seasons.models import KeptEvening
from scoring.standings.models import StandingsSnapshot
from scoring.transfer import acts, bundle, rows, sequences
from scoring.transfer.archive import HIGHEST_BYTES
from scoring.transfer.club import ClubFile, bring_people, bring_rest, read_club, write_club
from scoring.transfer.entries import follow_entries, keep_entries, own_entries
from scoring.transfer.file import ConcoursFile, read_concours, write_concours
from scoring.transfer.models import ReceivedFile, WrittenFile
from scoring.transfer.selectors import Comparison, compare
from scoring.webhooks.models import Delivery, Webhook
from scoring.workbook.models import Export
from tournament import names
from tournament.clubs.models import Club
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.concours.services import free_slug, settings_of
from tournament.concours.settings import checked
from tournament.errors import TournamentError
from tournament.jobs import services as jobs
from tournament.jobs.models import Job
from tournament.journal import services as journal
from tournament.journal.epochs import Epoch
from tournament.journal.keys import Keys
from tournament.journal.models import JournalEntry
from tournament.people.models import Person
from tournament.people.naming import REFUSED
from tournament.people.recognition import refer_places
from tournament.people.selectors import is_renamed_since
from tournament.places import NoPlaceError, Places
from tournament.registration.models import Player, TeamMember

log = logging.getLogger("dix.transfer")

CHUNK = 500
APART = 2**40  # beyond every number that a database gives to a player
JOB = "concours-file"
KEPT_FOR = datetime.timedelta(days=1)  # a file that was sent and not taken in
_reading = Places(at_once=1, queue=2, seconds=10)
PersonsOfPlaces = Mapping[tuple[int, int], int]  # (number of the team, place) → person
# Raised by rows that no version of the program wrote: by the database, the rules, or a page. A full disk raises others.
_UNFIT = (
    IntegrityError,
    DataError,
    TournamentError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
)


@dataclass(frozen=True)
class SentClub:
    """The parts of a file: its concours, and what the club has beside them; *whole* where it is the file of a club."""

    concours: Sequence[ConcoursFile]
    about: ClubFile | None = None
    whole: bool = False


class SentFile(Protocol):
    """Describe a file that came: from a browser, or from a stick of this computer."""

    def read(self) -> bytes: ...


@transaction.atomic
def take_in(
    *, file: ConcoursFile, club: Club, by: User, reason: str = "", persons: PersonsOfPlaces | None = None
) -> Tournament:
    """Go on here with the concours of *file*: its rows in *club*, and the first line of the next epoch of its journal.

    *persons*: of the club, as far as they are known; others are recognised by name. All or nothing. Raises ScoringError transfer_same, transfer_older, transfer_fork, transfer_moved, transfer_behind,
    transfer_removed, transfer_elsewhere, and transfer_unfit where the rows are not those that the journal seals.
    """
    found = locked_comparison(file, club, by)
    if not found.may_take_in:
        raise refusal_of(found)
    tournament = found.here
    if tournament is None or found.state == "longer":
        tournament = write_checked_rows(file, club, found.here, persons)
    else:
        follow_entries(file, tournament)
    return begin_epoch(tournament, by, reason)


def begin_epoch(tournament: Tournament, by: User, reason: str = "") -> Tournament:
    """Make a locked concours go on here from its last line: this is its home from now on."""
    lines = tournament.journal_number
    tournament.epoch, tournament.copied_at = str(Epoch.read(tournament.epoch).following()), None
    tournament.save(update_fields=["epoch", "copied_at"])
    journal.write(tournament, acts.TAKE_IN, by, after={"lines": lines}, reason=reason)
    return tournament


@transaction.atomic
def follow(*, file: ConcoursFile, club: Club, by: User) -> Tournament:
    """Make what *club* has of the concours a copy of *file*, which takes no act; a new concours becomes one too.

    Lines that are here alone are gone from the journal: whoever keeps them reads them before (`lines_beyond`). Raises
    ScoringError as `take_in`, transfer_same where there is nothing to follow.
    """
    found = locked_comparison(file, club, by)
    if not found.may_follow:
        raise refusal_of(found)
    tournament = write_checked_rows(file, club, found.here)
    tournament.copied_at = timezone.now()
    tournament.save(update_fields=["copied_at"])
    refresh_pages(tournament_id=tournament.pk, force=True)
    return tournament


def locked_comparison(file: ConcoursFile, club: Club, by: User) -> Comparison:
    """Lock what *club* has of the concours of *file*, and the club, and return how they stand to each other."""
    here = compare(file, club, by).here
    if here is not None and here.club_id == club.pk and here.removed_at is None:
        lock_tournament(here.pk, copied=True)
    # The club after the concours, as everywhere: of two who take the same file in, one finds it taken in.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club.pk)
    found = compare(file, club, by)
    return found if found.here == here else Comparison("same", found.here)


def write_checked_rows(
    file: ConcoursFile, club: Club, here: Tournament | None, persons: PersonsOfPlaces | None = None
) -> Tournament:
    """Write the rows of *file*, all or none. Raises ScoringError transfer_unfit."""
    try:
        with transaction.atomic():
            return write_rows(file, club, here, persons or {})
    except _UNFIT as error:
        log.warning("the rows of a concours file do not fit: %s: %s", type(error).__name__, error)
        raise ScoringError("transfer_unfit") from error


def refusal_of(found: Comparison) -> ScoringError:
    """Return why the file that *found* compares cannot be taken in."""
    if found.state in ("fork", "moved", "behind"):
        return ScoringError(f"transfer_{found.state}", line=found.parts_at)
    if found.state == "elsewhere" and found.here is not None:
        return ScoringError("transfer_elsewhere", club=found.here.club.name)
    return ScoringError(f"transfer_{found.state}")


def write_rows(file: ConcoursFile, club: Club, here: Tournament | None, persons: PersonsOfPlaces) -> Tournament:
    """Write the rows of *file* in the place of those of *here*, and hold them against the journal and the rules."""
    former = Keys.of(here.keys) if here is not None else None
    authors = dict(here.journal.values_list("hash", "by")) if here is not None else {}
    known = _persons_of(here) if here is not None else {}
    entries = own_entries(here)
    numbers = dict(here.teams.values_list("pk", "number")) if here is not None else {}
    if here is not None:
        _forget_beyond(here, file)
        _delete_rows(here)
    keys = _keys(file, club, here, former)
    (concours,) = rows.objects(rows.TABLES[0], file.rows["tournament.Tournament"], keys)
    assert isinstance(concours, Tournament)
    concours.pk = keys.concours[0]
    concours.keys = keys.stored()
    concours.journal_number, concours.journal_hash, concours.epoch = len(file.lines), file.head, str(file.epoch)
    _save(concours, new=here is None)
    for one in rows.TABLES[2:]:
        made = rows.objects(one, file.rows[one.model], keys)
        for row in made:
            if one.model in rows.WITH_PHOTO:
                row.content = file.photos[row.digest]  # type: ignore[attr-defined]
        _insert(one.table, _codes_elsewhere(made) if one.model == "scoring.CampCode" else made)
    JournalEntry.objects.bulk_create(_lines(file, keys, authors), batch_size=CHUNK)
    concours = Tournament.objects.select_related("club").get(pk=concours.pk)
    _prove(concours)
    members = TeamMember.objects.filter(team__tournament=concours) if persons else TeamMember.objects.none()
    for player, *place in members.values_list("player", "team__number", "position"):
        if person := persons.get((place[0], place[1])):
            known[player] = person
    refer_places(concours, known)
    _keep_unnamed(concours, file.unnamed)
    keep_entries(concours, entries)
    follow_teams(concours, numbers)
    return concours


def _codes_elsewhere(made: list[models.Model]) -> list[models.Model]:
    """Return the codes that another computer printed, but those that open a table of this database already."""
    digests = [row.token_digest for row in made]  # type: ignore[attr-defined]
    known = set(CampCode.objects.filter(token_digest__in=digests).values_list("token_digest", flat=True))
    for row in made:
        row.elsewhere = True  # type: ignore[attr-defined]
    return [row for row in made if row.token_digest not in known]  # type: ignore[attr-defined]


def _persons_of(concours: Tournament) -> dict[int, int]:
    """Return player → person of the places of a concours."""
    members = TeamMember.objects.filter(team__tournament=concours, person__isnull=False)
    return dict(members.values_list("player", "person"))


def _keep_unnamed(concours: Tournament, unnamed: Collection[tuple[int, int]]) -> None:
    """Record of the persons of the places *unnamed* that they refused to be named where the file comes from."""
    members = TeamMember.objects.filter(team__tournament=concours).exclude(person=None)
    places = members.values_list("person", "team__number", "position") if unnamed else []
    refused = [person for person, team, position in places if (team, position) in unnamed]
    Person.objects.filter(pk__in=refused, naming="").update(naming=REFUSED)


def _keys(file: ConcoursFile, club: Club, here: Tournament | None, former: Keys | None) -> Keys:
    """Reserve numbers for the rows of *file*, and find or make its players; the pairs of all of them."""
    (said,) = file.rows["tournament.Tournament"]
    lowest, highest = rows.span_of(file.rows, file.lines)
    # Players who left have no row, but lines name them and a deleted team comes back with them: numbers of their own.
    gone = rows.gone_players(file.rows, file.lines)
    distance = sequences.reserve([one.table for one in rows.TABLES], lowest, highest + len(gone))
    slug = here.slug if here is not None else free_slug(said["slug"])
    return Keys(
        distance=distance,
        apart=APART,
        concours=(here.pk if here is not None else said["id"] + distance, said["id"]),
        club=(club.pk, said["club_id"]),
        slug=(slug, said["slug"]),
        players=_players(file, club, former) | {highest + distance + at: key for at, key in enumerate(gone, 1)},
        unknown=file.unknown,
        accounts=file.accounts,
        people=former is not None and (former.own or former.people),
    )


def _players(file: ConcoursFile, club: Club, former: Keys | None) -> dict[int, int]:
    """Return the players of *file* by their number here: those known to the club by the same name, else new ones."""
    wanted = {row["id"]: (row, names.key(row["name"])[:80]) for row in file.rows["tournament.Player"]}
    free: dict[str, list[Player]] = {}
    for player in Player.objects.filter(club=club, key__in={name for _said, name in wanted.values()}).order_by("pk"):
        free.setdefault(player.key, []).append(player)
    chosen: dict[int, Player] = {}
    # Players of the concours as it was here before stay the same persons.
    for key, (_said, name) in wanted.items():
        number = None if former is None else key if former.own else former.player_number(key)
        same = [player for player in free.get(name, ()) if player.pk == number]
        if same:
            chosen[key] = same[0]
            free[name].remove(same[0])
    new = []
    for key, (row, name) in wanted.items():
        if key in chosen:
            continue
        if free.get(name):
            chosen[key] = free[name].pop(0)
        else:
            said = {column: row[column] for column in ("name", "phone", "surname_first")}
            chosen[key] = Player(club=club, key=name, **said)
            new.append(chosen[key])
    Player.objects.bulk_create(new, batch_size=CHUNK)
    return {player.pk: key for key, player in chosen.items()}


def _forget_beyond(here: Tournament, file: ConcoursFile) -> None:
    """Delete what was made of *here* from lines that *file* has not, or others in their place: pages, standings, workbooks."""
    own = here.journal.order_by("number").values_list("hash", flat=True)
    pairs = zip(own, (line["hash"] for line in file.lines), strict=False)
    common = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
    for copies in (RenderedPage, StandingsSnapshot, Export, KeptEvening):
        copies._base_manager.filter(tournament=here, journal_number__gt=common).delete()
    # Other sites are told the lines that came in their place.
    Delivery.objects.filter(webhook__tournament=here, journal_number__gt=common).delete()
    Webhook.objects.filter(tournament=here, journal_number__gt=common).update(journal_number=common)


def _delete_rows(here: Tournament) -> None:
    """Delete the rows of a concours that a longer file replaces, those first that refer to others."""
    JournalEntry.objects.filter(tournament=here).delete()
    for one in reversed(rows.TABLES[2:]):
        one.table._base_manager.filter((one.concours, here.pk)).delete()


def _save(concours: Tournament, *, new: bool) -> None:
    created = concours.created_at
    concours.save(force_insert=new)
    # The moment of the insertion is set by the column itself.
    Tournament.every.filter(pk=concours.pk).update(created_at=created)


def _insert(table: type[models.Model], made: list[models.Model]) -> None:
    """Insert rows with the moments that they hold, also those that a column sets by itself."""
    set_by_themselves = [field.name for field in table._meta.concrete_fields if getattr(field, "auto_now_add", False)]
    moments = [[getattr(row, name) for name in set_by_themselves] for row in made]
    table._base_manager.bulk_create(made, batch_size=CHUNK)
    if set_by_themselves:
        for row, its in zip(made, moments, strict=True):
            for name, moment in zip(set_by_themselves, its, strict=True):
                setattr(row, name, moment)
        table._base_manager.bulk_update(made, set_by_themselves, batch_size=CHUNK)


def _lines(file: ConcoursFile, keys: Keys, authors: Mapping[str, int | None]) -> list[JournalEntry]:
    """Return the lines of *file*; *authors* are the accounts of those that were written here, by their hashes."""
    moment = JournalEntry._meta.get_field("at")
    return [
        JournalEntry(
            tournament_id=keys.concours[0],
            number=line["number"],
            at=moment.to_python(line["at"]),
            by_id=authors.get(line["hash"]),
            by_number=line["by"],
            act=line["act"],
            before=keys.line_with_numbers(line["before"]),
            after=keys.line_with_numbers(line["after"]),
            reason=line["reason"],
            seals=keys.seals_with_numbers(line["seals"]),
            epoch=line.get("epoch", ""),
            previous=line["previous"],
            hash=line["hash"],
        )
        for line in file.lines
    ]


def _prove(concours: Tournament) -> None:
    """Raise unless the rows are as the lines seal them, the settings are ones that can be chosen, and pages can be made."""
    outcome = check(concours)
    if not outcome.whole:
        said = [difference.text for difference in outcome.differences[:3]]
        raise ValueError(f"the journal breaks at {outcome.broken_at}: {said}")
    checked(settings_of(concours))
    refresh_pages(tournament_id=concours.pk, force=True)


def pack_club(club: Club) -> bytes:
    """Return the file of *club*: all its concours, the latest first, and what it has beside them.

    Raises ScoringError transfer_queue, transfer_photos, transfer_club_large.
    """
    concours = Tournament.objects.filter(club=club, is_demo=False).order_by("-date", "-pk")[: bundle.MOST]
    try:
        with _reading.hold():
            named = [(f"{one.date}-{one.slug}.belote", write_concours(one.pk).content) for one in concours]
    except NoPlaceError:
        raise ScoringError("transfer_queue", field="file") from None
    about = write_club(club, [one.pk for one in concours])
    if sum(len(content) for _name, content in named) + len(about) > HIGHEST_BYTES:
        raise ScoringError("transfer_club_large", field="file", most=HIGHEST_BYTES // 1_000_000)
    return bundle.pack([*named, (bundle.CLUB, about)])


def take_all_in(*, sent: SentClub, club: Club, by: User) -> int:
    """Take in each concours that may be, as `take_in`, with the people and seasons of its club; return how many were."""
    brought = bring_people(file=sent.about, club=club, by=by) if sent.about else None
    taken = []
    for file in sent.concours:
        if compare(file, club, by).may_take_in:
            persons = brought.of(file.identity) if brought else None
            taken.append(take_in(file=file, club=club, by=by, persons=persons).pk)
    if brought:
        bring_rest(brought=brought, club=club, taken=taken, by=by)
    return len(taken)


def ask_file(*, tournament: Tournament, by: User) -> Job:
    """Enqueue the file of *tournament*, or return the job that nobody has begun yet."""
    with transaction.atomic():
        return jobs.enqueue(JOB, tournament=tournament, by=by, once=True)


def write_file(job: Job, progress: jobs.Progress) -> dict[str, object]:
    """Write the file of the job's concours as it stands now, in the place of the former one.

    It is written again where a name was erased or corrected meanwhile. Raises TournamentError removed.
    """
    progress(1, _("Reading the concours"))
    pk = job.tournament_id
    assert pk is not None, "the file is that of a concours"
    try:
        written = write_concours(pk)
    except Tournament.DoesNotExist:
        raise TournamentError("removed") from None
    values = {
        "journal_number": written.journal_number,
        "content": written.content,
        "size": len(written.content),
        "made_at": timezone.now(),
    }
    with transaction.atomic():
        lock_tournament(pk, closed_club=True, copied=True)
        renamed = is_renamed_since(pk, written.journal_number)
        if not renamed:
            WrittenFile.objects.update_or_create(tournament_id=pk, defaults=values)
    return (
        write_file(job, progress)
        if renamed
        else {"journal_number": written.journal_number, "size": len(written.content)}
    )


def read_all_at_once(data: bytes) -> SentClub:
    """Read *data* as `read_at_once` does, or each part of the file of a club."""
    parts = bundle.unpack(data)
    if parts is None:
        return SentClub([read_at_once(data)])
    about = read_club(parts.club) if parts.club is not None else None
    return SentClub([read_at_once(part) for part in parts.concours], about, whole=True)


def read_at_once(data: bytes) -> ConcoursFile:
    """Read *data* as `read_concours` does, one file at a time in a process. Raises ScoringError transfer_queue too."""
    try:
        with _reading.hold():
            return read_concours(data)
    except NoPlaceError:
        raise ScoringError("transfer_queue", field="file") from None


@transaction.atomic
def receive_file(*, upload: SentFile | None, club: Club, by: User) -> ReceivedFile:
    """Store a file that was sent until it is taken in; what this account sent before goes.

    Raises ScoringError transfer_none, transfer_queue, and as `read_concours`.
    """
    if upload is None:
        raise ScoringError("transfer_none", field="file")
    data = upload.read()
    read_all_at_once(data)
    ReceivedFile.objects.filter(by=by).delete()
    ReceivedFile.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
    return ReceivedFile.objects.create(club=club, by=by, content=data)
