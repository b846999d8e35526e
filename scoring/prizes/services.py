"""Call the prizes: what the cards decided among equals, who was called, absent or given what, who was drawn; photos of
prizes, drawn anew by us like those of score sheets.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.prizes import acts
from scoring.prizes.awards import BETWEEN
from scoring.prizes.models import HandedPrize, PrizeDraw, PrizePhoto, PrizeTurn
from scoring.prizes.selectors import Ceremony, PrizeCall, ceremony_of
from scoring.ranking.criteria import lot as ticket
from scoring.sheets.photos import bytes_of, redrawn
from tournament.concours.kinds import clean_text
from tournament.concours.lock import lock_open_tournament, lock_tournament
from tournament.concours.lot_lines import DRAWN
from tournament.concours.models import Prize, Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.prizes.services import with_rows
from tournament.registration.models import Team
from tournament.rounds.seeds import CARD_RANKS, SEED_LENGTH, machine_seed, normal_seed

PRIZE_LENGTH, WHAT_LENGTH = 120, 500
MOST_YEARS = 250


@transaction.atomic
def settle_prizes(*, tournament_id: int, teams: Sequence[int], cards: Sequence[str] = (), by: User | None) -> None:
    """Record in which order the card lets *teams* choose, who share a rank: their numbers, the first one first.

    *cards*: which card each of them drew; the higher one chooses first, whatever the order of *teams*. Raises ScoringError
    `tie_teams` where these are not all the teams of one shared rank, `tie_card` for a text that is no card, `tie_equal`
    where two have cards of the same height.
    """
    tournament = lock_tournament(tournament_id)
    calls = ceremony_of(tournament).calls
    rank = next((call.row.rank for call in calls if teams and call.row.number == teams[0]), None)
    shared = [call.row.number for call in calls if call.row.rank == rank]
    if len(shared) < 2 or sorted(teams) != sorted(shared) or (cards and len(cards) != len(teams)):
        raise ScoringError("tie_teams", field="teams")
    cut = {team: _card(text, team) for team, text in zip(teams, cards, strict=True)} if cards else {}
    order = sorted(teams, key=lambda team: -_height(cut[team])) if cut else list(teams)
    for first, second in zip(order, order[1:], strict=False):
        if cut and _height(cut[first]) == _height(cut[second]):
            raise ScoringError("tie_equal", field="cards", team=first, other=second)
    # Equals who all moved from that rank since keep their cards, at the rank where they stand now. Others who were equal
    # there before have nothing in common with these.
    turns = PrizeTurn.objects.filter(tournament=tournament)
    moved = {call.row.number: call.row.rank for call in calls if call.card and call.row.number not in order}
    turns.filter(card_rank__in={rank, *moved.values()}).exclude(number__in=moved).update(card=None, card_rank=None)
    for number, now in moved.items():
        turns.filter(number=number).update(card_rank=now)
    for place, number in enumerate(order, 1):
        PrizeTurn.objects.update_or_create(
            tournament=tournament,
            number=number,
            defaults={"card": place, "card_rank": rank, "cut": cut.get(number, "")},
        )
    after = {"card_rank": rank, "teams": order} | ({"cards": [cut[number] for number in order]} if cut else {})
    journal.write(tournament=tournament, act=acts.SETTLE_PRIZES, by=by, after=after)


def _card(text: str, team: int) -> str:
    """Return the card that *text* says. Raises ScoringError `tie_card`."""
    try:
        read = normal_seed(text)
    except TournamentError:
        read = ""
    if len(read) < 2 or read[:-1] not in CARD_RANKS or " " in read:
        raise ScoringError("tie_card", field="cards", team=team, read=text[:30])
    return read


def _height(card: str) -> int:
    return CARD_RANKS.index(card[:-1])


@transaction.atomic
def call_prize(
    *,
    tournament_id: int,
    number: int,
    prize: str = "",
    chosen: Sequence[int] = (),
    called: bool = True,
    by: User | None,
) -> None:
    """Hand over to team *number* all that it takes; not *called*: take back what it was handed.

    *prize*: what it has instead, in words; *chosen*: the numbers of the prizes that it chose of those left. Raises
    ScoringError `prize_team` for a team that is not in the final ranking, `prize_not_left` for one that is not there,
    `prize_choose` where it chooses and did not say what, TournamentError `text_long`.
    """
    tournament = lock_tournament(tournament_id)
    ceremony = ceremony_of(tournament)
    call = _call_of(ceremony, number)
    prize = clean_text(prize, "prize", PRIZE_LENGTH)
    _forget_called(tournament, call)
    has = list(call.given)
    if called and has and not call.slots and not prize:
        return
    # A team that takes more than it was handed keeps that; other words for it replace those that were written.
    before = [] if called and call.slots else has
    after = _handed(tournament, ceremony, call, prize, chosen) if called else []
    _store(tournament, before, after)
    PrizeTurn.objects.filter(tournament=tournament, number=number).update(absent_at=None)
    _write(tournament, acts.CALL_PRIZE, by, number, before=before, after=after)


@transaction.atomic
def give_prize(
    *, tournament_id: int, number: int, to: int, prize: str = "", chosen: Sequence[int] = (), by: User | None
) -> None:
    """Hand over to team *to* what team *number* takes, which is not there or does not want it.

    Raises ScoringError `prize_team`, `prize_nothing` where *number* takes nothing, `prize_same` for one team twice, and
    as `call_prize`.
    """
    tournament = lock_tournament(tournament_id)
    ceremony = ceremony_of(tournament)
    call, _other = _call_of(ceremony, number), _call_of(ceremony, to, field="to")
    if number == to:
        raise ScoringError("prize_same", field="to", team=number)
    if not call.slots:
        raise ScoringError("prize_nothing", field="number", team=number)
    after = _handed(tournament, ceremony, call, clean_text(prize, "prize", PRIZE_LENGTH), chosen, to=to)
    _store(tournament, [], after)
    _write(tournament, acts.GIVE_PRIZE, by, to, before=[], after=after)


@transaction.atomic
def miss_prize(*, tournament_id: int, number: int, absent: bool = True, by: User | None) -> None:
    """Note that team *number* was called and is not there: it is called again after all the others.

    Not *absent*: it is called in its turn again. Raises ScoringError `prize_team`.
    """
    tournament = lock_tournament(tournament_id)
    call = _call_of(ceremony_of(tournament), number)
    PrizeTurn.objects.update_or_create(
        tournament=tournament, number=number, defaults={"absent_at": timezone.now() if absent else None}
    )
    journal.write(
        tournament=tournament,
        act=acts.MISS_PRIZE,
        by=by,
        before={"away": call.absent_at is not None},
        after={"team": call.row.team_id, "away": absent},
    )


@transaction.atomic
def draw_prize(*, tournament_id: int, prize: int, seed: str = "", by: User | None) -> PrizeDraw:
    """Draw prize number *prize* among the teams that are still there: by the cards that were cut, *seed*, or by chance.

    All of them are put in an order, so that who is absent is followed by the next. Raises ScoringError `prize_unknown`
    for a prize that is not drawn, `prize_drawn` where it was handed over already, `prize_nobody`, TournamentError as
    `normal_seed`.
    """
    tournament = lock_tournament(tournament_id)
    awards = ceremony_of(tournament).awards
    if awards is None or not any(lot.number == prize and lot.award == DRAWN for lot in awards.lots.all):
        raise ScoringError("prize_unknown", field="prize", prize=prize)
    if any(slot.startswith(f"drawn:{prize}:") for slot in awards.handed):
        raise ScoringError("prize_drawn", field="prize", prize=prize)
    present = [row.number for row in awards.rows if not row.withdrawn]
    if not present:
        raise ScoringError("prize_nobody", field="prize")
    seed = normal_seed(seed)[:SEED_LENGTH] or machine_seed()
    order = sorted(present, key=lambda number: (ticket(f"{seed}:{prize}", number), number))
    draw, _new = PrizeDraw.objects.update_or_create(
        tournament=tournament, prize=prize, defaults={"seed": seed, "numbers": order, "at": timezone.now()}
    )
    after = {"lot": prize, "seed": seed, "numbers": order}
    journal.write(tournament=tournament, act=acts.DRAW_PRIZE, by=by, after=after)
    return draw


@transaction.atomic
def note_years(*, tournament_id: int, years: Mapping[int, int | None], by: User | None) -> None:
    """Note how old the players of some teams are together, by the number of the team; None: not known any more.

    Raises ScoringError `prize_team`, `years_range`.
    """
    tournament = lock_tournament(tournament_id)
    ceremony = ceremony_of(tournament)
    for number, age in years.items():
        _call_of(ceremony, number, field="years")
        if age is not None and not 0 < age <= MOST_YEARS:
            raise ScoringError("years_range", field="years", team=number, read=age, most=MOST_YEARS)
        PrizeTurn.objects.update_or_create(tournament=tournament, number=number, defaults={"years": age})
    journal.write(tournament=tournament, act=acts.NOTE_YEARS, by=by, after={"teams": sorted(years)})


@transaction.atomic
def return_prizes(
    *,
    tournament_id: int,
    number: int,
    before: Sequence[Mapping[str, Any]],
    after: Sequence[Mapping[str, Any]],
    by: User | None,
) -> None:
    """Take back a call: what it handed over, *after*, goes; what was handed over *before* is again.

    Raises ScoringError `prize_moved` where that is not so any more.
    """
    tournament = lock_tournament(tournament_id)
    slots = [one["slot"] for one in after]
    now = list(HandedPrize.objects.filter(tournament=tournament, slot__in=slots))
    taken = HandedPrize.objects.filter(tournament=tournament, slot__in=[one["slot"] for one in before])
    chosen = Counter(number for one in before for number in one["chosen"])
    left = Counter(
        [lot.number for lot in ceremony_of(tournament).left] + [number for one in now for number in one.chosen]
    )
    if len(now) != len(slots) or taken.exclude(slot__in=slots).exists() or chosen - left:
        raise ScoringError("prize_moved")
    again = [HandedPrize(tournament=tournament, at=timezone.now(), **one) for one in before]
    _store(tournament, now, again)
    _write(tournament, acts.CALL_PRIZE, by, number, before=now, after=again)


def _call_of(ceremony: Ceremony, number: int, *, field: str | None = None) -> PrizeCall:
    call = next((call for call in ceremony.calls if call.row.number == number), None)
    if call is None:
        raise ScoringError("prize_team", team=number, field=field)
    return call


def _handed(
    tournament: Tournament,
    ceremony: Ceremony,
    call: PrizeCall,
    prize: str,
    chosen: Sequence[int],
    *,
    to: int | None = None,
) -> list[HandedPrize]:
    """Return what *call* hands over, slot by slot, to its team or to team *to*."""
    assert ceremony.awards is not None
    awards, number = ceremony.awards, call.row.number
    what = {slot: awards.words(slot) for slot in call.slots}
    numbers = _chosen(ceremony, call, prize, chosen)
    if call.chooses and numbers:
        of = {lot.number: lot.what for lot in awards.left()}
        slot = next(slot for slot in call.slots if awards.chooses(slot))
        what[slot] = BETWEEN.join(of[one] for one in numbers)
    if call.undecided and not prize:
        # A card must still say what it takes: it was called, for what was not written down.
        what = {}
    slots = list(what) or [one.slot for one in call.given if prize] or [f"team:{number}"]
    now = timezone.now()
    return [
        HandedPrize(
            tournament=tournament,
            slot=slot,
            number=to or number,
            instead=number if to else None,
            what=((prize if not at else "") if prize else what.get(slot, ""))[:WHAT_LENGTH],
            chosen=list(numbers) if numbers and awards.chooses(slot) and not prize else [],
            typed=bool(prize),
            at=now,
        )
        for at, slot in enumerate(slots)
    ]


def _chosen(ceremony: Ceremony, call: PrizeCall, prize: str, chosen: Sequence[int]) -> list[int]:
    """Return the numbers of the prizes that were chosen. Raises ScoringError `prize_choose`, `prize_not_left`."""
    if not call.chooses or prize:
        return []
    if not chosen:
        raise ScoringError("prize_choose", field="chosen", team=call.row.number)
    left = [lot.number for lot in ceremony.left]
    for number in chosen:
        if number not in left:
            raise ScoringError("prize_not_left", field="chosen", prize=number)
        left.remove(number)
    return list(chosen)


def _store(tournament: Tournament, gone: Sequence[HandedPrize], new: Sequence[HandedPrize]) -> None:
    slots = [one.slot for one in (*gone, *new)]
    HandedPrize.objects.filter(tournament=tournament, slot__in=slots).delete()
    HandedPrize.objects.bulk_create(new)


def _forget_called(tournament: Tournament, call: PrizeCall) -> None:
    """Make rows of what an earlier version of the program noted of the call of a team."""
    turn = PrizeTurn.objects.filter(tournament=tournament, number=call.row.number, called_at__isnull=False).first()
    if turn is not None:
        HandedPrize.objects.bulk_create(one for one in call.given if one.pk is None)
        turn.called_at, turn.prize, turn.due = None, "", ""
        turn.save(update_fields=["called_at", "prize", "due"])


def _plain(rows: Sequence[HandedPrize]) -> list[dict[str, Any]]:
    """Return *rows* as a line of the journal keeps them."""
    return [
        {name: getattr(row, name) for name in ("slot", "number", "instead", "what", "chosen", "typed")} for row in rows
    ]


def _write(
    tournament: Tournament,
    act: Any,
    by: User | None,
    number: int,
    *,
    before: Sequence[HandedPrize],
    after: Sequence[HandedPrize],
) -> None:
    team = Team.objects.values_list("pk", flat=True).get(tournament=tournament, number=number)
    said = BETWEEN.join(one.what for one in after if one.what)
    kept = {"team": team, "called": bool(after), "prize": said, "handed": _plain(after)}
    journal.write(tournament=tournament, act=act, by=by, before={"handed": _plain(before)}, after=kept)


# --- Photos of prizes -------------------------------------------------------------------------------------------------

# Of the prizes of one concours: sixty of a telephone stay below it. With those of the sheets they fit into its file.
HIGHEST_TOGETHER = 20_000_000
LONGEST_SIDE = 1000


def add_photo(*, tournament_id: int, number: int, data: bytes, by: User | None) -> PrizePhoto:
    """Store a photo of prize *number*, in place of the one that it had.

    Raises ScoringError `photo_large`, `photo_unread`, `photo_pixels`, `prize_photos_full`, TournamentError `file_queue`, `closed`,
    and Http404 for a prize that is not on the list.
    """
    content, width, height = redrawn(data, LONGEST_SIDE)  # before the lock: it takes a moment
    digest = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        tournament = lock_open_tournament(tournament_id)
        with_rows(tournament)
        prize = get_object_or_404(Prize, tournament=tournament, number=number)
        others = PrizePhoto.objects.filter(prize__tournament=tournament).exclude(prize=prize)
        if bytes_of(others) + len(content) > HIGHEST_TOGETHER:
            raise ScoringError("prize_photos_full", field="photo", most=HIGHEST_TOGETHER // 1_000_000)
        PrizePhoto.objects.filter(prize=prize).delete()
        photo = PrizePhoto.objects.create(prize=prize, content=content, width=width, height=height, digest=digest)
        journal.write(
            tournament=tournament,
            act=acts.ADD_PRIZE_PHOTO,
            by=by,
            after={"lot": number, "digest": digest, "prizes": len(tournament.lots)},
        )
    return photo


@acts.REMOVE_PRIZE_PHOTO.service
@transaction.atomic
def remove_photo(*, tournament_id: int, number: int, by: User | None) -> None:
    """Remove the photo of prize *number*; where there is none nothing is written. Raises TournamentError `closed`."""
    tournament = lock_open_tournament(tournament_id)
    photos = PrizePhoto.objects.filter(prize__tournament=tournament, prize__number=number)
    if photos.exists():
        photos.delete()
        journal.write(
            tournament=tournament,
            act=acts.REMOVE_PRIZE_PHOTO,
            by=by,
            before={"lot": number},
            after={"prizes": len(tournament.lots)},
        )
