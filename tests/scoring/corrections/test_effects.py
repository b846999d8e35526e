"""The effects of a correction, shown before it is recorded, and done as shown: tables stay, or are drawn again."""

import functools
import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection
from django.db.models import PROTECT
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.corrections import services as corrections
from scoring.corrections.selectors import dry_run, effects_of
from scoring.models import Mark, RenderedPage, RunningDonne, ScoreSheet, TableAccess, TableDevice
from scoring.prizes.winners import phase_winners
from scoring.rounds import services as rounds
from scoring.rounds.selectors import draw_page
from scoring.sheets import entry
from scoring.standings.reading import evening as read
from scoring.standings.selectors import labels
from tests.scoring.builders import concours, evening, partie, sheet, sheets
from tests.support.accounts import account
from tests.support.corrections import correction, play, publish, table_of
from tests.support.counts import spread
from tests.support.finals import play as play_to_the_end
from tests.support.html import laid_out
from tests.support.phases import set_up
from tests.support.refusals import refuses
from tournament.finals.formula import FIRST_ONES
from tournament.models import Draw, JournalEntry, Membership, Round, Seat, Table
from tournament.rounds import services as draws
from tournament.rounds.selectors import drawn_tables

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


def look(tournament, act):
    return effects_of(*dry_run(tournament.pk, act))


def six_teams():
    """Three tables played: 1 200–744, 1 100–844, 1 000–944."""
    tournament = concours(teams=6, lots=["Jambon", "Vin"])
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844), (5, 1000, 6, 944)])
    return tournament


def test_a_correction_before_any_later_draw_moves_ranks_alone():
    tournament = six_teams()
    found = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200))
    assert {(move.number, move.was, move.now) for move in found.moves} == {(1, 1, 6), (2, 6, 1)}
    assert [move.up for move in found.moves] == [5, -5]
    assert found.criteria == ("points", "wins", "difference")
    assert (found.draws, found.drawn_since) == ((), False)
    (table,) = found.tables
    assert (table.round, table.number, table.was, table.now) == (1, 1, "1200–744", "744–1200")


def test_a_score_that_counts_for_the_first_time_corrects_nothing():
    tournament = concours(teams=4)
    partie(tournament, 1, [(1, 1200, 2, 744), (3, None, 4, None)])
    table = table_of(tournament, 1, 2)
    figures = {
        "NS": {"points": 1000, "belotes": None, "capots": None},
        "EO": {"points": 944, "belotes": None, "capots": None},
    }
    act = functools.partial(entry.submit_sheet, table_id=table.pk, key="k" * 16, kind="totals", marks=figures, by=None)
    found = look(tournament, act)
    assert (found.first, bool(found.points)) == (True, True)
    assert not look(tournament, correction(table_of(tournament, 1, 1), 744, 1200)).first


def test_of_the_rehearsal_nothing_stays():
    tournament = six_teams()
    lines, sheets = JournalEntry.objects.count(), ScoreSheet.objects.count()
    look(tournament, correction(table_of(tournament, 1, 1), 744, 1200))
    assert (JournalEntry.objects.count(), ScoreSheet.objects.count()) == (lines, sheets)
    assert Mark.objects.get(sheet__table__number=1, camp="NS").points == 1200
    tournament.refresh_from_db()
    assert tournament.journal_number == lines
    assert not RenderedPage.objects.exists()


def test_what_is_refused_is_refused_in_the_rehearsal():
    tournament = six_teams()
    with refuses("sheet_reason_missing"):
        look(tournament, correction(table_of(tournament, 1, 1), 744, 1200, reason=""))


def test_a_correction_that_moves_nobody_touches_no_draw():
    tournament = six_teams()
    publish(tournament)
    found = look(tournament, correction(table_of(tournament, 1, 1), 1200, 744))
    assert (found.moves, found.points, found.draws) == ((), (), ())


def test_the_next_draw_is_made_again_with_the_corrected_ranks():
    tournament = six_teams()
    drawn = publish(tournament)
    found = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200))
    (effect,) = found.draws
    assert (effect.number, effect.draw_id, effect.compared, effect.may_cancel) == (2, drawn.pk, True, True)
    assert effect.figures == 2
    assert effect.tables
    assert found.redraw == effect
    # Recorded, cancelled and drawn again, the tables are those that were said.
    act = correction(table_of(tournament, 1, 1), 744, 1200)
    corrections.record_confirmed(tournament_id=tournament.pk, act=act, effects=found, draws=corrections.REDRAW, by=None)
    said = {table.number: table.now for table in effect.tables}
    seated = {
        table["table"]: " – ".join(sorted(str(camp[0]) for camp in table["camps"]))
        for table in publish(tournament).minutes["tables"]
    }
    assert said.items() <= seated.items()


def camps_by_table(draw: Draw) -> dict[int, str]:
    """Table → its camps as the page of a correction writes them."""
    return {
        table: " – ".join(sorted((" + ".join(map(str, sorted(camp))) for camp in camps), key=lambda c: (len(c), c)))
        for table, camps in drawn_tables(draw)
    }


@pytest.mark.parametrize(
    ("preset", "teams"), spread(4, [("poules-4", 16), ("poules-4", 13), ("elimination", 12), ("4x12-points", 9)])
)
def test_the_tables_said_of_the_next_draw_are_those_that_come(preset, teams):
    """Of every partie of an evening sheets are turned round once the next is drawn: brackets and consolante as well.

    The consolante was drawn for the page as if its teams had met already where the draw to be compared seats them.
    """
    tournament, chance = set_up(preset, teams), random.Random(teams)
    compared = 0
    for number in range(1, 9):
        if read(tournament.pk).outstanding.over:
            break
        before = publish(tournament)
        played = list(Table.objects.filter(round__tournament=tournament, round__number=number - 1))
        for table in chance.sample(played, min(3, len(played))):
            north, east = (table.sheets.get(counted=True).marks.get(camp=camp).points for camp in ("NS", "EO"))
            act = correction(table, east, north, key=f"turned-round-{number}-{table.pk:07}")
            found = look(tournament, act)
            corrections.record_confirmed(
                tournament_id=tournament.pk, act=act, effects=found, draws=corrections.REDRAW, by=None
            )
            if found.redraw:
                said = {other.number: other.now for other in found.redraw.tables}
                wanted = camps_by_table(before) | said
                before = publish(tournament)
                assert camps_by_table(before) == {place: camps for place, camps in wanted.items() if camps}
                compared += 1
        drawn = Table.objects.filter(round__tournament=tournament, round__number=number)
        # No two teams are equal: between those the lot falls anew.
        points = chance.sample([*range(500, 950), *range(1000, 1440)], len(drawn))
        sheets([(table, north, 1944 - north) for table, north in zip(drawn, points, strict=True)])
    assert compared > 2


def records_at(table: Table) -> dict[str, Callable[[], object]]:
    """Whatever may be recorded at a table before its score, and the score itself: attribute → what makes one."""
    now, team = timezone.now(), table.seats.get(camp="NS").team
    penalty = {"camp": "NS", "to_camp": "EO", "team": team, "label": "renonce", "way": "on_top", "points": 162}
    return {
        "sheets": lambda: sheet(table, north=1000, east=944),
        "photos": lambda: table.photos.create(content=b"", width=1, height=1, digest="0", at=now),
        "penalties": lambda: table.penalties.create(number=1, reason="vu", at=now, **penalty),
        "rulings": lambda: table.rulings.create(number=1, kind="warning", reason="vu", at=now),
    }


@pytest.mark.parametrize("kind", ["sheets", "photos", "penalties", "rulings"])
def test_a_draw_is_offered_to_be_made_again_only_where_it_can_be_cancelled(kind):
    tournament = six_teams()
    drawn = publish(tournament)
    act = correction(table_of(tournament, 1, 1), 744, 1200)
    assert look(tournament, act).redraw is not None
    assert not draw_page(tournament, drawn).has_records
    made = records_at(table_of(tournament, 2, 1))
    protecting = {one.get_accessor_name() for one in Table._meta.related_objects if one.on_delete is PROTECT}
    assert made.keys() == protecting
    made[kind]()
    assert look(tournament, act).redraw is None
    assert draw_page(tournament, drawn).has_records
    with refuses("draw_has_sheets"):
        draws.cancel_draw(draw_id=drawn.pk, reason="oubli", by=None)


def test_a_score_of_the_next_partie_keeps_its_tables():
    tournament = six_teams()
    publish(tournament)
    play(tournament, 2)
    act = correction(table_of(tournament, 1, 1), 744, 1200)
    (effect,) = look(tournament, act).draws
    assert effect.tables
    assert all(table.reported for table in effect.tables)
    assert (effect.may_cancel, look(tournament, act).redraw) == (False, None)
    # The page was shown before that score came in.
    seen = replace(look(tournament, act), draws=(replace(effect, may_cancel=True),))
    with refuses("draw_has_sheets"):
        corrections.record_confirmed(
            tournament_id=tournament.pk, act=act, effects=seen, draws=corrections.REDRAW, by=None
        )
    assert Mark.objects.get(sheet__table=table_of(tournament, 1, 1), sheet__counted=True, camp="NS").points == 1200


def test_two_parties_back_each_later_draw_is_compared_and_only_the_last_may_be_drawn_again():
    tournament = six_teams()
    publish(tournament)
    play(tournament, 2)
    third = publish(tournament)
    found = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200))
    assert [draw.number for draw in found.draws] in ([2, 3], [2])
    assert [draw.may_cancel for draw in found.draws][:1] == [False]
    found = look(tournament, correction(table_of(tournament, 2, 1), 500, 1444))
    assert [(draw.number, draw.may_cancel) for draw in found.draws] == [(3, True)]
    assert found.redraw.draw_id == third.pk
    assert found.drawn_since


def test_a_draft_is_compared_too_and_a_draw_by_lot_hangs_on_no_rank():
    tournament = six_teams()
    rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥")
    found = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200))
    assert [(draw.state, draw.may_cancel) for draw in found.draws] == [("draft", True)]
    by_lot = concours(teams=8)
    partie(by_lot, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844), (5, 1000, 6, 944), (7, 980, 8, 964)])
    publish(by_lot, method="sort")
    found = look(by_lot, correction(table_of(by_lot, 1, 1), 744, 1200))
    assert found.moves
    assert found.draws == ()


def test_who_goes_on_in_a_knock_out_is_who_won():
    tournament = concours(teams=8, first_method="elimination", next_method="elimination", parties=3)
    publish(tournament)
    play(tournament, 1, points=1100)
    second = publish(tournament)
    table = table_of(tournament, 1, 1)
    north, east = Seat.objects.filter(table=table).order_by("-camp").values_list("team__number", flat=True)
    playing = {team for one in second.minutes["tables"] for camp in one["camps"] for team in camp}
    assert north in playing
    (effect,) = look(tournament, correction(table, 800, 1144)).draws
    assert effect.compared
    (other,) = effect.tables
    assert str(north) in other.was.split(" – ")
    assert str(east) in other.now.split(" – ")


def test_another_winner_in_a_knock_out_is_named_and_drawing_again_is_proposed(client):
    """The page says who replaces whom, and its first button lets no beaten team play on while that can be mended."""
    tournament = concours(teams=8, first_method="elimination", next_method="elimination", parties=3)
    client.force_login(account("anne", tournament.club))
    publish(tournament)
    play(tournament, 1, points=1100)
    publish(tournament)
    table = table_of(tournament, 1, 1)
    north, east = Seat.objects.filter(table=table).order_by("-camp").values_list("team__number", flat=True)
    found = look(tournament, correction(table, 800, 1144))
    assert [(match.round, match.table, match.was, match.now) for match in found.winners] == [(1, 1, north, east)]
    assert found.redraw_proposed and not found.draws[0].by_ranks
    (awaited,) = look(tournament, correction(table, 972, 972)).winners
    assert awaited.now in (north, east, None)
    address = reverse("entry-round", args=[tournament.pk, 1])
    page = laid_out(client.post(address, typed(tournament)).content.decode())
    assert f"le n° {east} gagne à la place du n° {north}" in page.replace("\xa0", " ")
    buttons = re.findall(r'<button name="effects" value="(keep|redraw)-[0-9a-f]+"( autofocus| class="secondary")', page)
    assert buttons == [("redraw", " autofocus"), ("keep", ' class="secondary"')]
    assert "le perdant continue" in page and "ex æquo" not in page
    Membership.objects.update(role="scorer")
    page = client.post(address, typed(tournament)).content.decode()
    assert 'value="redraw-' not in page and "Seul l’organisateur" in page
    Membership.objects.update(role="organiser")
    play(tournament, 2, points=1100)
    found = look(tournament, correction(table, 800, 1144))
    assert found.winners and not found.redraw_proposed, "it is played"


@pytest.mark.parametrize(
    ("preset", "phase"), [("poules-4", "Tableau principal"), ("4x12-finales", "Finales des 8 premières")]
)
def test_who_enters_the_main_table_by_a_correction_is_said_first(client, preset, phase):
    """The page gave ranks and tables alone: that another team goes on had to be found among them."""
    tournament = set_up(preset, 16)
    client.force_login(account("anne", tournament.club))
    drawn = publish(tournament)
    while all(index == 0 for index, _minutes in drawn.parts):
        for table in Table.objects.filter(round=drawn.round):
            sheet(table, north=1000 + table.number, east=944 - table.number)
        drawn = publish(tournament)
    index = next(one.index for one in tournament.formula.phases if one.who in FIRST_ONES)
    entrants = {*dict(drawn.parts)[index].numbers}
    last = drawn.round.number - 1
    turned = []
    for table in Table.objects.filter(round__tournament=tournament, round__number=last):
        found = look(tournament, correction(table, 300, 1644))
        turned += [(table, one) for effect in found.draws for one in effect.entrants]
    assert turned
    for _table, one in turned:
        assert one.was in entrants and one.now not in entrants | {None}
    table, one = turned[0]
    fields = typed(tournament, table=table.number, points_NS=300, points_EO=1644, override="vu à la table")
    page = client.post(reverse("entry-round", args=[tournament.pk, last]), fields).content.decode().replace("\xa0", " ")
    said = f"{phase} : le n° {one.now} entre à la place du n° {one.was}."
    assert said in page
    assert page.index(said) < page.index('<section class="card" aria-labelledby="ranks">')
    # Once a score of that table is in, nobody changes places any more: the page promised it all the same.
    played = Table.objects.filter(round=drawn.round).first()
    sheet(played, north=1100, east=844)
    page = client.post(reverse("entry-round", args=[tournament.pk, last]), fields).content.decode().replace("\xa0", " ")
    would = f"{phase} : avec ce résultat, le n° {one.now} y serait entré à la place du n° {one.was}."
    assert said not in page and would in page and "personne ne change de place" in page


def test_a_draw_that_takes_too_long_is_not_made_again(monkeypatch):
    monkeypatch.setattr("scoring.corrections.draw_effects.COMPARED", 5)
    tournament = six_teams()
    publish(tournament)
    (effect,) = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200)).draws
    assert (effect.compared, effect.differs, effect.tables) == (False, True, ())


def test_who_has_begun_is_said():
    tournament = six_teams()
    publish(tournament)
    Round.objects.filter(tournament=tournament, number=2).update(started_at="2026-11-20T21:00:00Z")
    device = device_at(table_of(tournament, 2, 1))
    for number in (1, 2, 3):
        RunningDonne.objects.create(
            device=device, number=number, key="k" * 16, sequence=1, content={"passe": True}, at="2026-11-20T21:10:00Z"
        )
    (effect,) = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200)).draws
    assert effect.started
    assert {table.number: table.donnes for table in effect.tables}[1] == 3
    assert [table.number for table in effect.begun] == [1]


def device_at(table) -> TableDevice:
    access = TableAccess.objects.create(table=table, nonce="n", created_at="2026-11-20T20:00:00Z")
    return TableDevice.objects.create(
        access=access, digest="d", camp="NS", created_at="2026-11-20T20:00:00Z", seen_at="2026-11-20T20:00:00Z"
    )


def test_prizes_that_change_hands_are_named():
    tournament = concours(teams=4, parties=1, lots=["Jambon", "Vin"])
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844)])
    found = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200))
    assert found.final
    assert {(move.number, move.prize_was, move.prize_now) for move in found.prizes} == {
        (1, "Jambon", ""),
        (2, "", "Jambon"),
    }


def test_a_prize_of_a_bracket_goes_to_who_wins_it_by_the_correction():
    """Compare what each team has won in the brackets too: the consolante's prize hangs on no rank."""
    lots = ["Jambon", "Vin", "Consolante : 2 terrines", "Élimination directe : coupe"]
    tournament = set_up("elimination", 8, lots=lots)
    play_to_the_end(tournament, seed=3)
    won = {winner.title: winner.number for winner in phase_winners(read(tournament.pk), labels(tournament))}
    final = Table.objects.filter(seats__team__number=won["Consolante"]).latest("round__number")
    camps = dict(Seat.objects.filter(table=final).values_list("camp", "team__number"))
    beaten = next(number for number in camps.values() if number != won["Consolante"])
    counted = {mark.camp: mark.points for mark in Mark.objects.filter(sheet__table=final, sheet__counted=True)}
    found = look(tournament, correction(final, counted["EO"], counted["NS"]))
    assert {(move.number, move.prize_was, move.prize_now) for move in found.prizes} == {
        (won["Consolante"], lots[2], ""),
        (beaten, "", lots[2]),
    }


def test_150_teams_are_compared_in_as_many_queries_as_12():
    counts = []
    for teams in (12, 150):
        tournament = evening(teams=teams, parties=2)
        publish(tournament)
        before, after = dry_run(tournament.pk, correction(table_of(tournament, 2, 1), 100, 1844))
        with CaptureQueriesContext(connection) as told:
            found = effects_of(before, after)
        counts.append(len(told))
        assert found.draws
    assert counts[0] == counts[1] <= 4


# --- The step before the record ---------------------------------------------------------------------------------------


@pytest.fixture
def organiser(client):
    """A browser of an organiser, and the concours drawn twice, nobody having played the second partie."""
    tournament = six_teams()
    client.force_login(account("anne", tournament.club))
    publish(tournament)
    client.tournament = tournament
    return client


def typed(tournament, **more) -> dict:
    return {
        "key": "f" * 22,
        "base_version": 1,
        "table": "1",
        "points_NS": "800",
        "points_EO": "1144",
        "reason": "feuille relue",
    } | more


def line(client) -> str:
    return reverse("entry-round", args=[client.tournament.pk, 1])


def sent(response) -> dict:
    """Return the fields that the form of the step sends, without its button."""
    page = laid_out(response.content.decode()).split('method="post" class="bottom-bar"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(?!csrf)([^"]+)" value="([^"]*)">', page))


def choice(response, word: str) -> str:
    return re.search(rf'name="effects" value="({word}-[0-9a-f]+)"', response.content.decode())[1]


def test_a_correction_under_a_draw_asks_first_and_keeps_every_field(organiser):
    data = typed(organiser.tournament)
    response = organiser.post(line(organiser), data)
    page = response.content.decode()
    assert response.status_code == 200
    assert "<h1>Enregistrer la correction\u202f?</h1>" in page
    assert "Rien n’est encore fait" in page
    assert "Enregistrer la correction\u00a0: les tables restent" in page
    assert sent(response) == {name: str(value) for name, value in data.items()}
    assert ScoreSheet.objects.count() == 3


def test_recorded_with_the_tables_as_they_are(organiser):
    asked = organiser.post(line(organiser), typed(organiser.tournament))
    data = sent(asked) | {"effects": choice(asked, "keep")}
    assert organiser.post(line(organiser), data)["Location"] == line(organiser)
    assert organiser.post(line(organiser), data).status_code == 302  # sent twice
    assert Mark.objects.get(sheet__table__number=1, sheet__counted=True, camp="NS").points == 800
    assert Draw.objects.get().state == "published"
    acts_of = list(JournalEntry.objects.order_by("number").values_list("act", flat=True))
    assert acts_of[-2:] == ["correct_sheet", "keep_tables"]
    kept = JournalEntry.objects.get(act="keep_tables").after
    assert (kept["round"], kept["draw"]) == (2, 1)
    assert kept["other_tables"]
    shown = organiser.get(reverse("journal", args=[organiser.tournament.pk])).content.decode()
    assert "Tirage conservé malgré une correction" in shown


def test_recorded_and_drawn_again(organiser):
    asked = organiser.post(line(organiser), typed(organiser.tournament))
    data = sent(asked) | {"effects": choice(asked, "redraw")}
    response = organiser.post(line(organiser), data)
    assert response["Location"] == reverse("draws", args=[organiser.tournament.pk])
    drawn = Draw.objects.get()
    assert (drawn.state, drawn.reason) == ("cancelled", "Un score a été corrigé : feuille relue")
    assert not Table.objects.filter(round__number=2).exists()
    acts_of = list(JournalEntry.objects.order_by("number").values_list("act", flat=True))
    assert acts_of[-2:] == ["correct_sheet", "cancel_draw"]
    page = organiser.get(response["Location"]).content.decode()
    assert "Le tirage de la partie 2 est annulé" in page
    assert "ne bougent pas" not in page


def test_what_came_in_meanwhile_is_shown_before_anything_is_done(organiser):
    asked = organiser.post(line(organiser), typed(organiser.tournament))
    data = sent(asked) | {"effects": choice(asked, "redraw")}
    play(organiser.tournament, 2)
    again = organiser.post(line(organiser), data)
    page = again.content.decode()
    assert again.status_code == 200
    assert "ne sont plus celles affichées" in page
    assert 'value="redraw-' not in page
    assert Mark.objects.get(sheet__table__round__number=1, sheet__table__number=1, camp="NS").points == 1200
    assert organiser.post(line(organiser), sent(again) | {"effects": choice(again, "keep")}).status_code == 302


def test_a_marqueur_corrects_but_has_nothing_drawn_again(organiser):
    Membership.objects.update(role="scorer")
    asked = organiser.post(line(organiser), typed(organiser.tournament))
    assert 'value="redraw-' not in asked.content.decode()
    assert "Seul l’organisateur" in asked.content.decode()
    forged = sent(asked) | {"effects": choice(asked, "keep").replace("keep", "redraw")}
    assert organiser.post(line(organiser), forged).status_code == 403
    assert Draw.objects.get().state == "published"
    assert ScoreSheet.objects.count() == 3


def test_a_correction_that_moves_nothing_and_a_first_entry_ask_nothing(organiser):
    sheet = table_of(organiser.tournament, 2, 1)
    first = {"key": "g" * 22, "table": "1", "points_NS": "1000", "points_EO": "944", "override": "essai"}
    place = reverse("entry-round", args=[organiser.tournament.pk, 2])
    assert organiser.post(place, first).status_code == 302
    assert sheet.sheets.count() == 1
    # In the partie being played, before any draw of the next one, the line of fields asks nothing either.
    assert organiser.post(place, typed(organiser.tournament)).status_code == 302
    assert sheet.sheets.count() == 2
    same = typed(organiser.tournament, points_NS="1200", points_EO="744", key="h" * 22)
    assert organiser.post(line(organiser), same).status_code == 302


def test_the_ranks_that_a_correction_moves_are_said_while_it_is_typed(organiser):
    place = reverse("entry-check", args=[organiser.tournament.pk, 1])
    asked = {"table": "1", "points_NS": "800", "points_EO": "1144", "base_version": "1"}
    said = organiser.get(place, asked).json()["said"]
    assert "n°\u00a02\u00a0: 6 → 1" in said
    assert "équipe" not in organiser.get(place, asked | {"base_version": ""}).json()["said"]
    assert ScoreSheet.objects.count() == 3


def test_the_script_is_sent_to_the_page_of_the_step(organiser):
    response = organiser.post(line(organiser), typed(organiser.tournament), headers={"X-Requested-With": "fetch"})
    assert (response.status_code, response["X-Entry"], response.content) == (200, "effects", b"")


def test_a_forfeit_instead_of_a_score_asks_too(organiser):
    place = reverse("sheet-forfeit", args=[organiser.tournament.pk, 1, 1])
    data = {"key": "f" * 22, "base_version": 1, "absent": "NS", "reason": "équipe partie"}
    asked = organiser.post(place, data)
    assert "les tables restent" in asked.content.decode()
    assert organiser.post(place, sent(asked) | {"effects": choice(asked, "keep")}).status_code == 302
    assert ScoreSheet.objects.get(counted=True, table=table_of(organiser.tournament, 1, 1)).kind == "forfeit"


def test_corrected_back_the_draw_is_said_to_be_right_again():
    tournament = six_teams()
    publish(tournament)
    first = look(tournament, correction(table_of(tournament, 1, 1), 744, 1200))
    assert first.draws and first.mended == ()
    correction(table_of(tournament, 1, 1), 744, 1200)()
    back = look(tournament, correction(table_of(tournament, 1, 1), 1200, 744, key="b" * 16))
    assert (back.draws, back.mended) == ((), (2,))
    # A correction that leaves a wrong draw wrong mends nothing; one that touches no figure of it says nothing.
    other = look(tournament, correction(table_of(tournament, 1, 1), 745, 1199, key="c" * 16))
    assert other.draws and other.mended == ()
