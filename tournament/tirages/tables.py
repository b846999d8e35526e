"""Seat people so that they meet new ones: draw by lot, then mend the tables where people meet again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.tirages.chance import Lot

TRIES = 6  # fresh draws at most
STEPS_MAX = 1200  # mends per fresh draw, at most STEPS_EACH a person
STEPS_EACH = 40
FEW = 16  # people: as many tries are not needed
CANDIDATES = 60  # other seats looked at per mend

Price = Callable[[int, int, bool], int]


@dataclass(slots=True)
class Hall:
    """People 0 … n - 1 on seats; `camp_of[seat]` tells the camp (unique over all tables), `table_of[seat]` the table.

    `price(a, b, partners)` is what it costs to seat a and b at one table, as partners or as opponents.
    """

    table_of: list[int]
    camp_of: list[int]
    price: Price
    lot: Lot

    def seat(self) -> tuple[list[int], int]:
        """Return the person on each seat and the price left: drawn by lot, then mended as far as the tries go."""
        seats: list[list[int]] = [[] for _ in range(max(self.table_of) + 1)]
        for seat, table in enumerate(self.table_of):
            seats[table].append(seat)
        seating: list[int] = []
        best = -1
        for _ in range(TRIES):
            people = list(range(len(self.table_of)))
            self.lot.shuffle(people)
            left = self._mend(people, seats)
            if left == best and len(people) <= FEW:
                break  # the same again from another start: there is hardly better
            if best < 0 or left < best:
                seating, best = people, left
            if not best:
                break
        return seating, best

    def _mend(self, people: list[int], seats: Sequence[Sequence[int]]) -> int:
        """Exchange people until nobody pays, or STEPS_MAX; *people* become the best seen; return its price.

        A person just moved may not come straight back: that would go round in circles.
        """
        everywhere = range(len(people))
        total = sum(self._at(people, seat, seats) for seat in everywhere) // 2
        best, seating = total, list(people)
        banned: dict[tuple[int, int], int] = {}
        sore: list[int] = []
        for step in range(min(STEPS_MAX, STEPS_EACH * len(people))):
            if not total:
                break
            a = -1
            while a < 0:
                if not sore:
                    sore = [seat for seat in everywhere if self._at(people, seat, seats)]
                    self.lot.shuffle(sore)
                a = sore.pop()
                if not self._at(people, a, seats):
                    a = -1
            change, b = self._best_swap(people, a, seats, banned, step)
            if b < 0:
                continue
            banned[people[a], self.table_of[a]] = step + 4 + self.lot.below(6)
            people[a], people[b] = people[b], people[a]
            total += change
            if total < best:
                best, seating = total, list(people)
        people[:] = seating
        return best

    def _at(self, people: Sequence[int], seat: int, seats: Sequence[Sequence[int]]) -> int:
        """Return the price of the person on *seat* at that table."""
        person = people[seat]
        camp, price = self.camp_of[seat], self.price
        return sum(
            price(person, people[other], self.camp_of[other] == camp)
            for other in seats[self.table_of[seat]]
            if other != seat
        )

    def _best_swap(
        self,
        people: list[int],
        a: int,
        seats: Sequence[Sequence[int]],
        banned: dict[tuple[int, int], int],
        step: int,
    ) -> tuple[int, int]:
        """Return the change of the total and the best seat to exchange with seat *a*, among some drawn by lot."""
        n = len(people)
        best, choice = 1 << 60, -1
        before = self._at(people, a, seats)
        start = self.lot.below(n)
        stride = 1 if n <= CANDIDATES else 1 + self.lot.below(n - 1)
        for number in range(min(n, CANDIDATES)):
            b = (start + number * stride) % n
            if self.camp_of[a] == self.camp_of[b]:
                continue
            same = self.table_of[a] == self.table_of[b]
            old = before + self._at(people, b, seats)
            people[a], people[b] = people[b], people[a]
            new = self._at(people, a, seats) + self._at(people, b, seats)
            people[a], people[b] = people[b], people[a]
            change = new - old
            if banned.get((people[b], self.table_of[a]), 0) > step and change >= 0 and not same:
                continue
            if change < best:
                best, choice = change, b
                if change <= -before:
                    break
        return best, choice


def even_sizes(people: int, size: int) -> list[int]:
    """Return the sizes of tables or pools: at most *size* where possible, at least three, differing by one.

    >>> even_sizes(18, 4), even_sizes(7, 3), even_sizes(5, 4)
    ([4, 4, 4, 3, 3], [4, 3], [5])
    """
    count = max(1, min(-(-people // size), people // 3))
    whole, larger = divmod(people, count)
    return [whole + (place < larger) for place in range(count)]
