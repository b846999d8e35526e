"""Teams that nothing separates at the limit of a phase: the cards that are cut decide, and every page says so."""

import re

import pytest

from scoring.corrections.selectors import dry_run, effects_of
from scoring.history.selectors import lines_of
from scoring.rounds import next_draw as preparing, services as rounds
from scoring.standings.reading import evening
from tests.scoring.builders import sheet
from tests.support.kept import kept
from tests.support.phase_pages import get, organiser_of
from tests.support.phases import publish_next, set_up
from tournament import tirages
from tournament.finals.played import played_phases
from tournament.models import Table
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db

CARDS = ["R♥ 7♣", "A♠ 10♥", "D♦ 8♣", "V♣ 9♠", "7♥ R♦", "8♠ A♦"]
FINAL = {"method": "elimination", "start": 2, "who": "first", "count": 4}
REST = {"method": "sort", "start": 2, "who": "after", "count": 4}
# Format -> the concours, its parties before the cut, the teams that are equal there, how many of them go on.
FORMATS = {
    "pools": (("poules-4", 8, {}), 3, None, 1),
    "the first ones and the others": (("4x12-finales", 8, {"phases": [FINAL, REST]}), 1, [*range(1, 9)], 4),
    "the first ones alone": (("4x12-finales", 6, {"phases": [FINAL]}), 1, [*range(1, 7)], 4),
}


@kept
def at_the_cut(name):
    """An evening whose next draw cuts through equals: in each pool one has won all, three have beaten each other."""
    (preset, teams, overrides), parties, equals, going = FORMATS[name]
    tournament = set_up(preset, teams, **overrides)
    for _partie in range(parties):
        drawn = publish_next(tournament, seed="R♥ 7♣ 10♠")
        found = played_phases(evening(tournament.pk))[0]
        place = {team: at for pool in found.pools for at, team in enumerate(pool)}
        for table in Table.objects.filter(round=drawn.round):
            north, east = (table.seats.get(camp=camp).team.number for camp in ("NS", "EO"))
            wins = [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)]
            ours = 1000 if (place.get(north), place.get(east)) in wins else 944 if place else 972
            sheet(table, north=ours, east=1944 - ours)
        if found.pools:
            equals = found.pools[0][1:]
    return tournament, sorted(equals), going


def draw_with(tournament, cards):
    return rounds.open_next_round(tournament_id=tournament.pk, by=None, seed=cards)


def phases_entered(drawn):
    return [{*part.numbers} for _phase, part in drawn.parts]


@pytest.mark.parametrize("name", FORMATS)
def test_the_cards_decide_who_goes_on_and_others_may_give_another(name):
    tournament, equals, going = at_the_cut(name)
    prepared = preparing.next_draw(tournament, method=preparing.method_for(tournament, 2), options={})
    assert tuple(equals) in prepared.equals and prepared.seed_from == "cards"
    entered = []
    for cards in [*CARDS, CARDS[0]]:
        drawn = rounds.open_next_round(
            tournament_id=tournament.pk, by=None, seed=cards, fingerprint=prepared.fingerprint
        )
        phases = phases_entered(drawn)
        assert len(phases[0] & {*equals}) == going
        assert not set.intersection(*phases) or len(phases) == 1, "nobody is in two phases"
        for _phase, part in drawn.parts:
            assert tirages.replay(part.written)
            cut = part.about["cut"]
            assert (cut["seed"], cut["shown"]) == (cards, prepared.fingerprint)
            (order,) = [order for order in cut["orders"] if sorted(order) == equals]
            assert {*order[:going]} == phases[0] & {*equals}
            false = part.written | {"about": {"cut": cut | {"orders": [order[::-1] for order in cut["orders"]]}}}
            assert not tirages.replay(false), "another order is not what the cards say"
        entered.append(frozenset(phases[0] & {*equals}))
        draws.cancel_draw(draw_id=drawn.pk, reason="encore", by=None)
    assert entered[-1] == entered[0], "the same cards, the same teams"
    assert len({*entered}) > 1, "other cards, sometimes other teams"


def test_the_computer_decides_where_no_card_is_cut():
    tournament, _equals, _going = at_the_cut("the first ones alone")
    drawn = draw_with(tournament, "")
    assert drawn.seed_origin == "machine" and drawn.minutes["about"]["cut"]["seed"] == drawn.minutes["seed"]


def test_a_phase_that_begins_later_has_those_that_the_cards_left():
    overrides = {"phases": [FINAL, REST | {"start": 3}]}
    tournament = set_up("4x12-finales", 8, **overrides)
    for number in (1, 2, 3):
        drawn = draw_with(tournament, CARDS[number])
        draws.publish_draw(draw_id=drawn.pk, by=None)
        for table in Table.objects.filter(round=drawn.round):
            sheet(table, north=972 if number == 1 else 1000, east=972 if number == 1 else 944)
    first, later = (set(played.numbers) for played in played_phases(evening(tournament.pk))[1:])
    assert len(first) == len(later) == 4 and not first & later


def test_pages_minutes_and_journal_say_what_the_cards_decided(client):
    tournament, equals, _going = at_the_cut("pools")
    client.force_login(organiser_of(tournament))
    numbers = ", ".join(map(str, equals))

    def words(page):
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))

    assert f"N° {numbers} à égalité sur tous les critères" in words(get(client, "draws", tournament.pk))
    before = get(client, "public-phases", tournament.slug)
    assert "les cartes coupées pour le tirage décident" in words(before)
    assert before.count('<tr class="goes"') == 2 * 2, "the first of each pool alone is sure, on paper too"
    drawn = draw_with(tournament, CARDS[0])
    assert f"N° {numbers}, à égalité" not in words(get(client, "public-minutes", tournament.slug)), "a draft"
    assert "Poser" not in words(get(client, "draw", tournament.pk, drawn.pk))
    draws.publish_draw(draw_id=drawn.pk, by=None)
    (chosen,) = phases_entered(drawn)[0] & {*equals}
    others = ", ".join(str(n) for n in drawn.minutes["about"]["cut"]["orders"][0][1:])
    said = (
        f"N° {numbers}, à égalité sur tous les critères : les cartes ont décidé. "
        f"Tableau principal : {chosen} · Consolante : {others}."
    )
    pages = [
        ("draw", tournament.pk, drawn.pk),
        ("phases", tournament.pk),
        ("public-minutes", tournament.slug),
        ("public-phases", tournament.slug),
        ("wall-phases", tournament.slug),
        *(("why", tournament.pk, team) for team in equals),
    ]
    for name, *args in pages:
        assert said in words(get(client, name, *args)), name
    assert get(client, "public-phases", tournament.slug).count('<tr class="goes"') == 2 * 4, (
        "those who were drawn, on paper too"
    )
    (line,) = lines_of(tournament, tournament.journal.filter(act="make_draw").order_by("-number")[:1])
    order = ", ".join(map(str, drawn.minutes["about"]["cut"]["orders"][0]))
    assert [change.after.split(" · ")[0] for change in line.changes if "égalité" in change.label] == [order]


def test_a_correction_that_keeps_what_the_cards_said_of_others():
    tournament, equals, _going = at_the_cut("pools")
    drawn = next(
        drawn
        for cards in CARDS
        if min(equals) not in phases_entered(drawn := draw_with(tournament, cards))[0]
        or draws.cancel_draw(draw_id=drawn.pk, reason="encore", by=None) is None
    )
    draws.publish_draw(draw_id=drawn.pk, by=None)
    other = next(
        table
        for table in Table.objects.filter(round__tournament=tournament, round__number=1)
        if not {*table.seats.values_list("team__number", flat=True)} & {*equals}
    )
    marks = dict(other.sheets.get(counted=True).marks.values_list("camp", "points"))
    more = {camp: points + (28 if points > 972 else -28) for camp, points in marks.items()}
    effects = effects_of(*dry_run(tournament.pk, lambda: sheet(other, north=more["NS"], east=more["EO"])))
    main = {table.now for draw in effects.draws for table in draw.tables if table.number <= 2}
    assert effects.draws and not [seats for seats in main if str(min(equals)) in re.findall(r"\d+", seats)]
