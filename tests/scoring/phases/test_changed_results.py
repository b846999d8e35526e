"""A result of a bracket that changes once its winner has sat down: nobody moves, and the bracket says so.

Every act that turns, takes back or replaces a result is done at every moment of every kind of finals. What must hold is
read from the seats and the counted figures alone.
"""

import random
import re
from collections import defaultdict
from functools import partial

import pytest
from django.urls import reverse

from scoring.corrections.selectors import dry_run, effects_of
from scoring.evening.selectors import evening_of
from scoring.models import Penalty, ScoreSheet
from scoring.phones.services import answer_sheet
from scoring.prizes.winners import phase_winners
from scoring.referee import rulings
from scoring.rounds import services as rounds
from scoring.rounds.ties import settle_tie, ties
from scoring.sheets import entry
from scoring.standings.reading import evening
from scoring.standings.selectors import labels, standing
from tests.scoring.phones.builders import phone
from tests.scoring.referee import builders as referees
from tests.support.api import account, api_for
from tests.support.counts import tries
from tests.support.finals import FORMATS
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import order, play, set_up
from tests.support.random_evenings import RandomEvening
from tests.support.rulings import type_in
from tournament.concours.services import change_settings
from tournament.errors import TournamentError
from tournament.finals.bracket import Match
from tournament.finals.played import Part, played_phases
from tournament.finals.words import decision
from tournament.models import Draw, JournalEntry, Seat, Table, Team, Tournament
from tournament.registration import attendance
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db

WHY = "figures read the wrong way round"


def typed(table, north, by, **more):
    """Type a score; some kinds of finals are longer than twelve donnes, whose totals are checked elsewhere."""
    type_in(table, north, key=key(), override=WHY, by=by, **{"reason": WHY} | more)


def key():
    return f"key-{JournalEntry.objects.count()}-".ljust(20, "k")


def version_of(table):
    return table.sheets.get(counted=True).version


def correct(table, by, north=600):
    typed(table, north, by, base_version=version_of(table))


def turn(table, by):
    correct(table, by, north=1944 - table.sheets.get(counted=True).marks.get(camp="NS").points)


def type_again(table, by):
    points = 1944 - table.sheets.get(counted=True).marks.get(camp="NS").points
    rulings.withdraw_sheet(table_id=table.pk, base_version=version_of(table), reason=WHY, by=by)
    typed(table, points, by)


def take_off(table, by):
    rulings.withdraw_sheet(table_id=table.pk, base_version=version_of(table), reason=WHY, by=by)


def penalise(table, by):
    winner = max(table.sheets.get(counted=True).marks.all(), key=lambda mark: mark.points)
    seat = Seat.objects.get(table=table, camp=winner.camp)
    seen = Penalty.objects.filter(table=table).count()
    said = {"team": seat.team.number, "label": "renonce", "way": "on_top", "points": 1500, "base_version": None}
    referees.give_penalty(table_id=table.pk, seen=seen, reason=WHY, by=by, **said)


def check_seats(tournament):
    """Compare every match of a bracket that was drawn with the seats of its table."""
    seated = defaultdict(set)
    for seat in Seat.objects.filter(round__tournament=tournament, round__state="published").select_related(
        "round", "table", "team"
    ):
        if seat.table:
            seated[seat.round.number, seat.table.number].add(seat.team.number)
    found = evening(tournament.pk)
    for played in played_phases(found):
        places = defaultdict(list)
        for number, match in played.matches:
            part = played.bracket_parts.get(number)
            if part and match.table:
                assert set(match.sides) == seated[part.number, match.table], (number, match)
                places[number] += match.sides
        for number, teams in places.items():
            assert len(teams) == len(set(teams)), (number, teams)
            part = played.bracket_parts[number]
            here = {*part.minutes.numbers}
            tables = [teams for (partie, _table), teams in seated.items() if partie == part.number and teams <= here]
            assert len(tables) * 2 == len(teams), "every table that was drawn is in the bracket"


def check_end(tournament):
    """The winner of the last final that was played has won its bracket, and stands first in the ranking."""
    found = evening(tournament.pk)
    for played in (played for played in played_phases(found) if played.rounds and played.over):
        (final,) = played.rounds[-1]
        if final.table and not final.tied and None not in final.points and not final.by_forfeit:
            assert final.winner == final.sides[final.points[0] < final.points[1]]
        if final.winner:
            assert played.how_far[final.winner] == 1
    winners = [winner.number for winner in phase_winners(found, labels(tournament)) if winner.number]
    assert len(winners) == len(set(winners)), "nobody wins two brackets"


def draw(tournament, chance, by):
    given = {"tournament_id": tournament.pk, "by": by, "seed": f"{chance.random()}"}
    try:
        return rounds.open_next_round(**given)
    except TournamentError as refused:
        assert refused.code == "draw_impossible", refused.code
        return rounds.open_next_round(**given, options={"rematch": "least"})


def settle(tournament, chance, by):
    for match in ties(tournament):
        settle_tie(tournament_id=tournament.pk, number=match.partie, team=chance.choice(match.sides), by=by)


def complete(tournament, chance, by):
    """Type what is missing, so that the next partie can be drawn."""
    for table in Table.objects.filter(round__tournament=tournament, round__state="published"):
        if table.seats.filter(forfeited_by=None).count() == 2 and not table.sheets.filter(counted=True).exists():
            typed(table, chance.choice([600, 1204]), by)
    settle(tournament, chance, by)


KINDS = {"elimination": ("elimination", {}), "finals": ("4x12-finales", {}), **FORMATS}
KINDS = {name: kind for name, kind in KINDS.items() if name not in ("pools alone", "round robin")}


def places(tournament_id):
    """Return the seats of each published draw of a bracket, by its key."""
    found = defaultdict(set)
    live = Draw.objects.filter(round__tournament=tournament_id, state="published").select_related("round")
    for draw in live:
        if any(minutes.method == "elimination" for _phase, minutes in draw.parts):
            fields = ("team__number", "table__number", "camp")
            found[draw.pk] = set(Seat.objects.filter(round=draw.round).values_list(*fields))
    return found


class Watch:
    """Look at a bracket after each act: no team twice in a partie, each match as seated, nobody moved from a table."""

    def __init__(self, played):
        self.played, self.known = played, {}

    def __call__(self):
        tournament = self.played.tournament
        check_seats(tournament)
        now = places(tournament.pk)
        for draw, seats in self.known.items():
            if draw not in now:
                assert not ScoreSheet.objects.filter(table__round__draws=draw).exists(), "a draw goes only unplayed"
            elif draw in now:
                assert seats == now[draw], "nobody moves who has sat down"
        self.known = now


@pytest.mark.parametrize("turn", range(tries(6, 300, hosted=60)))
def test_whatever_changes_at_whatever_moment_who_sat_down_stays(turn):
    """Every act of a referee, a typist, a telephone or the door, and their undoing: never an error that is no refusal."""
    chance = random.Random(turn)
    preset, overrides = KINDS[sorted(KINDS)[turn % len(KINDS)]]
    settings = {"counts_when": chance.choice(["typist", "typist", "two_readers", "both_camps"])}
    settings |= {"excluded_policy": chance.choice(["kept", "forfeit"])}
    settings |= {"changed_results": chance.choice(["stays", "refused"])}
    played = RandomEvening(chance, preset, chance.choice([4, 5, 8, 11, 16]), **settings | overrides)
    played.after_each = Watch(played)
    for _moment in played.play():
        played.after_each()
    if evening_of(played.tournament).stage == "finished":
        check_end(played.tournament)


def eight():
    """A knock-out of eight whose semi-finals were played; the lower number has won each match."""
    tournament = set_up("elimination", 8)
    play(tournament)
    play(tournament)
    return tournament, organiser_of(tournament)


def first_match(tournament):
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    winner, loser = sorted(seat.team.number for seat in table.seats.all())
    return table, winner, loser


@pytest.mark.parametrize("act", [turn, type_again, penalise, take_off])
def test_the_semi_finals_stay_those_that_were_played(act):
    tournament, by = eight()
    table, winner, loser = first_match(tournament)
    before = [match.sides for match in main(tournament).rounds[1]]
    act(table, by)
    rounds_now = main(tournament).rounds
    assert [match.sides for match in rounds_now[1]] == before and loser not in {*before[0], *before[1]}
    (changed,) = [match for match in rounds_now[0] if match.table == 1]
    assert changed.sat_down and changed.winner == winner
    assert changed.by_result == (None if act is take_off else loser)
    if act is take_off:
        type_in(table, 1200, key=key(), by=by)
    play(tournament)
    assert loser not in {team for match in rounds_now[2] for team in match.sides}
    check_end(tournament)


def main(tournament):
    return next(played for played in played_phases(evening(tournament.pk)) if played.rounds)


def test_of_four_teams_the_final_that_was_played_names_the_winner():
    tournament = set_up("elimination", 4)
    play(tournament)
    table, winner, loser = first_match(tournament)
    play(tournament)
    (final,) = main(tournament).rounds[1]
    turn(table, organiser_of(tournament))
    assert main(tournament).rounds[1] == [final]
    assert standing(tournament).rows[0].number == final.winner and winner in final.sides
    check_end(tournament)


def test_the_page_says_who_stays_wherever_the_bracket_is_shown(client):
    tournament, by = eight()
    table, winner, _loser = first_match(tournament)
    turn(table, by)
    client.force_login(by)
    said = f"modifié depuis : le n° {winner} était déjà au tour suivant"
    for address in (("phases", tournament.pk), ("public-phases", tournament.slug)):
        assert said in get(client, *address).replace("\xa0", " ")
    assert said in get(client, "public-team", tournament.slug, winner).replace("\xa0", " ")
    assert said in get(client, "whole-evening", tournament.pk).replace("\xa0", " ")


def test_the_effects_of_a_score_that_comes_again_are_shown(client):
    """Taken off, a score comes back as a first one; its winner has sat down all the same."""
    tournament, by = eight()
    table, winner, loser = first_match(tournament)
    north = Seat.objects.get(table=table, camp="NS").team.number
    take_off(table, by)
    points = 1200 if north == loser else 744
    effects = effects_of(*dry_run(tournament.pk, partial(type_in, table, points, key=key(), by=by)))
    assert [(match.now, match.stays) for match in effects.winners] == [(loser, winner)]
    client.force_login(by)
    data = {"table": "1", "points_NS": points, "points_EO": 1944 - points, "key": key(), "base_version": ""}
    page = client.post(reverse("entry-round", args=[tournament.pk, 1]), data).content.decode().replace("\xa0", " ")
    assert f"Le n° {winner} est déjà au tour suivant" in page and not table.sheets.filter(counted=True).exists()


def taken_off():
    """Return a knock-out of eight of which a score of the first partie was taken off, and what makes its winner lose."""
    tournament, by = eight()
    table, winner, loser = first_match(tournament)
    take_off(table, by)
    camps = {seat.camp: 744 if seat.team.number == winner else 1200 for seat in table.seats.all()}
    return tournament, by, table, winner, loser, {camp: {"points": points} for camp, points in camps.items()}


def test_the_api_shows_the_effects_of_a_score_that_comes_again_and_asks_for_them():
    tournament, by, _table, winner, loser, marks = taken_off()
    api = api_for(by)
    at, said = f"concours/{tournament.pk}/parties/1/tables/1/sheets/", {"key": key(), "kind": "totals", "marks": marks}
    seen = api.send(f"{at}effects/", said).json()
    (match,) = seen["winners"]
    assert (match["round"], match["table"], match["was"], match["now"]) == (1, 1, winner, loser)
    assert match["stays"] == winner
    refused = api.send(at, said | {"effects": "0" * 12})
    assert (refused.status_code, refused.json()["code"]) == (409, "effects_changed")
    refused = api.send(at, said | {"draws": "redraw"})
    assert refused.json()["code"] == "redraw_none", "the semi-finals are played"
    assert api.send(at, said | {"effects": seen["effects"]}).status_code == 201
    assert [match.winner for match in main(tournament).rounds[0] if match.table == 1] == [winner]


def test_a_second_reading_shows_what_it_turns(client):
    """The score typed again waits, and counts by its second reader: he is shown what that changes."""
    tournament, by, table, winner, loser, marks = taken_off()
    Tournament.objects.filter(pk=tournament.pk).update(counts_when="two_readers")
    other = account("paul", tournament.club)
    typed = entry.submit_sheet(table_id=table.pk, key=key(), kind="totals", marks=marks, by=by).sheet
    assert not typed.counted
    client.force_login(other)
    read = reverse("desk-read", args=[tournament.pk, typed.pk])
    page = client.post(read, {"key": key()}).text.replace("\xa0", " ")
    assert f"Le n° {winner} est déjà au tour suivant" in page and not table.sheets.filter(counted=True).exists()
    at, said = f"concours/{tournament.pk}/parties/1/tables/1/read-again/", {"key": key(), "version": typed.version}
    seen = api_for(other).send(f"{at}effects/", said).json()
    assert [(match["now"], match["stays"]) for match in seen["winners"]] == [(loser, winner)]
    assert client.post(read, {"key": key(), "effects": f"keep-{seen['effects']}"}).status_code == 302
    assert table.sheets.get(counted=True) == typed


def test_telephones_make_nothing_count_once_a_draw_followed():
    tournament, by, table, _winner, _loser, marks = taken_off()
    Tournament.objects.filter(pk=tournament.pk).update(counts_when="both_camps")
    typed = entry.submit_sheet(table_id=table.pk, key=key(), kind="totals", marks=marks, by=by).sheet
    for camp in ("NS", "EO"):
        answer_sheet(device=phone(table, camp), key=f"answer-{camp}".ljust(20, "k"), version=typed.version, agrees=True)
    typed.refresh_from_db()
    assert (typed.state, typed.counted) == ("confirmed", False)
    entry.read_again(sheet_id=typed.pk, key=key(), by=by, signed=True)
    typed.refresh_from_db()
    assert typed.counted


@pytest.fixture
def drawn_on():
    """A knock-out of eight that refuses another winner once a draw followed; its semi-finals are drawn, not played."""
    tournament = set_up("elimination", 8, changed_results="refused")
    play(tournament)
    by = organiser_of(tournament)
    draws.publish_draw(draw_id=draw(tournament, random.Random(1), by).pk, by=by)
    return tournament, by


def turned(table, winner):
    """Return the form of a correction by which *winner* has lost."""
    camps = {seat.camp: 744 if seat.team.number == winner else 1200 for seat in table.seats.all()}
    figures = {f"points_{camp}": points for camp, points in camps.items()}
    return figures | {"table": table.number, "key": key(), "base_version": version_of(table), "reason": WHY}


def test_another_winner_is_refused_until_the_draw_that_follows_is_taken_back(client, drawn_on):
    tournament, by = drawn_on
    table, winner, loser = first_match(tournament)
    client.force_login(by)
    address, data = reverse("entry-round", args=[tournament.pk, 1]), turned(table, winner)
    page = client.post(address, data)
    assert page.status_code == 422 and "en commençant par le dernier (partie 2)" in page.text.replace("\xa0", " ")
    assert main(tournament).rounds[0][0].winner == winner
    reason = {"base_version": version_of(table), "reason": WHY}
    at = f"concours/{tournament.pk}/parties/1/tables/1/"
    for path in ("withdraw/", "withdraw/effects/"):
        refused = api_for(by).send(at + path, reason)
        assert (refused.status_code, refused.json()["code"]) == (409, "result_followed")
    draws.cancel_draw(draw_id=Draw.objects.get(round__number=2).pk, reason=WHY, by=by)
    assert client.post(address, data).status_code == 302
    assert main(tournament).rounds[0][0].winner == loser


def test_the_last_acts_offer_nothing_that_lets_another_win():
    tournament = set_up("elimination", 8, changed_results="refused")
    by = organiser_of(tournament)
    for _partie in range(2):
        complete(tournament, random.Random(1), by)
        draws.publish_draw(draw_id=draw(tournament, random.Random(1), by).pk, by=by)

    def typed_in():
        lines = api_for(by).ask(f"concours/{tournament.pk}/undo/").json()["lines"]
        return [line for line in lines if line["act"] == "enter_sheet"]

    assert len(typed_in()) == 4
    assert all("dans ce concours le vainqueur" in one["why_not"] and not one["does"] for one in typed_in())
    change_settings(tournament_id=tournament.pk, changes={"changed_results": "stays"}, by=by)
    assert all(one["does"] for one in typed_in())


def test_the_same_winner_by_other_points_is_never_refused(client, drawn_on):
    tournament, by = drawn_on
    table, _winner, loser = first_match(tournament)
    client.force_login(by)
    asked = client.post(reverse("entry-round", args=[tournament.pk, 1]), turned(table, loser))
    assert asked.status_code == 200 and 'name="effects"' in asked.text


def test_once_something_is_recorded_after_it_the_refusal_says_what_is_left_to_do(client, drawn_on):
    tournament, by = drawn_on
    complete(tournament, random.Random(1), by)
    table, winner, _loser = first_match(tournament)
    client.force_login(by)
    address, data = reverse("entry-round", args=[tournament.pk, 1]), turned(table, winner)
    assert "choisir dans les réglages" in client.post(address, data).text
    change_settings(tournament_id=tournament.pk, changes={"changed_results": "stays"}, by=by)
    assert f"Le n° {winner} est déjà au tour suivant" in client.post(address, data).text.replace("\xa0", " ")


def test_an_exclusion_is_never_refused(drawn_on):
    tournament, by = drawn_on
    table, winner, _loser = first_match(tournament)
    said = {"kind": "exclusion", "team": winner, "forfeit": True, "seen": 0, "base_version": version_of(table)}
    at = f"concours/{tournament.pk}/parties/1/tables/1/rulings/"
    assert api_for(by).send(at, said | {"reason": WHY}).status_code == 201


def leave(tournament, team, partie):
    attendance.withdraw_team(team_id=team_of(tournament, team).pk, from_round=partie, reason=WHY, by=None)


def team_of(tournament, number):
    return Team.objects.get(tournament=tournament, number=number)


def test_a_winner_that_left_before_the_next_draw_is_the_one_who_is_missing_there():
    """Its match turned afterwards, the other team was never in the round that was drawn without it."""
    tournament = set_up("elimination", 8)
    play(tournament)
    table, winner, loser = first_match(tournament)
    leave(tournament, winner, 2)
    play(tournament)
    before = main(tournament).rounds[1:]
    (missed,) = [match for match in before[0] if winner in match.sides]
    turn(table, organiser_of(tournament))
    assert main(tournament).rounds[1:] == before and missed.winner != winner
    (changed,) = [match for match in main(tournament).rounds[0] if match.table == 1]
    assert (changed.winner, changed.by_result) == (winner, loser)
    assert decision(main(tournament), missed, "fr").replace("\xa0", " ") == f"départ du n° {winner}"
    attendance.return_team(team_id=team_of(tournament, winner).pk, by=None)
    assert main(tournament).rounds[1:] == before, "the round was drawn without it, and it comes back too late"
    play(tournament)
    check_seats(tournament)
    check_end(tournament)


def test_a_round_in_which_nobody_had_an_opponent_stays_as_it_was_when_it_was_skipped():
    """Both semi-finals lose a team before they are drawn and the final is next; then a match that one of them won turns."""
    tournament = set_up("elimination", 8)
    play(tournament)
    gone = [match.winner for match in main(tournament).rounds[0]][1:3]
    for team in gone:
        leave(tournament, team, 2)
    final = play(tournament)
    assert final.minutes["round"] == 3 and {*final.minutes["about"]["skipped"]} == {"2"}
    before = main(tournament).rounds
    won = before[0][1]
    turn(Table.objects.get(round__number=1, number=won.table), organiser_of(tournament))
    after = main(tournament)
    assert after.rounds[1:] == before[1:]
    assert after.rounds[0][1].winner == gone[0] == won.winner != after.rounds[0][1].by_result
    assert decision(after, after.rounds[1][0], "fr").replace("\xa0", " ") == f"départ du n° {gone[0]}"


def test_nobody_goes_on_from_a_match_whose_teams_had_both_left():
    tournament = set_up("elimination", 8)
    play(tournament)
    first, second = main(tournament).rounds[1][0].sides
    for team in (first, second):
        leave(tournament, team, 2)
    play(tournament)
    by = organiser_of(tournament)
    for team in (first, second):
        (match,) = [match for match in main(tournament).rounds[0] if team in match.sides]
        turn(Table.objects.get(round__number=1, number=match.table), by)
    before = main(tournament).rounds
    assert before[1][0] == Match((first, second), 0)
    assert before[2][0].winner in before[2][0].sides
    assert standing(tournament).rows[0].number == before[2][0].winner


@pytest.mark.parametrize("goes", range(4))
def test_fewer_pairs_for_places_stand_where_their_draw_had_them(goes):
    """One of the four that play for places 5 to 8 leaves before the last partie: one pair is left, of one of two matches."""
    tournament = set_up("elimination", 8, phases=[], draw_options={"play_offs": "all"})
    play(tournament)
    play(tournament)
    by = organiser_of(tournament)
    beaten = next(play_off.rounds[0] for play_off in main(tournament).play_offs if play_off.first == 5)
    leave(tournament, (*beaten[0].sides, *beaten[1].sides)[goes], 3)
    play(tournament)
    last = {play_off.first: play_off.rounds[-1] for play_off in main(tournament).play_offs}
    for match in beaten:
        turn(Table.objects.get(round__tournament=tournament, round__number=2, number=match.table), by)
        assert {play_off.first: play_off.rounds[-1] for play_off in main(tournament).play_offs} == last
        check_seats(tournament)
    check_end(tournament)


def test_the_effects_of_an_exclusion_taken_back_are_shown(client):
    tournament = set_up("elimination", 8, excluded_policy="forfeit")
    play(tournament)
    by = organiser_of(tournament)
    _table, winner, loser = first_match(tournament)
    attendance.exclude_team(team_id=team_of(tournament, winner).pk, reason=WHY, by=by)
    line = tournament.journal.latest("number").number
    client.force_login(by)
    page = client.post(reverse("undo-line", args=[tournament.pk, line]), {"reason": WHY}).text.replace("\xa0", " ")
    assert f"le n° {winner} gagne à la place du n° {loser}" in page and 'name="effects"' in page


def test_the_page_of_a_team_and_the_api_show_what_an_exclusion_turns_and_what_its_end_does(client):
    tournament = set_up("elimination", 8, excluded_policy="forfeit")
    play(tournament)
    by = organiser_of(tournament)
    _table, winner, loser = first_match(tournament)
    excluded = team_of(tournament, winner)
    client.force_login(by)

    def asked(name, gains, loses):
        page = client.post(reverse(name, args=[tournament.pk, excluded.pk]), {"from_round": "2", "reason": WHY})
        assert f"le n° {gains} gagne à la place du n° {loses}" in page.text.replace("\xa0", " ")
        told = api_for(by).send(f"concours/{tournament.pk}/teams/{excluded.pk}/{name[5:]}/effects/", {"reason": WHY})
        assert [(one["was"], one["now"]) for one in told.json()["winners"]] == [(loses, gains)]
        token = re.search(r'name="effects" value="(keep-[^"]+)"', page.text)[1]
        sent = {"from_round": "2", "reason": WHY, "effects": token}
        return client.post(reverse(name, args=[tournament.pk, excluded.pk]), sent)

    assert asked("team-exclude", loser, winner).status_code == 302
    assert team_of(tournament, winner).excluded
    assert asked("team-readmit", winner, loser).status_code == 302
    assert not team_of(tournament, winner).excluded


def test_nobody_is_said_to_play_on_who_is_excluded(client):
    tournament = set_up("elimination", 8, excluded_policy="forfeit")
    play(tournament)
    _table, winner, _loser = first_match(tournament)
    play(tournament)
    client.force_login(organiser_of(tournament))
    address = reverse("team-exclude", args=[tournament.pk, team_of(tournament, winner).pk])
    page = client.post(address, {"from_round": "3", "reason": WHY}).text
    assert "les tables restent" in page and "le perdant continue" not in page


def test_an_excluded_winner_of_the_final_has_no_prize_and_stands_as_no_winner(client):
    """Its opponents keep what they marked, and the final its figures; the ranking and the palmarès are without it."""
    tournament = set_up("elimination", 4, phases=[], lots=["Vainqueur de l’élimination directe : jambon"])
    play(tournament)
    play(tournament)
    first, second = order(tournament)[:2]

    def with_the_prize():
        winners = phase_winners(evening(tournament.pk), labels(tournament), standing(tournament).rows)
        return [won.number for won in winners if "jambon" in won.lot]

    assert with_the_prize() == [first]
    attendance.exclude_team(team_id=team_of(tournament, first).pk, reason=WHY, by=None)
    assert with_the_prize() == [second] == order(tournament)[:1]
    assert f"Pas de vainqueur : le n° {first} est exclu" in text_of(get(client, "public-phases", tournament.slug))


def test_a_team_in_two_phases_is_refused_in_a_sentence_before_the_database_refuses_it():
    tournament, by = eight()
    parts = [Part(0, "sort", (1, 2, 3, 4)), Part(1, "sort", (4, 5))]
    given = {"tournament_id": tournament.pk, "number": 3, "ranks": [], "method": "sort", "seed": "", "by": by}
    with pytest.raises(TournamentError) as refused:
        draws.make_draft(**given, parts=parts)
    assert (refused.value.code, refused.value.params["teams"]) == ("team_in_two_phases", "4")
