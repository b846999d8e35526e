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

from tournament import journal, names, phases, tirages
from tournament.errors import TournamentError
from tournament.models import Draw, Round, Seat, Table, Team, Tournament
from tournament.selectors import draws as questions
from tournament.selectors.draws import Part, Rank, SwapEffects
from tournament.selectors.people import teams_in_round

SEED_LENGTH = 120
REASON_LENGTH = 200
MAX_PARTIES = 20

_LETTERS = "ABCDEF"
_SUITS = {"♠": "♠ p pi pique", "♥": "♥ co coeur", "♦": "♦ ca carreau", "♣": "♣ t tr trefle"}
_SUIT_OF = {word: suit for suit, words in _SUITS.items() for word in words.split()}
_RANKS = {"7": "sept", "8": "huit", "9": "neuf", "10": "dix", "V": "valet j", "D": "dame q", "R": "roi k", "A": "as"}
_BETWEEN_CARDS = " ,;.-"
CARD_SUITS, CARD_RANKS = tuple(_SUITS), tuple(_RANKS)
_RANK_OF = {word: rank for rank, words in _RANKS.items() for word in (rank.lower(), *words.split())}
_CARD = re.compile(
    rf"(?<!\d)(?:(?=\d)|(?<![a-z]))({'|'.join(sorted(_RANK_OF, key=len, reverse=True))})\s*(?:de\s+)?([♠♥♦♣]|[a-z]+)"
)
# A number of a suit, or a drawn suit, is meant for a card, even where the pack has no such one.
_LIKE_A_CARD = re.compile(r"\d\s*(?:de\s+)?(?:pique|coeur|carreau|trefle)\b|[♠♥♦♣]")


class AlreadyDrawn(TournamentError):
    """The partie has a tirage already: `draw` is the one the other organiser made."""

    def __init__(self, draw: Draw) -> None:
        super().__init__("already_drawn", round=draw.round.number, draw=draw.number)
        self.draw = draw


def normal_seed(text: str) -> str:
    """*text* as a seed is kept: cards in one writing, anything else with single spaces.

    Raises TournamentError seed_no_card for a text of cards where one piece is none, seed_card_twice.

    >>> normal_seed("r co,  7 de trèfle 10p"), normal_seed("dés : 4  6 2")
    ('R♥ 7♣ 10♠', 'dés : 4 6 2')
    """
    cleaned = names.clean(text.replace("\ufe0f", ""))
    folded = [
        (letter, place)
        for place, character in enumerate(cleaned)
        for letter in unicodedata.normalize("NFKD", character.casefold().replace("œ", "oe"))
        if not unicodedata.combining(letter)
    ]
    said = "".join(letter for letter, _place in folded)
    found = [match for match in _CARD.finditer(said) if match[2] in _SUIT_OF]
    if not found and not _LIKE_A_CARD.search(said):
        return cleaned
    ends = [0, *(match.end() for match in found)]
    for start, end in zip(ends, [*(match.start() for match in found), len(said)], strict=True):
        if said[start:end].strip(_BETWEEN_CARDS):
            first, last = folded[start][1], folded[end - 1][1] + 1
            raise TournamentError("seed_no_card", field="seed", piece=cleaned[first:last].strip(_BETWEEN_CARDS))
    cards = [_RANK_OF[match[1]] + _SUIT_OF[match[2]] for match in found]
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice:
        raise TournamentError("seed_card_twice", field="seed", card=twice)
    return " ".join(cards)


def announced_options(tournament: Tournament, number: int, method: str) -> dict[str, object]:
    """The options of *method* for partie *number*, as the concours announced them."""
    known = tirages.TIRAGES[method].options
    announced = {option: value for option, value in tournament.draw_options.items() if option in known}
    if announced.get("table_one") == "auto":
        del announced["table_one"]
    if number > 1 and tournament.draw_options.get("apart_when") == "first":
        announced["club_apart"] = "no"
    if method == "melee":
        announced["plan"] = "soiree"
    if "parties" in known:
        announced["parties"] = tournament.parties
    return announced


def draw_request(
    tournament: Tournament,
    number: int,
    *,
    ranks: Iterable[Rank],
    method: str,
    options: Mapping[str, object] | None,
    part: Part | None = None,
) -> dict[str, object]:
    """What tournament.tirages.draw is asked for partie *number*, but for its lot: the frozen pool and its settings.

    With *part*, what that phase of the evening asks. A method that plans several parties at once goes on with the seed,
    the pool and the count of parties it began with.
    """
    part = part or Part(method=method)
    request = {
        "method": method,
        "round": number,
        "seed": "",
        "options": {**announced_options(tournament, number, method), **(options or {}), **part.options},
        "entrants": questions.entrants(tournament, number, ranks, part.teams),
    }
    asked = request["options"]
    if method in phases.PLANNED:
        first = questions.plan_of(tournament, number, method, part.phase)
        request["round"] = number - first.number + first.minutes["round"] if first else 1
        if first:
            request["seed"] = first.minutes["seed"]
            asked |= _as_begun(method=request["method"], begun=first.minutes)
        elif part.teams is not None and "pool" in tirages.TIRAGES[method].options:
            here = {entrant["number"] for entrant in request["entrants"]}
            asked["pool"] = [team for team in part.teams if team in here]
    if method == phases.KNOCK_OUT:
        # Who is left must meet, whatever came before.
        asked["rematch"] = "least"
        if asked.get("club_apart") == "hard":
            asked["club_apart"] = "soft"
    if third := asked.get("third"):
        here = {entrant["number"] for entrant in request["entrants"]}
        if not here.issuperset(third):
            # One of the two has gone: the other has the third place without a match.
            del asked["third"]
            request["entrants"] = [entrant for entrant in request["entrants"] if entrant["number"] not in third]
    if number > 1 and tournament.exempt_policy == "relay" and len(request["entrants"]) % 2:
        resting = _resting(tournament, number)
        asked |= {"rest": [e["number"] for e in request["entrants"] if e["number"] == resting]} if resting else {}
    return request


def _as_begun(*, method: str, begun: Mapping) -> dict[str, object]:
    """The options that keep a plan as it was drawn, whoever has left, moved or changed club since it *begun*."""
    known, options = tirages.TIRAGES[method].options, begun["options"]
    kept: dict[str, object] = {"pool": questions.frozen_pool(begun)}
    if "people" in known:
        settled = [option for option in ("club_apart", "placement", "size") if option in known]
        kept |= {option: options.get(option, tirages.TIRAGES[method].initial(option)) for option in settled}
        if kept["club_apart"] != "no" or any(one.get("fixed_table") for one in begun["entrants"]):
            facts = ("number", "club", "family", "fixed_table")
            kept["people"] = [{fact: one[fact] for fact in facts if one.get(fact)} for one in begun["entrants"]]
    return kept


def _relay(tournament: Tournament) -> Mapping | None:
    """The relay that was drawn with the first partie: who rests when, and the games that make up for it."""
    first = Draw.objects.filter(round__tournament=tournament, round__number=1, state="published").first()
    return first.minutes.get("about", {}).get("relay") if first else None


def _resting(tournament: Tournament, number: int) -> int | None:
    plan = _relay(tournament)
    return next((rest["team"] for rest in plan["rests"] if rest["round"] == number), None) if plan else None


def requests_of(
    tournament: Tournament,
    number: int,
    *,
    ranks: Sequence[Rank],
    parts: Sequence[Part],
    options: Mapping[str, object] | None,
) -> list[tuple[Part, dict[str, object]]]:
    """What each phase asks of the draw of partie *number*, those without two teams left out."""
    asked = []
    for part in parts:
        # What one organiser changes for one draw is said of the parties common to all.
        own = options if part.phase == 0 else None
        request = draw_request(tournament, number, ranks=ranks, method=part.method, options=own, part=part)
        if len(request["entrants"]) >= 2 or len(parts) == 1:
            asked.append((part, request))
    return asked


def fingerprint_of(asked: Iterable[tuple[Part, dict]]) -> str:
    """The fingerprint of all that is drawn together: one for each phase, a space between."""
    return " ".join(tirages.fingerprint(request) for _part, request in asked)


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
    parts: Sequence[Part] | None = None,
    made: tuple[str, Sequence[dict]] | None = None,
) -> Draw:
    """The tirage of partie *number*, drawn by *method* (a key of TIRAGES) from *ranks*, its tables seated as a draft.

    *seed* is what was taken in public, or "" for one made here. *options* may differ from the concours' own. With
    *fingerprint*, what the room was shown before the seed, a pool that is no longer the same is refused. *parts* are
    the phases played side by side, instead of one draw for all by *method*; *made*, what `compute`
    gave beforehand for that fingerprint. Raises AlreadyDrawn with the other's tirage, TournamentError
    otherwise. A constant number of queries for each phase.
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
    parts = [Part(method=method)] if parts is None else parts
    asked = requests_of(tournament, number, ranks=ranks, parts=parts, options=options)
    if not asked or len(asked[0][1]["entrants"]) < 2:
        raise TournamentError("teams_too_few", round=number, teams=len(asked[0][1]["entrants"]) if asked else 0)
    if fingerprint is not None and fingerprint != _fingerprint_or_reason(asked, number):
        raise TournamentError("pool_changed", field="seed", round=number)
    origin, drawn = made or compute(tournament, number, asked, seed)
    minutes = drawn[0]
    round_, _created = Round.objects.get_or_create(tournament=tournament, number=number)
    last = round_.draws.order_by("-number").values_list("number", flat=True).first() or 0
    draw = Draw(
        round=round_,
        number=last + 1,
        minutes=minutes,
        phase=asked[0][0].phase,
        sides=[{"phase": part.phase, "minutes": one} for (part, _), one in zip(asked[1:], drawn[1:], strict=True)],
        seed_origin=origin,
        journal_number=tournament.journal_number,
        by=by,
    )
    draw.save(force_insert=True)
    _seat(draw, tournament)
    journal.write(
        tournament=tournament,
        act="make_draw",
        by=by,
        after={
            "round": number,
            "draw": draw.number,
            "method": minutes["method"],
            "seed": minutes["seed"],
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


def compute(
    tournament: Tournament, number: int, asked: Sequence[tuple[Part, dict]], seed: str
) -> tuple[str, list[dict[str, object]]]:
    """Where the seed comes from (a key of SEED_ORIGINS), and the minutes of each part. Nothing is read or written.

    One seed serves all that is drawn together, but for what goes on with the seed of its plan.
    """
    typed = normal_seed(seed)
    origins, made = set(), []
    for part, request in asked:
        request["seed"], origin = _seed_for(request, typed)
        if origin == "machine":
            typed = request["seed"]
        origins.add("machine" if "machine" in origins and origin == "public" else origin)
        if part.phase == 0 and number == 1 and tournament.exempt_policy == "relay":
            _begin_relay(tournament, request)
        made.append(_drawn(request))
    return next(origin for origin in ("machine", "public", "plan", "none") if origin in origins), made


def _begin_relay(tournament: Tournament, request: dict[str, object]) -> None:
    """Draw who rests when, with the seed of the first partie, and let the first of them rest.

    The fingerprint that the room saw, of the pool before anybody rests, stands in `about` with the relay.
    """
    numbers = [entrant["number"] for entrant in request["entrants"]]
    if len(numbers) % 2 == 0 or len(numbers) < tournament.parties:
        return
    seed = request["seed"] or tirages.fingerprint(request)
    plan = tirages.relay(numbers, tournament.parties, seed)
    request["about"] = {"relay": plan, "shown": tirages.fingerprint(request)}
    request["options"]["rest"] = [plan["rests"][0]["team"]]


def _fingerprint_or_reason(asked: Sequence[tuple[Part, dict]], number: int) -> str:
    try:
        return fingerprint_of(asked)
    except tirages.BadRequest as error:
        why = error.message(get_language() or "fr")
        raise TournamentError("draw_not_for_this", field="method", round=number, why=why) from error


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


def _seat(draw: Draw, tournament: Tournament) -> None:
    """Write the tables and seats that the minutes of *draw* say, in three queries."""
    round_ = draw.round
    team_ids = dict(tournament.teams.values_list("number", "pk"))
    drawn = questions.drawn_tables(draw)
    tables = Table.objects.bulk_create(Table(round=round_, number=number) for number, _camps in drawn)
    seats = [
        Seat(round=round_, table=table, camp=camp, team_id=team_ids[number])
        for table, (_number, camps) in zip(tables, drawn, strict=True)
        for camp, numbers in zip(_camps(len(camps)), camps, strict=True)
        for number in numbers
    ]
    exempt = [number for _phase, minutes in draw.parts for number in minutes["exempt"]]
    seats += [Seat(round=round_, team_id=team_ids[number]) for number in exempt]
    Seat.objects.bulk_create(seats)
    if tournament.exempt_policy == "relay" and round_.number > 1 and (plan := _relay(tournament)):
        _seat_bis(round_, plan, exempt, max([0, *(number for number, _camps in drawn)]) + 1)


def _seat_bis(round_: Round, plan: Mapping, exempt: Sequence[int], table: int) -> None:
    """The game of two teams of the relay, both of which have rested by now; each makes up for the partie it missed."""
    game = next((game for game in plan["bis"] if game["after"] == round_.number), None)
    if game is None or game["teams"][1] not in exempt:
        return
    first, second = game["teams"]
    rested = Seat.objects.filter(round__tournament=round_.tournament_id, table__isnull=True)
    earlier = rested.filter(round__number=round_.number - 1, team__number=first).first()
    now = rested.filter(round=round_, team__number=second).first()
    if earlier is None or now is None:
        return
    row = Table(round=round_, number=table)
    row.save(force_insert=True)
    earlier.table, earlier.camp = row, questions.CAMPS[0]
    now.table, now.camp = row, questions.CAMPS[1]
    Seat.objects.bulk_update([earlier, now], ["table", "camp"])


def _camps(count: int) -> Sequence[str]:
    """The names of the camps of a table: two face each other, more sit each for himself."""
    return questions.CAMPS if count == 2 else _LETTERS[:count]


def check_pool(draw: Draw, tournament: Tournament) -> tuple[list[int], list[int]]:
    """The numbers of the teams that came, and of those that left, since *draw* was made."""
    seated = set(draw.round.seats.values_list("team__number", flat=True))
    playing = set(teams_in_round(tournament, draw.round.number).values_list("number", flat=True))
    if draw.phase or draw.minutes["method"] == phases.KNOCK_OUT:
        # Who plays a phase was settled when it began: nobody joins it.
        return [], sorted(seated - playing)
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
            # A team of the relay that makes up for an earlier rest goes back to that rest.
            making_up = Seat.objects.filter(table__round=round_).exclude(round=round_)
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
    phase_of = {entrant["number"]: minutes for _phase, minutes in draw.parts for entrant in minutes["entrants"]}
    if phase_of.get(first, {}).get("method") == phases.KNOCK_OUT or phase_of.get(first) is not phase_of.get(second):
        raise TournamentError("swap_in_a_bracket", field="second", first=first, second=second)
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
    if draw.phase or draw.minutes["method"] == phases.KNOCK_OUT:
        raise TournamentError("late_not_in_a_phase", field="team", round=round_.number)
    if round_.number != questions.next_number(tournament) - (draw.state == "published"):
        raise TournamentError("late_round_over", round=round_.number)
    seats = list(round_.seats.select_related("team"))
    free = sorted((seat for seat in seats if seat.table_id is None), key=lambda seat: seat.team.number)
    if not free or len(seats) != 2 * len({seat.table_id for seat in seats if seat.table_id}) + len(free):
        raise TournamentError("late_nobody_exempt", field="team", round=round_.number)
    late = Team.objects.filter(tournament=tournament, number=team).first()
    if late is None or (late.withdrawn_from is not None and late.withdrawn_from <= round_.number):
        raise TournamentError("late_team_unknown", field="team", team=team)
    if late.waiting:
        raise TournamentError("team_waiting", field="team", number=team)
    if any(seat.team_id == late.pk for seat in seats):
        raise TournamentError("late_has_a_place", field="team", team=team, round=round_.number)
    partner = free[0]
    met, _exempt, _partners = questions.history(tournament, round_.number)
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


@transaction.atomic
def seat_catch_up(*, draw_id: int, exempt: int, guest: int, by: AbstractBaseUser | None) -> Table:
    """A new table where the *exempt* team plays its partie after all, against the *guest* that has finished its own.

    What the guest marks there counts for nothing. Raises TournamentError where the concours has no catch-up games, the
    first is not exempt, the second does not play this partie, or the two have met.
    """
    draw, tournament = _locked(draw_id)
    round_ = draw.round
    if tournament.closed_at:
        raise TournamentError("closed")
    if tournament.exempt_policy != "catch_up" or draw.state != "published":
        raise TournamentError("catch_up_not_now", round=round_.number)
    seats = {seat.team.number: seat for seat in round_.seats.filter(counts=True).select_related("team")}
    waiting = seats.get(exempt)
    if waiting is None or waiting.table_id is not None:
        raise TournamentError("catch_up_not_exempt", field="exempt", team=exempt, round=round_.number)
    helper = seats.get(guest)
    if helper is None or helper.table_id is None:
        raise TournamentError("catch_up_guest", field="guest", team=guest, round=round_.number)
    met, _exempt, _partners = questions.history(tournament, round_.number)
    if guest in met.get(waiting.team_id, []):
        raise TournamentError("catch_up_met", field="guest", first=exempt, second=guest)
    table = Table(round=round_, number=max(round_.tables.values_list("number", flat=True), default=0) + 1)
    table.save(force_insert=True)
    waiting.table, waiting.camp = table, questions.CAMPS[0]
    waiting.save(update_fields=["table", "camp"])
    Seat(round=round_, team=helper.team, table=table, camp=questions.CAMPS[1], counts=False).save(force_insert=True)
    _keep_change(draw, {"kind": "catch_up", "teams": [exempt, guest], "before": [], "after": [_place(waiting)]}, by)
    journal.write(
        tournament=tournament,
        act="seat_catch_up",
        by=by,
        after={"round": round_.number, "table": table.number, "teams": [exempt, guest]},
    )
    return table


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
