"""Make teams of people who came alone: partners drawn by a public seed, or chosen by hand; part them again."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament import names, tirages
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.ledger import booking as ledger
from tournament.ledger.models import Movement
from tournament.qualification.conditions import Candidate, check_admissions, has_conditions
from tournament.registration import services as registration
from tournament.registration.models import Team, TeamMember
from tournament.registration.payments import MOST_REDUCTIONS
from tournament.registration.removal import FIELDS, entries_of, return_entries
from tournament.registration.selectors import first_free_number, numbers_used, singles_here, teams_of
from tournament.rounds import acts
from tournament.rounds.models import FormedTeam, PartnersDraw, Seat
from tournament.rounds.origins import both_origins
from tournament.rounds.seeds import SEED_LENGTH, normal_seed

# Uniform over all the pairs there can be; anybody replays it as any other tirage (docs/tirages.md).
METHOD = "sort"


@dataclass(frozen=True)
class PartnersPage:
    """The people who are here alone, who of them would be left over, the teams made so far, the minutes."""

    singles: list[Team]
    left_over: Team | None
    formed: list[FormedTeam]
    draws: list[PartnersDraw]
    fingerprint: str


def partners_page(tournament: Tournament) -> PartnersPage:
    """Return what the page of the partners shows; a constant number of queries."""
    singles = singles_here(tournament)
    left_over = singles[-1] if len(singles) % 2 else None
    drawn = [single for single in singles if single is not left_over]
    formed = FormedTeam.objects.filter(team__tournament=tournament).select_related("team", "draw")
    return PartnersPage(
        singles,
        left_over,
        list(formed.prefetch_related("team__members__player").order_by("team__number")),
        list(PartnersDraw.objects.filter(tournament=tournament).select_related("by")),
        tirages.fingerprint(_request(drawn, "")) if len(drawn) > 1 else "",
    )


def _request(singles: Sequence[Team], seed: str) -> dict[str, Any]:
    entrants = [{"number": number, "wins": 0, "points": 0} for number in sorted(single.number for single in singles)]
    return {"method": METHOD, "round": 1, "seed": seed, "options": {}, "entrants": entrants}


@transaction.atomic
def draw_partners(
    *, tournament_id: int, seed: str = "", left_over: int | None = None, let_in: str = "", by: User | None
) -> PartnersDraw:
    """Make teams of all who are here alone, by lot; *seed* as in `rounds.services.make_draft`.

    Of an odd number one stays alone: number *left_over*, by default the one who came last. *let_in*: why teams play all
    the same that the conditions of the concours refuse. Raises TournamentError singles_too_few, single_unknown,
    draft_pending, not_admitted, and as a seed does.
    """
    tournament = lock_open_tournament(tournament_id)
    registration.check_no_draft(tournament)
    if len(seed) > SEED_LENGTH:
        raise TournamentError("text_too_long", field="seed", read=seed, length=len(seed), most=SEED_LENGTH)
    singles = singles_here(tournament)
    if len(singles) < 2:
        raise TournamentError("singles_too_few", count=len(singles))
    if len(singles) % 2:
        number = singles[-1].number if left_over is None else left_over
        if number not in {single.number for single in singles}:
            raise TournamentError("single_unknown", field="left_over", number=number)
        singles = [single for single in singles if single.number != number]
    public = normal_seed(seed)
    minutes = tirages.draw(_request(singles, public or secrets.token_hex(16)))
    last = tournament.partners_draws.order_by("-number").values_list("number", flat=True).first() or 0
    draw = PartnersDraw.objects.create(
        tournament=tournament,
        number=last + 1,
        minutes=minutes,
        seed_origin="public" if public else "machine",
        by=by,
    )
    by_number = {single.number: single for single in singles}
    pairs = [sorted(number for camp in table["camps"] for number in camp) for table in minutes["tables"]]
    booked: list[int] = []
    let_in = names.clean_short(let_in, journal.REASON_LENGTH, "let_in")
    drawn = [(by_number[first], by_number[second]) for first, second in pairs]
    against = _check_pairs(tournament, drawn, let_in)
    teams = [_unite(first, second, draw, by, booked) for first, second in drawn]
    journal.write(
        tournament,
        acts.DRAW_PARTNERS,
        by,
        reason=let_in if against else "",
        after={
            "partners": draw.number,
            "seed": minutes["seed"],
            "fingerprint": minutes["fingerprint"],
            # With the numbers that are teams now, the keys of all who were drawn: half of them are gone.
            "teams": [single for team in teams for single in _keys(team)],
            "numbers": [team.number for team in teams],
        }
        | _moved(booked)
        | _admitted(against),
    )
    return draw


@transaction.atomic
def choose_partners(*, tournament_id: int, first: int, second: int, let_in: str = "", by: User | None) -> Team:
    """Make a team of the singles with the numbers *first* and *second*, who found each other.

    *let_in*: why it plays all the same that the conditions of the concours refuse it. Raises TournamentError
    single_unknown, same_single, draft_pending, not_admitted.
    """
    tournament = lock_open_tournament(tournament_id)
    registration.check_no_draft(tournament)
    if first == second:
        raise TournamentError("same_single", field="second", number=second)
    by_number = {single.number: single for single in teams_of(tournament).filter(alone=True, withdrawn_from=None)}
    for field, number in (("first", first), ("second", second)):
        if number not in by_number:
            raise TournamentError("single_unknown", field=field, number=number)
    booked: list[int] = []
    let_in = names.clean_short(let_in, journal.REASON_LENGTH, "let_in")
    pair = by_number[min(first, second)], by_number[max(first, second)]
    against = _check_pairs(tournament, [pair], let_in)
    team = _unite(*pair, None, by, booked)
    after = registration.facts(team) | {"partners": 0, "numbers": sorted((first, second)), "teams": _keys(team)}
    after |= _moved(booked) | _admitted(against)
    journal.write(tournament, acts.CHOOSE_PARTNERS, by, after=after, reason=let_in if against else "")
    return team


def _check_pairs(tournament: Tournament, pairs: Sequence[tuple[Team, Team]], let_in: str) -> list[str]:
    """Check that the teams which *pairs* of singles would be may play, as `check_admissions` does; at most two queries."""
    if not has_conditions(tournament):
        return []
    members = TeamMember.objects.filter(team__in=[single for pair in pairs for single in pair])
    by_team = {member.team_id: member for member in members.select_related("player", "person")}
    candidates = []
    for first, second in pairs:
        both = by_team[first.pk], by_team[second.pk]
        known = {at: member.person for at, member in enumerate(both)}
        players = [member.player.name for member in both]
        origin = both_origins(first.origin, second.origin)
        candidates.append(Candidate(players, origin, _category(first, second), known))
    return check_admissions(tournament, candidates, let_in)


def _category(first: Team, second: Team) -> str:
    """Return the category of the team that two singles would be."""
    if first.category == second.category:
        return first.category
    return "mixed" if {first.category, second.category} == {"women", "men"} else ""


def _admitted(against: Sequence[str]) -> dict[str, Any]:
    """Return what a line of the journal says of teams that play although conditions speak *against* them."""
    return {"let_in": list(against)} if against else {}


def _moved(booked: Sequence[int]) -> dict[str, Any]:
    """Return what a line of the journal says of the lines of the till that were *booked*."""
    return {"movements": list(booked)} if booked else {}


def _unite(first: Team, second: Team, draw: PartnersDraw | None, by: User | None, booked: list[int]) -> Team:
    """Put the player of *second* beside that of *first*; what both are and have paid is kept.

    The lines of the till that this makes are added to *booked*.
    """
    till = ledger.checked_till(first.tournament, "")
    booked += ledger.book(first.tournament, [*ledger.rest_lines(first, till), *ledger.rest_lines(second, till)], by)
    booked += ledger.book(first.tournament, ledger.moved_lines(second, first), by)
    kept: list[dict[str, Any]] = [
        {
            "team": single.pk,
            "fields": {name: getattr(single, name) for name in FIELDS},
            "player": single.members.all()[0].player_id,
            **entries_of(single),
        }
        for single in (first, second)
    ]
    first.alone = False
    first.present = first.present or second.present
    first.waiting = first.waiting and second.waiting
    first.first_round = max(first.first_round, second.first_round)
    first.fixed_table = first.fixed_table or second.fixed_table
    first.reductions = [*first.reductions, *second.reductions][:MOST_REDUCTIONS]
    first.origin = both_origins(first.origin, second.origin)
    first.category = _category(first, second)
    first.remark = " · ".join(filter(None, (first.remark, second.remark)))[: registration.REMARK_LENGTH]
    _add_payment(first, second)
    (partner,) = second.members.all()
    TeamMember.objects.filter(team=second).delete()
    # People who registered from home read there with whom they play, and may still say that they do not come.
    second.entries.update(team=first)
    second.delete()
    first.save()
    TeamMember.objects.create(team=first, player_id=kept[1]["player"], person_id=partner.person_id, position=2)
    FormedTeam.objects.create(team=first, draw=draw, singles=kept)
    return first


def _keys(team: Team) -> list[int]:
    """Return the keys of the two singles of whom *team* was formed."""
    return [single["team"] for single in team.formed.singles]


def _add_payment(first: Team, second: Team) -> None:
    """Add to *first* what *second* paid; each part keeps its means."""
    if second.paid_cents is None:
        return
    if first.paid_cents is None or first.paid_by == second.paid_by:
        first.paid_by = second.paid_by
    else:
        first.partner_cents, first.partner_paid_by = second.paid_cents, second.paid_by
    first.paid_cents = (first.paid_cents or 0) + second.paid_cents


@transaction.atomic
def part_teams(*, tournament_id: int, numbers: Sequence[int], by: User | None) -> list[Team]:
    """Part the teams with these *numbers*; all of them or none. Raises as `part_team`, and team_unknown."""
    tournament = lock_open_tournament(tournament_id)
    pks = dict(Team.objects.filter(tournament=tournament, number__in=numbers).values_list("number", "pk"))
    if unknown := [number for number in numbers if number not in pks]:
        raise TournamentError("single_unknown", field="numbers", number=unknown[0])
    return [part_team(team_id=pks[number], by=by) for number in dict.fromkeys(numbers)]


@acts.PART_TEAM.service
@transaction.atomic
def part_team(*, team_id: int, by: User | None) -> Team:
    """Make two people alone again of a team that was formed of them, each with the number and payment it had.

    The second one has the lowest free number where its own was given to somebody since. Only before the team has a
    published table. Later changes of the team are lost. Raises TournamentError not_formed, team_seated,
    draft_pending, table_kept.
    """
    tournament, team = registration.open_team(team_id)
    formed = FormedTeam.objects.filter(team=team).first()
    if formed is None or team.members.count() != 2:
        raise TournamentError("not_formed", number=team.number)
    if Seat.objects.filter(team=team, round__state="published").exists():
        raise TournamentError("team_seated", number=team.number)
    registration.check_no_draft(tournament)
    before = registration.facts(team)
    first, second = formed.singles
    till = ledger.checked_till(tournament, "")
    booked = ledger.book(tournament, ledger.rest_lines(team, till), by)
    paid, means = team.paid_cents or 0, team.paid_by
    members = list(team.members.order_by("position"))
    if [member.player_id for member in members] != [first["player"], second["player"]]:
        raise TournamentError("not_formed", number=team.number)
    used = numbers_used(tournament)
    number = second["fields"]["number"]
    if number in used:
        number = first_free_number(used)
    for name, value in first["fields"].items():
        if name != "number":
            setattr(team, name, value)
    other = Team(pk=second["team"], tournament=tournament, **second["fields"] | {"number": number})
    booked += ledger.book(tournament, _share(team, other, paid, means, till), by)
    team.save()
    members[1].delete()
    other.save(force_insert=True)
    return_entries(other, second.get("entries", ()))
    for one in (team, other):
        registration.check_fixed_table(one)
    person = members[1].person_id
    TeamMember.objects.create(team=other, player_id=second["player"], person_id=person, position=1)
    formed.delete()
    after = {"partners": 0, "numbers": [team.number, other.number], "teams": [team.pk, other.pk]} | _moved(booked)
    journal.write(tournament, acts.PART_TEAM, by, before=before, after=registration.facts(team) | after)
    return team


def _share(first: Team, second: Team, paid: int, means: str, till: str) -> list[Movement]:
    """Share what the team has *paid*, by *means*, between the two who are parted; the lines of the till that move it.

    Each has again what it had paid alone; what the team has paid or had back since is the first one's.
    """
    had = second.paid_cents or 0
    second.paid_cents = min(had, paid) or (second.paid_cents if not had else None)
    second.partner_cents = 0
    rest = paid - (second.paid_cents or 0)
    if rest != (first.paid_cents or 0):
        first.paid_cents, first.partner_cents, first.partner_paid_by = rest or None, 0, ""
        first.paid_by = (first.paid_by or means) if rest else ""
    if not second.paid_cents:
        second.paid_by = second.paid_by if second.paid_cents is not None else ""
        return []
    taken = ledger.payment_lines(first, {second.paid_by: second.paid_cents}, till, {})
    for line in taken:
        line.kind = "moved"
    given = [ledger.fee_line(second, -line.cents, line.means, line.till, "moved") for line in taken]
    return [*taken, *given]
