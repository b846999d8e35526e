"""`python -m tournament.tirages`: the contract other programs call (docs/tirages.md 8)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tournament.tirages.__main__ import main

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).with_name("golden.jsonl")
GOOD = {
    "method": "classement",
    "round": 3,
    "seed": "R♥ 7♣ 10♠",
    "options": {"rematch": "never", "club_apart": "no"},
    "entrants": [
        {"number": 1, "wins": 2, "points": 3120, "met": [8, 3], "exempt": 0, "club": "Casson", "fixed_table": None},
        {"number": 3, "wins": 2, "points": 3100, "met": [1], "exempt": 0, "club": "Viry", "fixed_table": None},
        {"number": 5, "wins": 1, "points": 2708, "met": [], "exempt": 0, "club": "", "fixed_table": None},
        {"number": 8, "wins": 0, "points": 2101, "met": [1], "exempt": 0, "club": "", "fixed_table": None},
    ],
}


@pytest.fixture
def run(tmp_path, capsysbinary):
    def call(act, content, *more):
        file = tmp_path / "request.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        status = main([act, *more, str(file)])
        out, err = capsysbinary.readouterr()
        return status, out, err.decode()

    return call


def changed(**change):
    return {**GOOD, **change}


def entrant(**change):
    return changed(entrants=[{**GOOD["entrants"][0], **change}, *GOOD["entrants"][1:]])


def test_a_draw_is_printed_complete_and_replayed(run):
    status, out, err = run("draw", GOOD)
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert {key: result[key] for key in GOOD} == GOOD
    assert result["tables"] == [{"table": 1, "camps": [[1], [5]]}, {"table": 2, "camps": [[3], [8]]}]
    assert (result["exempt"], result["rematches"], result["optimal"]) == ([], [], True)
    assert result["cost"] == {"wins": 3, "points": 412 + 999}
    assert len(result["fingerprint"]) == 64
    assert run("draw", out)[1] == out  # minutes are a request too
    status, said, _ = run("replay", out)
    assert status == 0
    assert json.loads(said) == {"replay": "same", "fingerprint": result["fingerprint"]}


def test_false_minutes_are_said_false(run):
    result = json.loads(run("draw", GOOD)[1])
    result["tables"][0]["camps"] = [[1], [8]]
    result["optimal"] = 1
    status, out, _ = run("replay", result)
    error = json.loads(out)["error"]
    assert (status, error["code"]) == (1, "different")
    assert [one["key"] for one in error["differences"]] == ["tables", "optimal"]


def test_the_impossible_is_status_1_with_the_teams(run):
    entrants = [{"number": n, "met": [m for m in (1, 2, 3, 4) if m != n]} for n in (1, 2, 3, 4)]
    status, out, err = run("draw", changed(entrants=entrants))
    assert (status, err) == (1, "")
    error = json.loads(out)["error"]
    assert set(error) == {"code", "message", "teams"}
    assert (error["code"], error["teams"]) == ("impossible", [1, 2, 3, 4])
    assert "se sont toutes déjà rencontrées" in error["message"]
    status, out, _ = run("draw", changed(entrants=entrants, options={"rematch": "least"}))
    assert status == 0
    assert len(json.loads(out)["rematches"]) == 2


NO_DRAW = {
    "empty": b"",
    "not json": b"{",
    "not utf-8": b'{"method": "\xff"}',
    "two values": b"{} {}",
    "nan": json.dumps(GOOD).replace("3120", "NaN").encode(),
    "infinity": json.dumps(GOOD).replace("3120", "-Infinity").encode(),
    "deep": b"[" * 200_000,
    "deep and closed": b'{"method": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "deep below the limit": json.dumps(GOOD).replace("3120", "[" * 300 + "]" * 300).encode(),
    "thousands of digits": json.dumps(GOOD).replace("3120", "9" * 5000).encode(),
    "key twice": b'{"method": "sort", "method": "sort"}',
    "key twice deep": json.dumps(GOOD).replace('"wins": 2', '"wins": 2, "wins": 3').encode(),
    "null": b"null",
    "list": [],
    "text": "sort",
    "no keys": {},
    "no method": {key: value for key, value in GOOD.items() if key != "method"},
    "no entrants": {key: value for key, value in GOOD.items() if key != "entrants"},
    "no seed": {key: value for key, value in GOOD.items() if key != "seed"},
    "unknown key": changed(rounds=3),
    "unknown method": changed(method="suisse"),
    "method list": changed(method=["sort"]),
    "round 0": changed(round=0),
    "round text": changed(round="3"),
    "round true": changed(round=True),
    "round decimal": changed(round=3.0),
    "seed number": changed(seed=7),
    "seed surrogate": changed(seed="\ud800"),
    "seed too long": changed(seed="R♥" * 1000),
    "options list": changed(options=[]),
    "unknown option": changed(options={"rematches": "never"}),
    "unknown value": changed(options={"rematch": "often"}),
    "value of another type": changed(options={"club_apart": True}),
    "value unhashable": changed(options={"club_apart": {}}),
    "rest unknown": changed(options={"rest": [77]}),
    "rest twice": changed(options={"rest": [1, 1]}),
    "all rest": changed(options={"rest": [1, 3, 5]}),
    "entrants object": changed(entrants={}),
    "nobody": changed(entrants=[]),
    "alone": changed(entrants=GOOD["entrants"][:1]),
    "number twice": changed(entrants=GOOD["entrants"] + GOOD["entrants"][:1]),
    "entrant list": changed(entrants=[[1], [2]]),
    "no number": changed(entrants=[{"wins": 1}, {"number": 2}]),
    "unknown entrant key": entrant(name="Les Copains"),
    "number 0": entrant(number=0),
    "number true": entrant(number=True),
    "number text": entrant(number="1"),
    "number huge": entrant(number=10**30),
    "points decimal": entrant(points=3120.5),
    "points null": entrant(points=None),
    "points huge": entrant(points=10**40),
    "exempt below 0": entrant(exempt=-1),
    "met null": entrant(met=None),
    "met number": entrant(met=8),
    "met text": entrant(met=["8"]),
    "met nested": entrant(met=[[8]]),
    "met true": entrant(met=[True]),
    "met itself": entrant(met=[1]),
    "club number": entrant(club=12),
    "club surrogate": entrant(club="\udfff"),
    "fixed table 0": entrant(fixed_table=0),
    "fixed table text": entrant(fixed_table="4"),
    "about infinite": json.dumps({**GOOD, "about": {"x": 1}}).replace('"x": 1', '"x": 1e999').encode(),
    "about text": changed(about="tirage n° 2"),
    "too few players": changed(method="melee", entrants=GOOD["entrants"][:3]),
}


@pytest.mark.parametrize("case", NO_DRAW)
def test_what_is_no_draw_is_status_2_and_one_line(run, case):
    status, out, err = run("draw", NO_DRAW[case])
    assert (status, out) == (2, b"")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert len(err) < 700
    assert "Traceback" not in err


@pytest.mark.parametrize("key", ["tables", "exempt", "rematches", "cost", "optimal", "fingerprint"])
def test_minutes_without_a_result_are_no_minutes(run, key):
    result = json.loads(run("draw", GOOD)[1])
    del result[key]
    status, out, err = run("replay", result)
    assert (status, out) == (2, b"")
    assert key in err


def test_what_is_allowed_beside_the_contract(run):
    assert run("draw", b"\xef\xbb\xbf" + json.dumps(GOOD).encode())[0] == 0  # as Windows writes it
    assert run("draw", entrant(club=None, met=[8, 3, 99]))[0] == 0  # team 99 has left
    assert run("draw", {"method": "inscription", "entrants": [{"number": 4}, {"number": 2}]})[0] == 0
    about = {"drawn_by": "Odette, Marcel", "cancelled": None}
    assert json.loads(run("draw", {**GOOD, "about": about})[1])["about"] == about


def test_lines_are_drawn_each_on_its_own(run):
    bad, impossible = b"{oops", json.dumps(changed(entrants=[{"number": 1, "met": [2]}, {"number": 2}])).encode()
    good = json.dumps(GOOD).encode()
    status, out, err = run("draw", b"\n".join([good, bad, b"\xff", b"", impossible, good]), "--lines")
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert [line.get("error", {}).get("code") for line in lines] == [
        *(None, "bad_request", "bad_request"),
        *("impossible", None),
    ]
    assert lines[0] == lines[-1]
    assert run("draw", good + b"\n" + good, "--lines")[0] == 0
    drawn = run("draw", good + b"\n" + good, "--lines")[1]
    assert run("replay", drawn, "--lines")[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["draw"],
        ["tirage", "x"],
        ["draw", "a", "b"],
        ["draw", "--verbose"],
        ["draw", "/no/such/file"],
        ["draw", "/"],
    ],
)
def test_a_wrong_call_is_status_2_and_one_line(words, capsysbinary):
    assert main(words) == 2
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert err.count(b"\n") == 1


def test_it_runs_alone_without_django_and_in_any_locale():
    command = [sys.executable, "-X", "importtime", "-m", "tournament.tirages", "draw", "-"]
    done = subprocess.run(
        command, input=json.dumps(GOOD).encode(), capture_output=True, cwd=ROOT, env={"LC_ALL": "C"}, check=True
    )
    assert json.loads(done.stdout)["seed"] == GOOD["seed"]
    assert b"django" not in done.stderr


def test_the_same_draws_for_ever():
    """The golden draws: a change here is a new version of the algorithms, and old minutes no longer replay."""
    lines = GOLDEN.read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "tournament.tirages", "draw", "--lines", "-"],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert done.stdout == lines
    assert {json.loads(line).get("method") for line in lines.splitlines()} >= {"sort", "classement", "melee"}
