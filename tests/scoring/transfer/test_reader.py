"""The reader of the standard library: it runs without the program, and says what of a file does not hold."""

import json
import random
import re
import subprocess
import sys
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.ranking import FIGURES
from scoring.transfer import reader
from scoring.transfer.file import write_concours
from tests.support.concours_files import members, with_first_row, with_manifest, with_member, zipped
from tests.support.kept import kept
from tests.support.random_evenings import RandomEvening
from tournament.models import Draw, Table, Team
from tournament.registration import attendance
from tournament.rounds.services import publish_draw

pytestmark = pytest.mark.django_db


@kept
def played() -> int:
    """A concours of four teams, two parties long."""
    one = RandomEvening(random.Random("reader"), "4x12-points", 4, acts=0.0, parties=2)
    for _moment in one.play():
        pass
    return one.pk


@pytest.fixture
def content(db) -> bytes:
    return write_concours(played()).content


def found(data: bytes) -> list[str]:
    return list(reader.problems(reader.FileMembers.read(data)))


def test_it_needs_nothing_but_python(content, tmp_path):
    path, alone = tmp_path / "soir.belote", tmp_path / "reader.py"
    path.write_bytes(content)
    alone.write_bytes(Path(reader.__file__).read_bytes())
    done = subprocess.run([sys.executable, "-I", alone, path], capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].startswith("Concours, 2026-11-20, Belote de Borgo: ")
    assert done.stdout.splitlines()[1].startswith("   1 no. ")
    path.write_bytes(content[:-1])
    done = subprocess.run([sys.executable, "-I", alone, path], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 1 and "digest" in done.stderr


def test_what_does_not_hold_is_named(content):
    assert found(content) == []
    draws = members(content)["rows/tournament.draw.jsonl"]
    minutes = json.loads(draws.splitlines()[0])["minutes"]
    twice = minutes | {"exempt": minutes["tables"][0]["camps"][0]}
    lines = members(content)["journal.jsonl"].splitlines(keepends=True)
    for changed, words in {
        with_first_row(content, "rows/scoring.mark.jsonl", points=161): "sheets/1/1 is not as line",
        with_first_row(content, "rows/tournament.draw.jsonl", minutes=twice): "seats a team twice",
        with_first_row(content, "rows/tournament.draw.jsonl", minutes=minutes | {"seed": "♥"}): "comes out otherwise",
        with_first_row(
            content, "rows/tournament.draw.jsonl", minutes=minutes | {"fingerprint": "f"}
        ): "the journal names",
        with_manifest(content, ranking=[[1, 4, 9_999]]): "the ranking of the file",
        with_member(content, "journal.jsonl", b"".join(lines[1:])): "line 1 of the journal",
        with_member(content, "journal.jsonl", b"".join(lines[:-1])): "does not end",
    }.items():
        assert any(words in problem for problem in found(changed)), (words, found(changed))


@pytest.mark.parametrize("settings", [{"excluded_policy": "forfeit"}, {"exempt_policy": "mean"}])
def test_a_phase_with_a_length_of_its_own_is_read_with_it(settings):
    """An exemption, a forfeit and an exclusion bring their share of a longer partie there."""
    finals = {"method": "elimination", "start": 2, "who": "first", "count": 4, "donnes": 15, "final_donnes": 18}
    pools = {"method": "poules", "start": 2, "who": "after", "count": 4, "donnes": 8}
    phases = {"phases": [finals, pools], "forfeit_points": 1100, "parties": 4}
    one = RandomEvening(random.Random("lengths"), "4x12-points", 9, acts=0.0, **phases, **settings)
    for moment in one.play():
        number = one.tournament.rounds.filter(state="published").count()
        assert found(write_concours(one.pk).content) == [], number
        if moment == "played" and number > 1:
            pool = [team for team in Team.objects.filter(tournament=one.pk, excluded=False) if _in_pools(team, number)]
            act = attendance.exclude_team if number == 3 else attendance.withdraw_team
            one.attempt(partial(act, team_id=pool[0].pk, from_round=number + 1, reason="x", by=one.by))
            assert found(write_concours(one.pk).content) == [], (number, pool[0].number)
    assert one.tournament.rounds.filter(state="published").count() > 3


def _in_pools(team: Team, number: int) -> bool:
    draw = Draw.objects.get(round__tournament=team.tournament_id, round__number=number, state="published")
    return any(phase == 2 and team.number in minutes.numbers for phase, minutes in draw.parts)


@pytest.mark.parametrize(
    ("criteria", "ranked"),
    [
        # Team A won 1000-944, was excluded, and B has 1100; C won 1100-844. By figures 1, 2 and 3: who is first, who next.
        (["match_points", "points"], [("BC", "D"), ("BC", "D"), ("C", "B")]),
        (["best_round", "points"], [("BC", "D"), ("C", "B"), ("C", "B")]),
    ],
)
def test_a_file_of_an_earlier_version_is_ranked_as_that_one_did(criteria, ranked):
    """A file with an excluded team looked altered once an exclusion left less of match points and best parties."""
    settings = {"criteria": criteria, "excluded_policy": "forfeit", "forfeit_points": 1100}
    one = RandomEvening(random.Random("earlier"), "4x12-points", 4, acts=0.0, **settings)
    publish_draw(draw_id=one.draw().pk, by=one.by)
    tables = Table.objects.filter(round__tournament=one.pk).order_by("number")
    numbers = {}
    for table, north, names in zip(tables, (1000, 1100), ("AB", "CD"), strict=True):
        marks = {"NS": {"points": north}, "EO": {"points": 1944 - north}}
        one.type_in(table, figures={"kind": "totals", "marks": marks})
        numbers |= dict(zip(names, table.seats.order_by("-camp").values_list("team__number", flat=True), strict=True))
    points = {"A": 0, "B": 1100, "C": 1100, "D": 844}
    attendance.exclude_team(team_id=Team.objects.get(tournament=one.pk, number=numbers["A"]).pk, reason="x", by=one.by)
    content = write_concours(one.pk).content
    manifest = json.loads(members(content)["manifest.json"])
    assert manifest["figures"] == reader.FIGURES == FIGURES and found(content) == []

    def with_ranking(first: str, then: str, figures: int | None) -> bytes:
        order = [*first, *then, *(team for team in "BD" if team not in first + then), "A"]
        ranking = [[1 if team in first else place, numbers[team], points[team]] for place, team in enumerate(order, 1)]
        ranking[: len(first)] = sorted(ranking[: len(first)])
        told = {name: value for name, value in manifest.items() if name != "figures"} | {"ranking": ranking}
        told |= {} if figures is None else {"figures": figures}
        return zipped((members(content) | {"manifest.json": json.dumps(told).encode()}).items())

    for figures, places in enumerate(ranked, 1):
        assert (found(with_ranking(*places, None)) == []) == (places in ranked[:2]), figures
        assert (found(with_ranking(*places, FIGURES)) == []) == (places == ranked[2]), figures
    assert any("later version" in problem for problem in found(with_ranking(*ranked[2], FIGURES + 1)))


def test_the_command_checks_a_file(content, tmp_path):
    path = tmp_path / "soir.belote"
    path.write_bytes(content)
    out = StringIO()
    call_command("check", str(path), stdout=out)
    assert re.search(
        r"soir\.belote est entier.: Concours, 2026-11-20, Belote de Borgo.; 4 équipes, 13 lignes", out.getvalue()
    )
    for data in (content[:-1], with_first_row(content, "rows/scoring.mark.jsonl", points=161)):
        path.write_bytes(data)
        with pytest.raises(CommandError):
            call_command("check", str(path), stdout=out, stderr=out)
    with pytest.raises(CommandError, match="n’existe pas"):
        call_command("check", str(tmp_path / "autre.belote"))
