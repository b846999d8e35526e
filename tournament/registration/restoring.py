"""Take back a deletion or an import: a deleted team comes back as it was; the teams of a list leave it."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.ledger import booking as ledger
from tournament.registration import acts, payments, selectors as roster, services as registration
from tournament.registration.models import Player, RemovedTeam, Team
from tournament.registration.removal import return_entries


@acts.RESTORE_TEAM.service
@transaction.atomic
def restore_team(*, tournament_id: int, team_id: int, by: User | None) -> Team:
    """Put the deleted team back with its number and its players as they were.

    Raises TournamentError `restore_gone` once a draw was published since, `number_reused`, `restore_player` where one
    of its players is in another team by now, `places_full`, `draft_pending`, `table_kept`, `reduction_unknown`.
    """
    tournament = lock_open_tournament(tournament_id)
    kept = RemovedTeam.objects.filter(tournament=tournament, team=team_id).first()
    if kept is None:
        raise TournamentError("restore_gone")
    registration.check_no_draft(tournament)
    number = kept.fields["number"]
    if Team.objects.filter(tournament=tournament, number=number).exists():
        raise TournamentError("number_reused", number=number)
    if not kept.fields["waiting"]:
        registration.check_place(tournament)
    registration.lock_players(tournament)
    fields = dict(kept.fields)
    entries = fields.pop("entries", ())
    team = Team(pk=kept.team, tournament=tournament, **fields)
    registration.check_fixed_table(team)
    payments.check_reductions(team)
    # A player forgotten with the team and typed again since has another row: the name tells.
    names = [member["player__name"] for member in kept.members]
    if found := roster.find_duplicates(tournament, names):
        raise TournamentError("restore_player", name=found[0].name, number=found[0].number)
    team.save(force_insert=True)
    registration.seat_players(team, [_player(tournament, member) for member in kept.members])
    return_entries(team, entries)
    kept.delete()
    booked = ledger.book(tournament, ledger.rest_lines(team, ledger.checked_till(tournament, "")), by)
    after = registration.facts(team) | ({"movements": booked} if booked else {})
    journal.write(tournament, acts.RESTORE_TEAM, by, after=after)
    return team


def _player(tournament: Tournament, member: dict) -> Player:
    """Return the player of a deleted team; one who was forgotten with it is known again."""
    known = Player.objects.filter(pk=member["player"]).first()
    return known or Player.objects.create(
        pk=member["player"], club=tournament.club, name=member["player__name"], phone=member["player__phone"]
    )


@acts.TAKE_BACK_IMPORT.service
@transaction.atomic
def take_back_import(*, tournament_id: int, team_ids: Collection[int], by: User | None) -> int:
    """Take the teams of an imported list off, those that are still there; how many.

    Raises TournamentError `team_seated` where one was drawn already, `draft_pending`; then nothing is taken off.
    """
    tournament = lock_open_tournament(tournament_id)
    teams = list(Team.objects.filter(tournament=tournament, pk__in=team_ids).order_by("number"))
    for team in teams:
        registration.delete_team(team_id=team.pk, money="mistake", by=by)
    if teams:
        # Each deletion wrote its own line: what follows stands on the concours as it is after them.
        tournament.refresh_from_db(fields=["journal_number", "journal_hash", "changed_at"])
        journal.write(tournament, acts.TAKE_BACK_IMPORT, by, before={"numbers": [team.number for team in teams]})
    return len(teams)
