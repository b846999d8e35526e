"""The till: what it takes and gives, by hand to the cent; refusals in sentences; corrections; two at once."""

import pytest

from scoring.history.check import check
from scoring.till import services as till
from scoring.till.paper import treasurer_pages
from scoring.till.selectors import balance_of, season_money
from tests.scoring.races import at_once, unguarded
from tests.scoring.till.builders import concours, teams, treasurer
from tests.support.counts import tries
from tournament.concours.money import Fee
from tournament.concours.services import change_settings
from tournament.errors import TournamentError
from tournament.ledger.models import OF_FEES, Movement
from tournament.ledger.selectors import lines_of, team_account
from tournament.models import JournalEntry, Team, Tournament
from tournament.registration import paying, services as registration
from tournament.registration.restoring import restore_team
from tournament.rounds import partners

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def hall(db):
    tournament = concours()
    return tournament, {"tournament_id": tournament.pk, "by": treasurer(tournament)}


def sums(tournament, *, means=None, name=None) -> int:
    lines = [line for line in lines_of(tournament) if line.means != "due"]
    return sum(line.cents for line in lines if means in (None, line.means) and name in (None, line.till))


def paid_is_booked(tournament) -> bool:
    """Return whether the payment of each team is the sum of its lines."""
    lines = Movement.objects.filter(tournament=tournament, kind__in=OF_FEES).exclude(means="due")
    return all(
        (team.paid_cents or 0) == sum(line.cents for line in lines if line.team == team.pk)
        for team in Team.objects.filter(tournament=tournament)
    )


def refused(act, **arguments) -> str:
    with pytest.raises(TournamentError) as told:
        act(**arguments)
    assert str(told.value)
    return told.value.code


def expected_of(tournament) -> dict[tuple[str, str], int]:
    return {(one.till, one.means): one.cents for place in balance_of(tournament).tills for one in place.held}


def test_money_taken_before_the_tills_had_names_is_counted_in_the_first_one(hall):
    tournament, by = hall
    Tournament.objects.filter(pk=tournament.pk).update(tills=[])
    teams(tournament, 2, paid_cents=1400, paid_by="cash")
    change_settings(changes={"tills": ["Entrée", "Bar"]}, **by)
    tournament.refresh_from_db()
    assert expected_of(tournament) == {("Entrée", "cash"): 2800}
    assert till.count_till(till="Entrée", cents=2800, **by).cents == 0
    assert till.count_till(till="Bar", cents=0, **by).cents == 0
    assert refused(change_settings, changes={"tills": ["Bar", "Entrée"]}, **by) == "till_first"
    change_settings(changes={"tills": ["Entrée", "Terrasse", "Bar"]}, **by)


@pytest.mark.parametrize(("means", "stays"), [("cash", True), ("", True), ("cheque", False)])
def test_cash_spent_before_the_tills_had_names_is_missing_in_the_first_one(hall, means, stays):
    """Paid by the account of the club it is missing in none: the tills may then stand in any order."""
    tournament, by = hall
    Tournament.objects.filter(pk=tournament.pk).update(tills=[])
    till.note_money(kind="lots", cents=3000, means=means, remark="jambon", **by)
    change_settings(changes={"tills": ["Entrée", "Bar"]}, **by)
    turned = {"act": change_settings, "changes": {"tills": ["Bar", "Entrée"]}, **by}
    if stays:
        assert refused(**turned) == "till_first"
        assert expected_of(tournament.__class__.objects.get())[("Entrée", "cash" if means else "")] == -3000
    else:
        change_settings(changes={"tills": ["Bar", "Entrée"]}, **by)


def test_a_name_that_money_or_a_team_has_stays_on_its_list(hall):
    """A till without its name could not be counted, and who had a reduction would owe the whole fee again."""
    tournament, by = hall
    [team] = teams(tournament, 1, paid_cents=1100, paid_by="Chèques-vacances", reductions=["Moins de 18 ans"])
    till.sell(items={"Café": 1}, till="Buvette", **by)
    for setting, left in (
        ("tills", ["Entrée"]),
        ("club_means", []),
        ("reductions", ["Jeunes : 3 €"]),
        ("tills", ["Entrée", "Bar"]),
    ):
        assert refused(change_settings, changes={setting: left}, **by) == "name_in_use", setting
    change_settings(changes={"tills": ["Bar", "Buvette", "Entrée"], "reductions": ["Moins de 18 ans : 4 €"]}, **by)
    assert team_account(Tournament.objects.get(), team.pk).owes == 0


def test_money_of_an_imported_list_is_counted_in_cash_or_by_cheque_once(hall):
    """A pasted list says « payé », not how: 4 × 14 in the box. The count called 56 € too much and kept them twice, 112 €."""
    tournament, by = hall
    teams(tournament, 4, paid_cents=1400)
    assert refused(till.count_till, cents=4500, means="", **by) == "difference_less"
    assert till.count_till(cents=4200, key="once", **by).cents == 0
    assert till.count_till(cents=4200, key="once", **by).kind == "count"
    assert expected_of(tournament) == {("Entrée", ""): 1400, ("Entrée", "cash"): 4200}
    assert refused(till.count_till, means="cheque", cents=1500, **by) == "difference_more"  # 1 € of nobody
    assert till.count_till(means="cheque", cents=1400, **by).cents == 0
    balance = balance_of(tournament)
    assert (balance.in_tills, balance.fees, balance.differences) == (5600, 5600, 0)
    assert {key: cents for key, cents in expected_of(tournament).items() if cents} == {
        ("Entrée", "cash"): 4200,
        ("Entrée", "cheque"): 1400,
    }
    assert paid_is_booked(tournament) and check(tournament).whole


def test_what_the_club_pays_by_cheque_leaves_no_till(hall):
    """A ham bought by a cheque of the club left −36 € of cheques in the till, and the count called 60 € a difference.

    By hand: fees 2 × 14 by cheque; ham 60 by cheque of the club, of which 10 was a mistake; ice 5 in cash, float 50.
    """
    tournament, by = hall
    teams(tournament, 2, paid_cents=1400, paid_by="cheque")
    till.note_money(kind="float", cents=5000, till="Entrée", **by)
    till.note_money(kind="lots", cents=5000, means="cheque", till="Entrée", remark="Jambon", **by)
    [mistake] = till.note_money(kind="expense", cents=1000, means="card", till="Buvette", remark="Jambon", **by)
    till.correct_money(numbers=[mistake.number], reason="tapé deux fois", **by)
    till.note_money(kind="expense", cents=500, till="Entrée", remark="Glaçons", **by)
    assert (mistake.till, mistake.of_account) == ("", True)
    till.count_till(means="cheque", till="Entrée", cents=2800, **by)
    balance = balance_of(tournament)
    held = {(one.till, one.means): one.cents for place in balance.tills for one in place.held}
    assert held == {("Entrée", "cheque"): 2800, ("Entrée", "cash"): 4500}
    assert (balance.spent, balance.by_account, balance.result) == (5500, 5000, 2800 - 5500)
    assert balance.in_tills == sum(held.values()) == 2800 + 5000 - 500
    [_came, _spent, _leaves, where] = [
        table for page in treasurer_pages(balance) for pair in page.pairs for table in pair
    ]
    assert sum(row.cents for row in where.rows if not row.total) == balance.in_tills


def test_an_evening_of_two_tills_is_reconciled_by_hand_to_the_cent(hall):
    """Door: float 50; fees 3 × 14 in cash, one by cheque, one by holiday vouchers, one with two young ones at 8.
    Bar: float 30; 4 meals in cash, 2 by cheque, 3 on the slate, 10 coffees of which 2 were a mistake."""
    tournament, by = hall
    till.note_money(kind="float", cents=5000, till="Entrée", **by)
    till.note_money(kind="float", cents=3000, till="Buvette", **by)
    a, b, c, d = teams(tournament, 4, paid_cents=1400, paid_by="cash")
    e = registration.register_team(
        tournament_id=tournament.pk,
        players=("Luc Petit", "Eva Petit"),
        paid_cents=1400,
        paid_by="Chèques-vacances",
        by=None,
    )
    f = registration.register_team(
        tournament_id=tournament.pk,
        players=("Tom Petit", "Zoé Petit"),
        reductions=["Moins de 18 ans", "Moins de 18 ans"],
        by=None,
    )
    paying.set_paid_up(team_id=f.pk, paid_by="cash", by=by["by"])  # 14 − 3 − 3
    paying.set_paid(team_id=d.pk, paid_cents=1400, paid_by="cheque", by=by["by"])  # it was a cheque
    till.sell(items={"Repas 19 h": 3, "Repas 20 h 30": 1}, till="Buvette", team=a.number, **by)  # 36 + 12,50
    till.sell(items={"Repas 19 h": 2}, means="cheque", till="Buvette", remark="M. le maire", **by)  # 24
    till.sell(items={"Repas 20 h 30": 2}, means="due", till="Buvette", team=b.number, **by)  # 25, paid later
    till.sell(items={"Repas 19 h": 1}, means="due", till="Buvette", remark="Josette", **by)  # 12, not paid
    till.sell(items={"Café": 8}, till="Buvette", **by)  # 8
    [mistake] = till.sell(items={"Café": 2}, till="Buvette", **by)
    till.correct_money(numbers=[mistake.number], reason="tapé deux fois", **by)
    till.pay_due(
        line=Movement.objects.filter(means="due", team=b.pk).get().number, till="Entrée", **by
    )  # 25 at the door
    paying.refund_team(team_id=c.pk, cents=1400, reason="malade", by=by["by"])  # 14 out of the door
    till.note_money(kind="lots", cents=4050, till="Entrée", remark="Jambon, facture 12", **by)
    till.note_money(kind="expense", cents=1000, till="Buvette", remark="Glaçons", **by)
    till.note_money(kind="transfer", cents=2000, till="Buvette", to_till="Entrée", **by)
    registration.delete_team(team_id=e.pk, money="kept", by=by["by"])

    by_hand = {
        # 50 + a, b, c in cash 42 + f 8 + the debt of b 25 − c 14 − ham 40,50 + from the bar 20
        ("Entrée", "cash"): 5000 + 4200 + 800 + 2500 - 1400 - 4050 + 2000,
        ("Entrée", "cheque"): 1400,
        ("Entrée", "Chèques-vacances"): 1400,
        # 30 + 48,50 + 8 − ice 10 − to the door 20
        ("Buvette", "cash"): 3000 + 4850 + 800 - 1000 - 2000,
        ("Buvette", "cheque"): 2400,
    }
    balance = balance_of(tournament)
    held = {(one.till, one.means): one.cents for place in balance.tills for one in place.held}
    assert held == by_hand
    assert balance.in_tills == sum(by_hand.values()) == sums(tournament)
    assert [(one.item, one.served, one.quantity, one.cents) for one in balance.items] == [
        ("Repas 19 h", "19:00", 6, 7200),
        ("Repas 20 h 30", "20:30", 3, 3750),
        ("Café", "", 8, 800),
    ]
    assert [(meal.served, meal.quantity) for meal in balance.meals] == [("19:00", 6), ("20:30", 3)]
    assert (balance.fees, balance.refunds, balance.kept_fees) == (4 * 1400 + 1400 + 800 - 1400, 1400, 1400)
    assert [(debtor.who, debtor.cents) for debtor in balance.debtors] == [("Josette", 1200)]
    assert balance.earned == 6400 + 7200 + 3750 + 800
    assert (balance.spent, balance.floats) == (5050, 8000)
    # Counted: the door is right, two euros are missing at the bar.
    till.count_till(till="Entrée", coins={"5000": 1, "2000": 2, "50": 1}, **by)
    assert refused(till.count_till, till="Buvette", cents=5450, **by) == "difference_less"
    till.count_till(till="Buvette", cents=5450, reason="rendu de trop", **by)
    balance = balance_of(tournament)
    assert balance.differences == -200
    assert {(one.till, one.means): one.since for place in balance.tills for one in place.held if one.counted} == {
        ("Entrée", "cash"): 0,
        ("Buvette", "cash"): 0,
    }
    till.note_money(kind="deposit", cents=5450, till="Buvette", remark="remis à Josette", **by)
    balance = balance_of(tournament)
    assert balance.in_tills == sum(by_hand.values()) - 200 - 5450 == sums(tournament)
    assert paid_is_booked(tournament)
    assert check(tournament).whole
    season = season_money(tournament.club, tournament.date, tournament.date)
    assert [one.result for one in season.evenings] == [balance.result] == [season.total["result"]]


def test_what_a_team_owes_follows_fee_reductions_and_the_slate(hall):
    tournament, by = hall
    [team] = teams(tournament, 1)
    assert team_account(tournament, team.pk).owes == 1400
    registration.change_team(team_id=team.pk, reductions=["Moins de 18 ans", ""], by=None)
    till.sell(items={"Café": 2}, means="due", team=team.number, **by)
    account = team_account(tournament, team.pk)
    assert (account.fee, account.fee_missing, account.due, account.owes) == (1100, 1100, 200, 1300)
    till.sell(items={}, team=team.number, fee=True, **by)
    assert team_account(tournament, team.pk).owes == 200
    assert Fee(700, per_player=True, off={"Jeune": 200}).owed(alone=True, reductions=["Jeune"]) == 500


def test_every_line_stays_and_a_payment_taken_back_leaves_the_till_that_took_it(hall):
    tournament, by = hall
    [team] = teams(tournament, 1, paid_cents=1400, paid_by="card", till="Buvette")
    paying.set_paid(team_id=team.pk, paid_cents=None, till="Entrée", by=by["by"])
    assert list(Movement.objects.values_list("till", "cents")) == [("Buvette", 1400), ("Buvette", -1400)]
    assert JournalEntry.objects.order_by("number").last().after["movements"] == [2]


@pytest.mark.parametrize(("money", "left"), [("refunded", 0), ("kept", 1400), ("mistake", 0)])
def test_a_team_that_paid_is_not_deleted_before_its_money_is_settled_and_comes_back_with_it(hall, money, left):
    tournament, by = hall
    [team] = teams(tournament, 1, paid_cents=1400, paid_by="cheque")
    assert refused(registration.delete_team, team_id=team.pk, by=None) == "team_has_paid"
    assert Team.objects.filter(pk=team.pk).exists()
    key = team.pk
    registration.delete_team(team_id=team.pk, money=money, means="cheque", by=by["by"])
    assert sums(tournament) == balance_of(tournament).in_tills == left
    restore_team(tournament_id=tournament.pk, team_id=key, by=by["by"])
    assert sums(tournament, means="cheque") == 1400
    assert paid_is_booked(tournament)
    assert check(tournament).whole


def test_what_teams_had_paid_before_there_were_lines_is_in_the_till_and_is_booked_when_it_is_touched(hall):
    tournament, by = hall
    a, b = teams(tournament, 2)
    Team.objects.filter(pk=a.pk).update(paid_cents=1400, paid_by="cash", partner_cents=700, partner_paid_by="cheque")
    Team.objects.filter(pk=b.pk).update(paid_cents=1400, paid_by="card")
    balance = balance_of(tournament)
    assert (balance.fees, balance.in_tills) == (2800, 2800)
    assert [(line.number, line.means, line.cents) for line in balance.lines] == [
        (0, "cash", 700),
        (0, "cheque", 700),
        (0, "card", 1400),
    ]
    assert refused(till.count_till, cents=0, **by) == "difference_less"  # the 7 € are expected
    till.count_till(cents=700, **by)
    b.refresh_from_db()
    registration.delete_team(team_id=b.pk, money="kept", by=by["by"])
    assert sums(tournament) == balance_of(tournament).in_tills == 2800
    season = season_money(tournament.club, tournament.date, tournament.date)
    assert season.total["fees"] == 2800
    a.refresh_from_db()
    registration.delete_team(team_id=a.pk, money="mistake", by=by["by"])
    assert sums(tournament) == 1400


def test_two_who_came_alone_bring_their_money_and_take_it_along(hall):
    tournament, by = hall
    one, two = (
        registration.register_team(
            tournament_id=tournament.pk, players=[name], alone=True, paid_cents=700, paid_by=means, by=None
        )
        for name, means in (("Luc Seul", "cash"), ("Eva Seule", "card"))
    )
    till.sell(items={"Café": 1}, means="due", team=two.number, **by)
    team = partners.choose_partners(tournament_id=tournament.pk, first=one.number, second=two.number, by=by["by"])
    assert (team.paid_cents, team_account(tournament, team.pk).due) == (1400, 100)
    assert paid_is_booked(tournament)
    paying.set_paid(team_id=team.pk, paid_cents=2000, paid_by="cash", by=by["by"])
    before = sums(tournament)
    partners.part_team(team_id=team.pk, by=by["by"])
    paid = dict(Team.objects.values_list("number", "paid_cents"))
    assert (paid, sums(tournament)) == ({one.number: 1300, two.number: 700}, before)
    assert paid_is_booked(tournament)
    assert check(tournament).whole


def test_a_key_that_was_here_does_nothing_more(hall):
    tournament, by = hall
    [team] = teams(tournament, 1, paid_cents=1400, paid_by="cash")
    for _press in range(2):
        sold = till.sell(items={"Café": 1, "Repas 19 h": 1}, key="a" * 32, **by)
        till.note_money(kind="float", cents=5000, key="b" * 32, **by)
        paying.refund_team(team_id=team.pk, cents=500, reason="trop", key="c" * 32, by=by["by"])
        till.count_till(cents=1400 + 1300 + 5000 - 500, key="d" * 32, **by)
    assert [line.item for line in sold] == ["Café", "Repas 19 h"]
    assert sums(tournament) == 1400 + 1300 + 5000 - 500


@pytest.mark.parametrize(
    ("act", "arguments", "code"),
    [
        ("sell", {"items": {"Champagne": 1}}, "item_unknown"),
        ("sell", {"items": {"Café": 1_000_000}}, "quantity_range"),
        ("sell", {"items": {}}, "nothing_sold"),
        ("sell", {"items": {"Café": 1}, "means": "troc"}, "means_unknown"),
        ("sell", {"items": {"Café": 1}, "till": "Grenier"}, "till_unknown"),
        ("sell", {"items": {"Café": 1}, "team": 77}, "till_team_unknown"),
        ("sell", {"items": {"Café": 1}, "means": "due"}, "due_of_nobody"),
        ("sell", {"items": {}, "fee": True}, "fee_of_nobody"),
        ("pay_due", {"line": 99}, "nothing_due"),
        ("note_money", {"kind": "prize_pool", "cents": 100}, "money_kind"),
        ("note_money", {"kind": "float", "cents": 0}, "amount_range"),
        ("note_money", {"kind": "float", "cents": 10**9}, "amount_range"),
        ("note_money", {"kind": "lots", "cents": 100}, "remark_needed"),
        ("note_money", {"kind": "transfer", "cents": 100, "to_till": "Entrée"}, "same_till"),
        ("count_till", {}, "count_missing"),
        ("count_till", {"cents": -1}, "amount_range"),
        ("count_till", {"coins": {"300": 1}}, "coin_unknown"),
        ("count_till", {"coins": {"200": -1}}, "coins_range"),
        ("count_till", {"coins": {"200": 1}}, "difference_more"),
        ("correct_money", {"numbers": [5], "reason": "x"}, "line_unknown"),
        ("correct_money", {"numbers": [1], "reason": ""}, "reason_needed"),
    ],
)
def test_what_is_refused_is_refused_in_a_sentence_and_nothing_is_kept(hall, act, arguments, code):
    tournament, by = hall
    assert refused(getattr(till, act), **arguments, **by) == code
    assert not Movement.objects.exists()


def test_a_line_is_corrected_once_and_a_fee_on_the_page_of_its_team(hall):
    tournament, by = hall
    [team] = teams(tournament, 1, paid_cents=1400, paid_by="cash")
    till.note_money(kind="transfer", cents=500, till="Entrée", to_till="Buvette", **by)
    correct = {"reason": "non", **by}
    assert refused(till.correct_money, numbers=[1], **correct) == "line_of_fee"
    till.correct_money(numbers=[2], **correct)  # the other half of the transfer goes with it
    assert [sums(tournament, name=name) for name in ("Entrée", "Buvette")] == [1400, 0]
    assert refused(till.correct_money, numbers=[3], **correct) == "line_corrected"
    assert refused(till.correct_money, numbers=[4], **correct) == "line_corrected"
    assert refused(paying.refund_team, team_id=team.pk, cents=1401, reason="x", by=None) == "refund_too_much"


OF_ONE_EVENING = 25  # races, each of four lines of the till


# --- Two tills at once --------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_tills_at_once_add_up_to_the_cent(record_property):
    """In many evenings: every run adds all lines up again, so that one long evening costs the square of its runs."""
    runs = tries(4, 1000, hosted=1000)
    record_property("races of two tills", runs)
    for begun in range(0, runs, OF_ONE_EVENING):
        _race_two_tills(min(runs - begun, OF_ONE_EVENING), f"caisse-{begun}")


def _race_two_tills(runs: int, slug: str) -> None:
    tournament = concours(slug)
    by = {"tournament_id": tournament.pk, "by": treasurer(tournament, slug)}
    paid, _other = teams(tournament, 2)
    written = Movement.objects.filter(tournament=tournament)
    for run in range(runs):
        before = sums(tournament), written.count()
        given = at_once(
            lambda paid=paid: paying.set_paid_up(team_id=paid.pk, paid_by="cash", till="Entrée", by=None),
            lambda paid=paid: paying.set_paid_up(team_id=paid.pk, paid_by="cash", till="Buvette", by=None),
            lambda run=run: till.sell(items={"Café": 1}, till="Entrée", key=f"sale {run}", **by),
            lambda run=run: till.sell(items={"Café": 1}, till="Buvette", key=f"sale {run}", **by),
            lambda: till.note_money(kind="float", cents=1, till="Buvette", **by),
        )
        assert not [one for one in given if isinstance(one, Exception)], given
        # One fee of 14, one coffee of 1, one cent: however often each was pressed.
        assert (sums(tournament) - before[0], written.count() - before[1]) == (1501, 3)
        given = at_once(
            lambda paid=paid: paying.refund_team(team_id=paid.pk, cents=1400, reason="x", till="Entrée", by=None),
            lambda paid=paid: paying.refund_team(team_id=paid.pk, cents=1400, reason="x", till="Buvette", by=None),
        )
        assert [type(one).__name__ for one in given].count("TournamentError") == 1
        assert sums(tournament) - before[0] == 101
        assert balance_of(tournament).in_tills == sums(tournament)
    numbers = list(written.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert paid_is_booked(tournament)
    assert check(tournament).whole


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_two_tills_take_one_fee_twice(monkeypatch):
    """The control of the test above: its race is real."""
    tournament = concours()
    [team] = teams(tournament, 1)
    unguarded(monkeypatch)
    wrong = 0
    for _run in range(40):
        Movement.objects.all().delete()
        Team.objects.update(paid_cents=None, paid_by="")
        given = at_once(
            *[
                lambda name=name: paying.set_paid_up(team_id=team.pk, paid_by="cash", till=name, by=None)
                for name in ("Entrée", "Buvette")
            ]
        )
        wrong += sums(tournament) != 1400 or any(isinstance(one, Exception) for one in given)
        if wrong:
            break
    assert wrong


def test_a_debt_follows_its_team_to_its_new_number(hall):
    """The team that had the number after it owed its coffee; of a team that is gone the number is nobody's."""
    tournament, by = hall
    first, second = teams(tournament, 2)
    till.sell(items={"Café": 1}, means="due", team=1, **by)
    registration.change_team(team_id=first.pk, number=9, by=None)
    registration.change_team(team_id=second.pk, number=1, by=None)
    season = (tournament.club, tournament.date, tournament.date)

    def owing():
        [unpaid] = [one.unpaid for one in season_money(*season).evenings]
        return [(one.team, one.who) for one in balance_of(tournament).debtors], [(one.team, one.who) for one in unpaid]

    assert owing() == ([(9, "n°\xa09")], [(9, "Anne Roux / Paul Morel")])
    registration.delete_team(team_id=first.pk, by=None)
    gone = [(None, "n°\xa01, retirée de la liste")]
    assert owing() == (gone, gone)
