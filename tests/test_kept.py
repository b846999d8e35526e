"""An evening that is copied is the evening that its acts made."""

import pytest
from django.db import transaction

from tests.scoring import builders
from tests.support.kept import contents, kept, restart_counters
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def build():
    """Builds a concours, says which rows it left, and takes them away; its `names` are those not copied."""

    @kept
    def made(name: str, *, teams: int) -> Tournament:
        build.names.append(name)
        return builders.concours(name=name, teams=teams)

    def build(name: str, *, teams: int) -> tuple[Tournament, dict]:
        with transaction.atomic():
            tournament, rows = made(name, teams=teams), contents()
            transaction.set_rollback(True)
        restart_counters()
        return tournament, rows

    build.names = []
    return build


def test_a_copy_holds_what_the_acts_wrote(build):
    (first, rows), (second, again) = build("Casson", teams=3), build("Casson", teams=3)
    assert build.names == ["Casson"]
    assert rows == again and len(rows["tournament_team"]) == 3
    assert first == second and first.club == second.club and first is not second


def test_other_arguments_and_other_rows_before_are_built(build):
    build("Casson", teams=3)
    build("Casson", teams=4)
    builders.concours(teams=2)
    _tournament, rows = build("Casson", teams=3)
    assert build.names == ["Casson"] * 3
    assert len(rows["tournament_team"]) == 5
