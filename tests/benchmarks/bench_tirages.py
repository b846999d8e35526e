"""Draws: how fast, how good, beside general matchings, a chess program and a plain greedy draw.

    python -m tests.benchmarks.bench_tirages [--full]

Times are processor milliseconds of the solve alone, best of a few, unless said otherwise. Peers not installed are left
out. --full adds the peers' long runs (networkx at 1 000 teams, rustworkx at 10 000: about a minute).
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tournament.tirages import ImpossibleError, draw
from tournament.tirages.designs import strict
from tournament.tirages.neighbours import best_pairing
from tournament.tirages.winners import best_by_wins

SIZES = (64, 128, 256, 1000, 2000, 5000, 10_000)
PARTIES = 4
POINTS = 12 * 162


@dataclass
class Contest:
    """Teams of some skill after some parties, each drawn by ranking; clubs of about *club* teams kept apart."""

    teams: int
    seed: int
    by_wins: bool = False
    club: int = 0
    points: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    met: list[set[int]] = field(default_factory=list)
    games: list[list[tuple[int, bool]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.skill = [self.chance.gauss(0, 60) for _ in range(self.teams)]
        self.clubs = [
            self.chance.randrange(max(1, self.teams // self.club)) if self.club else -i for i in range(self.teams)
        ]
        self.points = [0] * self.teams
        self.wins = [0] * self.teams
        self.met = [set() for _ in range(self.teams)]
        self.games = [[] for _ in range(self.teams)]

    def line(self) -> tuple[list[int], list[set[int]]]:
        """The teams in ranking order, and the places each may not meet."""
        key = (lambda t: (-self.wins[t], -self.points[t], t)) if self.by_wins else (lambda t: (-self.points[t], t))
        order = sorted(range(self.teams), key=key)
        place = {team: i for i, team in enumerate(order)}
        foes = [{place[other] for other in self.met[team]} for team in order]
        if self.club:
            for i, team in enumerate(order):
                foes[i] |= {j for j, other in enumerate(order) if i != j and self.clubs[team] == self.clubs[other]}
        return order, foes

    def play(self, pairs: list[tuple[int, int]]) -> None:
        """One partie between these teams."""
        for a, b in pairs:
            score = round(self.chance.gauss(POINTS / 2 + self.skill[a] - self.skill[b], 260))
            score = min(POINTS, max(0, score))
            self.points[a] += score + 20 * (self.chance.random() < 0.5)
            self.points[b] += POINTS - score + 20 * (self.chance.random() < 0.5)
            won = 2 * score > POINTS
            self.wins[a if won else b] += 1
            for team, other, mine in ((a, b, won), (b, a, not won)):
                self.met[team].add(other)
                self.games[team].append((other, mine))

    def after(self, parties: int) -> "Contest":
        """The contest after *parties* more."""
        for _ in range(parties):
            order, foes = self.line()
            found = best_pairing([self.points[t] for t in order], foes)
            if found is None:
                break
            self.play([(order[i], order[j]) for i, j in enumerate(found.mate) if i < j])
        return self


def timed(act: Callable[[], Any], times: int) -> tuple[float, Any]:
    """The least processor time of *act* in milliseconds, and what it gave."""
    best, value = float("inf"), None
    for _ in range(times):
        start = time.process_time()
        value = act()
        best = min(best, 1000 * (time.process_time() - start))
    return best, value


def shown(milliseconds: float | None) -> str:
    """A time in three figures."""
    return "–" if milliseconds is None else f"{milliseconds:.2f}" if milliseconds < 10 else f"{milliseconds:,.0f}"


def table(title: str, head: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
    """Print a table as its rows come."""
    print(f"\n{title}\n" + " | ".join(f"{word:>14}" for word in head), flush=True)
    for row in rows:
        print(" | ".join(f"{word!s:>14}" for word in row), flush=True)


def windowed(keys: list[int], foes: list[set[int]]) -> list[tuple[int, int, int]]:
    """Edges of the window 4d + 1 with the gap of each."""
    reach = 4 * max(map(len, foes)) + 1
    return [
        (a, b, keys[a] - keys[b])
        for a in range(len(keys))
        for b in range(a + 1, min(len(keys), a + reach + 1))
        if b not in foes[a]
    ]


def rustworkx_on(count: int, edges: list[tuple[int, int, int]]) -> Callable[[], int] | None:
    """The least sum of gaps by rustworkx, its graph already built."""
    try:
        import rustworkx
    except ImportError:
        return None
    top = max(gap for _, _, gap in edges) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(a, b, top - gap) for a, b, gap in edges])
    cost = {(a, b): gap for a, b, gap in edges}

    def solve() -> int:
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sum(cost[min(pair), max(pair)] for pair in pairs)

    return solve


def networkx_on(count: int, edges: list[tuple[int, int, int]]) -> Callable[[], int] | None:
    """The least sum of gaps by networkx, its graph already built."""
    try:
        import networkx
    except ImportError:
        return None
    top = max(gap for _, _, gap in edges) + 1
    graph = networkx.Graph()
    graph.add_weighted_edges_from([(a, b, top - gap) for a, b, gap in edges])
    cost = {(a, b): gap for a, b, gap in edges}

    def solve() -> int:
        pairs = networkx.max_weight_matching(graph, maxcardinality=True)
        return sum(cost[min(pair), max(pair)] for pair in pairs)

    return solve


def beside_matchings(full: bool) -> Iterator[tuple[Any, ...]]:
    """Ours, rustworkx and networkx on the window, same objective."""
    for teams in SIZES:
        contest = Contest(teams, 1).after(PARTIES)
        order, foes = contest.line()
        keys = [contest.points[team] for team in order]
        ours, found = timed(lambda keys=keys, foes=foes: best_pairing(keys, foes), 5)
        gap = sum(keys[i] - keys[j] for i, j in enumerate(found.mate) if i < j)
        edges = windowed(keys, foes)
        rust = net = None
        if full or teams <= 2000:
            solve = rustworkx_on(teams, edges)
            if solve:
                rust, value = timed(solve, 3 if teams <= 1000 else 1)
                assert value == gap, "the optimum differs"
        if teams <= (1000 if full else 256):
            solve = networkx_on(teams, edges)
            if solve:
                net, value = timed(solve, 1)
                assert value == gap, "the optimum differs"
        times = [f"× {peer / ours:,.0f}" if peer else "–" for peer in (rust, net)]
        yield teams, shown(ours), "yes" if found.proven else "NO", shown(rust), times[0], shown(net), times[1]


def parties_played() -> Iterator[tuple[Any, ...]]:
    """Our solve after 1 to 8 parties, by ranking and by wins."""
    for teams in (64, 256, 1000, 10_000):
        for by_wins in (False, True):
            row = []
            for parties in (1, 3, 5, 8):
                contest = Contest(teams, 2, by_wins).after(parties)
                order, foes = contest.line()
                points, wins = [contest.points[t] for t in order], [contest.wins[t] for t in order]
                act = (
                    (lambda p=points, w=wins, f=foes: best_by_wins(w, p, f))
                    if by_wins
                    else (lambda p=points, f=foes: best_pairing(p, f))
                )
                spent, found = timed(act, 2)
                row.append(shown(spent) + ("" if found.proven else " NO PROOF"))
            yield teams, "wins" if by_wins else "ranking", *row


def with_clubs() -> Iterator[tuple[Any, ...]]:
    """Clubs kept apart: the share proved, the middle and the worst time."""
    for club in (4, 10):
        for teams in (64, 128, 256, 1000):
            times, proven, drawn = [], 0, 0
            for seed in range(6 if teams < 1000 else 3):
                for parties in (1, 4, 8):
                    contest = Contest(teams, seed, club=club).after(parties)
                    order, foes = contest.line()
                    keys = [contest.points[team] for team in order]
                    spent, found = timed(lambda keys=keys, foes=foes: best_pairing(keys, foes), 1)
                    times.append(spent)
                    drawn += 1
                    proven += found is None or found.proven
            times.sort()
            yield club, teams, f"{proven}/{drawn}", shown(times[len(times) // 2]), shown(times[-1])


def greedy(order: list[int], met: list[set[int]]) -> tuple[list[tuple[int, int]], bool]:
    """Draw as home-made programs do: the first team takes the next it has not met. Return the pairs and whether it stuck."""
    left, pairs, stuck = list(order), [], False
    while left:
        one = left.pop(0)
        two = next((team for team in left if team not in met[one]), None)
        if two is None:
            stuck, two = True, left[0]
        left.remove(two)
        pairs.append((one, two))
    return pairs, stuck


def neighbours_only(order: list[int], met: list[set[int]]) -> tuple[list[tuple[int, int]], bool]:
    """Draw as the simplest programs do: neighbours, met or not."""
    pairs = list(zip(order[::2], order[1::2], strict=True))
    return pairs, any(b in met[a] for a, b in pairs)


def quality(evenings: int) -> Iterator[tuple[Any, ...]]:
    """Whole evenings: the share with a rematch, and how far the gaps are above the best."""
    for teams, parties in ((8, 4), (16, 4), (16, 6), (32, 6), (64, 6), (128, 6)):
        for name, act in (("neighbours", neighbours_only), ("greedy", greedy), ("ours", None)):
            rematch = draws = above = least = 0
            for seed in range(evenings):
                contest, again = Contest(teams, seed), False
                for _ in range(parties):
                    order, foes = contest.line()
                    best = best_pairing([contest.points[t] for t in order], foes)
                    ideal = [(order[i], order[j]) for i, j in enumerate(best.mate) if i < j] if best else None
                    pairs, bad = act(order, contest.met) if act else (ideal, ideal is None)
                    again |= bad
                    if ideal and not bad:
                        draws += 1
                        least += sum(abs(contest.points[a] - contest.points[b]) for a, b in ideal)
                        above += sum(abs(contest.points[a] - contest.points[b]) for a, b in pairs)
                    contest.play(pairs or ideal)
                rematch += again
            extra = f"+{100 * (above / least - 1):.1f} %" if least else "–"
            yield f"{teams}, {parties}", name, f"{100 * rematch / evenings:.0f} %", extra


def chess(contest: Contest) -> Callable[[], Any] | None:
    """The Dutch system of py4swiss on the same games, its file already read."""
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.trf import TrfParser
    except ImportError:
        return None
    lines = ["012 bench", "XXR 9", "XXC white1"]
    for team, games in enumerate(contest.games):
        said = "".join(
            f"  {other + 1:4d} {'w' if (team < other) == (turn % 2 == 0) else 'b'} {'1' if won else '0'}"
            for turn, (other, won) in enumerate(games)
        )
        name, score = f"Team {team + 1}", sum(won for _, won in games)
        head = f"001 {team + 1:4d} m    {name:<33} {2000:4d} FRA {team + 1:11d} 2000/01/01 {score:4.1f} {team + 1:4d}"
        lines.append(head + said)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.trf"
        file.write_text("\n".join(lines) + "\n")
        read = TrfParser.parse(file)
    return lambda: DutchEngine.generate_pairings(read)


def whole_draws(full: bool) -> Iterator[tuple[Any, ...]]:
    """The whole act of the package, checks, fingerprint and minutes included, beside the pairing alone of py4swiss."""
    for teams in (64, 256, 1000, 10_000):
        contest = Contest(teams, 3, by_wins=True).after(PARTIES)
        entrants = [
            {
                "number": t + 1,
                "wins": contest.wins[t],
                "points": contest.points[t],
                "met": [m + 1 for m in contest.met[t]],
            }
            for t in range(teams)
        ]
        row = []
        for method in ("classement", "gagnants", "sort"):
            request = {"method": method, "round": 5, "seed": "R♥ 7♣", "options": {}, "entrants": entrants}
            row.append(shown(timed(lambda request=request: draw(request), 3)[0]))
        peer = chess(contest) if teams <= (1000 if full else 256) else None
        yield teams, *row, shown(timed(peer, 1)[0] if peer else None)


def melee() -> Iterator[tuple[Any, ...]]:
    """People met again: the planned evening, and partie by partie."""
    for people in (28, 64, 256, 1000, 1200):
        spent, found = timed(lambda people=people: strict(people), 1)
        met: set[tuple[int, int]] = set()
        again = 0
        for tables in found[:8]:
            for seats in tables:
                for i, a in enumerate(seats):
                    for b in seats[i + 1 :]:
                        again += (min(a, b), max(a, b)) in met
                        met.add((min(a, b), max(a, b)))
        yield people, "planned, 8", shown(spent), again
    for people in (41, 64, 101, 1001):
        folk = [{"number": n + 1, "met": [], "partners": [], "exempt": 0} for n in range(people)]
        worst, again = 0.0, 0
        for number in range(1, 9):
            request = {"method": "melee", "round": number, "seed": "V♣", "options": {}, "entrants": folk}
            spent, result = timed(lambda request=request: draw(request), 1)
            worst = max(worst, spent)
            again += not result["optimal"]
            for seats in result["tables"]:
                for camp, others in (seats["camps"], seats["camps"][::-1]):
                    for n in camp:
                        folk[n - 1]["met"] += others
                        folk[n - 1]["partners"] += [m for m in camp if m != n]
            for n in result["exempt"]:
                folk[n - 1]["exempt"] += 1
        yield people, "one by one, 8", shown(worst), again


def dense() -> Iterator[tuple[Any, ...]]:
    """Many parties for few teams: how often no draw is left, always proved."""
    for teams, parties in ((8, 6), (12, 8), (16, 10)):
        ended, worst = 0, 0.0
        for seed in range(30):
            contest = Contest(teams, seed)
            for _ in range(parties):
                entrants = [
                    {"number": t + 1, "points": contest.points[t], "met": [m + 1 for m in contest.met[t]]}
                    for t in range(teams)
                ]
                request = {"method": "classement", "round": 1, "seed": "x", "options": {}, "entrants": entrants}
                start = time.process_time()
                try:
                    result = draw(request)
                except ImpossibleError:
                    ended += 1
                    break
                finally:
                    worst = max(worst, 1000 * (time.process_time() - start))
                contest.play([(t["camps"][0][0] - 1, t["camps"][1][0] - 1) for t in result["tables"]])
        yield f"{teams}, {parties}", f"{ended}/30", shown(worst)


def looking_ahead() -> Iterator[tuple[Any, ...]]:
    """A draw that leaves the parties announced, and a plan made again after departures, beside the same draw without."""
    for teams in (16, 60, 150, 400, 1000):
        contest = Contest(teams, 3).after(PARTIES)
        entrants = [
            {
                "number": t + 1,
                "points": contest.points[t],
                "wins": contest.wins[t],
                "met": [m + 1 for m in contest.met[t]],
            }
            for t in range(teams)
        ]
        ratios = []
        for method in ("classement", "gagnants", "sort"):
            asked = {"method": method, "round": PARTIES + 1, "seed": "x", "entrants": entrants}
            plain, _ = timed(partial(draw, asked), 5)
            ahead, _ = timed(partial(draw, asked | {"options": {"parties": PARTIES + 3}}), 5)
            ratios.append(f"{ahead / plain:.2f}")
        plan = {"pool": list(range(1, teams + 1)), "parties": PARTIES}
        here = [{"number": n} for n in plan["pool"] if n % 50 != 7]
        asked = {"method": "rotation", "round": 2, "seed": "x", "entrants": here}
        page, _ = timed(partial(draw, asked | {"options": plan}), 3)
        mended, _ = timed(partial(draw, asked | {"options": plan | {"mended": "yes"}}), 3)
        yield teams, *ratios, f"{mended / page:.2f}"


def main(full: bool) -> None:
    """Print every table."""
    table(
        f"By ranking, {PARTIES} parties played, least sum of gaps without rematch (window 4r + 1 for the peers)",
        ("teams", "ours ms", "proved", "rustworkx ms", "", "networkx ms", ""),
        beside_matchings(full),
    )
    table("Parties played (ms)", ("teams", "method", "1", "3", "5", "8"), parties_played())
    table("Clubs always apart", ("club of", "teams", "proved", "middle ms", "worst ms"), with_clubs())
    table("Evenings", ("teams, parties", "draw", "with rematch", "gaps"), quality(40))
    table(
        "Whole draw with checks and minutes (ms)",
        ("teams", "classement", "gagnants", "sort", "py4swiss Dutch"),
        whole_draws(full),
    )
    table("Mêlée", ("people", "way", "worst ms", "met again"), melee())
    table(
        "Looking ahead: times the same draw without",
        ("teams", "classement", "gagnants", "sort", "rotation made again"),
        looking_ahead(),
    )
    table("Few teams, many parties", ("teams, parties", "no draw left", "worst ms"), dense())


if __name__ == "__main__":
    main("--full" in sys.argv[1:])
