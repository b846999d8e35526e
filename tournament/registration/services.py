"""Acts of registration: register a team, correct it, mark it present and paid, let it leave or come back."""

import unicodedata
from collections.abc import Callable, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from tournament import names
from tournament.clubs.models import Club
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.registration import selectors as roster
from tournament.registration.imports.words import is_phone, phone_in
from tournament.registration.models import CATEGORIES, Player, Team, TeamMember

TEAM_SIZE = 2
NAME_LENGTH, ORIGIN_LENGTH, REMARK_LENGTH, REASON_LENGTH = 60, 60, 120, 200
HIGHEST_NUMBER = 99_999
MOST_CENTS = 1_000_000
# No written language stacks more marks on a letter; beyond, the name would run over the lines around it.
MOST_MARKS_ON_A_LETTER = 4


class Keep:
    """The value that means "leave it as it is" where None is itself a value."""


KEEP = Keep()


def player_name(text: str, *, field: str = "players") -> str:
    """Clean the name of a player: at least one letter, at most 60 characters.

    Raises TournamentError player_name_missing, player_name_long, player_name_unreadable.
    """
    name = names.clean(text)
    if not any(c.isalpha() for c in name):
        raise TournamentError("player_name_missing", field=field, read=name)
    if len(name) > NAME_LENGTH:
        raise TournamentError("player_name_long", field=field, read=f"{name[:30]}…", length=len(name), most=NAME_LENGTH)
    marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > MOST_MARKS_ON_A_LETTER:
            raise TournamentError("player_name_unreadable", field=field)
    return name


def player_names(players: Sequence[str], *, singles: bool = False) -> list[str]:
    """Return the names of a whole team, each one good; with *singles*, of the one person who enters alone.

    Raises TournamentError, its `field` being player_1 or player_2.
    """
    filled = [text for text in players if names.clean(text)]
    if not filled:
        raise TournamentError("player_missing" if singles else "players_missing", field="player_1")
    if singles:
        if len(filled) > 1:
            raise TournamentError("single_expected", field="player_2", read=names.clean(filled[1])[:NAME_LENGTH])
        return [player_name(filled[0], field="player_1")]
    if len(filled) < TEAM_SIZE:
        missing = next((i for i, text in enumerate(players) if not names.clean(text)), len(players))
        raise TournamentError(
            "partner_missing", field=f"player_{missing + 1}", read=names.clean(filled[0])[:NAME_LENGTH]
        )
    if len(players) > TEAM_SIZE:
        raise TournamentError("too_many_players", field="player_2", count=len(players))
    return [player_name(text, field=f"player_{i}") for i, text in enumerate(players, start=1)]


def duplicates_error(duplicates: Sequence[roster.DuplicatePlayer]) -> TournamentError:
    """Make the error that tells which names of a new team are already in which team."""
    first = duplicates[0]
    if first.whole_team:
        code = "team_already_there"
    else:
        code = "player_already_there"
    where = ", ".join(f"{duplicate.player} (n° {duplicate.number})" for duplicate in _without_repeats(duplicates))
    return TournamentError(code, field="confirm", where=where, number=first.number, team=first.team_id)


def _without_repeats(duplicates: Sequence[roster.DuplicatePlayer]) -> list[roster.DuplicatePlayer]:
    return list({(duplicate.team_id, duplicate.player): duplicate for duplicate in duplicates}.values())


@transaction.atomic
def register_team(
    *,
    tournament_id: int,
    players: Sequence[str],
    number: int | None = None,
    origin: str = "",
    category: str = "",
    present: bool = True,
    paid_cents: int | None = None,
    remark: str = "",
    confirm_twin: bool = False,
    by: User | None,
) -> Team:
    """Register a team (one player where people enter alone), with the lowest free number unless *number* is given.

    Once a partie is drawn, the team joins at the next one. Where all the places are taken, or others wait for one, it
    is on the waiting list (`Team.waiting`). A player already in a team of the concours is refused
    unless *confirm_twin* says that he is another person of the same name; so are two names nearly those of a team.
    Raises TournamentError.
    """
    tournament = open_tournament(tournament_id)
    wanted = player_names(players, singles=tournament.singles)
    _check_duplicates(tournament, wanted, confirm_twin)
    _check_likeness(tournament, wanted, confirm_twin)
    first_round = joining_round(tournament)
    team = add_team(
        tournament=tournament,
        players=known_players(tournament.club_id, tournament, wanted),
        number=_free_number(tournament, number),
        origin=origin,
        category=category,
        present=present,
        paid_cents=paid_cents,
        remark=remark,
        first_round=first_round,
        waiting=roster.newcomers_waiting(tournament, 1) > 0,
    )
    journal.write(tournament=tournament, act="register_team", by=by, after=facts(team))
    return team


def open_tournament(tournament_id: int) -> Tournament:
    """Lock a concours that can still change. Raises TournamentError closed."""
    tournament = lock_tournament(tournament_id)
    if tournament.closed_at is not None:
        raise TournamentError("closed")
    return tournament


def joining_round(tournament: Tournament) -> int:
    """Return the first partie a team registered now can play. Raises TournamentError too_late."""
    drawn = roster.last_published_round(tournament)
    if drawn >= tournament.parties:
        raise TournamentError("too_late", parties=tournament.parties)
    return drawn + 1


def known_players(club_id: int, tournament: Tournament, wanted: Sequence[str]) -> list[Player]:
    """Find a player for each name *wanted*: the club's own of that name when free in this concours, else a new one.

    Two people of one name are two players: the second is never put in the place of the first.
    """
    keys = [roster.player_key(name) for name in wanted]
    free: dict[str, list[Player]] = {}
    busy = TeamMember.objects.filter(team__tournament=tournament).values("player")
    for player in Player.objects.filter(club=club_id, key__in=keys).exclude(pk__in=busy).order_by("pk"):
        free.setdefault(player.key, []).append(player)
    chosen = []
    for name, key in zip(wanted, keys, strict=True):
        same = free.get(key)
        chosen.append(same.pop(0) if same else Player(club_id=club_id, name=name, key=key))
    for player in chosen:
        if player.pk is None:
            player.save()
    return chosen


def add_team(
    *,
    tournament: Tournament,
    players: Sequence[Player],
    number: int,
    origin: str,
    category: str,
    present: bool,
    paid_cents: int | None,
    remark: str,
    first_round: int,
    waiting: bool = False,
) -> Team:
    """Write one team, its figures and texts checked; the act around it locks, checks the rest and journals."""
    team = Team(
        tournament=tournament,
        number=number,
        origin=_text(origin, ORIGIN_LENGTH, "origin"),
        category=_category(category),
        present=present,
        paid_cents=_cents(paid_cents),
        remark=_text(remark, REMARK_LENGTH, "remark"),
        first_round=first_round,
        waiting=waiting,
    )
    team.save(force_insert=True)
    TeamMember.objects.bulk_create(
        TeamMember(team=team, player=player, position=position) for position, player in enumerate(players, start=1)
    )
    return team


@transaction.atomic
def change_team(
    *,
    team_id: int,
    players: Sequence[str] | None = None,
    number: int | None = None,
    name: str | None = None,
    origin: str | None = None,
    category: str | None = None,
    family: str | None = None,
    remark: str | None = None,
    fixed_table: int | None | Keep = KEEP,
    phones: Sequence[str] | None = None,
    present: bool | None = None,
    paid_cents: int | None | Keep = KEEP,
    confirm_twin: bool = False,
    reason: str = "",
    by: User | None,
) -> Team:
    """Change what is given of a team, and leave the rest as it was.

    Another player once a draw is published needs a *reason*; the number is fixed as soon as a draw was made, for its
    minutes name teams by number. Raises TournamentError.
    """
    tournament, team = _open_team(team_id)
    before, texts = facts(team), _texts(team)
    reason = _text(reason, REASON_LENGTH, "reason")
    if players is not None:
        _change_players(tournament, team, player_names(players, singles=tournament.singles), confirm_twin, reason)
    if number is not None and number != team.number:
        if roster.has_draw(tournament):
            raise TournamentError("number_drawn", field="number", number=team.number)
        team.number = _free_number(tournament, number)
    if phones is not None:
        _change_phones(team, phones)
    if name is not None:
        team.name = _text(name, NAME_LENGTH, "name")
    if origin is not None:
        team.origin = _text(origin, ORIGIN_LENGTH, "origin")
    if category is not None:
        team.category = _category(category)
    if family is not None:
        team.family = _text(family, ORIGIN_LENGTH, "family")
    if remark is not None:
        team.remark = _text(remark, REMARK_LENGTH, "remark")
    if not isinstance(fixed_table, Keep):
        team.fixed_table = _fixed_table(tournament, team, fixed_table)
    if present is not None:
        team.present = present
    if not isinstance(paid_cents, Keep):
        team.paid_cents = _cents(paid_cents)
    team.save()
    after = facts(team)
    # Texts may hold a name or a person's health: the journal says that they changed, not what they say.
    changed = [field for field, text in _texts(team).items() if text != texts[field]]
    if before != after or changed:
        journal.write(
            tournament=tournament,
            act="change_team",
            by=by,
            before=before,
            after=after | ({"texts": changed} if changed else {}),
            reason=reason,
        )
    return team


def _change_players(tournament: Tournament, team: Team, wanted: Sequence[str], confirm_twin: bool, reason: str) -> None:
    """Put *wanted* in the team. The same person written otherwise is a correction of his name, not another player."""
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
    chosen: list[Player] = []
    for name, key in zip(wanted, keys, strict=True):
        player = present.pop(key, None)
        if player is None and not drawn and leaving and _only_here(leaving[0]) and not _known(tournament.club, key):
            # Before any draw a name nobody knows, put in the place of one seen nowhere else, is a slip mended.
            player = leaving.pop(0)
        if player is None:
            player = known_players(tournament.club_id, tournament, [name])[0]
        elif player.name != name:
            player.name = name
            player.save()
        chosen.append(player)
    if [player.pk for player in chosen] == [member.player_id for member in members]:
        return
    team.members.all().delete()
    TeamMember.objects.bulk_create(
        TeamMember(team=team, player=player, position=position) for position, player in enumerate(chosen, start=1)
    )
    _forget_unknown([member.player for member in members])


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


def _known(club: Club, key: str) -> bool:
    return Player.objects.filter(club=club, key=key).exists()


@transaction.atomic
def set_present(*, team_id: int, present: bool, by: User | None) -> Team:
    """Mark the team as being in the hall or not. Marking it as it is already changes nothing."""
    tournament, team = _open_team(team_id)
    if team.present != present:
        _update(tournament, team, "set_present", by=by, present=present)
    return team


@transaction.atomic
def set_away(*, tournament_id: int, number: int, round_number: int | None, by: User | None) -> Team:
    """Note that team *number* is away for partie *round_number* alone, or for none (None). Raises TournamentError.

    Only a partie that is not drawn yet: to one that is, the team has its place.
    """
    tournament = open_tournament(tournament_id)
    team = Team.objects.filter(tournament=tournament, number=number).first()
    if team is None:
        raise TournamentError("late_team_unknown", field="team", team=number)
    lowest = roster.last_published_round(tournament) + 1
    if round_number is not None and not lowest <= round_number <= tournament.parties:
        raise TournamentError(
            "away_wrong", field="round", team=number, lowest=lowest, highest=tournament.parties, read=round_number
        )
    if team.away_in != round_number:
        _update(tournament, team, "set_away", by=by, away_in=round_number)
    return team


@transaction.atomic
def set_all_present(*, tournament_id: int, by: User | None) -> int:
    """Mark every team that has a place and has not withdrawn as being in the hall; how many were not."""
    tournament = open_tournament(tournament_id)
    absent = Team.objects.filter(tournament=tournament, present=False, withdrawn_from__isnull=True, waiting=False)
    numbers = list(absent.order_by("number").values_list("number", flat=True))
    if numbers:
        absent.update(present=True)
        journal.write(tournament=tournament, act="set_all_present", by=by, after={"numbers": numbers, "present": True})
    return len(numbers)


@transaction.atomic
def set_paid(*, team_id: int, paid_cents: int | None, by: User | None) -> Team:
    """Note the *paid_cents* taken at registration; None when nothing was paid.

    Money is no result: it may come after the palmarès too.
    """
    tournament, team = _team(team_id, lock_tournament)
    if team.paid_cents != _cents(paid_cents):
        _update(tournament, team, "set_paid", by=by, paid_cents=paid_cents)
    return team


@transaction.atomic
def withdraw_team(*, team_id: int, from_round: int, reason: str, by: User | None) -> Team:
    """Withdraw the team: partie *from_round* is the first it does not play. Nothing it played is lost.

    A team already seated in that partie stays seated, its table incomplete: the sheet says the forfeit. Raises
    TournamentError already_withdrawn, reason_needed, withdraw_round.
    """
    tournament, team = _open_team(team_id)
    reason = _text(reason, REASON_LENGTH, "reason")
    if team.withdrawn_from is not None:
        raise TournamentError("already_withdrawn", number=team.number, round=team.withdrawn_from)
    if not reason:
        raise TournamentError("reason_needed", field="reason")
    earliest = max(roster.last_published_round(tournament), team.first_round)
    if not earliest <= from_round <= tournament.parties:
        raise TournamentError(
            "withdraw_round", field="from_round", read=from_round, earliest=earliest, parties=tournament.parties
        )
    return _update(tournament, team, "withdraw_team", by=by, reason=reason, withdrawn_from=from_round)


@transaction.atomic
def return_team(*, team_id: int, by: User | None) -> Team:
    """Take back a team that had withdrawn: it is in the next draw, or waits again for a place it never had.

    Raises TournamentError not_withdrawn, places_full, or team_excluded: that is taken back by an act of its own, with a
    reason.
    """
    tournament, team = _open_team(team_id)
    if team.withdrawn_from is None:
        raise TournamentError("not_withdrawn", number=team.number)
    if team.excluded:
        raise TournamentError("team_excluded", number=team.number)
    if not team.waiting:
        _check_place(tournament)
    team.present = True
    return _update(tournament, team, "return_team", by=by, withdrawn_from=None)


@transaction.atomic
def admit_team(*, team_id: int, by: User | None) -> Team:
    """Give a team of the waiting list a place: it is drawn from the next partie on where it is present.

    Who is first in line is said (`roster.waiting_list`), not imposed: he may be at the bar. Raises TournamentError
    not_waiting, places_full, too_late.
    """
    tournament, team = _open_team(team_id)
    if not team.waiting or team.withdrawn_from is not None:
        raise TournamentError("not_waiting", number=team.number)
    _check_place(tournament)
    team.waiting, team.first_round = False, joining_round(tournament)
    team.save(update_fields=["waiting", "first_round"])
    journal.write(
        tournament=tournament,
        act="admit_team",
        by=by,
        before={"team": team.pk, "number": team.number, "waiting": True},
        after={"team": team.pk, "number": team.number, "waiting": False, "first_round": team.first_round},
    )
    return team


def _check_place(tournament: Tournament) -> None:
    if roster.places_left(tournament) == 0:
        raise TournamentError("places_full", places=tournament.max_teams)


@transaction.atomic
def exclude_team(*, team_id: int, from_round: int | None = None, reason: str, by: User | None) -> Team:
    """Exclude the team from the concours: partie *from_round* is the first it does not play, by default the next.

    It is ranked last from then on; its former opponents have what `excluded_policy` says. A table where it sits now
    stays as it is: its sheet says the forfeit. One that had left keeps the partie it left at, if that is earlier.
    Raises TournamentError already_excluded, reason_needed, withdraw_round (S1 incidents D).
    """
    tournament, team = _open_team(team_id)
    reason = _text(reason, REASON_LENGTH, "reason")
    if team.excluded:
        raise TournamentError("already_excluded", number=team.number, round=team.withdrawn_from)
    if not reason:
        raise TournamentError("reason_needed", field="reason")
    drawn = roster.last_published_round(tournament)
    earliest, latest = max(drawn, team.first_round), max(drawn + 1, team.first_round, tournament.parties)
    chosen = max(drawn + 1, team.first_round) if from_round is None else from_round
    if not earliest <= chosen <= latest:
        raise TournamentError("withdraw_round", field="from_round", read=chosen, earliest=earliest, parties=latest)
    leaves = min(chosen, team.withdrawn_from or chosen)
    return _update(tournament, team, "exclude_team", by=by, reason=reason, withdrawn_from=leaves, excluded=True)


@transaction.atomic
def take_back_exclusion(*, team_id: int, reason: str, by: User | None) -> Team:
    """End the exclusion of a team: what it and its opponents marked counts again, and it is in the next draw.

    Raises TournamentError not_excluded, reason_needed.
    """
    tournament, team = _open_team(team_id)
    reason = _text(reason, REASON_LENGTH, "reason")
    if not team.excluded:
        raise TournamentError("not_excluded", number=team.number)
    if not reason:
        raise TournamentError("reason_needed", field="reason")
    return _update(tournament, team, "take_back_exclusion", by=by, reason=reason, withdrawn_from=None, excluded=False)


@transaction.atomic
def delete_team(*, team_id: int, by: User | None) -> None:
    """Take the team off the list, as if it had never been there; only one that was never seated.

    Its players are forgotten too where the club knows them from nowhere else. Raises TournamentError team_seated.
    """
    tournament, team = _open_team(team_id)
    if team.seats.filter(round__state="published").exists():
        raise TournamentError("team_seated", number=team.number)
    pending = tournament.rounds.filter(draws__state="draft").first()
    if pending is not None:
        raise TournamentError("draft_pending", round=pending.number)
    before, players = facts(team), list(team.players.all())
    team.delete()
    _forget_unknown(players)
    journal.write(tournament=tournament, act="delete_team", by=by, before=before)


@transaction.atomic
def renumber_teams(*, tournament_id: int, by: User | None) -> int:
    """Number the teams from 1 without holes, in their order; how many changed. Raises TournamentError number_drawn."""
    tournament = open_tournament(tournament_id)
    if roster.has_draw(tournament):
        raise TournamentError("numbers_drawn")
    moves = [
        (team, number)
        for number, team in enumerate(Team.objects.filter(tournament=tournament).order_by("number"), start=1)
        if team.number != number
    ]
    # From the lowest up each new number is free when its turn comes: nothing below it is left to move.
    for team, number in moves:
        Team.objects.filter(pk=team.pk).update(number=number)
    if moves:
        journal.write(
            tournament=tournament,
            act="renumber_teams",
            by=by,
            before={"numbers": [team.number for team, _ in moves]},
            after={"numbers": [number for _, number in moves]},
        )
    return len(moves)


def _update(
    tournament: Tournament, team: Team, act: str, *, by: User | None, reason: str = "", **values: object
) -> Team:
    """Set *values* on the team of a locked concours, save it, and journal what they were and are."""
    before = {"team": team.pk, "number": team.number} | {field: getattr(team, field) for field in values}
    for field, value in values.items():
        setattr(team, field, value)
    team.save()
    journal.write(tournament=tournament, act=act, by=by, before=before, after=before | values, reason=reason)
    return team


def facts(team: Team) -> dict[str, object]:
    """Return the facts that the journal keeps of a team: identifiers and figures."""
    return {
        "team": team.pk,
        "number": team.number,
        "players": list(team.members.order_by("position").values_list("player", flat=True)),
        "category": team.category,
        "present": team.present,
        "paid_cents": team.paid_cents,
        "fixed_table": team.fixed_table,
        "first_round": team.first_round,
    } | ({"waiting": True} if team.waiting else {})


def _texts(team: Team) -> dict[str, object]:
    members = list(team.members.order_by("position").values_list("player__name", "player__phone"))
    return {
        "name": team.name,
        "origin": team.origin,
        "family": team.family,
        "remark": team.remark,
        "players": [name for name, _phone in members],
        "phones": [phone for _name, phone in members],
    }


def _open_team(team_id: int) -> tuple[Tournament, Team]:
    """Lock the concours of a team. Raises TournamentError team_gone where somebody deleted the team meanwhile."""
    return _team(team_id, open_tournament)


def _team(team_id: int, lock: Callable[[int], Tournament]) -> tuple[Tournament, Team]:
    tournament_id = Team.objects.filter(pk=team_id).values_list("tournament", flat=True).first()
    if tournament_id is None:
        raise TournamentError("team_gone")
    tournament = lock(tournament_id)
    team = Team.objects.filter(pk=team_id).first()
    if team is None:
        raise TournamentError("team_gone")
    return tournament, team


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
        where = f"{alike.players}, n° {alike.number}"
        raise TournamentError("team_resembles", field="confirm", where=where, number=alike.number, team=alike.team_id)


def _free_number(tournament: Tournament, number: int | None) -> int:
    taken = Team.objects.filter(tournament=tournament).values_list("number", flat=True)
    if number is None:
        return roster.first_free_number(taken)
    if not 1 <= number <= HIGHEST_NUMBER:
        raise TournamentError("number_range", field="number", read=number, most=HIGHEST_NUMBER)
    if number in set(taken):
        free = roster.first_free_number(taken)
        raise TournamentError("number_taken", field="number", read=number, free=free)
    return number


def _fixed_table(tournament: Tournament, team: Team, table: int | None) -> int | None:
    if table is None:
        return None
    if not 1 <= table <= HIGHEST_NUMBER:
        raise TournamentError("number_range", field="fixed_table", read=table, most=HIGHEST_NUMBER)
    other = Team.objects.filter(tournament=tournament, fixed_table=table).exclude(pk=team.pk).first()
    if other is not None:
        raise TournamentError("table_kept", field="fixed_table", read=table, number=other.number)
    return table


def _text(text: str, most: int, field: str) -> str:
    cleaned = names.clean(text)
    if len(cleaned) > most:
        raise TournamentError("text_too_long", field=field, read=f"{cleaned[:30]}…", length=len(cleaned), most=most)
    return cleaned


def _category(category: str) -> str:
    if category not in CATEGORIES:
        raise TournamentError("category_unknown", field="category", read=category)
    return category


def _cents(paid_cents: int | None) -> int | None:
    if paid_cents is not None and not 0 <= paid_cents <= MOST_CENTS:
        raise TournamentError("paid_range", field="paid_cents", most=MOST_CENTS // 100)
    return paid_cents


def _forget_unknown(players: Sequence[Player]) -> None:
    """Keep no person whom no team names any more."""
    Player.objects.filter(pk__in=[player.pk for player in players], memberships__isnull=True).delete()
