"""The door's pages through the client: entry, marks, corrections, who may, and the number of queries."""

import datetime
import itertools
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.undo.services import undo
from tests.scoring.builders import sheet
from tests.support.accounts import account
from tests.support.html import laid_out
from tests.support.import_pages import concours, hall, odile  # noqa: F401
from tournament.errors import TournamentError
from tournament.models import Club, JournalEntry, Round, Seat, Table, Team, Tournament
from tournament.registration import attendance, head_count, paying, selectors as roster, services as acts
from tournament.rounds.selectors import entrants

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def team(concours, *players, **more):
    return acts.register_team(tournament_id=concours.pk, players=players, by=None, **more)


def post(client, address, data, **more):
    return client.post(address, data, **more)


def typed(*players, **more):
    return {"player_1": players[0], "player_2": players[1], "present": "on", **more}


def test_a_team_is_typed_and_shown_large(hall, concours):
    answer = post(hall, hall.at("door"), typed("Michel Ducasse", "Aimé Muñoz", origin="Pons", paid="on"), follow=True)
    team = Team.objects.get()
    assert (team.number, team.origin, team.present, team.paid_cents) == (1, "Pons", True, 1400)
    page = answer.content.decode()
    assert 'data-registered="1"' in page and "Michel Ducasse" in page and "14\u00a0€" in page
    # The box of payment is asked again for the next team.
    assert 'name="paid" id="id_paid">' in page


@pytest.mark.parametrize(("days", "there"), [(-1, True), (0, True), (1, False)])
def test_a_team_registered_before_the_day_is_not_yet_there(hall, concours, days, there):
    Tournament.objects.update(date=timezone.localdate() + datetime.timedelta(days))
    assert ('name="present" id="id_present" checked' in hall.get(hall.at("door")).content.decode()) is there


def test_with_scripts_the_answer_is_the_receipt_the_counts_and_the_whole_list(hall, concours):
    sent = typed("Michel Ducasse", "Aimé Muñoz", q="24", show="absent")
    answer = post(hall, hall.at("door"), sent, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in page
    assert 'data-registered="1"' in page and 'data-number="2"' in page
    assert page.count('hx-swap-oob="true"') == 2
    assert 'data-found="1"' in page and 'data-show=""' in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_was_typed_is_kept_when_refused(hall, concours, headers):
    answer = post(hall, hall.at("door"), typed("Michel <Ducasse>", "", origin="Pons", number="7"), headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Michel &lt;Ducasse&gt;"' in page and 'value="Pons"' in page and 'value="7"' in page
    assert "Il manque le partenaire de Michel &lt;Ducasse&gt;" in page
    assert not Team.objects.exists()


def test_a_namesake_asks_for_a_second_word(hall, concours):
    team(concours, "Michel Ducasse", "Aimé Muñoz")
    page = post(hall, hall.at("door"), typed("DUCASSE michel", "Odile Roux"), headers=HTMX).content.decode()
    assert "Michel Ducasse (n°\u00a01)" in page and 'name="confirm"' in page and Team.objects.count() == 1
    post(hall, hall.at("door"), typed("DUCASSE michel", "Odile Roux", confirm="on"), headers=HTMX)
    assert Team.objects.count() == 2


def test_a_player_already_there_is_said_while_typing(hall, concours):
    team(concours, "Michel Ducasse", "Aimé Muñoz")
    ask = lambda **names: hall.get(hall.at("door-check"), names).content.decode()  # noqa: E731
    assert "est déjà inscrit\u00a0: n°\u00a01" in ask(player_1="ducasse MICHEL", player_2="")
    assert "Déjà inscrit\u00a0: c’est le numéro 1" in ask(player_1="Munoz Aime", player_2="ducasse michel")
    assert "deux fois" in ask(player_1="Jean Petit", player_2="PETIT Jean")
    assert ask(player_1="Someone", player_2="Else").strip() == ""
    assert ask(player_1="\x00", player_2="", team="x").strip() == ""


def test_regulars_are_proposed_to_their_own_club_only(hall, client, concours):
    team(concours, "Michel Ducasse", "Aimé Muñoz", origin="Pons")
    answer = hall.get(hall.at("door-suggest"), {"q": "duc"})
    told = {"name": "Michel Ducasse", "origin": "Pons", "times": 1, "fixed_table": None, "needs": "", "partner": ""}
    assert answer.json() == {"players": [told]}
    client.force_login(account("intrus", Club.objects.create(name="Autre")))
    assert client.get(hall.at("door-suggest"), {"q": "duc"}).status_code == 404


@pytest.mark.parametrize("number", ["1e2", "１２", "12.0", "-1", "0", "123456", "1_2", "x", "9" * 400])
def test_a_number_is_read_strictly(hall, concours, number):
    answer = post(hall, hall.at("door"), typed("Michel Ducasse", "Aimé Muñoz", number=number))
    assert answer.status_code == 422 and not Team.objects.exists()


def test_marks_by_one_key(hall, concours):
    one = team(concours, "Michel Ducasse", "Aimé Muñoz", present=False)
    page = post(hall, hall.at("door-mark"), {"mark": f"present:{one.pk}:1"}, headers=HTMX).content.decode()
    assert page.lstrip().startswith(f'<tr id="team-{one.pk}"') and 'id="door-counts"' in page
    post(hall, hall.at("door-mark"), {"mark": f"paid:{one.pk}:1"})
    one.refresh_from_db()
    assert one.present and one.paid_cents == 1400
    back = post(hall, hall.at("door-mark"), {"mark": f"paid:{one.pk}:0", "q": "duc"})
    one.refresh_from_db()
    assert one.paid_cents is None and back["Location"].endswith(f"?q=duc#team-{one.pk}")
    for wrong in ("", "present:x:1", "present:1", f"closed:{one.pk}:1", "present:１:1"):
        assert post(hall, hall.at("door-mark"), {"mark": wrong}).status_code == 302
    assert post(hall, hall.at("door-mark"), {"mark": "present:999999:1"}).status_code == 404


def test_what_is_typed_marks_the_one_team_it_finds_and_takes_no_mark_away(hall, concours):
    one = team(concours, "Michel Ducasse", "Aimé Muñoz", present=False)
    two = team(concours, "Odile Roux", "Éric Ducasse", present=False)
    tries = [
        ("2", "present"),
        ("2", "present"),
        ("duc", "present"),
        ("", "present"),
        ("9", "paid"),
        ("muñ", "paid"),
        ("1", "paid"),
    ]
    said = [
        post(hall, hall.at("door-mark-found"), {"typed": typed, "kind": kind}, headers=HTMX).content.decode()
        for typed, kind in tries
    ]
    assert "Odile Roux" in said[0] and "Odile Roux" in said[1]
    assert "répond à 2 inscriptions" in said[2] and "Rien trouvé" in said[3] and "pour «\u00a09\u00a0»" in said[4]
    assert all('id="door-counts"' in page for page in said)
    for which, expected in ((one, (False, 1400)), (two, (True, None))):
        which.refresh_from_db()
        assert (which.present, which.paid_cents) == expected
    assert post(hall, hall.at("door-mark-found"), {"typed": "1", "kind": "closed"}).status_code == 302


def test_everybody_present_and_numbers_without_holes(hall, concours):
    team(concours, "Michel Ducasse", "Aimé Muñoz", present=False, number=3)
    team(concours, "Odile Roux", "Éric Garcia", present=False, number=8)
    assert "2 présences notées" in post(hall, hall.at("door-all-present"), {}, follow=True).content.decode()
    assert "2 numéros ont changé" in post(hall, hall.at("door-renumber"), {}, follow=True).content.decode()
    assert list(Team.objects.values_list("number", "present")) == [(1, True), (2, True)]


def test_a_team_is_corrected(hall, concours):
    one = team(concours, "Michel Ducase", "Aimé Muñoz", number=4)
    address = hall.at("team", one.pk)
    assert 'value="Michel Ducase"' in hall.get(address).content.decode()
    changed = {
        "player_1": "Michel Ducasse", "player_2": "Aimé Muñoz", "number": "5", "origin": "Pons", "category": "mixed",
        "paid_cents": "7,50", "fixed_table": "2", "remark": "fauteuil", "present": "on",
    }  # fmt: skip
    assert post(hall, address, changed).status_code == 302
    one.refresh_from_db()
    assert (one.number, one.origin, one.category, one.paid_cents, one.fixed_table, one.remark) == (
        5, "Pons", "mixed", 750, 2, "fauteuil"
    )  # fmt: skip
    wrong = post(hall, address, changed | {"paid_cents": "beaucoup", "remark": "gardé"})
    assert wrong.status_code == 422 and 'value="gardé"' in wrong.content.decode()
    assert "beaucoup" in wrong.content.decode()


def test_leaving_coming_back_and_deleting(hall, concours):
    one, two = team(concours, "Michel Ducasse", "Aimé Muñoz"), team(concours, "Odile Roux", "Éric Garcia")
    three = team(concours, "Anne Vidal", "Paul Petit")
    round_ = Round.objects.create(tournament=concours, number=1, state="published")
    table = Table.objects.create(round=round_, number=1)
    for seated, camp in ((one, "NS"), (two, "EO")):
        Seat.objects.create(round=round_, team=seated, table=table, camp=camp)
    leave = hall.at("team-withdraw", one.pk)
    assert post(hall, leave, {"from_round": "1", "reason": ""}).status_code == 422
    assert post(hall, leave, {"from_round": "", "reason": "malade"}).status_code == 422
    page = post(hall, leave, {"from_round": "1", "reason": "malade"}, follow=True).content.decode()
    assert "ne joue plus à partir de la partie 1" in page and "table 1 de la partie 1" in page
    assert "départ à partir de la partie 1" in page
    post(hall, hall.at("team-return", one.pk), {})
    one.refresh_from_db()
    assert one.withdrawn_from is None
    page = post(hall, hall.at("team-delete", one.pk), {}, follow=True).content.decode()
    assert "il ne peut plus être supprimé" in page and Team.objects.count() == 3
    post(hall, hall.at("team-delete", three.pk), {})
    assert Team.objects.count() == 2
    late = post(hall, hall.at("door"), typed("Jean Tard", "Luc Tard"), follow=True).content.decode()
    assert "joue à partir de la partie 2" in late


def test_leaving_is_proposed_from_the_partie_that_has_no_score(hall, concours):
    """A team at a table of the last partie without a score that counts does not play that one."""
    one, two = team(concours, "Michel Ducasse", "Aimé Muñoz"), team(concours, "Odile Roux", "Éric Garcia")
    round_ = Round.objects.create(tournament=concours, number=1, state="published")
    table = Table.objects.create(round=round_, number=1)
    for seated, camp in ((one, "NS"), (two, "EO")):
        Seat.objects.create(round=round_, team=seated, table=table, camp=camp)

    def proposed():
        form = hall.get(hall.at("team", one.pk)).context["withdrawing"]
        return form["from_round"].value()

    assert proposed() == 1
    sheet(table, north=1000, east=944)
    assert proposed() == 2


def test_a_reason_is_typed_into_the_form_whose_button_stands_below_it(hall, concours):
    """Three forms with a reason stand on one page: each label leads to its own, and the browser asks for it first."""
    one = team(concours, "Michel Ducasse", "Aimé Muñoz")
    page = hall.get(hall.at("team", one.pk)).content.decode()
    for part in ("leave", "exclude"):
        assert f'<label for="{part}_reason">' in page
        assert re.search(rf'<input type="text" name="reason"[^>]* required[^>]* id="{part}_reason"', page)
    refused = post(hall, hall.at("team-withdraw", one.pk), {"from_round": "x", "reason": "malade"})
    assert re.search(r'value="malade"[^>]*id="leave_reason"', refused.content.decode())


def test_excluding_says_its_consequences_before_and_what_to_do_with_the_table_after(hall, concours):
    one, two = team(concours, "Michel Ducasse", "Aimé Muñoz"), team(concours, "Odile Roux", "Éric Garcia")
    round_ = Round.objects.create(tournament=concours, number=1, state="published")
    table = Table.objects.create(round=round_, number=1)
    for seated, camp in ((one, "NS"), (two, "EO")):
        Seat.objects.create(round=round_, team=seated, table=table, camp=camp)
    page = hall.get(hall.at("team", one.pk)).content.decode()
    assert "rang de dernier" in page and "gardent leurs points" in page and "table 1 de la partie 1" in page
    Tournament.objects.update(excluded_policy="forfeit", forfeit_points=1100)
    assert "ou 1100 points" in hall.get(hall.at("team", one.pk)).content.decode()
    refused = post(hall, hall.at("team-exclude", one.pk), {"from_round": "1", "reason": ""})
    assert refused.status_code == 422 and "Indiquez le motif" in refused.content.decode()
    page = post(hall, hall.at("team-exclude", one.pk), {"from_round": "1", "reason": "triche"}, follow=True)
    assert "est exclu et classé dernier" in page.content.decode() and "forfait" in page.content.decode()
    page = hall.get(hall.at("team", one.pk)).content.decode()
    assert "exclusion à partir de la partie 1" in page and "Noter le retour" not in page
    assert "exclusion" in hall.get(hall.at("door")).content.decode()
    assert post(hall, hall.at("team-readmit", one.pk), {"reason": ""}).status_code == 422
    post(hall, hall.at("team-readmit", one.pk), {"reason": "erreur"})
    one.refresh_from_db()
    assert (one.excluded, one.withdrawn_from) == (False, None)


def test_a_scorer_registers_but_does_not_exclude(client, concours):
    one = team(concours, "Michel Ducasse", "Aimé Muñoz")
    client.force_login(account("sophie", concours.club, "scorer"))
    page = client.get(reverse("team", args=[concours.pk, one.pk]))
    assert page.status_code == 200 and "team-exclude" not in page.content.decode()
    assert "/exclusion/" not in page.content.decode()
    for name in ("team-exclude", "team-readmit"):
        assert client.post(reverse(name, args=[concours.pk, one.pk]), {"reason": "x"}).status_code == 403
    client.force_login(account("arbitre", concours.club, "referee"))
    assert client.post(reverse("team-exclude", args=[concours.pk, one.pk]), {"reason": "triche"}).status_code == 302
    one.refresh_from_db()
    assert one.excluded


def test_the_keys_of_the_list_are_told_once_somebody_is_on_it(hall, concours):
    assert "Entrée le note présent" not in hall.get(hall.at("door")).content.decode()
    team(concours, "Michel Ducasse", "Aimé Muñoz")
    assert "Entrée le note présent" in hall.get(hall.at("door")).content.decode()


def test_the_printed_list(hall, concours):
    team(concours, "Michel Ducasse", "Aimé Muñoz")
    team(concours, "Émile Petit", "Zoé Roux")
    team(concours, "Marie-Claude FERREIRA", "Paul Le Goff")
    team(concours, "Gaël Tanguy", "Loïc Tanguy")
    page = hall.get(hall.at("door-print")).content.decode()
    by_name = page[page.index("Les joueurs, par nom") :]
    listed = [re.sub("<[^>]*>", "", name) for name in re.findall(r"<li><span>(.+?)</span><strong>", by_name)]
    assert listed == [
        "Ducasse Michel",
        "FERREIRA Marie-Claude",
        "Le Goff Paul",
        "Muñoz Aimé",
        "Petit Émile",
        "Roux Zoé",
        "Tanguy Gaël",
        "Tanguy Loïc",
    ]


def test_who_may(client, concours):
    one = team(concours, "Michel Ducasse", "Aimé Muñoz")
    addresses = [("door", ()), ("door-list", ()), ("door-print", ())]
    writing = [
        ("door", ()), ("door-mark", ()), ("door-all-present", ()), ("door-renumber", ()), ("team", (one.pk,)),
        ("team-withdraw", (one.pk,)), ("team-return", (one.pk,)), ("team-delete", (one.pk,)),
    ]  # fmt: skip
    at = lambda name, more: reverse(name, args=[concours.pk, *more])  # noqa: E731
    for name, more in addresses:
        assert client.get(at(name, more)).status_code == 302, name
    client.force_login(account("voisin", Club.objects.create(name="Autre")))
    for name, more in addresses:
        assert client.get(at(name, more)).status_code == 404, name
    for name, more in writing:
        assert client.post(at(name, more)).status_code == 404, name
    client.force_login(account("lectrice", concours.club, "reader"))
    for name, more in addresses:
        assert client.get(at(name, more)).status_code == 200, name
    assert "id_player_1" not in client.get(at("door", ())).content.decode()
    for name, more in writing:
        assert client.post(at(name, more)).status_code == 403, name
    client.force_login(account("marqueur", concours.club, "scorer"))
    assert client.post(at("door", ()), typed("Odile Roux", "Éric Garcia")).status_code == 302
    other = Tournament.objects.create(
        club=concours.club, name="Autre", slug="def", date=concours.date, preset="4x12-points", parties=4
    )
    assert client.get(reverse("team", args=[other.pk, one.pk])).status_code == 404


def test_reading_writes_nothing(hall, concours):
    one = team(concours, "Michel Ducasse", "Aimé Muñoz")
    for name, more in (("door", ()), ("door-list", ()), ("door-print", ()), ("team", (one.pk,)), ("door-check", ())):
        hall.get(hall.at(name, *more))
    hall.get(hall.at("door-mark"))
    assert JournalEntry.objects.count() == 1


def test_the_number_of_queries_does_not_grow(hall, concours):
    def queries(act):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            act()
        return len(captured)

    def name(index):
        return "".join("abcdefghij"[int(digit)] for digit in f"{index:04}")

    def fill(up_to):
        for index in range(Team.objects.count(), up_to):
            # Names so alike are asked about.
            team(concours, f"Jean {name(2 * index)}", f"Luc {name(2 * index + 1)}", confirm_twin=True)

    fill(3)
    acts_ = {
        "screen": lambda: hall.get(hall.at("door")),
        "search": lambda: hall.get(hall.at("door-list"), {"q": "jean"}),
        "print": lambda: hall.get(hall.at("door-print")),
        "team": lambda: hall.get(hall.at("team", Team.objects.first().pk)),
    }
    few = {said: queries(act) for said, act in acts_.items()}
    register_few = queries(lambda: post(hall, hall.at("door"), typed("Anne Premier", "Odile Premier"), headers=HTMX))
    fill(150)
    assert {said: queries(act) for said, act in acts_.items()} == few
    register_many = queries(lambda: post(hall, hall.at("door"), typed("Anne Dernier", "Odile Dernier"), headers=HTMX))
    assert register_many == register_few
    assert few["screen"] <= 14
    assert register_many <= 34


def test_a_team_that_resembles_another_is_asked_about_and_can_be_marked_present(hall, concours):
    there = team(concours, "VIDAL Kévin", "Océane Trébuchet", present=False)
    near = typed("Vidal Kevyn", "Trebuche Oceane")
    said = hall.get(hall.at("door-check"), near).content.decode()
    assert "VIDAL Kévin / Océane Trébuchet" in said and "la même inscription" in said
    page = post(hall, hall.at("door"), near, headers=HTMX).content.decode()
    assert "VIDAL Kévin / Océane Trébuchet (n°\u00a01)" in page and f"present:{there.pk}:1" in page
    assert Team.objects.count() == 1
    answer = post(hall, hall.at("door-mark"), near | {"mark": f"present:{there.pk}:1"}, headers=HTMX)
    assert 'data-registered="1"' in answer.content.decode()
    there.refresh_from_db()
    assert there.present
    post(hall, hall.at("door"), near | {"confirm": "on"})
    assert Team.objects.count() == 2


@pytest.mark.parametrize(
    "players",
    [
        ("Kévin Vidal-Roux", "Océane Trébuche"),
        ("Kevyn Vidal", "Paul Roux"),
        ("Kévin Vital", "Ariane Trébuchet"),
    ],
)
def test_people_who_only_half_resemble_a_team_are_registered(hall, concours, players):
    team(concours, "VIDAL Kévin", "Océane Trébuchet")
    post(hall, hall.at("door"), typed(*players))
    assert Team.objects.count() == 2


def test_the_check_of_likeness_costs_the_same_however_many_teams(hall, concours):
    team(concours, "Michel Ducasse", "Aimé Muñoz")
    counts = []
    for turn in range(2):
        with CaptureQueriesContext(connection) as asked:
            hall.get(hall.at("door-check"), typed("Kévin Vidal", "Océane Trébuchet"))
        counts.append(len(asked))
        for n in range(8):
            team(concours, f"Nom{turn}{n} Jean", f"Nom{turn}{n} Paul")
    assert counts[0] == counts[1]


def test_the_telephones_of_a_team(hall, concours):
    one = team(concours, "Michel Ducasse", "Aimé Muñoz")
    whole = typed("Michel Ducasse", "Aimé Muñoz")
    refused = post(hall, hall.at("team", one.pk), whole | {"phone_2": "poste 12"})
    assert refused.status_code == 422 and "«\u00a0poste 12\u00a0»" in refused.content.decode()
    post(hall, hall.at("team", one.pk), whole | {"phone_1": "0612345678", "phone_2": "+33 6 00 00 00 01"})
    assert list(one.players.order_by("name").values_list("phone", flat=True)) == ["06 00 00 00 01", "06 12 34 56 78"]
    assert "06 12 34 56 78" in hall.get(hall.at("team", one.pk)).content.decode()
    line = JournalEntry.objects.filter(act="change_team").get()
    assert line.after["texts"] == ["phones"] and "06 12" not in str(line.after)
    assert "06 12 34 56 78" not in hall.get(hall.at("door-print")).content.decode()
    post(hall, hall.at("team", one.pk), whole)
    assert set(one.players.values_list("phone", flat=True)) == {""}


def test_a_fixed_table_beyond_those_that_fill_is_said_and_kept(hall, concours):
    one = team(concours, "Michel Ducasse", "Aimé Muñoz")
    team(concours, "Émile Petit", "Zoé Roux")
    whole = typed("Michel Ducasse", "Aimé Muñoz")
    page = post(hall, hall.at("team", one.pk), whole | {"fixed_table": "7"}, follow=True).content.decode()
    assert "La table 7 est gardée" in page
    one.refresh_from_db()
    assert one.fixed_table == 7
    page = post(hall, hall.at("team", one.pk), whole | {"fixed_table": "1"}, follow=True).content.decode()
    assert "est gardée, mais" not in page


def test_after_the_palmares_the_door_takes_money_alone(hall, concours):
    team = acts.register_team(tournament_id=concours.pk, players=["Ann A", "Bob B"], by=None)
    concours.refresh_from_db()
    concours.closed_at = datetime.datetime(2026, 11, 22, tzinfo=datetime.UTC)
    concours.save()
    page = hall.get(reverse("door", args=[concours.pk])).content.decode()
    assert "Le palmarès est publié" in page and "Annuler la publication du palmarès" in page
    assert f"paid:{team.pk}:" in page
    assert f"present:{team.pk}:" not in page and reverse("team", args=[concours.pk, team.pk]) not in page


def test_the_cards_and_the_words_narrow_the_list(hall, concours):
    team(concours, "Ann Albe", "Bob Bor", paid_cents=1400)
    team(concours, "Cal Cor", "Dan Dol", present=False)
    team(concours, "Eve Payet", "Fay Fol", paid_cents=700)
    team(concours, "Guy Gel", "Hal Hic", present=False, paid_cents=1400)
    gone = team(concours, "Ida Ivy", "Jo Juc")
    attendance.withdraw_team(team_id=gone.pk, from_round=1, reason="malade", by=None)
    shown = lambda **query: [line.team.number for line in hall.get(hall.at("door"), query).context["lines"]]  # noqa: E731
    states = {"present": [1, 3], "absent": [2, 4], "paid": [1, 4], "unpaid": [2, 3], "waiting": []}
    assert {show: shown(show=show) for show in states} == states
    counts = head_count.door_counts(concours)
    assert (counts.present, counts.absent, counts.paid, counts.unpaid) == (2, 2, 2, 2)
    assert shown(q="Non payé") == [2, 3] and shown(q="pas encore là") == [2, 4]
    # A name that is there comes before the word; and the word marks nobody.
    assert shown(q="paye") == [3] and shown(show="other") == [1, 2, 3, 4, 5]
    paying.set_paid(team_id=gone.pk, paid_cents=None, by=None)
    post(hall, hall.at("door-mark-found"), {"typed": "non payé", "kind": "present"}, headers=HTMX)
    assert head_count.door_counts(concours).present == 2
    page = hall.get(hall.at("door")).content.decode()
    assert f"{hall.at('door')}?show=unpaid" in page and f"{hall.at('door')}?show=absent" in page
    team(concours, "Kim Kay", "Lou Lem")
    evening = hall.get(hall.at("concours")).content.decode()
    assert f"{hall.at('door')}?show=unpaid" in evening and f"{hall.at('door')}?show=absent" in evening


def test_who_never_came_is_not_expected_to_pay(hall, concours):
    for index, letter in enumerate("ABCDE"):
        team(concours, f"Ann {letter}o", f"Bob {letter}u", present=index < 4)
    assert head_count.door_counts(concours).expected == 5 * 1400
    round_ = Round.objects.create(tournament=concours, number=1, state="published")
    for one in Team.objects.filter(present=True):
        Seat.objects.create(round=round_, team=one, table=None, camp="")
    counts = head_count.door_counts(concours)
    assert (counts.expected, counts.unpaid) == (4 * 1400, 4)
    assert len(roster.team_lines(concours, show="unpaid")) == 4
    paying.set_paid(team_id=Team.objects.get(present=False).pk, paid_cents=700, by=None)
    assert head_count.door_counts(concours).expected == 5 * 1400


def test_the_figures_of_payments_add_up_to_the_registered(hall, concours):
    """Whatever becomes of a team: paid or not, there or not, gone before or after it played, or waiting."""
    round_ = Round.objects.create(tournament=concours, number=1, state="draft")
    ways = itertools.product((None, 700, 1400), (True, False), (True, False), (None, 1, 2), (False, True))
    for number, (cents, present, seated, gone, waiting) in enumerate(ways, start=1):
        fields = {"paid_cents": cents, "present": present, "withdrawn_from": gone, "waiting": waiting}
        one = Team.objects.create(tournament=concours, number=number, **fields)
        if seated and not waiting:
            Seat.objects.create(round=round_, team=one, table=None, camp="")
    for state in ("draft", "published"):
        Round.objects.update(state=state)
        counts = head_count.door_counts(concours)
        figures = counts.paid - counts.paid_left, counts.unpaid - counts.unpaid_left, counts.never_came
        assert sum(figures) == counts.registered == 12
        assert bool(counts.never_came) == (state == "published")
    page = laid_out(hall.get(hall.at("door")).content.decode())
    assert re.search(r"<span[^>]*>1</span> n’est pas là et ne doit rien", page)


def test_the_means_of_payment_are_kept_and_the_till_is_counted_by_them(hall, concours):
    page = post(hall, hall.at("door"), typed("Ann Albe", "Bob Bor", paid="on", paid_by="cheque"), follow=True)
    assert '<option value="cheque" selected>' in page.content.decode()
    one, two, three = Team.objects.get(), team(concours, "Cal Cor", "Dan Dol"), team(concours, "Eve Est", "Fay Fol")
    post(hall, hall.at("door-mark"), {"mark": f"paid:{two.pk}:1", "paid_by": "card"}, headers=HTMX)
    post(hall, hall.at("door-mark-found"), {"typed": "3", "kind": "paid", "paid_by": "nonsense"}, headers=HTMX)
    for one_team in (one, two, three):
        one_team.refresh_from_db()
    assert [(t.paid_cents, t.paid_by) for t in (one, two, three)] == [(1400, "cheque"), (1400, "card"), (1400, "")]
    till = {part.means: part.cents for part in head_count.door_counts(concours).till}
    assert till == {"": 1400, "cheque": 1400, "card": 1400}
    assert "chèque 14" in laid_out(hall.get(hall.at("door")).content.decode())
    # Money taken back has no means any more; and an unknown means is refused.
    post(hall, hall.at("door-mark"), {"mark": f"paid:{two.pk}:0", "paid_by": "card"}, headers=HTMX)
    two.refresh_from_db()
    assert (two.paid_cents, two.paid_by) == (None, "")
    with pytest.raises(TournamentError, match="stones"):
        paying.set_paid(team_id=two.pk, paid_cents=1400, paid_by="stones", by=None)


@pytest.mark.parametrize("address", ["door-mark", "door-mark-found"])
def test_what_was_missing_of_a_payment_comes_by_its_own_means(hall, concours, address):
    """Half was on the list, by means that nobody told; the other half, taken in cash, made all of it cash."""
    half = team(concours, "Cal Cor", "Dan Dol")
    paying.set_paid(team_id=half.pk, paid_cents=500, by=None)
    fields = {"mark": f"paid:{half.pk}:1"} if address == "door-mark" else {"typed": "1", "kind": "paid"}
    post(hall, hall.at(address), fields | {"paid_by": "cash"}, headers=HTMX)
    till = {part.means: part.cents for part in head_count.door_counts(concours).till}
    assert till == {"": 500, "cash": 900}
    # Paid already, nothing is missing; and taken back, nothing is left of either.
    post(hall, hall.at(address), fields | {"paid_by": "cheque"}, headers=HTMX)
    if address == "door-mark-found":
        assert {part.means: part.cents for part in head_count.door_counts(concours).till} == till
    undo(tournament_id=concours.pk, line=JournalEntry.objects.latest("number").number, reason="seen", by=None)
    post(hall, hall.at("door-mark"), {"mark": f"paid:{half.pk}:0"}, headers=HTMX)
    assert not [part for part in head_count.door_counts(concours).till if part.cents]


def test_one_commune_written_in_several_ways_is_brought_together_on_a_question(hall, concours):
    for index, origin in enumerate(("Saint-Plouc", "St Plouc", "Saint-Plouc", "SAINT PLOUC", "Pons", "Saint-Martin")):
        team(concours, f"Ann {'ABCDEF'[index]}o", f"Bob {'ABCDEF'[index]}u", origin=origin)
    [place] = roster.spellings_of_one_place(concours)
    assert place == ("Saint-Plouc", "SAINT PLOUC", "St Plouc")
    # Kept apart by the draw already, whatever is answered.
    assert [entrant["club"] for entrant in entrants(concours, 1, [])[:4]] == ["Saint-Plouc"] * 4
    assert "écrire «\u00a0Saint-Plouc\u00a0» partout" in hall.get(hall.at("door")).content.decode()
    post(hall, hall.at("door-unite"), {"origin": "Saint-Plouc"})
    assert list(Team.objects.values_list("origin", flat=True)) == [*["Saint-Plouc"] * 4, "Pons", "Saint-Martin"]
    assert not roster.spellings_of_one_place(concours)
    line = JournalEntry.objects.get(act="unite_origins")
    assert line.after == {"numbers": [2, 4], "texts": ["origin"]}
    post(hall, hall.at("door-unite"), {"origin": "Saint-Plouc"})
    assert JournalEntry.objects.filter(act="unite_origins").count() == 1
    page = post(hall, hall.at("door-unite"), {"origin": "Nulle-Part"}, follow=True).content.decode()
    assert "Aucun inscrit ne vient de" in page


@pytest.mark.parametrize("again", [("Lucien Petit", "Zoélie Tardif"), ("Zoelie Tardiff", "Lucien Petitt")])
def test_a_team_that_left_and_is_entered_again_is_offered_back_with_its_number(hall, concours, again):
    """It got a new number, and met the opponent of before again."""
    gone = team(concours, "Zoélie Tardif", "Lucien Petit")
    attendance.withdraw_team(team_id=gone.pk, from_round=1, reason="fatigue", by=None)
    fields = {"player_1": again[0], "player_2": again[1], "present": "on"}
    for headers in ({}, HTMX):
        answer = post(hall, hall.at("door"), fields, headers=headers)
        page = answer.content.decode()
        assert answer.status_code == 422 and hall.at("team-return", gone.pk) in page
        assert f"reprendre le n°\u00a0{gone.number}" in page and "elle est partie" in page
    post(hall, hall.at("team-return", gone.pk), fields)
    gone.refresh_from_db()
    assert gone.withdrawn_from is None and Team.objects.count() == 1
    # Confirmed, they are other people of the same names.
    attendance.withdraw_team(team_id=gone.pk, from_round=1, reason="fatigue", by=None)
    post(hall, hall.at("door"), fields | {"confirm": "on"})
    assert Team.objects.count() == 2


def test_who_left_alone_is_offered_back_too(hall, concours):
    Tournament.objects.filter(pk=concours.pk).update(next_method="melee", first_method="melee")
    concours.refresh_from_db()
    gone = team(concours, "Zoé Tard")
    attendance.withdraw_team(team_id=gone.pk, from_round=1, reason="fatigue", by=None)
    page = post(hall, hall.at("door"), {"player_1": "Zoé Tard"}).content.decode()
    assert hall.at("team-return", gone.pk) in page


def test_an_excluded_team_that_is_entered_again_is_said_to_be_excluded(hall, concours):
    """It was offered back, and the act then refused."""
    out = team(concours, "Zoélie Tardif", "Lucien Petit")
    attendance.exclude_team(team_id=out.pk, reason="injures", by=None)
    for again in (("Lucien Petit", "Zoélie Tardif"), ("Zoelie Tardiff", "Lucien Petitt")):
        page = post(hall, hall.at("door"), {"player_1": again[0], "player_2": again[1]}).content.decode()
        assert "a été exclue" in page and hall.at("team-return", out.pk) not in page
    typed = {"player_1": "Zoélie Tardif", "player_2": "Lucien Petit"}
    assert "qui a été exclu" in hall.get(hall.at("door-check"), typed).content.decode()
