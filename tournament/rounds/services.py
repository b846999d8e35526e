"""Acts on tirages: draw, publish, cancel, swap two teams, seat a late team, add a partie."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError, QuerySet
from django.utils import timezone

from tournament import tirages
from tournament.concours.lock import lock_open_tournament, lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.finals.formula import KNOCK_OUT
from tournament.finals.played import Part
from tournament.journal import services as journal
from tournament.prepared import prepared
from tournament.registration.models import Team
from tournament.registration.removal import forget_removed
from tournament.registration.selectors import numbers_in_round
from tournament.rounds import acts, selectors as rounds
from tournament.rounds.models import Draw, Round, Seat, Table
from tournament.rounds.requests import compute, fingerprint_of, in_our_words, requests_of
from tournament.rounds.seating import SwapEffects, seat_against, seat_tables, swap_effects
from tournament.rounds.seeds import SEED_LENGTH
from tournament.rounds.selectors import Rank

MAX_PARTIES = 20


class AlreadyDrawnError(TournamentError):
    """The partie has a tirage already: `draw` is the one the other organiser made."""

    def __init__(self, draw: Draw) -> None:
        super().__init__("already_drawn", round=draw.round.number, draw=draw.number)
        self.draw = draw


@transaction.atomic
def make_draft(
    *,
    tournament_id: int,
    number: int,
    ranks: Sequence[Rank],
    method: str,
    seed: str,
    by: User | None,
    options: Mapping[str, Any] | None = None,
    fingerprint: str | None = None,
    parts: Sequence[Part] | None = None,
    requests: Sequence[tuple[Part, dict[str, Any]]] = (),
    made: tuple[str, Sequence[dict[str, Any]]] | None = None,
) -> Draw:
    """Draw partie *number* by *method* (a key of TIRAGES) from *ranks*, and seat its tables as a draft.

    *seed* is what was taken in public, or "" for one made here. *options* may differ from the concours' own. With
    *fingerprint*, what the room was shown before the seed, a pool that is no longer the same is refused. *parts* are
    the phases played side by side, instead of one draw for all by *method*; *requests*, those of the phases, where the
    caller has just made them under the lock; *made*, what `compute`
    gave beforehand for that fingerprint. Raises AlreadyDrawnError with the other's tirage, TournamentError
    otherwise. A constant number of queries for each phase.
    """
    tournament = lock_open_tournament(tournament_id)
    if live := rounds.live_draw(tournament, number):
        raise AlreadyDrawnError(live)
    expected = rounds.next_number(tournament)
    if number != expected:
        raise TournamentError("round_not_next", round=number, expected=expected)
    if number > tournament.parties:
        raise TournamentError("parties_all_drawn", parties=tournament.parties)
    if method not in tirages.TIRAGES:
        raise TournamentError("setting_word", field="method", value=method, known=", ".join(tirages.TIRAGES))
    if len(seed) > SEED_LENGTH:
        raise TournamentError("text_too_long", field="seed", read=seed, length=len(seed), most=SEED_LENGTH)
    parts = [Part(method=method)] if parts is None else parts
    requests = requests or requests_of(tournament, number, ranks=ranks, parts=parts, options=options)
    entered = Counter(entrant["number"] for _part, request in requests for entrant in request["entrants"])
    if twice := sorted(team for team, times in entered.items() if times > 1):
        raise TournamentError("team_in_two_phases", round=number, teams=", ".join(map(str, twice)))
    entrants = len(requests[0][1]["entrants"]) if requests else 0
    if entrants < (least := tirages.TIRAGES[parts[0].method if parts else method].least):
        raise TournamentError("teams_too_few", round=number, teams=entrants, least=least)
    with in_our_words(number):
        if fingerprint is not None and fingerprint != fingerprint_of(requests):
            raise TournamentError("pool_changed", field="seed", round=number)
    origin, drawn = made or compute(tournament, number, requests, seed)
    minutes = drawn[0]
    round_ = _rounds.first(tournament=tournament.pk, number=number)
    last = (_last_draws.first(partie=round_.pk) or 0) if round_ else 0
    round_ = round_ or Round.objects.create(tournament=tournament, number=number)
    draw = Draw(
        round=round_,
        number=last + 1,
        minutes=minutes,
        phase=requests[0][0].phase,
        sides=[
            {"phase": part.phase, "minutes": minutes_of_part}
            for (part, _), minutes_of_part in zip(requests[1:], drawn[1:], strict=True)
        ],
        seed_origin=origin,
        journal_number=tournament.journal_number,
        by=by,
    )
    draw.save(force_insert=True)
    seat_tables(draw, tournament)
    journal.write(
        tournament,
        acts.MAKE_DRAW,
        by,
        after={
            "round": number,
            "draw": draw.number,
            "method": minutes["method"],
            "seed": " · ".join(dict.fromkeys(seed.whole for seed in draw.seeds)),
            "fingerprint": minutes["fingerprint"],
        }
        | ({"by_cards": cut["orders"]} if (cut := minutes.get("about", {}).get("cut")) else {})
        | (_parties_of(_making_up(round_)) if tournament.exempt_policy == "relay" else {}),
    )
    return draw


@prepared
def _rounds(tournament: int, number: int) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament, number=number)


@prepared
def _last_draws(partie: int) -> QuerySet[Draw, int]:
    return Draw.objects.filter(round=partie).order_by("-number").values_list("number", flat=True)[:1]


def _making_up(round_: Round) -> QuerySet[Seat]:
    """Return the places at tables of this partie that count for an earlier one."""
    return Seat.objects.filter(table__round=round_).exclude(round=round_)


def _parties_of(seats: QuerySet[Seat]) -> dict[str, list[int]]:
    """Return the parties of *seats* as a journal line keeps them, nothing where there is none."""
    numbers = sorted(set(seats.values_list("round__number", flat=True)))
    return {"other_parties": numbers} if numbers else {}


def check_pool(draw: Draw, tournament: Tournament) -> tuple[list[int], list[int]]:
    """Return the numbers of the teams that came, and of those that left, since *draw* was made."""
    seated = set(_seated(partie=draw.round_id))
    playing = set(numbers_in_round(tournament=tournament.pk, number=draw.round.number))
    if draw.phase or draw.main.method == KNOCK_OUT:
        # The entrants of a phase are settled when it begins: nobody joins it.
        return [], sorted(seated - playing)
    return sorted(playing - seated), sorted(seated - playing)


@prepared
def _draw_rows(draw: int) -> QuerySet[Draw]:
    return Draw.objects.filter(pk=draw)


@prepared
def _round_rows(partie: int) -> QuerySet[Round]:
    return Round.objects.filter(pk=partie)


@prepared
def _seated(partie: int) -> QuerySet[Seat, int]:
    return Seat.objects.filter(round=partie).order_by().values_list("team__number", flat=True)


@transaction.atomic
def publish_draw(*, draw_id: int, by: User | None) -> Draw:
    """Publish the draft *draw_id*; from now on the settings of play stand. Published twice, once.

    Raises TournamentError where it is cancelled, or where a team came or left since it was drawn.
    """
    draw, tournament = _locked(draw_id, lock_tournament)
    if draw.state == "published":
        return draw
    if draw.state == "cancelled":
        raise TournamentError("draw_cancelled", round=draw.round.number, draw=draw.number)
    number = draw.round.number
    came, left = check_pool(draw, tournament)
    if came or left:
        raise TournamentError("draw_stale", round=number, came=_listed(came), left=_listed(left))
    now = timezone.now()
    draw.state, draw.published_at = "published", now
    draw.round.state, draw.round.published_at = "published", now
    published = {"state": "published", "published_at": now}
    _draw_rows.update(published, draw=draw.pk)
    _round_rows.update(published, partie=draw.round_id)
    forget_removed(tournament)
    journal.write(tournament, acts.PUBLISH_DRAW, by, after={"round": number, "draw": draw.number})
    return draw


@transaction.atomic
def cancel_draw(*, draw_id: int, reason: str, by: User | None) -> Draw:
    """Cancel the draft or published tirage *draw_id*: its tables go, its minutes and the *reason* stay for ever.

    Raises TournamentError without a reason, or once something was recorded at a table.
    """
    draw, tournament = _locked(draw_id, lock_open_tournament)
    reason = journal.required_reason(reason)
    if draw.state == "cancelled":
        raise TournamentError("draw_cancelled", round=draw.round.number, draw=draw.number)
    was = draw.state
    round_ = draw.round
    try:
        # A record at a table protects it (`tables_with_records`).
        with transaction.atomic():
            # A team of the relay that makes up for an earlier rest goes back to that rest.
            making_up = _making_up(round_)
            others = _parties_of(making_up)
            making_up.update(table=None, camp="")
            round_.tables.all().delete()
            round_.seats.all().delete()
    except ProtectedError as error:
        raise TournamentError("draw_has_sheets", round=round_.number, draw=draw.number) from error
    draw.state, draw.reason, draw.cancelled_at = "cancelled", reason, timezone.now()
    draw.save(update_fields=["state", "reason", "cancelled_at"])
    round_.state, round_.published_at = "draft", None
    round_.started_at = round_.cutoff_donnes = round_.cutoff_at = None
    round_.save(update_fields=["state", "published_at", "started_at", "cutoff_donnes", "cutoff_at"])
    before = {"round": round_.number, "draw": draw.number, "state": was}
    journal.write(tournament, acts.CANCEL_DRAW, by, before=before, after=others, reason=reason)
    return draw


@transaction.atomic
def swap_teams(*, draw_id: int, first: int, second: int, by: User | None, confirm: bool = False) -> SwapEffects:
    """Exchange teams number *first* and *second* in the draft *draw_id*, and return the effects.

    A swap that breaks a rule of the concours (a rematch, a fixed table, exempt again, clubs kept apart) is refused
    with `swap_breaks_a_rule` unless *confirm*. Kept in the tirage's `changes`; its minutes stay as drawn.
    """
    draw, tournament = _locked(draw_id, lock_tournament)
    number = draw.round.number
    seat, other = _exchangeable(draw, first, second)
    effects = swap_effects(draw, first, second)
    if effects.breaks_a_rule and not confirm:
        raise TournamentError("swap_breaks_a_rule", first=first, second=second)
    before = [_place(seat), _place(other)]
    for place in ("table", "camp", "forfeited_by"):
        mine, theirs = getattr(seat, place), getattr(other, place)
        setattr(seat, place, theirs)
        setattr(other, place, mine)
    Seat.objects.bulk_update([seat, other], ["table", "camp", "forfeited_by"])
    _keep_change(
        draw, {"kind": "swap", "teams": [first, second], "before": before, "after": [_place(seat), _place(other)]}, by
    )
    journal.write(
        tournament,
        acts.SWAP_TEAMS,
        by,
        before={"round": number, "draw": draw.number, "places": before},
        after={"teams": [first, second], "confirmed": effects.breaks_a_rule},
    )
    return effects


def check_swap(draw: Draw, first: int, second: int) -> SwapEffects:
    """Compute the effects of `swap_teams`, nothing written. Raises TournamentError for a swap that cannot be."""
    _exchangeable(draw, first, second)
    return swap_effects(draw, first, second)


def _exchangeable(draw: Draw, first: int, second: int) -> tuple[Seat, Seat]:
    """Return the seats of two teams of a draft that may exchange them."""
    number = draw.round.number
    if draw.state != "draft":
        raise TournamentError("swap_needs_a_draft", round=number)
    if first == second:
        raise TournamentError("swap_same_team", field="second", team=first)
    seats = {seat.team.number: seat for seat in draw.round.seats.select_related("team", "table", "forfeited_by")}
    for team, field in ((first, "first"), (second, "second")):
        if team not in seats:
            raise TournamentError("swap_team_unknown", field=field, team=team, round=number)
    seat, other = seats[first], seats[second]
    phase_of = {team: (phase, minutes.method) for phase, minutes in draw.parts for team in minutes.numbers}
    own = phase_of.get(first)
    if own != phase_of.get(second) or (own and own[1] == KNOCK_OUT):
        raise TournamentError("swap_in_a_bracket", field="second", first=first, second=second)
    if seat.table_id == other.table_id:
        code = "swap_both_exempt" if seat.table_id is None else "swap_same_table"
        raise TournamentError(code, field="second", first=first, second=second)
    return seat, other


@transaction.atomic
def seat_late_team(
    *, draw_id: int, team: int, against: int | None = None, by: User | None, confirm: bool = False
) -> Table:
    """Seat team number *team*, come after the tirage, at a new table with an exempt team or a late one.

    *against* is the number of an exempt team, or of another come late; without it, the exempt team of the lowest number
    plays. Raises TournamentError where nobody is exempt, a team has a place already, or the two have met (unless
    *confirm*).
    """
    draw, tournament = _locked(draw_id, lock_open_tournament)
    round_ = draw.round
    if draw.state == "cancelled":
        raise TournamentError("draw_cancelled", round=round_.number, draw=draw.number)
    if draw.phase or draw.main.method == KNOCK_OUT:
        raise TournamentError("late_not_in_a_phase", field="team", round=round_.number)
    if round_.number != rounds.next_number(tournament) - (draw.state == "published"):
        raise TournamentError("late_round_over", round=round_.number)
    seats = list(round_.seats.select_related("team", "forfeited_by"))
    tableless = [seat for seat in seats if seat.table_id is None]
    # A team that wins by forfeit keeps the win, unless the awaited opponent is there after all.
    awaiting = [seat for seat in tableless if seat.forfeited_by is None or seat.forfeited_by.number == team]
    free = {seat.team.number: seat for seat in awaiting}
    of_teams = len(seats) == 2 * len({seat.table_id for seat in seats if seat.table_id}) + len(tableless)
    if not of_teams or (against is None and not free):
        raise TournamentError("late_nobody_exempt", field="team", round=round_.number)
    late = _late_team(tournament, round_, seats, team)
    if against is None or against in free:
        partner = free[min(free, key=lambda one: (not free[one].forfeited_by, one)) if against is None else against]
    elif against == team:
        raise TournamentError("swap_same_team", field="against", team=team)
    else:
        partner = Seat(round=round_, team=_late_team(tournament, round_, seats, against, field="against"))
    met, _rests, _partners = rounds.history(tournament, round_.number)
    if partner.team.number in met.get(late.pk, []) and not confirm:
        raise TournamentError("late_have_met", field="team", team=team, other=partner.team.number)
    numbers = set(round_.tables.values_list("number", flat=True))
    fixed = next((n for n in (partner.team.fixed_table, late.fixed_table) if n and n not in numbers), None)
    exempt = partner.pk is not None
    before = [_place(partner)] if exempt else []
    table = seat_against(partner, late, fixed or max(numbers, default=0) + 1)
    for seated in (late,) if exempt else (late, partner.team):
        seated.present, seated.first_round = True, min(seated.first_round, round_.number)
        seated.save(update_fields=["present", "first_round"])
    teams = [partner.team.number, late.number]
    kind = "late" if exempt else "late_two"
    _keep_change(draw, {"kind": kind, "teams": teams, "before": before, "after": [_place(partner)]}, by)
    journal.write(
        tournament,
        acts.SEAT_LATE_TEAM,
        by,
        after={"round": round_.number, "draw": draw.number, "table": table.number, "teams": teams},
    )
    return table


def _late_team(
    tournament: Tournament, round_: Round, seats: Sequence[Seat], number: int, *, field: str = "team"
) -> Team:
    """Return the team come after the tirage of *round_*. Raises TournamentError where it cannot be seated."""
    late = Team.objects.filter(tournament=tournament, number=number).first()
    if late is None or late.gone(round_.number):
        raise TournamentError("late_team_unknown", field=field, team=number)
    if late.waiting:
        raise TournamentError("team_waiting", field=field, number=number)
    if any(seat.team_id == late.pk for seat in seats):
        raise TournamentError("late_has_a_place", field=field, team=number, round=round_.number)
    return late


@transaction.atomic
def change_parties(
    *, tournament_id: int, parties: int, reason: str, by: User | None, to_the_end: bool = False
) -> Tournament:
    """Change the number of *parties* announced, as a room may decide in mid-evening.

    Where finals make that number the concours then ends there, its finals played or not; *to_the_end* lets them be
    played. Raises TournamentError without a reason, below what is drawn already, or above MAX_PARTIES.
    """
    tournament = lock_open_tournament(tournament_id)
    reason = journal.required_reason(reason)
    drawn = Draw.objects.filter(round__tournament=tournament).exclude(state="cancelled")
    lowest = max([1, *drawn.values_list("round__number", flat=True)])
    if not lowest <= parties <= MAX_PARTIES:
        raise TournamentError(
            "parties_out_of_range", field="parties", parties=parties, lowest=lowest, highest=MAX_PARTIES
        )
    wanted = {"parties": parties}
    if tournament.formula.has_finals:
        wanted["parties_fixed"] = not to_the_end
    before = {name: getattr(tournament, name) for name in wanted}
    changed = [name for name, value in wanted.items() if value != before[name]]
    if not changed:
        return tournament
    for name in changed:
        setattr(tournament, name, wanted[name])
    tournament.save(update_fields=changed)
    journal.write(
        tournament,
        acts.CHANGE_PARTIES,
        by,
        before={name: before[name] for name in changed},
        after={name: wanted[name] for name in changed},
        reason=reason,
    )
    return tournament


@transaction.atomic
def seat_catch_up(*, draw_id: int, exempt: int, guest: int, by: User | None) -> Table:
    """Seat the *exempt* team at a new table against the *guest* that has finished its own.

    What the guest marks there counts for nothing. Raises TournamentError where the concours has no catch-up games, the
    first is not exempt, the second does not play this partie, or the two have met.
    """
    draw, tournament = _locked(draw_id, lock_open_tournament)
    round_ = draw.round
    if not rounds.catches_up(tournament) or draw.state != "published":
        raise TournamentError("catch_up_not_now", round=round_.number)
    seats = {seat.team.number: seat for seat in round_.seats.filter(counts=True).select_related("team")}
    waiting = seats.get(exempt)
    if waiting is None or waiting.table_id is not None or waiting.forfeited_by_id is not None:
        raise TournamentError("catch_up_not_exempt", field="exempt", team=exempt, round=round_.number)
    helper = seats.get(guest)
    if helper is None or helper.table_id is None:
        raise TournamentError("catch_up_guest", field="guest", team=guest, round=round_.number)
    met, _rests, _partners = rounds.history(tournament, rounds.next_number(tournament))
    if guest in met.get(waiting.team_id, []):
        raise TournamentError("catch_up_met", field="guest", first=exempt, second=guest)
    number = max(round_.tables.values_list("number", flat=True), default=0) + 1
    table = seat_against(waiting, helper.team, number, counts=False)
    _keep_change(draw, {"kind": "catch_up", "teams": [exempt, guest], "before": [], "after": [_place(waiting)]}, by)
    journal.write(
        tournament,
        acts.SEAT_CATCH_UP,
        by,
        after={"round": round_.number, "table": table.number, "teams": [exempt, guest]},
    )
    return table


def _locked(draw_id: int, lock: Callable[[int], Tournament]) -> tuple[Draw, Tournament]:
    """Return the tirage *draw_id* read again once its concours is locked. Raises Draw.DoesNotExist."""
    tournament = lock(_tournaments.get(draw=draw_id))
    return _draws.get(draw=draw_id), tournament


@prepared
def _tournaments(draw: int) -> QuerySet[Draw, int]:
    return Draw.objects.filter(pk=draw).values_list("round__tournament", flat=True)


@prepared
def _draws(draw: int) -> QuerySet[Draw]:
    return Draw.objects.filter(pk=draw).select_related("round")


def _place(seat: Seat) -> dict[str, Any]:
    return {"team": seat.team.number, "table": seat.table.number if seat.table else None, "camp": seat.camp}


def _keep_change(draw: Draw, change: dict[str, Any], by: User | None) -> None:
    draw.changes = [*draw.changes, change | {"at": timezone.now().isoformat(), "by": by.pk if by else None}]
    draw.save(update_fields=["changes"])


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers)) or "–"
