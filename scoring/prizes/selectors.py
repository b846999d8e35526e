"""Read the calls for the prizes: who is called, for what, what was handed over, and why not another one."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _

from scoring.prizes.attribution import BEHIND, EQUALS, GONE, HAS_ANOTHER, UNWON, PassedOver
from scoring.prizes.awards import BETWEEN, Awards, awards_of, of_ranking
from scoring.prizes.models import HandedPrize
from scoring.prizes.winners import PhaseWinner, phase_winners
from scoring.ranking import Row
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults, Standing
from scoring.standings.selectors import Label, labels
from tournament.concours.lot_lines import ASKED, DRAWN, RANK, YOUNGEST
from tournament.concours.lots import ListedPrize, bare_lot, who_of
from tournament.concours.models import Tournament
from tournament.names import PAIR


@dataclass(frozen=True)
class PrizeCall:
    """One call: a row of the ranking, the team's names, the prize of the ranking that it takes ("" when none is left).

    `place` is what it is called where a bracket decided, as "Winner"; `won` are its other prizes, as lines. `slots` are
    what it still takes, `given` what it was handed. `card` is its place among equals as the card said, 0 while no card
    decided, `cut` that card. `undecided`: a card must still say what it takes. `last`: it has the prize of the last team,
    because those after it left. `chooses`: it takes one of those that are left. `shares`: it met another for a prize
    that neither has won.
    """

    row: Row
    label: Label
    by_rank: str = ""
    card: int = 0
    cut: str = ""
    won: tuple[str, ...] = ()
    place: str = ""
    last: bool = False
    undecided: bool = False
    chooses: bool = False
    shares: bool = False
    slots: tuple[str, ...] = ()
    given: tuple[HandedPrize, ...] = ()
    absent_at: datetime | None = None

    @property
    def players(self) -> list[str]:
        """Return the name in its parts, each a line of its own where there is room; [] where names are not shown."""
        return self.label.name.split(PAIR) if self.label.name else []

    @property
    def called_at(self) -> datetime | None:
        """Return when it was handed what it has; None while it was handed nothing."""
        return max((one.at for one in self.given), default=None)

    @property
    def waits(self) -> bool:
        """Return whether it is still to be called: it takes something that was not handed over."""
        return bool(self.slots) or (not self.given and self.undecided)

    @property
    def due(self) -> str:
        """Return all that it takes and was not handed yet."""
        return BETWEEN.join(filter(None, (self.by_rank, *self.won)))

    @property
    def handed(self) -> str:
        """Return what it was handed, "" before."""
        return BETWEEN.join(one.what for one in self.given if one.what)

    @property
    def chosen(self) -> str:
        """Return what it was handed in other words than those of the list, or by its choice."""
        return BETWEEN.join(one.what for one in self.given if one.what and (one.typed or one.chosen))

    @property
    def prize(self) -> str:
        """Return what it was handed, and what it takes."""
        return BETWEEN.join(filter(None, (self.handed, self.due)))

    @property
    def lot(self) -> str:
        """Return the same beside its place, which names the brackets."""
        said = self.prize
        for words in {line for one in self.given for line in one.what.split(BETWEEN)} | set(self.won):
            if ":" in words and not (self.given and any(one.typed for one in self.given)):
                said = said.replace(words, bare_lot(words))
        return said


@dataclass(frozen=True)
class PrizeSlotLine:
    """A unit of award: for whom, what, who takes it, and those before that team who do not, with why."""

    key: str
    who: str
    what: str
    team: int | None
    handed: HandedPrize | None
    passed: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Ceremony:
    """The page of the prizes. `calls`: every team in the order of the ranking, `winners` who won each phase.

    `ties` are the groups of equals of whom a card says who takes what; `asked` the prizes of which nobody knows for whom
    they are, `undrawn` those still to be drawn, `ageless` whether the prize of the youngest waits for their ages.
    """

    awards: Awards | None
    calls: list[PrizeCall]
    winners: list[PhaseWinner] = field(default_factory=list)

    @property
    def called(self) -> list[PrizeCall]:
        """Return the calls that are made."""
        return called(self.calls)

    @property
    def ties(self) -> list[list[PrizeCall]]:
        """Return the groups of equals of whom a card decides, or has decided."""
        groups = [list(group) for _rank, group in groupby(self.called, key=lambda call: call.row.rank)]
        return [group for group in groups if len(group) > 1 and any(call.undecided or call.card for call in group)]

    @property
    def asked(self) -> list[ListedPrize]:
        """Return the prizes of which nobody knows for whom they are."""
        return self.awards.lots.asked if self.awards else []

    @property
    def asked_words(self) -> str:
        """Return them in a line."""
        return " ; ".join(lot.what for lot in self.asked)

    @property
    def undrawn(self) -> list[ListedPrize]:
        """Return the prizes that are drawn among those present, and were not yet."""
        if self.awards is None:
            return []
        return [lot for lot in self.awards.lots.special if lot.award == DRAWN and lot.number not in self.awards.draws]

    @property
    def for_youngest(self) -> bool:
        """Return whether a prize is for the youngest."""
        return self.awards is not None and any(lot.award == YOUNGEST for lot in self.awards.lots.special)

    @property
    def aged(self) -> list[tuple[int, int]]:
        """Return the teams whose ages are noted, with the years together, the youngest first."""
        turns = self.awards.turns.values() if self.awards else ()
        aged = [(turn.years, turn.number) for turn in turns if turn.years is not None]
        return [(number, years) for years, number in sorted(aged)]

    @property
    def left(self) -> list[ListedPrize]:
        """Return the prizes among which those that follow choose, each as often as there are copies."""
        return self.awards.left() if self.awards else []

    @property
    def left_once(self) -> list[ListedPrize]:
        """Return the same, each once."""
        return list({lot.number: lot for lot in self.left}.values())


def called(calls: list[PrizeCall]) -> list[PrizeCall]:
    """Select those of *calls* that are made: each with a prize, and the teams of which a card says who has it.

    All of them where the concours has no prize.
    """
    kept = [call for call in calls if call.slots or call.given or call.undecided]
    return [call for call in calls if call in kept or call.shares] if kept else calls


def prizes_of(tournament: Tournament) -> list[PrizeCall]:
    """List the calls for the prizes in ranking order, teams without a prize too, excluded ones left out.

    Empty while no ranking is final.
    """
    return ceremony_of(tournament).calls


def ceremony_of(tournament: Tournament) -> Ceremony:
    """Return the calls for the prizes and who won each phase, from one reading of the evening."""
    results = evening(tournament.pk)
    named, ranking = labels(tournament), results.after()
    if not ranking.final:
        return Ceremony(None, [])
    awards = awards_of(results, ranking.rows)
    winners = phase_winners(results, named, ranking.rows, awards=awards)
    return Ceremony(awards, prize_calls(results, ranking, named, awards=awards), winners)


def prize_calls(
    results: EveningResults, ranking: Standing, named: Mapping[int, Label], *, awards: Awards | None = None
) -> list[PrizeCall]:
    """List the calls for the prizes of *ranking*, the one of *results* that is shown, with the names of *named*."""
    if not ranking.final:
        return []
    awards = awards or awards_of(results, ranking.rows)
    places: dict[int, list[str]] = defaultdict(list)
    for winner in phase_winners(results, named, awards=awards):
        places[winner.number] += [winner.place] if winner.place else []
    last = awards.attribution.taken.get("last:1")
    calls = []
    for row in awards.rows:
        turn = awards.turns.get(row.number)
        waiting = [key for key in awards.of(row.number) if key not in awards.handed]
        calls.append(
            PrizeCall(
                row,
                named[row.number],
                BETWEEN.join(filter(None, (awards.words(key) for key in waiting if of_ranking(key)))),
                awards.cards[row.number],
                turn.cut if turn and awards.cards[row.number] else "",
                tuple(lot.named for key in waiting if not of_ranking(key) for lot in awards.contents[key]),
                " · ".join(places[row.number]),
                row.number == last and any(other.rank > row.rank for other in ranking.rows),
                row.number in awards.open,
                any(awards.chooses(key) for key in waiting),
                row.number in awards.sharing,
                tuple(waiting),
                tuple(awards.given_to(row.number)),
                turn.absent_at if turn else None,
            )
        )
    return calls


def next_call(calls: Iterable[PrizeCall], *, last_first: bool) -> PrizeCall | None:
    """Return who is called next: the first of *calls* that waits, those called and absent after all others."""
    waiting = [call for call in called(list(calls)) if call.waits]
    ordered = waiting[::-1] if last_first else waiting
    return next(iter(sorted(ordered, key=lambda call: call.absent_at is not None)), None)


def given_already(awards: Awards) -> list[str]:
    """Return sentences on prizes that are another team's by the ranking as it is now, and stay with whom they were handed to."""
    said = []
    now = awards.by_ranking.taken
    for key, one in awards.handed.items():
        other = now.get(key)
        if key not in awards.contents or one.instead is not None or other in (None, one.number):
            continue
        if one.typed:
            words = {"number": one.number, "given": one.what, "prize": bare_words(awards, key)}
            said.append(_("No. %(number)s was given “%(given)s” instead of “%(prize)s”, and keeps it.") % words)
            continue
        due = BETWEEN.join(filter(None, map(awards.words, awards.of(other))))
        words = {"number": one.number, "given": one.what, "other": other, "due": due}
        text = _(
            "No. %(number)s was given “%(given)s” and keeps it. By the ranking it is now no. %(other)s’s, who has none."
        )
        if due:
            text = _(
                "No. %(number)s was given “%(given)s” and keeps it. By the ranking it is now no. %(other)s’s, who has: %(due)s."
            )
        said.append(text % words)
    return said


def handed_otherwise(tournament: Tournament, due: Mapping[int, str | None]) -> list[HandedPrize]:
    """List what was handed over at the call and is not in *due*, team → its prizes as they were published; one query."""
    handed = HandedPrize.objects.filter(tournament=tournament).exclude(what="").order_by("at", "pk")
    return [one for one in handed if not {*one.what.split(BETWEEN)} <= {*(due.get(one.number) or "").split(BETWEEN)}]


def by_bracket(calls: Iterable[PrizeCall]) -> bool:
    """Return whether a bracket gave places of *calls*, in whose order the points do not fall."""
    return any(call.place for call in calls)


def prizes_left(awards: Awards | None) -> list[str]:
    """Return the prizes that nobody has, once the ranking is final; those still to be chosen are no such ones."""
    if awards is None or not awards.rows:
        return []
    holders = awards.holders()
    chosen = any(key not in awards.handed and awards.chooses(key) for key in awards.attribution.taken)
    left = []
    for lot in awards.lots.all:
        if lot.award == ASKED or (chosen and lot.award == RANK):
            continue
        missing = lot.copies - len(holders.get(lot.number, ()))
        # Of a prize for many ranks those beyond the last team are one line.
        left += [lot.line] * (min(missing, 1) if lot.award == RANK else max(missing, 0))
    return left


def unwon_prizes(awards: Awards) -> list[str]:
    """Return the prizes of the places that nobody has, since their match has no winner."""
    return [lot.line for slot in awards.slots if slot.nobodys for lot in awards.contents[slot.key]]


# --- « Pourquoi pas moi ? » -------------------------------------------------------------------------------------------


def slot_lines(awards: Awards) -> list[PrizeSlotLine]:
    """List every slot with who takes it, and those before that team in its line with why they do not.

    What was handed over in other words, or chosen, is what it is.
    """
    lines = []
    for slot in awards.slots:
        passed = awards.attribution.passed.get(slot.key, {})
        handed = awards.handed.get(slot.key)
        lines.append(
            PrizeSlotLine(
                slot.key,
                who_takes(awards, slot.key),
                handed.what if handed and (handed.typed or handed.chosen) else bare_words(awards, slot.key),
                awards.attribution.taken.get(slot.key),
                handed,
                tuple((team, reason_words(awards, reason)) for team, reason in passed.items()),
            )
        )
    return lines


def bare_words(awards: Awards, key: str) -> str:
    """Return what slot *key* is, without for whom."""
    if awards.chooses(key):
        return _("one of those left")
    return BETWEEN.join(lot.what for lot in awards.contents[key])


def why_not(awards: Awards, team: int) -> list[tuple[str, str]]:
    """Return what each slot is and why *team* does not take it, for those in whose line it stands."""
    said = []
    for slot in awards.slots:
        if team not in slot.line:
            continue
        reason = awards.attribution.why_not(slot.key, team)
        if reason is not None:
            what = f"{who_takes(awards, slot.key)} : {bare_words(awards, slot.key)}"
            said.append((what, reason_words(awards, reason)))
    return said


def reason_words(awards: Awards, reason: PassedOver) -> str:
    """State why a team does not take a slot."""
    if reason.why == HAS_ANOTHER:
        return _("has another prize: %(prize)s") % {"prize": who_takes(awards, reason.slot)}
    if reason.why == UNWON:
        return _("nobody has that place: its match has no winner")
    if reason.why == EQUALS and reason.team in awards.open:
        return _("equal with no. %(team)s: a card decides") % {"team": reason.team}
    if reason.why == EQUALS:
        return _("equal with no. %(team)s, which the card puts first") % {"team": reason.team}
    if reason.why == GONE:
        return _("it was handed to no. %(team)s") % {"team": reason.team}
    if reason.why == BEHIND and reason.team is not None:
        return _("no. %(team)s comes before") % {"team": reason.team}
    return _("nobody has it yet") if reason.team is None else _("no. %(team)s has it") % {"team": reason.team}


def who_takes(awards: Awards, key: str) -> str:
    """State in words for whom slot *key* is."""
    _family, _colon, place = key.rpartition(":")
    lots = awards.contents.get(key)
    if not lots:
        return _("given by hand")
    # A prize for several ranks or places says the one that this slot is.
    return who_of(awards.tournament, lots[0], int(place) or 1)
