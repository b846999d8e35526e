"""Known schedules of the mêlée: people at tables of four, partie after partie, nobody meeting too often.

*Strict*: nobody sits twice at a table with the same person. Place people in four columns of m = n/4; at partie r, table
t seats (column c, row t + s[r][c]). That is strict when for every two columns the differences s[r][c] - s[r][d] are all
different. *Whist*: partner never twice, opponent at most twice; n or n - 1 turns of an initial partie, one added to
every number. (docs/tirages.md 7: limits.)
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd

Tables = list[tuple[int, ...]]

# One partie; the others follow by adding 1 to every number below `turn` (orbits of that length), the others fixed.
STRICT_BASES: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = {
    16: (5, ((1, 5, 13, 15), (0, 10, 2, 11), (3, 4, 9, 6), (7, 12, 8, 14))),
    24: (7, ((1, 11, 16, 21), (3, 9, 19, 22), (2, 7, 20, 23), (0, 4, 8, 6), (5, 17, 15, 18), (10, 12, 14, 13))),
    28: (
        9,
        (
            (2, 14, 22, 27),
            (0, 4, 11, 17),
            (1, 3, 24, 20),
            (5, 8, 23, 21),
            (6, 16, 7, 12),
            (9, 10, 19, 25),
            (13, 18, 26, 15),
        ),
    ),
}

# The first two of a table play the last two. One more than the turns, where n is a multiple of four: the last is fixed.
WHIST_BASES: dict[int, tuple[tuple[int, ...], ...]] = {
    4: ((3, 0, 1, 2),),
    8: ((7, 0, 5, 1), (2, 3, 4, 6)),
    12: ((11, 0, 10, 8), (1, 7, 3, 6), (2, 9, 4, 5)),
    16: ((15, 0, 11, 13), (1, 5, 2, 10), (3, 4, 7, 12), (6, 9, 8, 14)),
    20: ((19, 0, 17, 10), (1, 2, 6, 9), (3, 5, 7, 16), (4, 12, 13, 18), (8, 14, 11, 15)),
}

ROWS_MAX = 12  # parties looked for by search


def strict_parties(n: int) -> int:
    """Return how many strict parties `strict` can give for *n* people, 0 when none is known."""
    if n % 4 or n < 16:
        return 0
    if n in STRICT_BASES:
        return STRICT_BASES[n][0]
    m = n // 4
    if gcd(m, 6) == 1 or m in FIELDS:
        return m
    return len(_rows(m))


def strict(n: int) -> list[Tables]:
    """Return every strict partie known for *n* people 0 … n - 1, as tables of four places."""
    if n in STRICT_BASES:
        turns, base = STRICT_BASES[n]
        return [[tuple(_turned(p, turn, turns, n) for p in table) for table in base] for turn in range(turns)]
    m = n // 4
    rows = [tuple(r * c % m for c in range(4)) for r in range(m)] if gcd(m, 6) == 1 else []
    if m in FIELDS:
        add, times = FIELDS[m]
        rows = [tuple(times[r][c] for c in range(4)) for r in range(m)]
        return [[tuple(c * m + add[t][row[c]] for c in range(4)) for t in range(m)] for row in rows]
    rows = rows or _rows(m)
    return [[tuple(c * m + (t + row[c]) % m for c in range(4)) for t in range(m)] for row in rows]


def _turned(person: int, turn: int, turns: int, n: int) -> int:
    """Return the person *turn* steps further in its orbit of length *turns*; the last incomplete orbit stays."""
    start = person - person % turns
    return person if start + turns > n else start + (person + turn) % turns


def whist(n: int) -> list[Tables]:
    """Return the n - 1 parties of a whist tournament for *n* people: every two are partners once, opponents twice."""
    base = WHIST_BASES[n]
    turns = n - 1
    return [[tuple(p if p == turns else (p + turn) % turns for p in table) for table in base] for turn in range(turns)]


@lru_cache(maxsize=64)
def _rows(m: int) -> list[tuple[int, ...]]:
    """Search up to ROWS_MAX rows of shifts, all differences between two columns different, by backtracking."""
    best: list[tuple[int, ...]] = []
    rows: list[tuple[int, ...]] = [(0, 0, 0, 0)]
    used: list[set[int]] = [{0} for _ in range(6)]
    stack: list[Iterator[tuple[int, ...]]] = [_candidates(m, used, 0)]
    budget = 4_000
    while stack and budget:
        budget -= 1
        row = next(stack[-1], None)
        if row is None:
            stack.pop()
            if len(rows) > 1:
                _mark(rows.pop(), m, used, False)
            continue
        _mark(row, m, used, True)
        rows.append(row)
        if len(rows) > len(best):
            best = list(rows)
            if len(best) == ROWS_MAX:
                break
        stack.append(_candidates(m, used, row[1]))
    return best


def _differences(row: Sequence[int], m: int) -> tuple[int, ...]:
    _, a, b, c = row
    return a, b, c, (b - a) % m, (c - a) % m, (c - b) % m


def _mark(row: Sequence[int], m: int, used: list[set[int]], add: bool) -> None:
    for seen, value in zip(used, _differences(row, m), strict=True):
        (seen.add if add else seen.discard)(value)


def _candidates(m: int, used: list[set[int]], after: int) -> Iterator[tuple[int, ...]]:
    for a in range(after + 1, m):
        if a in used[0]:
            continue
        for b in range(m):
            if b in used[1] or (b - a) % m in used[3]:
                continue
            for c in range(m):
                if c not in used[2] and (c - a) % m not in used[4] and (c - b) % m not in used[5]:
                    yield 0, a, b, c


def _field(p: int, degree: int, polynomial: Sequence[int]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the addition and multiplication tables of the field of p**degree elements, numbers read in base p."""
    size = p**degree

    def digits(value: int) -> list[int]:
        return [value // p**i % p for i in range(degree)]

    def number(values: Sequence[int]) -> int:
        return sum(v % p * p**i for i, v in enumerate(values))

    def product(a: int, b: int) -> int:
        result = [0] * (2 * degree)
        for i, x in enumerate(digits(a)):
            for j, y in enumerate(digits(b)):
                result[i + j] += x * y
        for top in range(2 * degree - 1, degree - 1, -1):  # x**degree = -(polynomial below)
            for i in range(degree):
                result[top - degree + i] -= result[top] * polynomial[i]
            result[top] = 0
        return number(result[:degree])

    add = [
        [number([x + y for x, y in zip(digits(a), digits(b), strict=True)]) for b in range(size)] for a in range(size)
    ]
    return add, [[product(a, b) for b in range(size)] for a in range(size)]


FIELDS = {8: _field(2, 3, (1, 1, 0)), 9: _field(3, 2, (1, 0)), 16: _field(2, 4, (1, 1, 0, 0))}
