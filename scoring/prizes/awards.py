"""Read who takes which prize of an evening: the lines of those who may have it, what cards decided, what was handed over."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise

from scoring.prizes.attribution import Attribution, Handed, PrizeSlot, attribute, key_of, undecided
from scoring.prizes.models import HandedPrize, PrizeDraw, PrizeTurn
from scoring.ranking import Row
from scoring.standings.results import EveningResults
from scoring.standings.selectors import labels, origin_lines
from tournament import names
from tournament.concours.lot_lines import CATEGORY, CLUB, COMMUNE, DRAWN, LAST_TEAM, RANK, YOUNGEST
from tournament.concours.lots import ListedPrize, Lots, lots_of
from tournament.concours.models import Tournament
from tournament.finals.outstanding import BEHIND
from tournament.finals.played import PlayedPhase, played_phases

RANKING, BRACKET, SPECIAL, OF_CLUB = "ranking", "bracket", "special", "club"
BETWEEN = " · "
# Between the prizes that somebody typed at the call, and before each of them.
_PARTS = re.compile(r"\s*(?:[·,;+/&]|\bet\b|\band\b)\s*", re.IGNORECASE)
_ARTICLE = re.compile(r"^\s*(?:(?:le|la|les|un|une|the|an?)\s+|l['’])", re.IGNORECASE)
UNWON = "unwon-"  # before the family of a prize that is nobody's, since nobody has its place


@dataclass(frozen=True)
class Awards:
    """The prizes of an evening and the teams that take them. `rows` are those of the ranking in the order of the call, without the excluded teams.

    `contents` are slot → its prizes, `handed` slot → what was handed over, `turns` team → its turn, `cards` team → its place among equals, `draws` number of a
    prize → its draw, `open`: the teams of which a card must still say who has what.
    """

    tournament: Tournament
    lots: Lots
    rows: Sequence[Row]
    slots: Sequence[PrizeSlot]
    contents: Mapping[str, Sequence[ListedPrize]]
    attribution: Attribution
    handed: Mapping[str, HandedPrize] = field(default_factory=dict)
    turns: Mapping[int, PrizeTurn] = field(default_factory=dict)
    draws: Mapping[int, PrizeDraw] = field(default_factory=dict)
    cards: Mapping[int, int] = field(default_factory=dict)
    open: frozenset[int] = frozenset()

    @cached_property
    def by_ranking(self) -> Attribution:
        """Return who would take what if nothing had been handed over yet."""
        if not self.handed:
            return self.attribution
        return attribute(self.slots, rule=self.tournament.prize_rule)

    @property
    def sharing(self) -> set[int]:
        """Return the teams that met for a prize which neither has won."""
        return {team for slot in self.slots if slot.nobodys for team in slot.equals(slot.place + 1)}

    def words(self, key: str) -> str:
        """Return what slot *key* is, in words; of a prize that is chosen nothing."""
        if self.chooses(key):
            return ""
        return BETWEEN.join(lot.named for lot in self.contents.get(key, ()))

    def chooses(self, key: str) -> bool:
        """Return whether who takes slot *key* chooses among what is left."""
        return self.tournament.prizes_chosen and key.startswith("rank:")

    def of(self, team: int) -> list[str]:
        """Return the slots that *team* takes, those of the ranking first."""
        found = [key for key in self.attribution.of(team) if key in self.contents]
        return sorted(found, key=lambda key: (not of_ranking(key), found.index(key)))

    def given_to(self, team: int) -> list[HandedPrize]:
        """Return what was handed over to *team*, in order."""
        return [one for one in self.handed.values() if one.number == team]

    def by_rank(self, team: int) -> str:
        """Return the prizes of the ranking that *team* takes."""
        return BETWEEN.join(filter(None, (self.words(key) for key in self.of(team) if of_ranking(key))))

    def won(self, team: int) -> tuple[str, ...]:
        """Return the lines of the other prizes that *team* takes."""
        return tuple(lot.named for key in self.of(team) if not of_ranking(key) for lot in self.contents[key])

    def holders(self) -> dict[int, list[int]]:
        """Return the number of a prize → the teams that have it, once for each copy; in the order of the slots.

        A team that was handed something else left the prize of its place there, and has what the words name of the list;
        one that is still to choose has none.
        """
        found: defaultdict[int, list[int]] = defaultdict(list)
        for key, team in self.attribution.taken.items():
            one = self.handed.get(key)
            if one is None and self.chooses(key):
                continue
            numbers = one.chosen if one is not None else ()
            if one is not None and one.typed:
                numbers = self._named_by(one.what, found)
            elif not numbers:
                numbers = [lot.number for lot in self.contents.get(key, ())]
            for number in numbers:
                found[number].append(team)
        return found

    def _named_by(self, words: str, found: Mapping[int, Sequence[int]]) -> list[int]:
        """Return the numbers of the prizes that typed *words* name, of those alike the first that has copies left in *found*."""
        # The whole too: a prize may be « vin et jambon » itself.
        parts = {names.key(_ARTICLE.sub("", part)) for part in (words, *_PARTS.split(words))}
        named: dict[str, int] = {}
        for lot in self.lots.all:
            if (key := names.key(lot.what)) in parts and len(found.get(lot.number, ())) < lot.copies:
                named.setdefault(key, lot.number)
        return list(named.values())

    def left(self) -> list[ListedPrize]:
        """Return the prizes of the ranking among which those that follow choose, as often as there are copies."""
        here = len(self.rows)
        taken: defaultdict[int, int] = defaultdict(int)
        for one in self.handed.values():
            for number in one.chosen:
                taken[number] += 1
        left = []
        for lot in (lot for lot in self.lots.by_rank if lot.award == RANK):
            copies = sum(place <= here for place in lot.places) or lot.copies
            left += [lot] * max(copies - taken[lot.number], 0)
        return left


def of_ranking(key: str) -> bool:
    """Return whether slot *key* is one of the whole ranking, its last team's included."""
    return key.startswith(("rank:", "last:"))


def awards_of(results: EveningResults, rows: Iterable[Row]) -> Awards:
    """Return who takes which prize by the ranking *rows*, in at most seven queries; one where there are no prizes.

    What was handed over stays with whom it was handed to.
    """
    tournament = results.tournament
    turns = {turn.number: turn for turn in PrizeTurn.objects.filter(tournament=tournament)}
    here = [row for row in rows if not row.excluded]
    cards = _cards(here, turns)
    here.sort(key=lambda row: (row.rank, cards[row.number], row.number))
    lots = lots_of(tournament)
    handed = {one.slot: one for one in HandedPrize.objects.filter(tournament=tournament)} if turns or lots.all else {}
    drawn = any(lot.award == DRAWN for lot in lots.special)
    draws = {draw.prize: draw for draw in PrizeDraw.objects.filter(tournament=tournament)} if drawn else {}
    slots, contents = _slots(results, here, lots, turns, draws, handed)
    handed |= _called_before(turns, handed, contents)
    given = {slot: Handed(one.number, one.instead) for slot, one in handed.items()}
    attribution = attribute(slots, rule=tournament.prize_rule, handed=given)
    awards = Awards(tournament, lots, here, slots, contents, attribution, handed, turns, draws, cards)
    ties = [
        group
        for _rank, found in groupby(here, key=lambda row: row.rank)
        if len(group := [row.number for row in found]) > 1 and not all(cards[number] for number in group)
    ]
    what = {slot.key: awards.words(slot.key) or slot.key for slot in slots}
    waiting = undecided(slots, ties, rule=tournament.prize_rule, handed=given, same=what) if ties else set()
    return replace(awards, open=frozenset(waiting))


def _cards(rows: Sequence[Row], turns: Mapping[int, PrizeTurn]) -> dict[int, int]:
    """Return team → its place among its equals as the card said; 0: none said it for these.

    A card holds for those who were equal when it was drawn, at another rank too where all of them moved there together.
    """
    drawn: defaultdict[int, set[int | None]] = defaultdict(set)
    for row in rows:
        if row.tied:
            turn = turns.get(row.number)
            drawn[row.rank].add(turn.card_rank if turn and turn.card else None)
    cards = {}
    for row in rows:
        turn, ranks = turns.get(row.number), drawn[row.rank]
        holds = turn and row.tied and (len(ranks) == 1 or turn.card_rank == row.rank)
        cards[row.number] = (turn.card or 0) if turn and holds else 0
    return cards


def _slots(
    results: EveningResults,
    rows: Sequence[Row],
    lots: Lots,
    turns: Mapping[int, PrizeTurn],
    draws: Mapping[int, PrizeDraw],
    handed: Collection[str],
) -> tuple[list[PrizeSlot], dict[str, list[ListedPrize]]]:
    """Return the slots of all prizes, and what each of them holds."""
    contents: defaultdict[str, list[ListedPrize]] = defaultdict(list)
    lines: dict[str, tuple[str, tuple[int, ...], frozenset[int], Mapping[int, int]]] = {}

    def put(
        lot: ListedPrize,
        family: str,
        group: str,
        line: Sequence[int],
        places: Iterable[int],
        unwon: frozenset[int] = frozenset(),
        levels: Mapping[int, int] | None = None,
    ) -> None:
        for place in places:
            # A prize for the next place too is one of both teams that share that: only the one of this place alone is
            # nobody's, unless it was handed over before the match lost its winner.
            nobodys = place in unwon and place + 1 not in lot.places and key_of(family, place) not in handed
            of = f"{UNWON}{family}" if nobodys else family
            lines.setdefault(of, (group, tuple(line), unwon, levels or {}))
            contents[key_of(of, place)].append(lot)

    ranking = [row.number for row in rows]
    # Where teams choose, each takes its turn, whatever its rank.
    unwon = frozenset() if results.tournament.prizes_chosen else unwon_places(ranking, rows)
    for lot in lots.by_rank:
        if lot.award == LAST_TEAM:
            put(lot, lot.family, RANKING, [row.number for row in reversed(rows) if not row.withdrawn], (1,))
        else:
            places = [place for place in lot.places[: len(ranking)] if place <= len(ranking)]
            put(lot, lot.family, RANKING, ranking, places, unwon)
    if lots.by_phase:
        for played in played_phases(results):
            for lot, line, places in _of_bracket(results, played, lots, rows):
                unwon = unwon_places(line, rows)
                put(lot, lot.family, BRACKET, line, places, unwon, played.how_far)
    if lots.special:
        for lot, line in _special(results.tournament, rows, lots.special, turns, draws):
            if lot.award == CLUB:
                put(lot, lot.family, OF_CLUB, line, (1,))
            else:
                put(lot, lot.family, SPECIAL, line, lot.places, levels=_levels(lot, line, turns))
    slots = []
    for key, held in contents.items():
        family, _colon, place = key.rpartition(":")
        group, those, none, levels = lines[family]
        worth = sum(lot.value_cents for lot in held)
        nobodys = family.startswith(UNWON)
        slots.append(PrizeSlot(family, int(place), group, those, worth, none, nobodys=nobodys, levels=levels))
    return slots, dict(contents)


def unwon_places(line: Sequence[int], rows: Iterable[Row]) -> frozenset[int]:
    """Return the places of *line* that nobody has: the two that met for each stand there, and share the next one."""
    ranks = {row.number: row.rank for row in rows if row.unwon}
    pairs = enumerate(pairwise(line), 1)
    return frozenset(place for place, (one, other) in pairs if one in ranks and ranks[one] == ranks.get(other))


def _of_bracket(
    results: EveningResults, played: PlayedPhase, lots: Lots, rows: Sequence[Row]
) -> list[tuple[ListedPrize, list[int], list[int]]]:
    """Return the prizes of a bracket that is over, who stands in line for them, and the places that have one.

    The ranking orders those beaten in one round who play no match for their place; nobody has the prize of a place
    that it leaves to several, unless all of them have it, or a card decides between two that share it. Those behind a
    team that is excluded or has left come up by one place.
    """
    mine = [lot for lot in lots.by_phase if lot.phase == played.phase.index]
    if not mine or any(played.awaits(match) for _round, match in played.matches):
        return []
    keys = _reached(results, played)
    standing = {row.number: at for at, row in enumerate(rows)}
    order = sorted(keys, key=lambda team: (keys[team], standing.get(team, BEHIND)))
    shared = {place for unwon in unwon_places(order, rows) for place in (unwon, unwon + 1)}
    found = []
    for lot in mine:
        due = order[lot.places[0] - 1 : lot.places[-1]]
        places = [
            lot.places[0] + at
            for at, team in enumerate(due)
            if lot.places[0] + at in shared or {other for other in order if keys[other] == keys[team]} <= set(due)
        ]
        found.append((lot, order, places))
    return found


def _reached(results: EveningResults, played: PlayedPhase) -> dict[int, tuple[int, int]]:
    """Return team → how far it came in a bracket, and its rank; those left out who are ranked after all others."""
    out = out_of(results, played)
    ranks = {row.number: row.rank for row in results.after().rows}
    return {team: (place, ranks.get(team, BEHIND)) for team, place in played.how_far.items() if team not in out}


def places_in(results: EveningResults, played: PlayedPhase) -> dict[int, int]:
    """Return team → its place in a bracket, equal ones with the same: the second one where neither has won the first."""
    keys = _reached(results, played)
    order = sorted(keys.values())
    unwon = {row.number for row in results.after().rows if row.unwon}
    return {team: order.index(key) + 1 + (team in unwon) for team, key in keys.items()}


def out_of(results: EveningResults, played: PlayedPhase) -> set[int]:
    """Return the teams that have no place in a bracket, those behind coming up: excluded, or gone before their last match.

    Who leaves keeps it where leavers are ranked by their results.
    """
    gone = played.left_before_end if results.tournament.leavers == "last" else set()
    return gone | {team.number for team in results.teams if team.excluded}


def _special(
    tournament: Tournament,
    rows: Sequence[Row],
    special: Sequence[ListedPrize],
    turns: Mapping[int, PrizeTurn],
    draws: Mapping[int, PrizeDraw],
) -> list[tuple[ListedPrize, list[int]]]:
    """Return each prize of a category, commune and so on, and who stands in line for it."""
    known = labels(tournament) if any(lot.award in (CATEGORY, COMMUNE, CLUB) for lot in special) else {}
    clubs = origin_lines(tournament, rows, known) if any(lot.award == CLUB for lot in special) else []
    here = {row.number: at for at, row in enumerate(rows)}
    found = []
    for lot in special:
        if lot.award == CATEGORY:
            line = [number for number in here if known[number].category == lot.of]
            found.append((lot, line))
        elif lot.award == COMMUNE:
            key = names.place_key(lot.of)
            line = [number for number in here if key in map(names.place_key, known[number].places)]
            found.append((lot, line))
        elif lot.award == CLUB:
            # Its best team comes for it. Of clubs equal on everything none has it before somebody decides.
            place = lot.places[0]
            club = next((one for one in clubs if one.rank == place and not one.tied), None)
            found.append((lot, list(club.counted) if club else []))
        elif lot.award == YOUNGEST:
            aged = [
                (years, at, number) for number, at in here.items() if (years := _years(turns.get(number))) is not None
            ]
            found.append((lot, [number for _years_, _at, number in sorted(aged)]))
        elif lot.award == DRAWN:
            draw = draws.get(lot.number)
            gone = {row.number for row in rows if row.withdrawn}
            order = [number for number in (draw.numbers if draw else ()) if number in here and number not in gone]
            found.append((lot, order))
    return found


def _levels(lot: ListedPrize, line: Sequence[int], turns: Mapping[int, PrizeTurn]) -> Mapping[int, int]:
    """Return team → what orders *line*, of a special prize, before the ranking: no card decides between two ages."""
    if lot.award == DRAWN:
        return {team: at for at, team in enumerate(line)}
    if lot.award == YOUNGEST:
        return {team: _years(turns.get(team)) or 0 for team in line}
    return {}


def _years(turn: PrizeTurn | None) -> int | None:
    return turn.years if turn else None


def _called_before(
    turns: Mapping[int, PrizeTurn], handed: Mapping[str, HandedPrize], contents: Mapping[str, Sequence[ListedPrize]]
) -> dict[str, HandedPrize]:
    """Return what an earlier version of the program handed over: it kept the words of a prize, not its place."""
    found: dict[str, HandedPrize] = {}
    for number, turn in turns.items():
        if turn.called_at is None:
            continue
        parts = turn.due.split(BETWEEN) if turn.due else []
        slots = []
        for part in parts:
            slot = next(
                (
                    key
                    for key, lots in contents.items()
                    if key not in handed
                    and key not in found
                    and key not in slots
                    and any(lot.named == part for lot in lots)
                ),
                None,
            )
            slots += [slot] if slot else []
        for at, slot in enumerate(slots or [f"team:{number}"]):
            # The words stand once, with the first of its slots.
            what = (turn.prize or turn.due) if not at else ""
            found[slot] = HandedPrize(
                tournament_id=turn.tournament_id,
                slot=slot,
                number=number,
                what=what,
                typed=bool(turn.prize),
                at=turn.called_at,
            )
    return found
