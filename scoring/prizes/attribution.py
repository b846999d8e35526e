"""State who takes which prize: pure values in, values out.

A *slot* is what is awarded at once: the prizes of one rank, of one place of a bracket, of the first women's pair. Each
has a line of those who may have it, the first one first. Slots are awarded one after the other: each goes to the first
of its line that may still take one. What was handed over stays where it is.

The line of a family is a queue: whoever stands there and finds the prize of its place gone, because it was handed to
another, has the next one that is left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

# Why a team has not a prize for which it stands in line.
BEHIND, HAS_ANOTHER, GONE, NOT_IN_LINE = "behind", "has_another", "gone", "not_in_line"
# Two met for a place that neither has won: nobody has its prize, and both stand at the next one, of which a card decides.
UNWON, EQUALS = "unwon", "equals"


@dataclass(frozen=True)
class PrizeSlot:
    """A unit of award: place number `place`, from 1, of a `family`, as that of the ranking.

    `line`: all that stand in the line of the family, the first one first; the slot is for who stands there at its place.
    `worth` in cents; `group`: "ranking", "bracket", "special" or "club". A prize of a club is no prize of the team that
    comes for it: that one may have another. `unwon`: the places of the family that nobody has, since the two that met
    for each share the next one; `nobodys`: it is the prize of such a place alone. `levels`: team → what orders the line
    before the ranking does: an age, a draw, how far it came in a bracket.
    """

    family: str
    place: int
    group: str
    line: tuple[int, ...]
    worth: int = 0
    unwon: frozenset[int] = frozenset()
    nobodys: bool = False
    levels: Mapping[int, int] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Return its name.
        >>> PrizeSlot("rank", 3, "ranking", (1, 2, 3)).key
        'rank:3'
        """
        return key_of(self.family, self.place)

    def place_of(self, at: int) -> int:
        """Return the place of who stands at *at*, from 0, in the line.
        >>> [PrizeSlot("rank", 1, "ranking", (4, 2, 7), unwon=frozenset({1})).place_of(at) for at in range(3)]
        [2, 2, 3]
        """
        return at + 1 + (at + 1 in self.unwon)

    def equals(self, place: int) -> tuple[int, ...]:
        """Return the two that share *place*, since neither has won the one before it; () where nobody shares it."""
        return self.line[place - 2 : place] if place - 1 in self.unwon else ()

    @property
    def first(self) -> tuple[int, ...]:
        """Return those at whose place it is, the first one first; two where they share it.

        What both may have, a prize for several places, is of the second of them first: the first one has the better one.
        """
        if self.place in self.unwon:
            return self.equals(self.place + 1)[::-1]
        return self.equals(self.place) or self.line[self.place - 1 : self.place]

    @property
    def after(self) -> tuple[int, ...]:
        """Return those who stand behind its place."""
        return self.line[self.place + (self.place in self.unwon) :]


def key_of(family: str, place: int) -> str:
    """Return the key of the slot of *place* in *family*."""
    return f"{family}:{place}"


@dataclass(frozen=True)
class Handed:
    """A slot that was handed over, to a team; `instead`: for which other one, that was not there or did not want it."""

    team: int
    instead: int | None = None


@dataclass(frozen=True)
class PassedOver:
    """Why a team does not take a slot: a word of this module, and the slot that it has or the team that has this one."""

    why: str
    slot: str = ""
    team: int | None = None


@dataclass
class Attribution:
    """The outcome of an attribution: `taken` slot → team, in the order in which they were awarded; nobody takes the others."""

    slots: Mapping[str, PrizeSlot]
    single: bool
    taken: dict[str, int] = field(default_factory=dict)
    served: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    handed: Mapping[str, Handed] = field(default_factory=dict)
    # Of each slot those that were passed over, with why.
    passed: dict[str, dict[int, PassedOver]] = field(default_factory=dict)

    def of(self, team: int) -> list[str]:
        """Return the slots that *team* takes."""
        return [key for key, winner in self.taken.items() if winner == team]

    def why_not(self, key: str, team: int) -> PassedOver | None:
        """Return why *team* does not take slot *key*; None where it does."""
        winner = self.taken.get(key)
        if winner == team:
            return None
        if reason := self.passed.get(key, {}).get(team):
            return reason
        slot = self.slots[key]
        if slot.nobodys:
            return PassedOver(UNWON)
        if key in self.handed:
            return PassedOver(GONE, team=winner)
        if winner is not None and {team, winner} <= {*slot.equals(slot.place)}:
            return PassedOver(EQUALS, team=winner)
        if team not in slot.line:
            return PassedOver(NOT_IN_LINE, team=winner)
        return PassedOver(BEHIND, team=winner)


ORDERS = {
    "every": ("ranking", "bracket", "special", "club"),
    "ranking": ("ranking", "bracket", "special", "club"),
    "special": ("bracket", "special", "ranking", "club"),
    "value": ("ranking", "bracket", "special", "club"),
}


def attribute(slots: Iterable[PrizeSlot], *, rule: str, handed: Mapping[str, Handed] | None = None) -> Attribution:
    """Return who takes which of *slots* by *rule*, a word of `ORDERS`; *handed* slot → to whom it was handed over.

    By "every" each slot goes to the first of its line, by the others nobody takes two.
    """
    known = {slot.key: slot for slot in slots}
    done = Attribution(known, single=rule != "every", handed=handed or {})
    for key, given in done.handed.items():
        done.taken[key] = given.team
        done.served[given.team].append(key)
        if given.instead is not None and given.instead != given.team:
            done.served[given.instead].append(key)
    for slot in sorted((slot for key, slot in known.items() if key not in done.handed), key=_order(rule)):
        _award(done, slot)
    return done


def _order(rule: str) -> Callable[[PrizeSlot], tuple[int, int, int, str]]:
    groups = ORDERS[rule]

    def order(slot: PrizeSlot) -> tuple[int, int, int, str]:
        return (-slot.worth if rule == "value" else 0), groups.index(slot.group), slot.place, slot.family

    return order


def _award(done: Attribution, slot: PrizeSlot) -> None:
    passed: dict[int, PassedOver] = {}
    if slot.nobodys:
        done.passed[slot.key] = dict.fromkeys(slot.equals(slot.place + 1), PassedOver(UNWON))
        return
    for team in _in_line(done, slot):
        if other := _has(done, team, slot):
            passed[team] = PassedOver(HAS_ANOTHER, slot=other)
            continue
        done.taken[slot.key] = team
        done.served[team].append(slot.key)
        break
    done.passed[slot.key] = passed


def _in_line(done: Attribution, slot: PrizeSlot) -> Iterator[int]:
    """Yield who may have *slot*, the first one first."""
    first = slot.first
    # Those before it whose own prize is gone come first: a line is a queue.
    for at, team in enumerate(slot.line[: slot.place - 1]):
        place = slot.place_of(at)
        own = key_of(slot.family, place)
        theirs = slot.equals(place) or (team,)
        if team not in first and own in done.slots and done.taken.get(own, team) not in theirs:
            yield team
    yield from first
    if done.single:
        yield from slot.after


def _has(done: Attribution, team: int, slot: PrizeSlot) -> str:
    """Return the slot that *team* has already where it may have no second one; "" where it may take *slot*."""
    if slot.group == "club":
        return ""
    for key in done.served.get(team, ()):
        if key in done.slots and done.slots[key].group == "club":
            continue
        # Without the rule of one prize nobody has two of one family all the same.
        if done.single or key.rpartition(":")[0] == slot.family:
            return key
    return ""


def undecided(
    slots: Sequence[PrizeSlot],
    ties: Iterable[Sequence[int]],
    *,
    rule: str,
    handed: Mapping[str, Handed] | None = None,
    same: Mapping[str, str] | None = None,
) -> set[int]:
    """Return the teams of *ties*, groups that are equal, of which a card must still say who takes what.

    A group is decided where each of its teams takes the same, whichever of them stands first; *same* slot → what is
    there to take, so that two slots with the same prize are no question.
    """
    what = same or {}

    def outcome(order: Mapping[int, int], group: Sequence[int]) -> dict[int, tuple[str, ...]]:
        turned = [_turned(slot, order) for slot in slots]
        found = attribute(turned, rule=rule, handed=handed)
        return {team: tuple(sorted(what.get(key, key) for key in found.of(team))) for team in group}

    open_ = set()
    for group in ties:
        first = outcome({}, group)
        turns = range(1, len(group) if any(first.values()) else 0)
        orders = (dict(zip(group, [*group[shift:], *group[:shift]], strict=True)) for shift in turns)
        if any(outcome(order, group) != first for order in orders):
            open_ |= set(group)
    return open_


def _turned(slot: PrizeSlot, order: Mapping[int, int]) -> PrizeSlot:
    """Return *slot* with the teams of its line exchanged as *order* says, those of one level among themselves."""
    parts: defaultdict[int | None, list[int]] = defaultdict(list)
    for team in slot.line:
        if team in order:
            parts[slot.levels.get(team)].append(team)
    if any(len(there) == len(order) for there in parts.values()):
        line = tuple(order.get(team, team) for team in slot.line)
    else:
        # Only some of the equals may have it at one level: they are turned among themselves.
        ranked = {team: at for at, team in enumerate(order.values())}
        turned = {level: iter(sorted(there, key=ranked.__getitem__)) for level, there in parts.items()}
        line = tuple(next(turned[slot.levels.get(team)]) if team in order else team for team in slot.line)
    return replace(slot, line=line)
