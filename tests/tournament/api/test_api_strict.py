"""The traps of a JSON API, each one taken by default somewhere: numbers, names, keys, depth."""

import pytest
from rest_framework.exceptions import ParseError

from tests.scoring import builders
from tests.support.api import Api, account, api_for, is_problem
from tournament.api import strict
from tournament.models import Team

pytestmark = pytest.mark.django_db

NUMBERS_REFUSED = [
    "162.0", "1e2", '"162"', '" 162 "', '"+162"', '"0162"', '"162.000"', '"1_62"', '"１６２"', '"١٦٢"', "true", "false",
    "162.5", '"162,5"', "[162]", "{}", "NaN", "Infinity", "-Infinity", "1e999", "-1", "9" * 999, "9" * 5001, "0162", "+162",
    "1_62", "0x10", "100000",
]  # fmt: skip


@pytest.fixture
def tournament():
    return builders.concours(teams=2)


@pytest.fixture
def api(tournament) -> Api:
    return api_for(account("odile", tournament.club))


@pytest.fixture
def team(tournament):
    return Team.objects.filter(tournament=tournament).first()


@pytest.mark.parametrize("sent", NUMBERS_REFUSED)
def test_only_a_whole_number_written_as_one_is_a_number(sent, api, tournament, team):
    answer = api.generic(
        "PATCH",
        f"/api/v1/concours/{tournament.pk}/teams/{team.pk}/",
        f'{{"number": {sent}}}',
        content_type="application/json",
    )
    assert answer.status_code == 400
    assert is_problem(answer)
    team.refresh_from_db()
    assert team.number == 1


@pytest.mark.parametrize(("sent", "kept"), [("162", 162), ("-0", None), ("0", None), ("null", None), (" 162 ", 162)])
def test_what_is_taken_for_a_number(sent, kept, api, tournament, team):
    answer = api.generic(
        "PATCH",
        f"/api/v1/concours/{tournament.pk}/teams/{team.pk}/",
        f'{{"fixed_table": {sent}}}',
        content_type="application/json",
    )
    assert answer.status_code == (200 if kept or sent == "null" else 400)
    team.refresh_from_db()
    assert team.fixed_table == kept


@pytest.mark.parametrize("sent", ["1", "0", '"true"', '"on"', '"yes"', "null", "[]", '"1"'])
def test_only_true_and_false_are_truths(sent, api, tournament, team):
    answer = api.raw(f"concours/{tournament.pk}/teams/{team.pk}/present/", f'{{"present": {sent}}}'.encode())
    assert answer.status_code == 400
    assert "present" in answer.json()["params"]["fields"]


@pytest.mark.parametrize("name", ["\u200b", "\u202e\u2066", "\u00ad", "   ", ""])
def test_a_name_that_nobody_can_read(name, api, tournament, team):
    before = Team.objects.count()
    answer = api.send(f"concours/{tournament.pk}/teams/", {"players": [name, "Jeanne Roux"]})
    assert answer.status_code == 422
    assert answer.json()["code"] in ("partner_missing", "player_name_missing")
    assert Team.objects.count() == before
    made = {"club": tournament.club_id, "preset": "4x12-points", "name": name, "date": "2026-12-01"}
    assert api.send("concours/new/", made).status_code == 400


@pytest.mark.parametrize("name", [12, 12.5, True, None, ["Jean"], {"nom": "Jean"}])
def test_a_name_is_a_text(name, api, tournament):
    answer = api.send(f"concours/{tournament.pk}/teams/", {"players": [name, "Jeanne Roux"]})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script> A", "{{7*7}} B", "'; DROP TABLE team; --", "%s C", "=HYPERLINK(1)", "O'Brien", "Ñandú", "ʻokina", "Zoé 🂡"]
)  # fmt: skip
def test_an_odd_name_is_kept_as_it_is(name, api, tournament):
    answer = api.send(f"concours/{tournament.pk}/teams/", {"players": [name, "Jeanne Roux"]})
    assert answer.status_code == 201
    assert answer.json()["players"] == [name, "Jeanne Roux"]


def test_direction_marks_are_taken_out_of_a_name(api, tournament):
    answer = api.send(f"concours/{tournament.pk}/teams/", {"players": ["Jean\u202e Luc", "Jeanne\u200b Roux"]})
    assert answer.json()["players"] == ["Jean Luc", "Jeanne Roux"]


@pytest.mark.parametrize(
    "key", ["validated", "club", "points_total", "version", "tournament", "id", "first_round", "pk"]
)
@pytest.mark.parametrize("act", ["teams/", "tirages/", "close/", "imports/", "totals/check/"])
def test_a_key_that_is_no_field_is_refused(key, act, api, tournament):
    answer = api.send(f"concours/{tournament.pk}/{act}", {key: 2})
    assert answer.status_code == 400
    assert key in answer.json()["params"]["fields"]
    assert Team.objects.filter(tournament=tournament).count() == 2


@pytest.mark.parametrize(
    "day", ["2026-13-01", "20/11/2026", "２０２６-11-20", "2026-1-5", 20261120, "2026-11-20T10:00", None]
)
def test_a_day_is_written_in_one_way(day, api, tournament):
    made = {"club": tournament.club_id, "preset": "4x12-points", "name": "Concours", "date": day}
    answer = api.send("concours/new/", made)
    assert answer.status_code == 400
    assert list(answer.json()["params"]["fields"]) == ["date"]


def test_a_word_is_a_text_of_the_list(api, tournament):
    for category in ("WOMEN", 1, ["women"], True, "women "):
        sent = {"players": ["Aimé Bon", "Bob Cru"], "category": category}
        assert api.send(f"concours/{tournament.pk}/teams/", sent).status_code == 400


# --- The reader itself ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 1}', '{"b": {"a": 1, "a": 2}}', '[{"a": 1, "\\u0061": 2}]', "NaN", "[1e400]", '"\\ud83d"', '"\\u0000"']
)  # fmt: skip
def test_the_reader_refuses(text):
    with pytest.raises(ParseError):
        strict.loads(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [('"[[[["', "[[[["), ('"\\ud83c\\udca1"', "🂡"), ('{"a": "\\""}', {"a": '"'}), ("[" * 32 + "]" * 32, None), ('"\\\\"', "\\")],
)  # fmt: skip
def test_the_reader_takes(text, read):
    assert strict.loads(text) == read or read is None


@pytest.mark.parametrize(
    "text", ["[" * 33, "[" * 1000, "[" * 100_000, '{"a":' * 100_000, '"' + "[" * 99, "[" * 33 + "]" * 33]
)
def test_depth_is_bounded(text):
    with pytest.raises(ParseError):
        strict.loads(text)


def test_parts_are_bounded_before_anything_is_made_of_them(monkeypatch):
    """Each text and bracket is worth a hundred bytes: 2.5 MB of them were twenty times as much memory."""
    rows = '{"answers": {' + ",".join(f'"{row}": {{"take": false}}' for row in range(10_000)) + "}}"
    assert len(strict.loads(rows)["answers"]) == 10_000, "the longest list that is taken is answered whole"
    monkeypatch.setattr(strict.json, "loads", lambda *_text, **_how: pytest.fail("it was read"))
    half = strict.TOKENS // 2
    for many in (
        "{" + ",".join(f'"{key}":1' for key in range(strict.TOKENS)) + "}",
        "[" + ",".join(["[]"] * half) + "]",
        "[" + ",".join(["{}"] * half) + "]",
        "[" + ",".join(['""'] * strict.TOKENS) + "]",
    ):
        with pytest.raises(ParseError, match="50000"):
            strict.loads(many)
