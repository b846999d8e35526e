"""``python -m rules``: what other programs call."""

import io
import json
import subprocess
import sys

import pytest

from rules.__main__ import main
from rules.messages import error_text
from rules.sentences import typeset

SHEET = {
    "ruleset": "ffb-classique",
    "options": {"litige": True, "arrondi": False, "limite_donnes": 12, "limite_points": None},
    "donnes": [
        {"preneur": "NS", "atout": "coeur", "points": {"NS": 95, "EO": 67}, "belote": ["NS"]},
        {"preneur": "EO", "points": {"EO": 81}},
        {"preneur": "NS", "capot": "NS"},
        {"passe": True},
    ],
    "coupure": {"apres_donne": 9, "donnes_restantes": 2},
}
FIRST = {
    "issue": "reussi",
    "marque": {"NS": 115, "EO": 67},
    "cumul": {"NS": 115, "EO": 67},
    "pot": 0,
    "articles": ["S0 10.1.1", "S0 10.2"],
}


class Pipe(io.StringIO):
    """Standard input or output whose bytes can be read, as the real ones."""

    def __init__(self, data=b""):
        super().__init__()
        self.buffer = io.BytesIO(data)


@pytest.fixture
def rules(monkeypatch):
    """Run the command line on bytes: (status, output, errors)."""

    def run(*arguments, data=b""):
        out, err = Pipe(), io.StringIO()
        monkeypatch.setattr(sys, "stdin", Pipe(data))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        try:
            status = main(list(arguments))
        except SystemExit as left:
            status = left.code
        return status, out.buffer.getvalue().decode(), err.getvalue()

    return run


def test_score_the_example_of_the_format(rules):
    status, out, err = rules("score", "-", data=json.dumps(SHEET).encode())
    read = json.loads(out)
    assert (status, err) == (0, "")
    assert read["donnes"][0] == FIRST
    assert [donne["pot"] for donne in read["donnes"]] == [0, 81, 0, 0]
    assert [donne["issue"] for donne in read["donnes"]] == ["reussi", "litige", "reussi", "passe"]
    assert read["total"] == {"NS": 529, "EO": 67}
    assert list(read) == [
        "donnes",
        "total",
        "terminee",
        "vainqueur",
        "nulle",
        "donnes_comptees",
        "errors",
    ]


def test_score_a_file(rules, tmp_path):
    file = tmp_path / "feuille.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(SHEET).encode())
    assert rules("score", str(file))[0] == 0


def test_a_sheet_with_errors_is_1(rules):
    bad = {"ruleset": "ffb-classique", "donnes": [{"preneur": "NS", "points": {"NS": 95, "EO": 57}}]}
    status, out, err = rules("score", "-", data=json.dumps(bad).encode())
    (error,) = json.loads(out)["errors"]
    assert (status, err) == (1, "")
    assert set(error) == {"donne", "champ", "code", "message"}
    assert (error["donne"], error["champ"], error["code"]) == (1, "points", "points_somme")


NO_SHEETS = [
    b"",
    b"x",
    b"\xff\xfe",
    b"[]",
    b"null",
    b"3",
    b"{}",
    b'{"ruleset": "x", "donnes": []}',
    b'{"ruleset": ["x"], "donnes": []}',
    b'{"ruleset": "ffb-classique"}',
    b'{"ruleset": "ffb-classique", "donnes": {}}',
    b'{"ruleset": "ffb-classique", "donnes": [3]}',
    b'{"ruleset": "ffb-classique", "donnes": [], "donnes": []}',
    b'{"ruleset": "ffb-classique", "donnes": [], "options": []}',
    b'{"ruleset": "ffb-classique", "donnes": [], "options": {"x": 1}}',
    b'{"ruleset": "ffb-classique", "donnes": [], "coupure": 3}',
    b'{"ruleset": "ffb-classique", "donnes": [], "coupure": {"apres_donne": 1}}',
    b'{"ruleset": "ffb-classique", "donnes": [], "\\n\\n": 1}',
    b'{"ruleset": "\\ud800", "donnes": []}',
    b"[" * 100_000,
    b'{"ruleset": ' + b"[" * 900 + b"]" * 900 + b"}",
]


@pytest.mark.parametrize("data", NO_SHEETS)
def test_what_is_no_sheet_is_2_and_one_line(rules, data):
    status, out, err = rules("score", "-", data=data)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.strip()


def test_no_file_is_2(rules):
    for name in ("nowhere.json", "\0"):
        status, out, err = rules("score", name)
        assert (status, out) == (2, "") and err.count("\n") == 1


@pytest.mark.parametrize("arguments", [(), ("score",), ("x",), ("reglement", "x"), ("reglement", "ffb-classique", "x")])
def test_a_command_that_cannot_be_is_2(rules, arguments):
    status, out, err = rules(*arguments)
    assert (status, out) == (2, "") and err.count("\n") == 1


def test_lines(rules):
    lines = [json.dumps(SHEET).encode(), *NO_SHEETS[:3], json.dumps(SHEET).encode()]
    status, out, err = rules("score", "-", "--lines", data=b"\n".join(lines) + b"\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err, len(answers)) == (1, "", 5)
    assert answers[0] == answers[4] and answers[0]["donnes"][0] == FIRST
    for answer in answers[1:4]:
        (error,) = answer["errors"]
        assert (error["donne"], error["code"], bool(error["message"])) == (None, "forme", True)
    assert rules("score", "--lines", "-", data=lines[0])[0] == 0


def test_huge_integers_are_out_of_range_and_no_more(rules):
    data = b'{"ruleset": "ffb-classique", "donnes": [{"preneur": "NS", "points": {"NS": ' + b"9" * 6000 + b"}}]}"
    status, out, _ = rules("score", "-", data=data)
    assert status == 1 and json.loads(out)["errors"][0]["code"] == "points_somme"


def test_a_lone_surrogate_comes_back_as_it_went(rules):
    sheet = {
        "ruleset": "escalier",
        "joueurs": ["\ud800", "B", "C"],
        "manches": [
            {"cartes": 1, "annonces": {"\ud800": 0, "B": 1, "C": 1}, "plis": {"\ud800": 0, "B": 1, "C": 0}},
        ],
    }
    status, out, _ = rules("score", "-", data=json.dumps(sheet).encode())
    read = json.loads(out)
    assert status == 0 and read["manches"][0]["marque"] == {"\ud800": 0, "B": 0, "C": -1}
    assert list(read) == ["manches", "total", "terminee", "vainqueurs", "donnes_comptees", "errors"]


def test_escalier_to_the_end(rules):
    names = ["A", "B", "C", "D", "E", "F"]
    cards = [1, 2, 3, 4, 5, 4, 3, 2, 1]
    manches = [
        {"cartes": n, "annonces": dict.fromkeys(names, 0), "plis": {**dict.fromkeys(names, 0), "A": n}} for n in cards
    ]
    sheet = {"ruleset": "escalier", "joueurs": names, "manches": manches}
    read = json.loads(rules("score", "-", data=json.dumps(sheet).encode())[1])
    assert read["total"] == {"A": -25, "B": 0, "C": 0, "D": 0, "E": 0, "F": 0}
    assert (read["terminee"], read["vainqueurs"]) == (True, ["B", "C", "D", "E", "F"])
    sheet["manches"].append(manches[0])
    read = json.loads(rules("score", "-", data=json.dumps(sheet).encode())[1])
    assert read["errors"][0]["code"] == "partie_terminee" and read["terminee"]


def test_jouables(rules):
    asked = {"ruleset": "ffb-classique", "atout": "coeur", "pli": ["7♠", "A♠"], "main": ["8♥", "R♦"]}
    status, out, _ = rules("jouables", "-", data=json.dumps(asked).encode())
    assert (status, json.loads(out)) == (0, {"jouables": ["8♥"], "articles": ["S0 5.2"]})
    full = {"ruleset": "ffb-classique", "atout": "coeur", "pli": ["7♠", "A♠", "8♥", "R♦"]}
    status, out, _ = rules("jouables", "-", "--lines", data=json.dumps(full).encode() + b"\n[]\n")
    assert status == 1
    answers = [json.loads(line) for line in out.splitlines()]
    assert answers[0] == {"gagnant": 2} and answers[1]["errors"][0]["code"] == "forme"
    assert rules("jouables", "-", data=b"{}")[0] == 2


def test_conversion(rules):
    status, out, _ = rules("conversion")
    table = dict(map(int, line.split()) for line in out.splitlines())
    assert status == 0 and list(table) == list(range(259))
    assert (table[0], table[198], table[129], table[258]) == (0, 124, 81, 162)
    assert all(table[n] + table[258 - n] == 162 for n in table)


def test_reglement_and_sources(rules):
    status, out, _ = rules("reglement", "ffb-classique", "litige=false", "limite_donnes=10", '{"arrondi": true}')
    assert status == 0 and "10 donnes" in out and "[S0 10.1.3]" in out and "arrondie" in out
    assert "rounded" in rules("reglement", "ffb-classique", "arrondi=true", "--lang", "en")[1]
    assert rules("reglement", "ffb-classique", "egalite=chute")[0] == 0
    assert rules("reglement", "ffb-classique", "egalite=peut-être")[0] == 2
    french, english = rules("sources")[1], rules("sources", "--lang", "en")[1]
    assert "S0 10.1.3" in french and "S4 L'escalier" in english and french != english


def test_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "rules", "score", "-"], input=json.dumps(SHEET).encode(), capture_output=True, timeout=30
    )
    assert done.returncode == 0 and json.loads(done.stdout)["donnes"][0] == FIRST
    done = subprocess.run([sys.executable, "-m", "rules", "score", "-"], input=b"x", capture_output=True, timeout=30)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and not done.stdout


def test_a_reader_that_leaves_is_no_fault():
    writer = subprocess.Popen(
        [sys.executable, "-m", "rules", "sources"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    writer.stdout.close()
    assert b"Traceback" not in writer.stderr.read()
    writer.stderr.close()
    assert writer.wait(timeout=30) == 0


def test_a_field_is_named_as_people_do():
    asked = [
        ("points.NS", "Donne 2, points NS : ", "Donne 2, points NS: "),
        ("enchere", "Donne 2, enchère : ", "Donne 2, bid: "),
        ("annonces.EO.1.couleur", "Donne 2, annonce 2 EO, couleur : ", "Donne 2, annonce 2 EO, suit: "),
    ]
    for field, french, english in asked:
        read = {"read": 3, "expected": "entier"}
        assert error_text("type", read, "fr", donne=2, field=field).startswith(typeset(french))
        assert error_text("type", read, "en", donne=2, field=field).startswith(english)
