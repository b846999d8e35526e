"""The planner: laws of the estimate, tables and rests as the draws make them, and the page with its figures."""

import datetime
import html
import re
from math import log

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, strategies as st

from scoring.clock.pace import LIKELIEST, HallPace, Limit, Span
from scoring.clock.selectors import clock_page
from scoring.models import ScoreSheet
from scoring.planner.selectors import (
    DONNES,
    MOST_PARTIES,
    evening_length,
    fit_of,
    partie_length,
    planned_concours,
    planned_evening,
    seconds_left,
    what_fits,
)
from scoring.rounds.services import open_next_round
from tests.scoring import builders
from tests.support.api import account, api_for
from tests.support.people import another, register
from tournament.concours.presets import PRESET_GROUPS, PRESETS
from tournament.errors import TournamentError
from tournament.finals.formula import first_tables
from tournament.models import Round, Seat, Tournament

HALL = HallPace(Span(4.0, 5.0, 6.2), centre=log(5), doubt=0.15, spread=LIKELIEST)
LIMITS = st.builds(Limit, st.sampled_from((0, 45, 60, 90)), st.integers(1, 3))
EVENING, MIDNIGHT = datetime.time(20), datetime.time(0, 30)


def ends(span: Span) -> tuple[float, float, float]:
    return span.low, span.mid, span.high


@given(tables=st.integers(1, 150), donnes=st.integers(4, 24), limit=LIMITS)
def test_a_partie_is_no_shorter_with_more_tables_more_donnes_or_without_a_limit(tables, donnes, limit):
    span = partie_length(tables, donnes, HALL, limit)
    assert 0 < span.low <= span.mid <= span.high
    for longer in (
        partie_length(tables + 10, donnes, HALL, limit),
        partie_length(tables, donnes + 1, HALL, limit),
        partie_length(tables, donnes, HALL, Limit()),
    ):
        # The estimate looks for its moments to a hundredth of a minute.
        assert all(a <= b + 0.05 for a, b in zip(ends(span), ends(longer), strict=True))


@given(tables=st.integers(1, 150), available=st.integers(10, 900), limit=LIMITS)
def test_what_fits_fits_and_one_partie_more_does_not(tables, available, limit):
    fitting = {one.donnes: one for one in what_fits(tables, HALL, limit, available)}
    for donnes in DONNES:
        partie = partie_length(tables, donnes, HALL, limit)
        parties = fitting[donnes].parties if donnes in fitting else 0
        assert not parties or fit_of(evening_length(partie, parties, parties), available) != "no"
        if parties < MOST_PARTIES:
            assert fit_of(evening_length(partie, parties + 1, parties + 1), available) == "no"
    counts = [one.parties for one in fitting.values()]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("entrants", [18, 23])
def test_tables_and_rests_are_those_of_the_first_draw(preset, entrants):
    given_settings = PRESETS[preset].settings
    people = 2 * entrants if Tournament(**given_settings).singles else entrants
    settings = {name: value for name, value in given_settings.items() if name not in ("name", "date")}
    tournament = builders.concours(teams=people, **settings)
    drawn = open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣").round
    seats = Seat.objects.filter(round=drawn)
    tables = seats.exclude(table=None).values("table").distinct().count()
    assert first_tables(tournament.formula, people) == (tables, seats.filter(table=None).count())


@pytest.mark.django_db
@pytest.mark.engine
def test_the_pace_is_that_of_the_clubs_own_evenings(django_assert_num_queries):
    tournament = builders.concours(teams=12)
    user = account("odile", tournament.club)
    stranger = account("etienne")
    before = planned_evening(user, teams=24, start=EVENING, end=MIDNIGHT)
    assert not before.measured
    row = builders.partie(tournament, 1, [(number, 900, number + 6, 1044) for number in range(1, 7)])
    began = timezone.now() - datetime.timedelta(hours=3)
    Round.objects.filter(pk=row.pk).update(started_at=began)
    ScoreSheet.objects.update(at=began + datetime.timedelta(minutes=12 * 3.5))
    with django_assert_num_queries(1):
        after = planned_evening(user, teams=24, start=EVENING, end=MIDNIGHT)
    assert after.measured
    assert 3.4 < after.donne.mid < 3.8
    assert not planned_evening(stranger, teams=24, start=EVENING, end=MIDNIGHT).measured
    ends = {one.key: one.length.mid for one in after.presets}
    assert ends["3x12-points"] < ends["4x12-points"] < ends["5x12-points"]
    assert ends["4x12-points"] < next(one for one in before.presets if one.key == "4x12-points").length.mid


@pytest.mark.django_db
def test_a_pace_that_nobody_plays_is_set_aside_and_said(client):
    tournament = builders.concours(teams=12)
    user = account("odile", tournament.club)
    row = builders.partie(tournament, 1, [(number, 900, number + 6, 1044) for number in range(1, 7)])
    began = timezone.now() - datetime.timedelta(hours=3)
    Round.objects.filter(pk=row.pk).update(started_at=began)
    ScoreSheet.objects.update(at=began + datetime.timedelta(minutes=12 * 0.7))
    planned = planned_evening(user, teams=24, start=EVENING, end=MIDNIGHT)
    assert (planned.measured, planned.too_quick, planned.donne.mid) == (False, 6, 5.0)
    client.force_login(user)
    page = client.get(reverse("concours-plan")).content.decode()
    assert "6 tables ont mis moins de deux minutes par donne" in page
    ScoreSheet.objects.filter(table__number__lte=4).update(at=began + datetime.timedelta(minutes=12 * 4.2))
    planned = planned_evening(user, teams=24, start=EVENING, end=MIDNIGHT)
    assert planned.too_quick == 2 and 4 < planned.donne.mid < 4.6


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS)
def test_an_evening_that_is_on_says_how_long_it_still_takes(preset):
    now = timezone.now()
    settings = {name: value for name, value in PRESETS[preset].settings.items() if name not in ("name", "date")}
    tournament = builders.concours(teams=8, date=timezone.localdate(now), **settings)
    user = account("odile", tournament.club)
    assert 3600 < seconds_left(user, now) < 14 * 3600
    Tournament.objects.filter(pk=tournament.pk).update(closed_at=now)
    assert seconds_left(user, now) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("measured", [False, True], ids=["usual pace", "pace of the club"])
@pytest.mark.parametrize("preset", ["4x12-points", "poules-4", "4x12-finales", "coinche-4x1000"])
def test_the_clock_of_the_first_partie_promises_the_end_that_was_planned(preset, measured):
    """Before anything is measured both reckon with the pace of the club, the last donnes and the same breaks."""
    settings = {name: value for name, value in PRESETS[preset].settings.items() if name not in ("name", "date")}
    tournament = builders.concours(teams=24, **settings)
    user = account("odile", tournament.club)
    if measured:
        earlier = builders.concours(teams=12)
        Tournament.objects.filter(pk=earlier.pk).update(club=tournament.club)
        row = builders.partie(earlier, 1, [(number, 900, number + 6, 1044) for number in range(1, 7)])
        began = timezone.now() - datetime.timedelta(days=7)
        Round.objects.filter(pk=row.pk).update(started_at=began)
        ScoreSheet.objects.update(at=began + datetime.timedelta(minutes=12 * 3.5))
    planned = planned_evening(user, teams=24, start=EVENING, end=MIDNIGHT)
    assert planned.measured == measured
    drawn = open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣").round
    began = timezone.now()
    Round.objects.filter(pk=drawn.pk).update(state="published", published_at=began, started_at=began)
    page = clock_page(tournament, now=began)
    assert page is not None and page.evening_end is not None and page.guessed
    (length,) = (one.length for one in planned.presets if one.key == preset)
    assert (page.evening_end.mid - began).total_seconds() / 60 == pytest.approx(length.mid, abs=1)


@pytest.mark.django_db
def test_a_concours_not_yet_made_is_planned_with_what_was_changed():
    tournament = builders.concours(teams=12)
    user = account("odile", tournament.club)
    given = {"name": "Belote", "date": datetime.date(2026, 11, 20), **PRESETS["4x12-finales"].settings}

    def planned(**changes):
        return planned_concours(user, given, changes, entrants=24, start=EVENING)

    usual, shorter = planned(), planned(rule_options={"limite_donnes": 8})
    listed = planned_evening(user, teams=24, start=EVENING, end=MIDNIGHT).presets
    assert usual.end == next(one.ends[1] for one in listed if one.key == "4x12-finales")
    assert shorter.end != usual.end
    assert not usual.singles and usual.announcements[0].startswith("24 équipes")
    with pytest.raises(TournamentError):
        planned(parties=0)


@pytest.mark.django_db
def test_page_and_api_say_the_same_and_hand_on_what_fits(client):
    club = builders.concours(teams=18).club
    user = account("odile", club)
    client.force_login(user)
    page = client.get("/concours/nouveau/formules/", {"teams": "22", "start": "14:00", "end": "18:30", "minutes": "4"})
    evening = page.context["evening"]
    told = api_for(user).ask("plan/", teams=22, start="14:00", end="18:30", donne_seconds=240).json()
    assert {one["key"]: one["length"]["mid"] for one in told["presets"]} == {
        one.key: one.length.mid for one in evening.presets
    }
    assert [one["parties"] for one in told["fitting"]] == [one.parties for one in evening.fitting]
    assert {one.fit for one in evening.presets} >= {"yes", "no"}
    assert "Si chacun s’inscrit seul\u00a0: la moitié du nombre de joueurs." in page.text
    assert all(str(title) in page.content.decode().replace("&#x27;", "'") for title in PRESET_GROUPS.values())
    assert client.get("/concours/nouveau/formules/").context["form"]["teams"].value() == 18
    new = client.get("/concours/nouveau/?preset=4x12-points&parties=3&donnes=16").context["form"]
    assert (new["parties"].value(), new["option_limite_donnes"].value()) == (3, 16)
    # The question goes on to the page of the concours, whichever way is chosen.
    ways = re.findall(r'href="(/concours/nouveau/\?[^"]+)"', page.text)
    answers = {link: client.get(html.unescape(link)) for link in ways}
    for one in evening.presets:
        (link,) = re.findall(rf'href="([^"]*preset={one.key}&amp;teams[^"]*)"', page.text)
        answer = answers[link]
        assert (answer.context["form"]["parties"].value(), answer.context["teams"]) == (one.most, one.entrants)
        assert f"vers {one.ends[1]:%H:%M}." in answer.text
    # And it comes back with whoever would rather play in another way.
    assert len(ways) == len(PRESETS) + len(evening.fitting) + len(page.context["earlier"]) > len(PRESETS) + 1
    back = {re.search(r'href="([^"]*)">← Choisir', answer.text)[1] for answer in answers.values()}
    for link in back:
        again = client.get(html.unescape(link)).context["form"]
        asked = [again[name].value() for name in ("teams", "start", "end", "minutes")]
        assert asked == ["22", "14:00", "18:30", "4"], link
    pools = client.get("/concours/nouveau/?preset=poules-4&teams=22").context["announcements"]
    assert len(pools) == 2 and pools[0].startswith("22 équipes")


@pytest.mark.django_db
@pytest.mark.parametrize(("registered", "planned"), [(1, 18), (3, 18), (6, 6)])
def test_a_concours_with_its_first_registrations_alone_plans_no_other(client, registered, planned):
    played = builders.concours(teams=18)
    to_come = another(played, 7)
    for number in range(registered):
        register(to_come, f"Aline {number}", f"Bruno {number}")
    client.force_login(account("odile", played.club))
    page = client.get("/concours/nouveau/formules/")
    assert page.context["form"]["teams"].value() == planned
    assert not page.context["form"].errors


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked", [{"teams": "x"}, {"teams": "0"}, {"start": "25:99"}, {"start": "20:00", "end": "20:00"}, {"minutes": "0"}]
)
def test_what_cannot_be_planned_is_said_and_the_ways_to_play_are_still_there(client, asked):
    user = account("odile", builders.concours(teams=4).club)
    client.force_login(user)
    page = client.get("/concours/nouveau/formules/", asked)
    assert page.status_code == 200
    assert page.context["form"].errors
    assert all(f"?preset={key}" in page.content.decode() for key in PRESETS)
    sent = {"donne_seconds": 0} if "minutes" in asked else asked
    assert api_for(user).ask("plan/", **sent).status_code in (400, 422)


@pytest.mark.django_db
def test_coinche_is_found_by_the_name_that_many_clubs_give_it(client):
    """A search in the page for « belote coinchée » finds it where a concours begins, and where its game is changed."""
    client.force_login(account("odile", builders.concours(teams=0).club))
    for address in ("/concours/nouveau/", "/concours/nouveau/?preset=4x12-points"):
        assert "belote coinchée" in client.get(address, follow=True).content.decode(), address
