"""Donnes scored and plays judged per second, beside a naive version of the same rules in the same run.

``python -m tests.benchmarks.bench_rules`` prints the table; ``make bench`` runs it with the others and holds its limits.
"""

import json
import random
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from rules import check_totals, legal_plays, score_sheet
from rules.cards import CARDS, PLAIN_ORDER, TRUMP_ORDER
from rules.plays import playable
from rules.sets import game_of

ROOT = Path(__file__).parents[2]
SHEET_SECONDS = 0.001  # a 12-donne sheet with its explanations
KEYSTROKE_SECONDS = 0.005  # a control of totals, once the first has been made
LINEAR = 1.5  # how much dearer a donne may be in a sheet sixteen times as long
LINES = 100_000


def seconds(act, times):
    """The least time of five runs of *times* acts, for one act."""
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(times):
            act()
        best = min(best, time.perf_counter() - begun)
    return best / times


def a_sheet(donnes, seed=1):
    """A sheet of *donnes*, litiges, capots, belotes and passes among them, without limit."""
    chance = random.Random(seed)
    made = []
    for _ in range(donnes):
        kind = chance.random()
        if kind < 0.04:
            made.append({"passe": True})
        elif kind < 0.1:
            made.append({"preneur": "NS", "capot": chance.choice(("NS", "EO"))})
        else:
            raw = chance.choice([81, *range(40, 150)])
            donne = {"preneur": chance.choice(("NS", "EO")), "atout": "coeur", "points": {"NS": raw, "EO": 162 - raw}}
            if chance.random() < 0.3:
                donne["belote"] = [chance.choice(("NS", "EO"))]
            made.append(donne)
    return {"ruleset": "ffb-classique", "options": {"limite_donnes": None}, "donnes": made}


def naive_score(sheet):
    """The federation's marks alone, as one would write them in an evening: no check, no article, no line."""
    total, pot, marks = {"NS": 0, "EO": 0}, 0, []
    for donne in sheet["donnes"]:
        if donne.get("passe"):
            marks.append((0, 0))
            continue
        taker = donne["preneur"]
        defence = "EO" if taker == "NS" else "NS"
        belote = {camp: 20 * donne.get("belote", []).count(camp) for camp in ("NS", "EO")}
        mark = {"NS": belote["NS"], "EO": belote["EO"]}
        capot = donne.get("capot")
        if capot:
            mark[capot] += 252
            winner = capot
        else:
            full = {camp: donne["points"][camp] + belote[camp] for camp in ("NS", "EO")}
            if full[taker] > full[defence]:
                mark, winner = dict(full), taker
            elif full[taker] < full[defence]:
                mark[defence] += 162
                winner = defence
            else:
                mark, winner = {defence: full[defence], taker: 0}, None
                pot += full[taker]
        if winner:
            mark[winner] += pot
            pot = 0
        for camp in total:
            total[camp] += mark[camp]
        marks.append((mark["NS"], mark["EO"]))
    return total, marks


def naive_plays(hand, trick, atout):
    """S0 5.2 read straight, card by card, on texts."""
    if not trick:
        return list(hand)

    def suit(card):
        return CARDS[card].suit

    def strength(card):
        if suit(card) == atout:
            return 100 + TRUMP_ORDER.index(CARDS[card].rank)
        return PLAIN_ORDER.index(CARDS[card].rank) if suit(card) == suit(trick[0]) else -1

    led = suit(trick[0])
    follow = [card for card in hand if suit(card) == led]
    trumps = [card for card in hand if suit(card) == atout]
    highest = max((strength(card) for card in trick if suit(card) == atout), default=-1)
    above = [card for card in trumps if strength(card) > highest]
    if follow:
        return above or follow if led == atout else follow
    if not trumps or led == atout:
        return list(hand)
    if len(trick) >= 2 and max(trick, key=strength) == trick[-2]:
        return list(hand)
    return above or trumps


def some_tables(number, seed=1):
    chance = random.Random(seed)
    dealt = sorted(CARDS)
    made = []
    for _ in range(number):
        chance.shuffle(dealt)
        on_table = chance.randrange(4)
        made.append((dealt[on_table : on_table + 8], dealt[:on_table], chance.choice(("coeur", "pique"))))
    return made


def score_rates():
    """(donnes in a sheet, donnes a second explained, unexplained, naive) for growing sheets."""
    found = []
    for donnes in (12, 48, 192):
        sheet = a_sheet(donnes)
        explained, bare = score_sheet(sheet), score_sheet(sheet, explain=False)
        naive_total, naive_marks = naive_score(sheet)
        assert explained.total == bare.total == naive_total
        assert [tuple(donne.marque.values()) for donne in explained.donnes] == naive_marks
        times = 4800 // donnes
        acts = (
            lambda s=sheet: score_sheet(s),
            lambda s=sheet: score_sheet(s, explain=False),
            lambda s=sheet: naive_score(s),
        )
        found.append((donnes, *(donnes / seconds(act, times) for act in acts)))
    return found


def play_rates():
    """Plays judged a second: on texts through the public function, on cards, naive on texts."""
    tables = some_tables(500)
    terms = game_of("ffb-classique").terms
    cards = [([CARDS[c] for c in hand], [CARDS[c] for c in trick], atout) for hand, trick, atout in tables]
    for hand, trick, atout in tables:
        assert legal_plays(ruleset="ffb-classique", atout=atout, trick=trick, hand=hand).cards == naive_plays(
            hand, trick, atout
        )

    def public():
        for hand, trick, atout in tables:
            legal_plays(ruleset="ffb-classique", atout=atout, trick=trick, hand=hand)

    def bare():
        for hand, trick, atout in cards:
            playable(hand, trick, atout, terms)

    def naive():
        for hand, trick, atout in tables:
            naive_plays(hand, trick, atout)

    return [len(tables) / seconds(act, 5) for act in (public, bare, naive)]


def control_seconds():
    """One keystroke's control of totals: as it must be, wrong, and with nothing said of belotes and capots."""
    none = {"NS": 0, "EO": 0}
    asked = [
        ({"NS": 1024, "EO": 920}, none, none),
        ({"NS": 1042, "EO": 920}, none, none),
        ({"NS": 1044, "EO": 920}, {"NS": 1, "EO": 0}, none),
        ({"NS": 1024, "EO": 921}, None, None),
    ]
    return [
        seconds(
            lambda t=totals, b=belotes, c=capots: check_totals(
                ruleset="ffb-classique", options=None, totals=t, belotes=b, capots=c
            ),
            20,
        )
        for totals, belotes, capots in asked
    ]


def lines_memory(lines):
    """Peak resident kilobytes (Linux says it), seconds, of ``python -m rules score --lines`` over that many 12-donne sheets."""
    line = json.dumps(a_sheet(12)) + "\n"
    script = (
        "import sys; from rules.__main__ import main; status = main(['score', '-', '--lines']); sys.stdout.flush(); "
        "print(*[row.split()[1] for row in open('/proc/self/status') if row.startswith('VmHWM')], file=sys.stderr); "
        "sys.exit(status)"
    )
    begun = time.perf_counter()
    scoring = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    data = line.encode() * 1000
    for _ in range(lines // 1000):
        scoring.stdin.write(data)
    scoring.stdin.close()
    peak = int(scoring.stderr.read())
    scoring.stderr.close()
    assert scoring.wait() == 0
    return peak, time.perf_counter() - begun


def sheet_memory():
    """Bytes still held after scoring many sheets one by one: nothing is kept between them."""
    sheet = a_sheet(12)
    score_sheet(sheet)
    tracemalloc.start()
    for _ in range(200):
        score_sheet(sheet)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def table():
    """Everything measured, printed as it comes."""
    rates = score_rates()
    print("\ndonnes a second        explained   unexplained         naive")
    for donnes, explained, bare, naive in rates:
        print(f"sheet of {donnes:4} donnes  {explained:10,.0f}    {bare:10,.0f}    {naive:10,.0f}")
    sheet = 12 / rates[0][1]
    print(f"a 12-donne sheet, explained: {sheet * 1000:.3f} ms")
    public, bare, naive = play_rates()
    print(f"plays a second: {public:,.0f} on texts, {bare:,.0f} on cards, naive {naive:,.0f} on texts")
    controls = control_seconds()
    print("control of totals: " + ", ".join(f"{one * 1000:.2f}" for one in controls) + " ms")
    return rates, sheet, controls


def test_rules():
    rates, sheet, controls = table()
    assert sheet < SHEET_SECONDS
    assert rates[0][1] / rates[-1][1] < LINEAR, "the cost is linear in donnes"
    assert max(controls) < KEYSTROKE_SECONDS
    assert sheet_memory() < 20_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak memory of a process")
def test_lines_at_constant_memory():
    few, _ = lines_memory(LINES // 20)
    many, took = lines_memory(LINES)
    print(f"\n--lines: {LINES:,} sheets in {took:.0f} s, {LINES / took:,.0f} a second, peak {many / 1024:.1f} MB")
    assert many < few * 1.05


if __name__ == "__main__":
    table()
