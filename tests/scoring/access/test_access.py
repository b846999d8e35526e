"""Access of telephones to a table: a right code always, guesses slowly, nobody at a table just taken away."""

import functools

import pytest
from django.db import IntegrityError
from django.urls import reverse

from scoring.access import services as access
from scoring.errors import ScoringError
from scoring.models import CodeAttempt, TableAccess, TableDevice
from scoring.rounds import services as rounds
from tests.scoring import builders
from tests.scoring.races import between, unguarded
from tests.support.kept import kept
from tests.support.refusals import refuses
from tournament.errors import TournamentError
from tournament.models import Round, Table, Tournament
from tournament.rounds import services as draws

HALL = "192.168.1.20"
WRONG = "ZZZZZZZZ"


@pytest.fixture
def tournament():
    return builders.seated(80)


def typed_codes(tournament):
    codes = access.codes_of(round_id=Round.objects.get(tournament=tournament).pk)
    return [one.code for camps in codes.values() for one in camps.values()]


def tried(tournament, code, address=HALL):
    """Return what the code opened, or the refusal."""
    try:
        return access.by_code(tournament=tournament, code=code, address=address).access.table_id
    except ScoringError as error:
        return error.code


@pytest.mark.django_db
@pytest.mark.parametrize("addresses", [1, 80], ids=["one address", "an address each"])
def test_eighty_telephones_come_in_one_in_five_mistypes(tournament, addresses):
    for number, code in enumerate(typed_codes(tournament)):
        address = f"10.0.0.{number % addresses}"
        if number % 5 == 0:
            assert tried(tournament, WRONG, address) in ("way_unknown", "codes_many")
        assert isinstance(tried(tournament, code, address), int), number


@pytest.mark.django_db
def test_of_two_concours_in_one_hall_the_code_of_each_opens_its_table(tournament):
    """`/t/` leads to the one drawn last: the sheets of the other, drawn before, must not end there."""
    drawn_last = builders.seated(2, slug="consolante")
    code = typed_codes(tournament)[0]
    assert tried(drawn_last, code) == "way_unknown", "of another club"
    Tournament.objects.filter(pk=drawn_last.pk).update(club=tournament.club)
    drawn_last.refresh_from_db()
    assert tried(drawn_last, code) == Table.objects.get(round__tournament=tournament, number=1).pk


@pytest.mark.django_db
def test_who_guesses_keeps_nobody_out_and_is_told_to_wait(tournament):
    code = typed_codes(tournament)[0]
    from_one = [tried(tournament, WRONG) for _ in range(30)]
    assert from_one == ["way_unknown"] * access.ADDRESS_LIMIT + ["codes_many"] * 20
    assert isinstance(tried(tournament, code), int), "from the same address"
    from_many = [tried(tournament, WRONG, f"10.0.{n // 8}.{n % 8}") for n in range(100)]
    assert from_many.count("way_unknown") == access.CONCOURS_LIMIT - access.ADDRESS_LIMIT
    assert isinstance(tried(tournament, code, "10.1.1.1"), int)


@pytest.mark.django_db
def test_refused_tries_do_not_prolong_the_wait(tournament):
    for _ in range(3 * access.ADDRESS_LIMIT):
        tried(tournament, WRONG)
    minute = access.LIMIT_SPAN
    counted = CodeAttempt.objects.filter(refused=False)
    assert counted.count() == access.ADDRESS_LIMIT
    for attempt in counted:
        CodeAttempt.objects.filter(pk=attempt.pk).update(at=attempt.at - minute)
    assert tried(tournament, WRONG) == "way_unknown", "the twenty refused ones are of this minute and do not count"


@pytest.mark.django_db
def test_a_table_taken_away_between_the_question_and_the_answer_is_gone(tournament, client):
    way = access.codes_of(round_id=Round.objects.get().pk)[1]["NS"]
    found = access.by_token(way.token).access
    TableAccess.objects.filter(pk=found.pk).delete()
    with refuses("way_unknown", ScoringError):
        access.let_in(access=found, camp="NS")
    assert client.post(reverse("phone-come-in", args=[way.access.pk]), {"token": way.token}).status_code == 404


# --- The tirage is cancelled meanwhile -----------------------------------------------------------------------------------


@pytest.fixture
@kept
def drawn():
    """A tirage that is published, and the QR of its first table."""
    tournament = builders.concours(teams=8)
    draw = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣")
    return draws.publish_draw(draw_id=draw.pk, by=None)


def meet(monkeypatch, draw, act, at):
    """Return the results of *act*, the tirage being cancelled, that are neither an answer nor a refusal in words."""
    cancel = functools.partial(draws.cancel_draw, draw_id=draw.pk, reason="une équipe de plus", by=None)
    given = between(monkeypatch, (access, at), functools.partial(act, draw.round_id), cancel)
    return [one for one in given if isinstance(one, Exception) and not isinstance(one, TournamentError)]


def come_in(round_id):
    return access.let_in(access=TableAccess.objects.select_related("table__round").first(), camp="NS")


def print_sheets(round_id):
    return access.codes_of(round_id=round_id)


together = pytest.mark.parametrize(
    ("act", "at"),
    [(come_in, "device_of"), (print_sheets, "_nonce")],
    ids=["a telephone comes in", "sheets are printed"],
)


@pytest.mark.django_db(transaction=True)
@together
def test_a_tirage_is_cancelled_meanwhile(drawn, act, at, monkeypatch):
    if act is come_in:
        access.codes_of(round_id=drawn.round_id)
    assert meet(monkeypatch, drawn, act, at) == []
    assert not Table.objects.exists() and not TableDevice.objects.exists()


@pytest.mark.django_db(transaction=True)
@together
def test_without_the_lock_one_of_them_fails(drawn, act, at, monkeypatch):
    if act is come_in:
        access.codes_of(round_id=drawn.round_id)
    unguarded(monkeypatch)
    assert any(isinstance(one, IntegrityError) for one in meet(monkeypatch, drawn, act, at))
