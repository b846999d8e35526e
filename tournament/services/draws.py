"""Acts on tirages: draw, publish, cancel, swap two teams, seat a late team, add a partie."""

import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import get_language

from tournament import journal, names, tirages
from tournament.errors import TournamentError
from tournament.models import Draw, Round, Seat, Table, Team, Tournament
from tournament.selectors import draws as questions
from tournament.selectors.draws import Rank, SwapEffects
from tournament.selectors.people import teams_in_round

SEED_LENGTH = 120
REASON_LENGTH = 200
MAX_PARTIES = 20

_LETTERS = "ABCDEF"
_SUITS = {"♠": "♠ p pi pique", "♥": "♥ co coeur", "♦": "♦ ca carreau", "♣": "♣ t tr trefle"}
_SUIT_OF = {word: suit for suit, words in _SUITS.items() for word in words.split()}
_RANKS = {"7": "sept", "8": "huit", "9": "neuf", "10": "dix", "V": "valet j", "D": "dame q", "R": "roi k", "A": "as"}
CARD_SUITS, CARD_RANKS = tuple(_SUITS), tuple(_RANKS)
_RANK_OF = {word: rank for rank, words in _RANKS.items() for word in (rank.lower(), *words.split())}
_CARD = re.compile(rf"({'|'.join(sorted(_RANK_OF, key=len, reverse=True))})\s*(?:de\s+)?([♠♥♦♣]|[a-z]+)")


class AlreadyDrawn(TournamentError):
    """The partie has a tirage already: `draw` is the one the other organiser made."""

    def __init__(self, draw: Draw) -> None:
        super().__init__("already_drawn", round=draw.round.number, draw=draw.number)
        self.draw = draw


def normal_seed(text: str) -> str:
    """*text* as a seed is kept: cards in one writing, anything else with single spaces.

    >>> normal_seed("r co,  7 de trèfle 10p"), normal_seed("dés : 4  6 2")
    ('R♥ 7♣ 10♠', 'dés : 4 6 2')
    """
    cleaned = names.clean(text.replace("\ufe0f", ""))
    letters = unicodedata.normalize("NFKD", cleaned.casefold().replace("œ", "oe"))
    said = "".join(letter for letter in letters if not unicodedata.combining(letter))
    cards, end = [], 0
    for match in _CARD.finditer(said):
        if match[2] not in _SUIT_OF or said[end : match.start()].strip(" ,;.-"):
            return cleaned
        cards.append(_RANK_OF[match[1]] + _SUIT_OF[match[2]])
        end = match.end()
    return " ".join(cards) if cards and not said[end:].strip(" ,;.-") else cleaned


def draw_request(
    tournament: Tournament, number: int, *, ranks: Iterable[Rank], method: str, options: Mapping[str, object] | None
) -> dict[str, object]:
    """What tournament.tirages.draw is asked for partie *number*, but for its lot: the frozen pool and its settings.

    A method that plans several parties at once goes on with the seed, the pool and the count of parties it began with.
    """
    known = tirages.TIRAGES[method].options
    announced = {option: value for option, value in tournament.draw_options.items() if option in known}
    request = {
        "method": method,
        "round": number,
        "seed": "",
        "options": {**announced, **(options or {})},
        "entrants": questions.entrants(tournament, number, ranks),
    }
    if tirages.TIRAGES[method].schedule and (first := questions.plan_of(tournament, number, method)):
        begun = first.minutes
        request["round"] = number - first.round.number + begun["round"]
        request["seed"] = begun["seed"]
        request["options"]["pool"] = begun["options"].get("pool") or [
            entrant["number"] for entrant in begun["entrants"]
        ]
    return request


@transaction.atomic
def make_draft(
    *,
    tournament_id: int,
    number: int,
    ranks: Sequence[Rank],
    method: str,
    seed: str,
    by: AbstractBaseUser | None,
    options: Mapping[str, object] | None = None,
    fingerprint: str | None = None,
) -> Draw:
    """The tirage of partie *number*, drawn by *method* (a key of TIRAGES) from *ranks*, its tables seated as a draft.

    *seed* is what was taken in public, or "" for one made here. *options* may differ from the concours' own. With
    *fingerprint*, what the room was shown before the seed, a pool that is no longer the same is refused. Raises
    AlreadyDrawn with the other's tirage, TournamentError otherwise. A constant number of queries.
    """
    tournament = journal.lock_tournament(tournament_id)
    if tournament.closed_at:
        raise TournamentError("closed")
    if live := questions.live_draw(tournament, number):
        raise AlreadyDrawn(live)
    expected = questions.next_number(tournament)
    if number != expected:
        raise TournamentError("round_not_next", round=number, expected=expected)
    if number > tournament.parties:
        raise TournamentError("parties_all_drawn", parties=tournament.parties)
    if method not in tirages.TIRAGES:
        raise TournamentError("setting_word", field="method", value=method, known=", ".join(tirages.TIRAGES))
    if len(seed) > SEED_LENGTH:
        raise TournamentError("text_too_long", field="seed", read=seed, length=len(seed), most=SEED_LENGTH)
    request = draw_request(tournament, number, ranks=ranks, method=method, options=options)
    if len(request["entrants"]) < 2:
        raise TournamentError("teams_too_few", round=number, teams=len(request["entrants"]))
    if fingerprint is not None and fingerprint != tirages.fingerprint(request):
        raise TournamentError("pool_changed", field="seed", round=number)
    request["seed"], origin = _seed_for(request, normal_seed(seed))
    minutes = _drawn(request)
    round_, _created = Round.objects.get_or_create(tournament=tournament, number=number)
    last = round_.draws.order_by("-number").values_list("number", flat=True).first() or 0
    draw = Draw(
        round=round_,
        number=last + 1,
        minutes=minutes,
        seed_origin=origin,
        journal_number=tournament.journal_number,
        by=by,
    )
    draw.save(force_insert=True)
    _seat(round_, minutes, tournament)
    journal.write(
        tournament=tournament,
        act="make_draw",
        by=by,
        after={
            "round": number,
            "draw": draw.number,
            "method": method,
            "seed": request["seed"],
            "fingerprint": minutes["fingerprint"],
        },
    )
    return draw


def _seed_for(request: Mapping[str, object], typed: str) -> tuple[str, str]:
    """The seed of *request* and where it comes from (a key of SEED_ORIGINS)."""
    if not tirages.TIRAGES[request["method"]].chance:
        return "", "none"
    if request["seed"]:
        return request["seed"], "plan"
    return (typed, "public") if typed else (secrets.token_hex(16), "machine")


def _drawn(request: dict[str, object]) -> dict[str, object]:
    try:
        return tirages.draw(request)
    except tirages.Impossible as impossible:
        why = impossible.message(get_language() or "fr")
        raise TournamentError(
            "draw_impossible", field="options", round=request["round"], why=why, teams=impossible.teams
        ) from impossible
    except tirages.BadRequest as error:
        why = error.message(get_language() or "fr")
        raise TournamentError("draw_not_for_this", field="method", round=request["round"], why=why) from error


def _seat(round_: Round, minutes: Mapping, tournament: Tournament) -> None:
    """Write the tables and seats that *minutes* say, in three queries."""
    team_ids = dict(tournament.teams.values_list("number", "pk"))
    tables = Table.objects.bulk_create(Table(round=round_, number=table["table"]) for table in minutes["tables"])
    seats = [
        Seat(round=round_, table=table, camp=camp, team_id=team_ids[number])
        for table, drawn in zip(tables, minutes["tables"], strict=True)
        for camp, numbers in zip(_camps(len(drawn["camps"])), drawn["camps"], strict=True)
        for number in numbers
    ]
    seats += [Seat(round=round_, team_id=team_ids[number]) for number in minutes["exempt"]]
    Seat.objects.bulk_create(seats)


def _camps(count: int) -> Sequence[str]:
    """The names of the camps of a table: two face each other, more sit each for himself."""
    return questions.CAMPS if count == 2 else _LETTERS[:count]


def check_pool(draw: Draw, tournament: Tournament) -> tuple[list[int], list[int]]:
    """The numbers of the teams that came, and of those that left, since *draw* was made."""
    seated = set(draw.round.seats.values_list("team__number", flat=True))
    playing = set(teams_in_round(tournament, draw.round.number).values_list("number", flat=True))
    return sorted(playing - seated), sorted(seated - playing)


@transaction.atomic
def publish_draw(*, draw_id: int, by: AbstractBaseUser | None) -> Draw:
    """The draft *draw_id* made visible to all; from now on the settings of play stand. Published twice, once.

    Raises TournamentError where it is cancelled, or where a team came or left since it was drawn.
    """
    draw, tournament = _locked(draw_id)
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
    draw.save(update_fields=["state", "published_at"])
    draw.round.state, draw.round.published_at = "published", now
    draw.round.save(update_fields=["state", "published_at"])
    journal.write(tournament=tournament, act="publish_draw", by=by, after={"round": number, "draw": draw.number})
    return draw


@transaction.atomic
def cancel_draw(*, draw_id: int, reason: str, by: AbstractBaseUser | None) -> Draw:
    """The draft or published tirage *draw_id* cancelled: its tables go, its minutes and the *reason* stay for ever.

    Raises TournamentError without a reason, or once a table has handed in a sheet.
    """
    draw, tournament = _locked(draw_id)
    reason = _reason(reason)
    if tournament.closed_at:
        raise TournamentError("closed")
    if draw.state == "cancelled":
        raise TournamentError("draw_cancelled", round=draw.round.number, draw=draw.number)
    was = draw.state
    round_ = draw.round
    try:
        # A sheet protects its table: this package need not know what a sheet is.
        with transaction.atomic():
            round_.tables.all().delete()
            round_.seats.all().delete()
    except ProtectedError as error:
        raise TournamentError("draw_has_sheets", round=round_.number, draw=draw.number) from error
    draw.state, draw.reason, draw.cancelled_at = "cancelled", reason, timezone.now()
    draw.save(update_fields=["state", "reason", "cancelled_at"])
    round_.state, round_.published_at = "draft", None
    round_.save(update_fields=["state", "published_at"])
    journal.write(
        tournament=tournament,
        act="cancel_draw",
        by=by,
        before={"round": round_.number, "draw": draw.number, "state": was},
        reason=reason,
    )
    return draw


@transaction.atomic
def swap_teams(
    *, draw_id: int, first: int, second: int, by: AbstractBaseUser | None, confirm: bool = False
) -> SwapEffects:
    """Teams number *first* and *second* exchange their places in the draft *draw_id*; what that did.

    A swap that breaks a rule of the concours (a rematch, a fixed table, exempt again, clubs kept apart) is refused
    with `swap_breaks_a_rule` unless *confirm*. Kept in the tirage's `changes`; its minutes stay as drawn.
    """
    draw, tournament = _locked(draw_id)
    number = draw.round.number
    one, two = _exchangeable(draw, first, second)
    effects = questions.swap_effects(draw, first, second)
    if effects.breaks_a_rule and not confirm:
        raise TournamentError("swap_breaks_a_rule", first=first, second=second)
    before = [_place(one), _place(two)]
    one.table, one.camp, two.table, two.camp = two.table, two.camp, one.table, one.camp
    Seat.objects.bulk_update([one, two], ["table", "camp"])
    _keep_change(
        draw, {"kind": "swap", "teams": [first, second], "before": before, "after": [_place(one), _place(two)]}, by
    )
    journal.write(
        tournament=tournament,
        act="swap_teams",
        by=by,
        before={"round": number, "draw": draw.number, "places": before},
        after={"teams": [first, second], "confirmed": effects.breaks_a_rule},
    )
    return effects


def check_swap(draw: Draw, first: int, second: int) -> SwapEffects:
    """What `swap_teams` would do, nothing written. Raises TournamentError for a swap that cannot be."""
    _exchangeable(draw, first, second)
    return questions.swap_effects(draw, first, second)


def _exchangeable(draw: Draw, first: int, second: int) -> tuple[Seat, Seat]:
    """The seats of two teams of a draft that may exchange them."""
    number = draw.round.number
    if draw.state != "draft":
        raise TournamentError("swap_needs_a_draft", round=number)
    if first == second:
        raise TournamentError("swap_same_team", field="second", team=first)
    seats = {seat.team.number: seat for seat in draw.round.seats.select_related("team", "table")}
    for team, field in ((first, "first"), (second, "second")):
        if team not in seats:
            raise TournamentError("swap_team_unknown", field=field, team=team, round=number)
    one, two = seats[first], seats[second]
    if one.table_id == two.table_id:
        code = "swap_both_exempt" if one.table_id is None else "swap_same_table"
        raise TournamentError(code, field="second", first=first, second=second)
    return one, two


@transaction.atomic
def seat_late_team(*, draw_id: int, team: int, by: AbstractBaseUser | None, confirm: bool = False) -> Table:
    """A new table where team number *team*, come after the tirage, plays the exempt team, which is exempt no more.

    Raises TournamentError where nobody is exempt, the team has a place already, or the two have met (unless
    *confirm*).
    """
    draw, tournament = _locked(draw_id)
    round_ = draw.round
    if tournament.closed_at:
        raise TournamentError("closed")
    if draw.state == "cancelled":
        raise TournamentError("draw_cancelled", round=round_.number, draw=draw.number)
    if round_.number != questions.next_number(tournament) - (draw.state == "published"):
        raise TournamentError("late_round_over", round=round_.number)
    seats = list(round_.seats.select_related("team"))
    free = sorted((seat for seat in seats if seat.table_id is None), key=lambda seat: seat.team.number)
    if not free or len(seats) != 2 * len({seat.table_id for seat in seats if seat.table_id}) + len(free):
        raise TournamentError("late_nobody_exempt", field="team", round=round_.number)
    late = Team.objects.filter(tournament=tournament, number=team).first()
    if late is None or (late.withdrawn_from is not None and late.withdrawn_from <= round_.number):
        raise TournamentError("late_team_unknown", field="team", team=team)
    if any(seat.team_id == late.pk for seat in seats):
        raise TournamentError("late_has_a_place", field="team", team=team, round=round_.number)
    partner = free[0]
    met, _exempt = questions.history(tournament, round_.number)
    if partner.team.number in met.get(late.pk, []) and not confirm:
        raise TournamentError("late_have_met", field="team", team=team, other=partner.team.number)
    taken = set(round_.tables.values_list("number", flat=True))
    wanted = next((n for n in (partner.team.fixed_table, late.fixed_table) if n and n not in taken), None)
    table = Table(round=round_, number=wanted or max(taken, default=0) + 1)
    table.save(force_insert=True)
    before = [_place(partner)]
    partner.table, partner.camp = table, questions.CAMPS[0]
    partner.save(update_fields=["table", "camp"])
    Seat(round=round_, team=late, table=table, camp=questions.CAMPS[1]).save(force_insert=True)
    late.present, late.first_round = True, min(late.first_round, round_.number)
    late.save(update_fields=["present", "first_round"])
    teams = [partner.team.number, late.number]
    _keep_change(draw, {"kind": "late", "teams": teams, "before": before, "after": [_place(partner)]}, by)
    journal.write(
        tournament=tournament,
        act="seat_late_team",
        by=by,
        after={"round": round_.number, "draw": draw.number, "table": table.number, "teams": teams},
    )
    return table


@transaction.atomic
def change_parties(*, tournament_id: int, parties: int, reason: str, by: AbstractBaseUser | None) -> Tournament:
    """The concours with *parties* parties instead of those announced, as a room may decide in mid-evening.

    Raises TournamentError without a reason, below what is drawn already, or above MAX_PARTIES.
    """
    tournament = journal.lock_tournament(tournament_id)
    reason = _reason(reason)
    if tournament.closed_at:
        raise TournamentError("closed")
    drawn = Draw.objects.filter(round__tournament=tournament).exclude(state="cancelled")
    lowest = max([1, *drawn.values_list("round__number", flat=True)])
    if not lowest <= parties <= MAX_PARTIES:
        raise TournamentError(
            "parties_out_of_range", field="parties", parties=parties, lowest=lowest, highest=MAX_PARTIES
        )
    if parties == tournament.parties:
        return tournament
    before, tournament.parties = tournament.parties, parties
    tournament.save(update_fields=["parties"])
    journal.write(
        tournament=tournament,
        act="change_parties",
        by=by,
        before={"parties": before},
        after={"parties": parties},
        reason=reason,
    )
    return tournament


def _locked(draw_id: int) -> tuple[Draw, Tournament]:
    """The tirage *draw_id* read again once its concours is locked. Raises Draw.DoesNotExist."""
    tournament_id = Draw.objects.values_list("round__tournament", flat=True).get(pk=draw_id)
    tournament = journal.lock_tournament(tournament_id)
    return Draw.objects.select_related("round").get(pk=draw_id), tournament


def _reason(text: str) -> str:
    reason = names.clean(text)
    if not reason:
        raise TournamentError("reason_needed", field="reason")
    if len(reason) > REASON_LENGTH:
        raise TournamentError("text_too_long", field="reason", read=reason, length=len(reason), most=REASON_LENGTH)
    return reason


def _place(seat: Seat) -> dict[str, object]:
    return {"team": seat.team.number, "table": seat.table.number if seat.table else None, "camp": seat.camp}


def _keep_change(draw: Draw, change: dict[str, object], by: AbstractBaseUser | None) -> None:
    draw.changes = [*draw.changes, change | {"at": timezone.now().isoformat(), "by": by.pk if by else None}]
    draw.save(update_fields=["changes"])


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers)) or "–"
