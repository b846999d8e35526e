"""Acts of registration: register a team, correct it, number it, take it off the list."""

from collections.abc import Callable, Collection, Sequence
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament import names
from tournament.clubs.models import Club
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.journal.acts import Act
from tournament.ledger import booking as ledger
from tournament.people import recognition as people
from tournament.prepared import insert, prepared
from tournament.qualification.conditions import Candidate, check_admission
from tournament.registration import acts, payments, selectors as roster
from tournament.registration.imports.telephones import is_phone, phone_in
from tournament.registration.line_up import NAME_LENGTH, TEAM_SIZE, player_names
from tournament.registration.models import CATEGORIES, Player, Team, TeamMember
from tournament.registration.removal import keep_removed

ORIGIN_LENGTH, REMARK_LENGTH = 60, 120
# The texts of a team that a person types, each with its longest.
TEXTS = {"name": NAME_LENGTH, "origin": ORIGIN_LENGTH, "family": ORIGIN_LENGTH, "remark": REMARK_LENGTH}
HIGHEST_NUMBER = 99_999
MOST_TEAMS = 10_000  # of a concours, those that wait or left too: each new name is compared with all


class TeamFields(TypedDict, total=False):
    """Represent what can be changed of a team beside its players."""

    number: int | None
    name: str
    origin: str
    category: str
    family: str
    remark: str
    fixed_table: int | None
    present: bool
    paid_cents: int | None
    paid_by: str
    alone: bool
    reductions: list[str]


def _with_number(name: str, number: int) -> str:
    return _("%(name)s (no. %(number)s)") % {"name": name, "number": number}


def duplicates_error(duplicates: Sequence[roster.DuplicatePlayer]) -> TournamentError:
    """Make the error that tells which names of a new team are already in which team."""
    first = duplicates[0]
    code = "team_already_there" if first.whole_team else "player_already_there"
    if first.whole_team and first.withdrawn:
        code = _gone_code(first)
    where = ", ".join(dict.fromkeys(_with_number(one.player, one.number) for one in duplicates))
    return TournamentError(code, field="confirm", where=where, number=first.number, team=first.team_id)


def _gone_code(found: roster.DuplicatePlayer | roster.Likeness) -> str:
    """Return the code of the refusal of a team that was here: who left comes back, an exclusion is taken back first."""
    return "team_was_excluded" if found.excluded else "team_left"


@transaction.atomic
def register_team(
    *,
    tournament_id: int,
    players: Sequence[str],
    confirm_twin: bool = False,
    till: str = "",
    waiting: bool | None = None,
    let_in: str = "",
    by: User | None,
    **fields: Unpack[TeamFields],
) -> Team:
    """Register a team (one player where people enter alone), with the lowest free number unless *number* is given.

    It is present unless *present* is false. Once a partie is drawn, it joins at the next one. Where all the places are
    taken, or others wait for one, it is on the waiting list (`Team.waiting`). A player already in a team of the
    concours is refused unless *confirm_twin* says that he is another person of the same name; so are two names nearly
    those of a team. What it pays goes into *till*. *waiting*: who registered from home had a place already, or waited.
    *let_in*: why a team plays all the same that the conditions of the concours refuse. Raises TournamentError.
    """
    tournament = lock_open_tournament(tournament_id)
    used = roster.numbers_used(tournament)
    check_number_of_teams(len(used) + 1)
    wanted = player_names(players, singles=tournament.singles, alone=fields.get("alone", False))
    fields["alone"] = not tournament.singles and len(wanted) < TEAM_SIZE
    _check_duplicates(tournament, wanted, confirm_twin)
    _check_likeness(tournament, wanted, confirm_twin)
    let_in = names.clean_short(let_in, journal.REASON_LENGTH, "let_in")
    against = check_admission(tournament, _candidate(wanted, fields), let_in)
    team = Team(
        tournament=tournament,
        number=_free_number(used, fields.pop("number", None)),
        first_round=joining_round(tournament),
        waiting=roster.newcomers_waiting(tournament, 1, alone=fields["alone"]) > 0 if waiting is None else waiting,
    )
    _set_fields(team, {"present": True, **fields})
    team.save(force_insert=True)
    seat_players(team, _typed_players(tournament, wanted))
    booked = payments.book_payment(team, {}, till, by)
    admitted, reason = ({"let_in": against}, let_in) if against else ({}, "")
    journal.write(tournament, acts.REGISTER_TEAM, by, after=facts(team) | booked | admitted, reason=reason)
    return team


def _candidate(players: Sequence[str], fields: TeamFields, team: Team | None = None) -> Candidate:
    """Return a team with *fields* as the conditions of the concours look at it; what they leave out is that of *team*."""
    commune = fields.get("origin", team.origin if team else "")
    return Candidate(players, names.clean(commune), fields.get("category", team.category if team else ""))


def check_number_of_teams(count: int) -> None:
    """Raise TournamentError `teams_many` where a concours of *count* teams would be too large."""
    if count > MOST_TEAMS:
        raise TournamentError("teams_many", most=MOST_TEAMS)


def joining_round(tournament: Tournament) -> int:
    """Return the first partie a team registered now can play. Raises TournamentError too_late."""
    drawn = roster.last_published_round(tournament)
    if drawn >= tournament.parties:
        raise TournamentError("too_late", parties=tournament.parties)
    return drawn + 1


def known_players(tournament: Tournament, wanted: Sequence[str]) -> list[Player]:
    """Find a player for each name *wanted*: the club's own of that name when free in this concours, else a new one.

    Two people of one name are two players: the second is never put in the place of the first. New ones are not saved.
    The club's players stay locked: another concours of the club may be forgetting one of them.
    """
    lock_players(tournament)
    keys = [roster.player_key(name) for name in wanted]
    free: dict[str, list[Player]] = {}
    for player in roster.free_players(tournament, keys):
        free.setdefault(player.key, []).append(player)
    return [
        free[key].pop() if free.get(key) else Player(club_id=tournament.club_id, name=name, key=key)
        for name, key in zip(wanted, keys, strict=True)
    ]


def spellings_in_club(tournament: Tournament, keys: Collection[str]) -> dict[str, str]:
    """Return key → the name of the player that `known_players` finds for it; one query."""
    return {player.key: player.name for player in roster.free_players(tournament, keys)}


def _typed_players(tournament: Tournament, typed: Sequence[str]) -> list[Player]:
    """Find a player for each name that somebody has just *typed*: the spelling stands before the older one of the club."""
    players = known_players(tournament, typed)
    for player, name in zip(players, typed, strict=True):
        if player.pk and player.name != name:
            player.name, player.surname_first = name, None
            player.save()
    return players


def lock_players(tournament: Tournament) -> None:
    """Lock the players of the club until the transaction ends; taken after the lock of the concours, never before it.

    A player belongs to every concours of the club: one may seat him while another, which he leaves, forgets him.
    """
    _locked_clubs.get(pk=tournament.club_id)


@prepared
def _locked_clubs(pk: int) -> QuerySet[Club]:
    return Club.objects.select_for_update(of=("self",), no_key=True).filter(pk=pk)


def seat_players(team: Team, players: Sequence[Player]) -> None:
    """Make *players* those of *team*, in their order, and find their persons; new ones are saved."""
    insert([player for player in players if player.pk is None])
    seat_lists(team.tournament, [(team, players)])


def seat_lists(tournament: Tournament, line_ups: Sequence[tuple[Team, Sequence[Player]]]) -> None:
    """Assign each team its players, all saved, and each place its person; a constant number of queries."""
    places = [
        people.NamedPlace(
            player.name,
            team.origin,
            team.category,
            partner=next((other.key for other in players if other is not player), ""),
        )
        for team, players in line_ups
        for player in players
    ]
    person = iter(people.recognise(tournament=tournament, places=places))
    members = [
        TeamMember(team=team, player=player, person=next(person), position=position)
        for team, players in line_ups
        for position, player in enumerate(players, start=1)
    ]
    insert(members)


@transaction.atomic
def change_team(
    *,
    team_id: int,
    players: Sequence[str] | None = None,
    phones: Sequence[str] = (),
    confirm_twin: bool = False,
    reason: str = "",
    let_in: str = "",
    till: str = "",
    by: User | None,
    **fields: Unpack[TeamFields],
) -> Team:
    """Change what is given of a team, and leave the rest as it was.

    Another player once a draw is published needs a *reason*, one whom the conditions of the concours refuse needs
    *let_in*; the number is fixed as soon as a draw was made, for its
    minutes name teams by number. Raises TournamentError.
    """
    tournament, team = open_team(team_id)
    before, texts, paid, against = facts(team), _texts(team), ledger.parts(team), list[str]()
    reason = names.clean_short(reason, journal.REASON_LENGTH, "reason")
    if players is not None:
        # A single stays one until a partner is written beside; a team of one plays with a substitute.
        one = fields.get("alone", team.alone) or team.members.count() == 1
        wanted = player_names(players, singles=tournament.singles, alone=one)
        let_in = names.clean_short(let_in, journal.REASON_LENGTH, "let_in")
        against = _check_newcomers(team, wanted, fields, let_in)
        reason = reason or (let_in if against else "")
        _change_players(tournament, team, wanted, confirm_twin, reason)
        if len(wanted) == TEAM_SIZE:
            fields["alone"] = False
    if fields.get("alone") and (tournament.singles or team.members.count() > 1):
        fields["alone"] = False
    number = fields.pop("number", None)
    if number is not None and number != team.number:
        if roster.has_draw(tournament):
            raise TournamentError("number_drawn", field="number", number=team.number)
        team.number = _free_number(roster.numbers_used(tournament), number)
    _change_phones(team, phones)
    _set_fields(team, fields)
    team.save()
    if team.origin != texts["origin"]:
        people.follow_origin([team.pk], [str(texts["origin"])], team.origin)
    after = facts(team) | payments.book_payment(team, paid, till, by)
    # Texts may hold a name or a person's health: the journal says that they changed, not what they say.
    changed = [field for field, text in _texts(team).items() if text != texts[field]]
    if before != after or changed:
        after |= ({"texts": changed} if changed else {}) | ({"let_in": against} if against else {})
        journal.write(tournament, acts.CHANGE_TEAM, by, before=before, after=after, reason=reason)
    return team


def _check_newcomers(team: Team, wanted: Sequence[str], fields: TeamFields, let_in: str) -> list[str]:
    """Check that a team that somebody joins may play; return what speaks against it. Raises TournamentError `not_admitted`.

    Nobody joins where a name is only corrected: those who were let in once stay.
    """
    present = {member.player.key: member.person for member in team.members.select_related("player", "person")}
    known = {at: present[key] for at, name in enumerate(wanted) if (key := roster.player_key(name)) in present}
    if len(known) == len(wanted):
        return []
    return check_admission(team.tournament, _candidate(wanted, fields, team)._replace(known=known), let_in)


def _set_fields(team: Team, fields: TeamFields) -> None:
    """Set *fields* on a team that is not saved yet. Raises TournamentError for the first wrong one."""
    for field, value in fields.items():
        if isinstance(value, str) and field in TEXTS:
            value = names.clean_short(value, TEXTS[field], field)
        elif field == "category" and value not in CATEGORIES:
            raise TournamentError("category_unknown", field="category", read=value)
        setattr(team, field, value)
    check_fixed_table(team)
    payments.check_payment(team, fields.keys())


def _change_players(tournament: Tournament, team: Team, wanted: Sequence[str], confirm_twin: bool, reason: str) -> None:
    """Put *wanted* in the team. The same person written otherwise is a correction of his name, not another player."""
    lock_players(tournament)
    members = list(team.members.select_related("player").order_by("position"))
    present = {member.player.key: member.player for member in members}
    keys = [roster.player_key(name) for name in wanted]
    new = [name for name, key in zip(wanted, keys, strict=True) if key not in present]
    if new or len(set(keys)) < len(keys):
        _check_duplicates(tournament, wanted if len(new) == len(wanted) else new, confirm_twin, without=team.pk)
    drawn = roster.last_published_round(tournament) > 0
    if new and drawn and not reason:
        raise TournamentError("reason_needed", field="reason")
    leaving = [member.player for member in members if member.player.key not in keys]
    line_up: list[Player] = []
    for name, key in zip(wanted, keys, strict=True):
        player = present.pop(key, None)
        if player is None and not drawn and leaving and _only_here(leaving[0]) and not _known(tournament, key):
            # Before any draw a name nobody knows, put in the place of one seen nowhere else, is a slip mended.
            player = leaving.pop(0)
        if player is None:
            [player] = _typed_players(tournament, [name])
        elif player.name != name:
            player.name, player.surname_first = name, None
            player.save()
        line_up.append(player)
    if [player.pk for player in line_up] == [member.player_id for member in members]:
        return
    team.members.all().delete()
    seat_players(team, line_up)
    _forget_unknown([member.player for member in members])
    people.forget_unknown([member.person_id for member in members])


def _change_phones(team: Team, phones: Sequence[str]) -> None:
    """Note *phones*, in the order of the players; an empty one is forgotten. Raises TournamentError phone_unread."""
    members = team.members.select_related("player").order_by("position")
    for place, (member, typed) in enumerate(zip(members, phones, strict=False), start=1):
        phone = phone_in(typed) if is_phone(typed) else ""
        if typed.strip() and not phone:
            raise TournamentError("phone_unread", field=f"phone_{place}", read=names.clean(typed)[:40])
        if member.player.phone != phone:
            member.player.phone = phone
            member.player.save()


def _only_here(player: Player) -> bool:
    return player.memberships.count() == 1


def _known(tournament: Tournament, key: str) -> bool:
    return Player.objects.filter(club=tournament.club_id, key=key).exists()


def check_place(tournament: Tournament) -> None:
    """Raise TournamentError `places_full` where every place is taken."""
    if roster.places_left(tournament) == 0:
        raise TournamentError("places_full", places=tournament.max_teams)


@acts.DELETE_TEAM.service
@transaction.atomic
def delete_team(*, team_id: int, money: str = "", means: str = "cash", till: str = "", by: User | None) -> None:
    """Take the team off the list, as if it had never been there; only one that was never seated.

    *money* says what becomes of what it has paid, one of MONEY: given back by *means* out of *till*, kept, or a mistake:
    nothing was ever paid. Its players are forgotten too where the club knows them from nowhere else; it is kept apart until the next draw is
    published, so that it may come back (`restoring.restore_team`). Raises TournamentError team_seated, team_has_paid.
    """
    tournament, team = open_team(team_id)
    if team.seats.filter(round__state="published").exists():
        raise TournamentError("team_seated", number=team.number)
    check_no_draft(tournament)
    lock_players(tournament)
    # A team that was formed of two who came alone takes that with it.
    before = facts(team) | ({"partners": 0} if hasattr(team, "formed") else {})
    players, persons = list(team.players.all()), list(team.members.values_list("person", flat=True))
    after = payments.settle_payment(team, money, means, till, by)
    keep_removed(team)
    team.delete()
    _forget_unknown(players)
    people.forget_unknown(persons)
    journal.write(tournament, acts.DELETE_TEAM, by, before=before, after=after)


def check_no_draft(tournament: Tournament) -> None:
    """Raise TournamentError `draft_pending` while a draw waits to be published: it names the teams that there are."""
    pending = tournament.rounds.filter(draws__state="draft").first()
    if pending is not None:
        raise TournamentError("draft_pending", round=pending.number)


@transaction.atomic
def renumber_teams(*, tournament_id: int, by: User | None) -> int:
    """Number the teams from 1 without holes, in their order; how many changed. Raises TournamentError number_drawn."""
    tournament = lock_open_tournament(tournament_id)
    if roster.has_draw(tournament):
        raise TournamentError("numbers_drawn")
    teams = Team.objects.filter(tournament=tournament).order_by("number")
    moves = [(team, number) for number, team in enumerate(teams, start=1) if team.number != number]
    # From the lowest up each new number is free when its turn comes: nothing below it is left to move.
    for team, number in moves:
        Team.objects.filter(pk=team.pk).update(number=number)
    if moves:
        before = {"numbers": [team.number for team, _ in moves]}
        after = {"numbers": [number for _, number in moves]}
        journal.write(tournament, acts.RENUMBER_TEAMS, by, before=before, after=after)
    return len(moves)


def update_team(
    tournament: Tournament,
    team: Team,
    act: Act,
    by: User | None,
    reason: str = "",
    *,
    till: str = "",
    **values: object,
) -> Team:
    """Set *values* on the team of a locked concours, save it, and journal what they were and are; nothing twice."""
    before, paid = {field: getattr(team, field) for field in values}, ledger.parts(team)
    if before == values:
        return team
    for field, value in values.items():
        setattr(team, field, value)
    team.save()
    where = {"team": team.pk, "number": team.number}
    values |= payments.book_payment(team, paid, till, by)
    journal.write(tournament, act, by, before=where | before, after=where | values, reason=reason)
    return team


def facts(team: Team) -> dict[str, object]:
    """Return the facts that the journal keeps of a team: identifiers and figures."""
    figures = ("number", "category", "present", "paid_cents", "paid_by", "fixed_table", "first_round")
    players = [player for player, _name, _phone in _members(team=team.pk)]
    rare = {name: value for name in ("waiting", "alone", "reductions") if (value := getattr(team, name))}
    return {"team": team.pk, "players": players} | {name: getattr(team, name) for name in figures} | rare


def _texts(team: Team) -> dict[str, object]:
    members = _members(team=team.pk)
    of_players = {"players": [name for _, name, _phone in members], "phones": [phone for *_, phone in members]}
    return {field: getattr(team, field) for field in TEXTS} | of_players


@prepared
def _members(team: int) -> QuerySet[TeamMember, tuple[int, str, str]]:
    members = TeamMember.objects.filter(team=team).order_by("position")
    return members.values_list("player", "player__name", "player__phone")


def open_team(team_id: int) -> tuple[Tournament, Team]:
    """Lock the concours of a team. Raises TournamentError team_gone where somebody deleted the team meanwhile."""
    return locked_team(team_id, lock_open_tournament)


def locked_team(team_id: int, lock: Callable[[int], Tournament]) -> tuple[Tournament, Team]:
    seen = _teams.first(pk=team_id)
    tournament = lock(seen.tournament_id) if seen is not None else None
    team = _teams.first(pk=team_id)
    if tournament is None or team is None:
        raise TournamentError("team_gone")
    return tournament, team


@prepared
def _teams(pk: int) -> QuerySet[Team]:
    return Team.objects.filter(pk=pk)


def _check_duplicates(
    tournament: Tournament, wanted: Sequence[str], confirmed: bool, *, without: int | None = None
) -> None:
    if confirmed:
        return
    if len({roster.player_key(name) for name in wanted}) < len(wanted):
        raise TournamentError("same_player_twice", field="player_2", read=wanted[0])
    duplicates = roster.find_duplicates(tournament, wanted, without=without)
    if duplicates:
        raise duplicates_error(duplicates)


def _check_likeness(tournament: Tournament, wanted: Sequence[str], confirmed: bool) -> None:
    alike = None if confirmed else roster.likeness(tournament, wanted)
    if alike:
        where = _with_number(alike.players, alike.number)
        code = _gone_code(alike) if alike.withdrawn else "team_resembles"
        raise TournamentError(code, field="confirm", where=where, number=alike.number, team=alike.team_id)


def _free_number(used: set[int], number: int | None) -> int:
    if number is None:
        return roster.first_free_number(used)
    if not 1 <= number <= HIGHEST_NUMBER:
        raise TournamentError("number_range", field="number", read=number, most=HIGHEST_NUMBER)
    if number in used:
        free = roster.first_free_number(used)
        raise TournamentError("number_taken", field="number", read=number, free=free)
    return number


def check_fixed_table(team: Team) -> None:
    """Check that no other team keeps the table of *team*. Raises TournamentError `number_range`, `table_kept`."""
    table = team.fixed_table
    if table is None:
        return
    if not 1 <= table <= HIGHEST_NUMBER:
        raise TournamentError("number_range", field="fixed_table", read=table, most=HIGHEST_NUMBER)
    other = Team.objects.filter(tournament=team.tournament_id, fixed_table=table).exclude(pk=team.pk).first()
    if other is not None:
        raise TournamentError("table_kept", field="fixed_table", read=table, number=other.number)


def _forget_unknown(players: Sequence[Player]) -> None:
    """Delete every person whom no team names any more."""
    Player.objects.filter(pk__in=[player.pk for player in players], memberships__isnull=True).delete()
