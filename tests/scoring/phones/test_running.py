"""Sheets kept donne by donne on telephones: every order gives the same, nothing counts before it is proposed."""

import re

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings, strategies as st

from scoring.errors import ScoringError
from scoring.models import RunningDonne, ScoreSheet
from scoring.phones import services as proposals
from scoring.phones.selectors import phone_page
from scoring.phones.services import donnes_in_order, kept_by_camp
from scoring.sheets.desk import desk_of
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, phone, propose
from tests.support.accounts import account, logged_in
from tests.support.counts import tries
from tests.support.refusals import refuses
from tournament.models import JournalEntry, Player, Round, Seat, Table, Team
from tournament.rounds import clock

pytestmark = pytest.mark.django_db
HALL = {"REMOTE_ADDR": "192.168.1.20"}
DONNES = [
    {"preneur": "NS", "points": {"NS": 100, "EO": 62}},
    {"preneur": "EO", "points": {"NS": 40, "EO": 122}, "belote": ["EO"]},
    {"preneur": "NS", "points": {"NS": 90, "EO": 72}},
]


def seated(donnes=3, **more):
    options = {"limite_donnes": donnes, "limite_points": None}
    builders.partie(
        builders.concours(teams=2, counts_when="both_camps", rule_options=options, **more), 1, [(1, None, 2, None)]
    )
    return Table.objects.get()


def note(device, number, content, *, sequence=None, key=""):
    return proposals.note_donne(
        device=device,
        number=number,
        key=(key or f"n{number}").ljust(20, "k"),
        sequence=number if sequence is None else sequence,
        content=content,
    )


def page_of(device):
    return phone_page(device, now=timezone.now())


# --- Every order gives the same (docs/reliability.md 10, row 33) ----------------------------------------------------

MESSAGES = [(1, 1, 0), (2, 2, 1), (3, 3, 2), (2, 4, 0), (4, 5, 1), (4, 6, None), (3, 6, 0)]


@settings(max_examples=tries(10, 250))
@given(order=st.permutations(range(len(MESSAGES))), again=st.lists(st.integers(0, len(MESSAGES) - 1), max_size=5))
def test_shuffled_and_repeated_donnes_leave_the_same(order, again):
    with transaction.atomic():
        device = phone(seated(), "NS")
        for which in [*order, *again]:
            number, sequence, content = MESSAGES[which]
            donne = None if content is None else DONNES[content]
            note(device, number, donne, sequence=sequence, key=f"message-{which}")
        donnes, gap = donnes_in_order(kept_by_camp(device.access.table)["NS"])
        assert donnes == [DONNES[0], DONNES[0], DONNES[0]] and gap is None
        assert RunningDonne.objects.get(number=4).content is None
        transaction.set_rollback(True)


def test_a_missing_donne_is_said_and_filled_by_a_late_one():
    device = phone(seated(), "NS")
    note(device, 1, DONNES[0])
    note(device, 3, DONNES[2])
    assert (page_of(device).ours.done, page_of(device).ours.gap) == (1, 2)
    assert not page_of(device).ours.ready
    note(device, 2, DONNES[1])
    ours = page_of(device).ours
    assert (ours.done, ours.gap, ours.total) == (3, None, {"NS": 230, "EO": 276})
    assert ours.ready


def test_two_telephones_of_a_camp_keep_one_sheet():
    table = seated()
    first, second = phone(table, "NS"), phone(table, "NS")
    note(first, 1, DONNES[0])
    note(second, 2, DONNES[1])
    note(second, 1, DONNES[2], sequence=5)
    assert page_of(first).ours.donnes == [DONNES[2], DONNES[1]] == page_of(second).ours.donnes


def test_what_is_noted_counts_for_nothing_and_is_no_line_of_the_journal():
    device = phone(seated(), "NS")
    before = JournalEntry.objects.count()
    for number, donne in enumerate(DONNES, start=1):
        note(device, number, donne)
    assert JournalEntry.objects.count() == before and not ScoreSheet.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"number": 0}, "donne_number"),
        ({"number": 201}, "donne_number"),
        ({"number": True}, "donne_number"),
        ({"key": "short"}, "sheet_key_wrong"),
        ({"sequence": -1}, "sheet_key_wrong"),
        ({"sequence": 2**53}, "sheet_key_wrong"),
        ({"content": ["NS"]}, "donnes_shape"),
        ({"content": {"preneur": "N" * 5000}}, "donnes_shape"),
    ],
)
def test_what_no_telephone_sends_is_refused(wrong, code):
    device = phone(seated(), "NS")
    sent = {"number": 1, "key": "k" * 20, "sequence": 1, "content": DONNES[0]} | wrong
    with pytest.raises(ScoringError) as error:
        proposals.note_donne(device=device, **sent)
    assert error.value.code == code and str(error.value)
    assert not RunningDonne.objects.exists()


# --- The other camp -----------------------------------------------------------------------------------------------------


def test_the_others_sheet_is_taken_over_whole():
    table = seated()
    north, east = phone(table, "NS"), phone(table, "EO")
    for number, donne in enumerate(DONNES[:2], start=1):
        note(north, number, donne)
    # Its clock is ten years ahead, and it noted one donne too many.
    for number, donne in enumerate(DONNES[::-1], start=1):
        note(east, number, donne, sequence=2_100_000_000_000, key=f"east-{number}")
    assert proposals.take_over(device=east, camp="NS") == 2
    assert page_of(east).ours.donnes == DONNES[:2]
    assert proposals.take_over(device=east, camp="NS") == 2
    note(east, 3, DONNES[2], sequence=page_of(east).ours.sequence + 1)
    assert page_of(east).ours.ready and page_of(north).ours.done == 2
    with refuses("running_none", ScoringError):
        proposals.take_over(device=east, camp="EO")


def test_the_desk_sees_how_far_a_table_is():
    table = seated()
    device = phone(table, "NS")
    note(device, 1, DONNES[0])
    note(device, 2, DONNES[1])
    anne = account("anne", table.round.tournament.club, "scorer")
    desk = desk_of(table.round, viewer=anne, now=timezone.now())
    assert [line.done for line in desk.todo["missing"]] == [2]
    client = logged_in(anne)
    assert "donne 2/3" in client.get(reverse("entry", args=[table.round.tournament.pk])).text


def test_what_the_others_note_goes_away_once_a_score_is_proposed(hall):
    table = seated()
    client, address = hall(table, "EO")
    north = phone(table, "NS")
    note(north, 1, DONNES[0])
    assert "L’équipe 1 note" in client.get(address).text
    propose(north, 230, key="north", total=506)
    page = client.get(address).text
    assert "L’équipe 1 note" not in page and "L’équipe 1 propose" in page


def test_the_sheet_of_paper_asks_for_what_the_rule_set_asks(client):
    headings = {}
    for rule_set in ("junior-plis", "departement-classique"):
        tournament = builders.concours(teams=2, rule_set=rule_set, rule_options={})
        client.force_login(account(rule_set, tournament.club, "scorer"))
        page = client.get(reverse("paper-blank", args=[tournament.pk])).text
        row = page[page.index('class="paper-columns"') :].split("</tr>")[0]
        headings[rule_set] = re.findall("<th>([^<]+)</th>", row)
    assert headings["junior-plis"] == ["Plis", "Dernier pli"] * 2
    assert headings["departement-classique"] == ["Points", "Bel.", "Cap."] * 2


# --- The page, without JavaScript ---------------------------------------------------------------------------------------


@pytest.fixture
def hall():
    def come(table, camp):
        return comes_in(table, camp)

    return come


def hidden(page, form):
    """The hidden fields of the *form* with this id, as a browser sends them."""
    start = page.index(f'id="{form}"')
    part = page[start : page.index("</form>", start)]
    found = {}
    for tag in re.findall(r'<input type="hidden"[^>]*>', part):
        found[re.search(r'name="([^"]*)"', tag)[1]] = re.search(r'value="([^"]*)"', tag)[1]
    return found


def note_by_form(client, address, **fields):
    sent = hidden(client.get(address).text, "donne-form")
    number = sent["number"]
    sent |= {f"d{number}-{name}": str(value) for name, value in fields.items()}
    return client.post(f"{address}donne/", sent)


def test_a_whole_sheet_by_plain_forms(hall):
    table = seated()
    client, address = hall(table, "EO")
    for preneur, north in (("NS", 100), ("EO", 40), ("NS", 90)):
        assert note_by_form(client, address, preneur=preneur, points_NS=north).status_code == 302
    page = client.get(address).text
    assert "proposez la feuille" in page
    answer = client.post(f"{address}donnes/", hidden(page, "running-form"))
    assert answer.status_code == 302
    sheet = ScoreSheet.objects.get()
    assert (sheet.kind, sheet.camp, sheet.state) == ("donnes", "EO", "proposed")
    assert {mark.camp: mark.points for mark in sheet.marks.all()} == {"NS": 230, "EO": 256}
    # The page loaded again, the same form sent again: the same version.
    assert client.post(f"{address}donnes/", hidden(page, "running-form")).status_code == 302
    assert ScoreSheet.objects.count() == 1


def test_an_unfinished_sheet_is_not_proposed_and_stays(hall):
    client, address = hall(seated(), "NS")
    note_by_form(client, address, preneur="NS", points_NS=100)
    answer = client.post(f"{address}donnes/", hidden(client.get(address).text, "running-form"))
    assert answer.status_code == 422 and "3" in answer.text
    assert not ScoreSheet.objects.exists() and RunningDonne.objects.count() == 1


def test_a_wrong_donne_is_refused_and_its_figures_stay_in_the_form(hall):
    client, address = hall(seated(), "NS")
    answer = note_by_form(client, address, preneur="NS", points_NS=100, points_EO=61)
    assert answer.status_code == 422 and "162" in answer.text
    assert 'value="100"' in answer.text and 'value="61"' in answer.text
    assert note_by_form(client, address, preneur="NS", points_NS="douze").status_code == 422
    assert not RunningDonne.objects.exists()
    fields = {"key": "n" * 20, "sequence": "5", "number": "1", "d1-preneur": "NS", "d1-points_NS": "100"}
    wrong = fields | {"d1-points_EO": "61"}
    answer = client.post(f"{address}donne/", wrong, headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, answer.json()["code"]) == (422, "donne_refused") and "162" in answer.json()["message"]
    # The same donne out of an outbox: kept, to be mended.
    assert client.post(f"{address}donne/", wrong | {"late": "1"}).status_code == 302
    assert RunningDonne.objects.count() == 1


def test_a_wrong_donne_is_mended_before_anything_else(hall):
    table = seated()
    client, address = hall(table, "NS")
    device = phone(table, "NS")
    for number, donne in enumerate((DONNES[0], {"preneur": "EO", "points": {"NS": 40, "EO": 61}}, DONNES[2]), start=1):
        note(device, number, donne)
    page = client.get(address).text
    assert "Donne 2 à corriger" in page and 'data-donne="2">Corriger la donne 2' in page
    assert page.index("Donne 2 à corriger") < page.index('id="phone-running"')
    ours = page_of(device).ours
    assert (ours.wrong, ours.total, ours.open_until) == (2, {"NS": 100, "EO": 62}, 3)
    assert not page_of(device).may_propose and "Proposer cette feuille" not in page
    assert hidden(page, "donne-form")["number"] == "2"
    # Asking for a donne more opens the one to be mended.
    assert hidden(client.get(address, {"donne": "4"}).text, "donne-form")["number"] == "2"
    assert note_by_form(client, address, preneur="EO", points_NS=40).status_code == 302
    page = client.get(address).text
    assert "à reprendre" not in page and "proposez la feuille" in page


def test_no_donne_is_offered_beyond_the_limit(hall):
    table = seated()
    client, address = hall(table, "NS")
    device = phone(table, "NS")
    for number, donne in enumerate(DONNES, start=1):
        note(device, number, donne)
    page = client.get(address, {"donne": "4"}).text
    assert hidden(page, "donne-form")["number"] == "3" and page_of(device).most == 3
    fields = {"key": "n" * 20, "sequence": "9", "number": "4", "d4-preneur": "NS", "d4-points_NS": "100"}
    answer = client.post(f"{address}donne/", fields)
    assert answer.status_code == 422 and "déjà terminée" in answer.text and RunningDonne.objects.count() == 3
    # One that comes late all the same is kept, said, and may be taken back.
    client.post(f"{address}donne/", fields | {"late": "1"})
    assert "Donne 4 à corriger" in client.get(address).text
    client.post(f"{address}donne/", fields | {"sequence": "10", "act": "back"})
    assert page_of(device).ours.ready


def test_the_control_as_one_types(hall):
    client, address = hall(seated(), "NS")
    check = f"{address}donne/controle/"
    told = client.get(check, {"number": "1", "d1-preneur": "NS", "d1-points_NS": "100"}).json()
    assert told["state"] == "ok" and told["points"] == {"NS": 100, "EO": 62} and "+100" in told["said"]
    told = client.get(check, {"number": "1", "d1-preneur": "NS", "d1-points_NS": "100", "d1-points_EO": "61"}).json()
    assert told["state"] == "bad" and "162" in told["said"]
    for odd in ({}, {"number": "5"}, {"number": "x"}, {"number": "1"}):
        assert client.get(check, odd).json()["said"] == ""


# --- The last donnes, the referee, who is not there ---------------------------------------------------------------------


def test_the_last_donnes_end_the_sheet(hall):
    table = seated(12)
    client, address = hall(table, "NS")
    note_by_form(client, address, preneur="NS", points_NS=100)
    clock.impose_cutoff(tournament_id=table.round.tournament_id, number=1, donnes=2, by=None)
    page = client.get(address).text
    assert 'id="phone-cutoff"' in page and 'value="1"' in page
    assert client.post(f"{address}dernieres-donnes/", {"donnes": "un"}).status_code == 422
    assert client.post(f"{address}dernieres-donnes/", {"donnes": "1"}).status_code == 302
    for preneur, north in (("EO", 40), ("NS", 90)):
        note_by_form(client, address, preneur=preneur, points_NS=north)
    page = client.get(address).text
    assert "3 donnes sur 3" in page and "proposez la feuille" in page
    assert client.post(f"{address}donnes/", hidden(page, "running-form")).status_code == 302
    assert ScoreSheet.objects.get().content["coupure"] == {"apres_donne": 1, "donnes_restantes": 2}


def test_the_referee_is_called_and_the_opponents_are_missed(hall):
    table = seated()
    client, address = hall(table, "NS")
    assert Seat.objects.get(camp="NS").ready_at is not None
    client.post(f"{address}absents/", {"camp": "EO"})
    assert Seat.objects.get(camp="EO").missing_at is not None
    assert "signalée absente" in client.get(address).text
    assert client.post(f"{address}absents/", {"camp": "NS"}).status_code == 422
    hall(table, "EO")
    assert Seat.objects.get(camp="EO").missing_at is None
    client.post(f"{address}arbitre/", {"act": "call"})
    table.refresh_from_db()
    assert table.called_at is not None and "arbitre appelé" in client.get(address).text
    client.post(f"{address}arbitre/", {"act": "cancel"})
    table.refresh_from_db()
    assert table.called_at is None


# --- Every camp has its telephone ---------------------------------------------------------------------------------------


def test_escalier_is_counted_when_everybody_agrees(hall):
    tournament = builders.concours(teams=3, counts_when="both_camps", rule_set="escalier", rule_options={})
    round_ = Round.objects.create(tournament=tournament, number=1, state="published", published_at=timezone.now())
    table = Table.objects.create(round=round_, number=1)
    for camp, team in zip("ABC", Team.objects.order_by("number"), strict=True):
        Seat.objects.create(round=round_, team=team, table=table, camp=camp)
    phones = {camp: hall(table, camp) for camp in "ABC"}
    client, address = phones["A"]
    page = client.get(address).text
    assert "manche par manche" in page and "phone-form" not in page
    manches = page_of(phone(table, "A")).feuille.manches
    for cards in manches:
        answer = note_by_form(
            client, address, annonces_A=0, annonces_B=0, annonces_C=0, plis_A=cards, plis_B=0, plis_C=0
        )
        assert answer.status_code == 302
    page = client.get(address).text
    assert client.post(f"{address}donnes/", hidden(page, "running-form")).status_code == 302
    sheet = ScoreSheet.objects.get()
    assert (sheet.state, sheet.counted) == ("proposed", False)
    for camp in "BC":
        other, place = phones[camp]
        answer = other.post(f"{place}reponse/", {"key": f"answer-{camp}-0000000000", "version": 1, "answer": "yes"})
        assert answer.status_code == 302
    sheet.refresh_from_db()
    assert sheet.counted and sheet.state == "validated"
    # Figures below zero have a minus sign, names keep their hyphen.
    Player.objects.filter(teams__seats__camp="B").update(name="Marie-Thérèse")
    page = client.get(address).text
    assert "Marie-Thérèse" in page and "Marie−" not in page and re.search(r"−\d", page)


def test_a_wrong_manche_is_called_a_manche(hall):
    tournament = builders.concours(teams=3, counts_when="both_camps", rule_set="escalier", rule_options={})
    round_ = Round.objects.create(tournament=tournament, number=1, state="published", published_at=timezone.now())
    table = Table.objects.create(round=round_, number=1)
    for camp, team in zip("ABC", Team.objects.order_by("number"), strict=True):
        Seat.objects.create(round=round_, team=team, table=table, camp=camp)
    client, address = hall(table, "A")
    wrong = {f"annonces_{camp}": 0 for camp in "ABC"} | {"plis_A": 1, "plis_B": 1, "plis_C": 0}
    answer = note_by_form(client, address, **wrong)
    assert answer.status_code == 422 and "Manche 1, plis" in answer.text and "Donne 1" not in answer.text
    device = phone(table, "A")
    none = dict.fromkeys("ABC", 0)
    note(device, 1, {"cartes": 1, "annonces": none, "plis": none | {"A": 1, "B": 1}})
    page = client.get(address).text
    assert "Manche 1 à corriger" in page and "Corriger la manche 1" in page and "Donne 1" not in page


# --- What one camp did not count ----------------------------------------------------------------------------------------


def test_belotes_that_only_the_second_counts_are_kept():
    table = seated(12)
    north, east = phone(table, "NS"), phone(table, "EO")
    first = propose(north, 1012, key="north", total=1984)
    marks = {"NS": {"points": 1012, "belotes": 1, "capots": 0}, "EO": {"points": 972, "belotes": 1, "capots": 0}}
    second = proposals.propose_sheet(device=east, key="east".ljust(20, "k"), marks=marks)
    sheet = ScoreSheet.objects.get(counted=True)
    assert second.sheet == sheet and sheet.version == 2
    assert {mark.camp: mark.belotes for mark in sheet.marks.all()} == {"NS": 1, "EO": 1}
    first.sheet.refresh_from_db()
    assert first.sheet.state == "replaced" and first.sheet.content["belotes"] is None
    # Both telephones ask again and are told the same.
    assert propose(north, 1012, key="north", total=1984).sheet == first.sheet
    assert proposals.propose_sheet(device=east, key="east".ljust(20, "k"), marks=marks).sheet == sheet
    assert ScoreSheet.objects.count() == 2


def test_belotes_that_only_the_first_counts_stay():
    table = seated(12)
    marks = {"NS": {"points": 1012, "belotes": 1, "capots": 0}, "EO": {"points": 972, "belotes": 1, "capots": 0}}
    proposals.propose_sheet(device=phone(table, "NS"), key="north".ljust(20, "k"), marks=marks)
    propose(phone(table, "EO"), 1012, key="east", total=1984)
    sheet = ScoreSheet.objects.get()
    assert sheet.counted and {mark.belotes for mark in sheet.marks.all()} == {1}


def test_a_sheet_donne_by_donne_stands_for_the_same_totals():
    table = seated()
    propose(phone(table, "NS"), 230, key="north", total=506)
    given = proposals.propose_sheet(device=phone(table, "EO"), key="east".ljust(20, "k"), kind="donnes", donnes=DONNES)
    assert given.sheet.counted and given.sheet.kind == "donnes"
    assert given.sheet.marks.get(camp="EO").belotes == 1
