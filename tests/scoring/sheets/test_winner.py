"""The winner of a sheet: asked, kept, sealed, ranked, swapped, and left alone on older sheets."""

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.evening.closing import close_tournament
from scoring.evening.selectors import palmares_now
from scoring.history.check import check
from scoring.models import ScoreSheet
from scoring.phones.selectors import phone_page
from scoring.phones.services import propose_sheet
from scoring.ranking import settle_table
from scoring.referee import rulings
from scoring.rounds import services as rounds
from scoring.sheets.controls import winner_text
from scoring.sheets.entry import submit_sheet
from scoring.sheets.selectors import tables_of_round
from scoring.sheets.terms import terms_of
from scoring.standings.reading import evening
from scoring.standings.selectors import standing
from scoring.workbook.sheets import draws, scores
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, phone
from tests.support.accounts import account
from tests.support.html import laid_out
from tests.support.phase_pages import organiser_of
from tests.support.phases import set_up
from tests.support.refusals import refuses
from tournament.finals.played import played_phases
from tournament.models import JournalEntry, Membership, Table
from tournament.rounds.services import publish_draw

pytestmark = pytest.mark.django_db
COINCHE = {"decompte": "faits", "limite_points": 1000, "limite_donnes": None}
DONNES = [{"preneur": "EO", "enchere": 80, "points": {"EO": 82}}] * 6
DONNES += [{"preneur": "EO", "enchere": 80, "points": {"EO": 84}}] * 5
DONNES += [
    {"preneur": "NS", "enchere": 80, "points": {"NS": 81}},
    {"preneur": "NS", "enchere": 80, "points": {"NS": 82}},
]


@pytest.fixture
def table():
    tournament = builders.seated(1, rule_set="coinche", rule_options=COINCHE)
    return Table.objects.get(round__tournament=tournament)


@pytest.fixture
def anne(table):
    return account("anne", table.round.tournament.club)


def marks(north, east):
    figures = {"NS": north, "EO": east}
    return {camp: {"points": points, "belotes": None, "capots": None} for camp, points in figures.items()}


def outcomes(table):
    seated = evening(table.round.tournament_id).seated
    return {number: seated[number][1].outcome for number in sorted(seated)}


def totals(table, anne, **more):
    return submit_sheet(
        table_id=table.pk, key="form-00000000001", kind="totals", marks=marks(1033, 1073), by=anne, **more
    )


def test_two_totals_that_leave_it_open_are_asked_about_and_kept(table, anne):
    with pytest.raises(ScoringError) as refused:
        totals(table, anne)
    assert refused.value.code == "winner_asked" and refused.value.field == "winner"
    assert not ScoreSheet.objects.exists()
    receipt = totals(table, anne, winner="NS")
    assert receipt.sheet.winner == "NS" and outcomes(table) == {1: "won", 2: "lost"}
    assert "S4 Aux points faits" in winner_text(receipt.sheet)[0]
    assert JournalEntry.objects.get(act="enter_sheet").after["winner"] == "NS"
    tournament = table.round.tournament
    tournament.refresh_from_db()
    ScoreSheet.objects.update(winner="EO")
    assert any("1" in difference.text for difference in check(tournament).differences)


def test_the_donnes_say_it_themselves(table, anne):
    receipt = submit_sheet(table_id=table.pk, key="form-00000000001", kind="donnes", donnes=DONNES, by=anne)
    assert receipt.sheet.winner == "NS" and outcomes(table) == {1: "won", 2: "lost"}


def test_an_answer_that_the_totals_exclude_is_refused(table, anne):
    with refuses("winner_wrong", ScoringError):
        submit_sheet(
            table_id=table.pk, key="form-00000000001", kind="totals", marks=marks(1033, 973), winner="EO", by=anne
        )


def test_camps_the_other_way_round_turn_the_winner(table, anne):
    receipt = totals(table, anne, winner="NS")
    rulings.swap_camps(
        table_id=table.pk, base_version=receipt.sheet.version, key="form-00000000002", reason="swapped", by=anne
    )
    sheet = ScoreSheet.objects.get(counted=True)
    assert sheet.winner == "EO" and outcomes(table) == {1: "lost", 2: "won"}


def test_a_sheet_of_before_keeps_its_published_result(table, anne):
    totals(table, anne, winner="NS")
    ScoreSheet.objects.update(winner="", content={"totals": {"NS": 1033, "EO": 1073}})
    assert outcomes(table) == {1: "lost", 2: "won"}


def test_the_pages_of_desk_and_referee_ask(table, anne, client):
    client.force_login(anne)
    number = table.round.tournament_id
    desk, case = reverse("entry-round", args=[number, 1]), reverse("case", args=[number, 1, 1])
    line = {"key": "form-00000000009", "table": "1", "points_NS": "1033", "points_EO": "1073"}
    asked = client.post(desk, line)
    assert asked.status_code == 422 and 'name="winner"' in asked.content.decode()
    assert "Quel camp a pris" in client.get(reverse("entry-check", args=[number, 1]), line).json()["said"]
    assert client.post(desk, line | {"winner": "NS"}).status_code == 302
    assert "S4 Aux points faits" in client.get(reverse("table", args=[number, 1, 1])).content.decode()
    seen = {"seen": "0", "base_version": "1", "key": "form-00000000010"}
    decision = {"decision": "correct", "points_NS": "1040", "points_EO": "1080", "reason": "compté avec les joueurs"}
    ruled = client.post(case, seen | decision).content.decode()
    assert 'name="winner"' in ruled and "Quel camp a pris" in ruled


def test_two_telephones_that_name_two_winners_are_a_dispute(table):
    north, east = phone(table, "NS"), phone(table, "EO")
    told = {"kind": "totals", "marks": marks(1033, 1073)}
    with refuses("winner_asked", ScoringError):
        propose_sheet(device=north, key="form-00000000011", **told)
    propose_sheet(device=north, key="form-00000000011", winner="NS", **told)
    assert propose_sheet(device=east, key="form-00000000012", winner="EO", **told).sheet.state == "disputed"


def test_the_page_of_a_telephone_asks(table):
    client, page = comes_in(table, "NS")
    assert 'id="phone-winner" hidden' in client.get(page).content.decode()
    figures = {"points_NS": "1033", "points_EO": "1073"}
    told = client.get(reverse("phone-check", args=[table.access.pk]), figures).json()
    assert told["who"] and "Quel camp a pris" in told["said"]


def test_nobody_cuts_cards_where_the_rule_names_the_winner(anne, client):
    """Both at 2 070 in a knock-out: neither telephone nor desk speak of a match that nobody has won."""
    rules = {"limite_points": 2000, "limite_donnes": None}
    given = {"rule_set": "departement-contree", "rule_options": rules, "phases": [], "knock_out_tie": "cut"}
    tournament = set_up("elimination", 2, **given)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    publish_draw(draw_id=drawn.pk, by=None)
    Membership.objects.create(club=tournament.club, user=anne, role="organiser")
    client.force_login(anne)
    one = Table.objects.get(round=drawn.round)
    telephone, page = comes_in(one, "NS")
    propose_sheet(device=phone(one, "NS"), key="form-00000000011", kind="totals", marks=marks(2070, 2070), winner="NS")
    assert not telephone.get(page).context["tie"]
    submit_sheet(table_id=one.pk, key="form-00000000012", kind="totals", marks=marks(2070, 2070), winner="NS", by=anne)
    entry = client.get(reverse("entry-round", args=[tournament.pk, 1]))
    assert not entry.context["ties"] and not entry.context["recent"][0][2]


def test_a_penalty_decides_only_where_it_puts_the_other_camp_ahead(table, anne):
    camps, points = {"NS": (1,), "EO": (2,)}, {"NS": (1033, 0), "EO": (1073, 0)}
    for credited, winner in (({"EO": 20}, 1), ({"NS": 20}, 1), ({"NS": 80}, 1)):
        settled = settle_table(1, 1, camps, points, credited=credited, ruled="NS")
        assert [number for number, result in settled if result.outcome == "won"] == [winner]
    settled = settle_table(1, 1, camps, {"NS": (1033, 0), "EO": (1020, 0)}, credited={"EO": 20}, ruled="NS")
    assert [number for number, result in settled if result.outcome == "won"] == [2]


def test_the_workbook_says_who_wins_by_the_reglement_and_by_which_article(table, anne):
    def columns():
        tab = next(one for one in scores.tabs(read_source(table.round.tournament)) if one.rows)
        return [column.heading for column in tab.columns], next(iter(tab.rows))

    totals(table, anne, winner="NS")
    heads, row = columns()
    assert "S4 Aux points faits" in row[heads.index("Vainqueur selon le règlement")]
    ScoreSheet.objects.update(winner="")
    assert "Vainqueur selon le règlement" not in columns()[0], "a column for nobody says nothing"


def test_a_whole_knock_out_of_coinche_goes_on_with_the_winner_of_the_rule(client):
    """In each match EO has more points and NS took the last donne: NS wins, in the bracket, the ranking and the palmarès.

    Page, picture, workbook and API name the article beside each match.
    """
    tournament = set_up("elimination", 8, rule_set="coinche", rule_options={"limite_points": 1000}, phases=[])
    champions = []
    for partie in (1, 2, 3):
        drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
        publish_draw(draw_id=drawn.pk, by=None)
        champions = []
        for one in Table.objects.filter(round=drawn.round).order_by("number"):
            submit_sheet(
                table_id=one.pk,
                key=f"partie-{partie}-{one.pk:08}",
                kind="totals",
                marks=marks(1033, 1073),
                winner="NS",
                by=None,
            )
            champions.append(one.seats.get(camp="NS").team.number)
        results = evening(tournament.pk)
        assert all(results.seated[team][partie].outcome == "won" for team in champions)
        tournament.refresh_from_db()
    (champion,) = champions
    played = played_phases(evening(tournament.pk))[0]
    assert played.rounds[-1][0].winner == champion
    assert standing(tournament).rows[0].number == champion
    words = "selon le règlement, S4 Aux points faits"
    bracket = laid_out(client.get(reverse("public-phases", args=[tournament.slug])).content.decode())
    picture, _end, listed = bracket.partition("</svg>")
    assert picture.count(words) == 7 and listed.count(f">{words}<") == 7
    (tab,) = [one for one in draws.phases_tabs(read_source(tournament)) if one.rows]
    assert sum(words in row for row in tab.rows) == 7
    answer = client.get(f"/api/v1/public/{tournament.slug}/phases/").json()
    matches = [match for step in answer["phases"][0]["rounds"] for match in step["matches"]]
    assert [match["decision"] for match in matches] == [words] * 7
    close_tournament(tournament_id=tournament.pk, by=None)
    assert palmares_now(tournament).rows[0][1] == champion


@pytest.mark.parametrize(("preset", "figure"), [("6x12-victoires", "wins"), ("points-de-match", "match_points")])
def test_wins_match_points_and_the_next_draw_count_the_winner_of_the_rule(preset, figure):
    """EO has more points everywhere and NS took the last donne, by totals or donne by donne: NS is above, and meets NS."""
    tournament = set_up(preset, 8, rule_set="coinche", rule_options={"limite_points": 1000})
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    publish_draw(draw_id=drawn.pk, by=None)
    winners = set()
    for one in Table.objects.filter(round=drawn.round).order_by("number"):
        told = (
            {"kind": "donnes", "donnes": DONNES} if one.number % 2 else {"kind": "totals", "marks": marks(1033, 1073)}
        )
        winner = {} if one.number % 2 else {"winner": "NS"}
        submit_sheet(table_id=one.pk, key=f"partie-1-{one.pk:08}", by=None, **told, **winner)
        winners.add(one.seats.get(camp="NS").team.number)
    tournament.refresh_from_db()
    rows = standing(tournament).rows
    assert {row.number for row in rows[:4]} == winners
    assert min(row.values[figure] for row in rows[:4]) > max(row.values[figure] for row in rows[4:])
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="8♦")
    for one in Table.objects.filter(round=drawn.round):
        assert len({seat.team.number in winners for seat in one.seats.all()}) == 1


def test_a_sheet_exchanged_with_a_longer_match_is_asked_about_where_it_ends_the_other():
    """Both short of the 2 000 of the final, both at the 1 000 of the match for third place: who took the last donne?"""
    options = {"third_place": "yes", "final_points": 2000}
    tournament = set_up("elimination", 4, rule_set="coinche", rule_options=COINCHE, phases=[], draw_options=options)
    for partie in (1, 2):
        publish_draw(draw_id=rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣").pk, by=None)
        tables = list(Table.objects.filter(round__tournament=tournament, round__number=partie).order_by("number"))
        for table in tables if partie == 1 else []:
            submit_sheet(
                table_id=table.pk, key=f"t{table.pk}".ljust(16, "k"), kind="totals", marks=marks(1040, 700), by=None
            )
    final, third = sorted(tables, key=lambda table: -(terms_of(table).limit_points or 0))
    by = organiser_of(tournament)
    why = {"override": "read twice at the table", "by": by}
    first = submit_sheet(table_id=final.pk, key="form-00000000001", kind="totals", marks=marks(1033, 1073), **why).sheet
    given = {"table_id": final.pk, "other_id": third.pk, "base_version": first.version, "other_version": None}
    with pytest.raises(ScoringError) as refused:
        rulings.exchange_sheets(**given, key="form-00000000003", reason="typed on the wrong table", by=by)
    assert refused.value.code == "winner_asked" and first.table.sheets.get(counted=True) == first


def test_document_and_pages_say_that_the_reglement_names_the_winner(table, anne, client):
    totals(table, anne, winner="NS")
    client.force_login(anne)
    pk, slug = table.round.tournament_id, table.round.tournament.slug
    document = " ".join(client.get(reverse("whole-evening", args=[pk])).content.decode().split())
    assert document.count("(selon le règlement, S4 Aux points faits)") == 1
    for team, said in (
        (1, "Gagnée (selon le règlement, S4 Aux points faits)."),
        (2, "Perdue (selon le règlement, S4 Aux"),
    ):
        for page in (reverse("why", args=[pk, team]), reverse("public-team", args=[slug, team])):
            assert said in client.get(page).content.decode(), page
    submit_sheet(
        table_id=table.pk,
        key="form-00000000002",
        kind="totals",
        marks=marks(1033, 973),
        base_version=1,
        reason="lu",
        by=anne,
    )
    for page in (reverse("whole-evening", args=[pk]), reverse("why", args=[pk, 1])):
        told = client.get(page).content.decode()
        assert "selon le règlement" not in told


@pytest.mark.parametrize(("absent", "winner"), [("NS", "EO"), ("EO", "NS"), ("NS EO", "")])
def test_a_forfeit_of_no_points_has_its_winner_on_every_list(absent, winner):
    """The list of tables and the telephone showed 0–0 as a partie that nobody won; the ranking counted a win."""
    tournament = builders.concours(teams=2, forfeit_points=0)
    one = builders.partie(tournament, 1, [(1, None, 2, None)]).tables.get()
    submit_sheet(table_id=one.pk, key="k" * 20, kind="forfeit", absent=absent, reason="absents", by=None)
    (line,) = tables_of_round(one.round)
    assert line.winner == winner and [won for _side, _points, won in line.scored] == [winner == "NS", winner == "EO"]
    assert [row.wins for row in sorted(standing(tournament).rows, key=lambda row: row.number)] == [
        int(winner == "NS"),
        int(winner == "EO"),
    ]
    assert not phone_page(phone(one, "NS"), now=timezone.now()).level
