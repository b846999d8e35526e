"""Pages of pools, brackets, mêlées and long draws, by those who look at them."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from scoring.models import Export
from scoring.services import rounds
from scoring.services.exports import ask_workbook
from tests.scoring.test_phases import enter, play, set_up
from tournament.models import Draw, Job, Membership, Table, Team
from tournament.selectors.people import teams_in_round
from tournament.services import draws

pytestmark = pytest.mark.django_db


def organiser_of(tournament):
    user = get_user_model().objects.create_user("odile", password="correct-horse-9")
    Membership.objects.create(user=user, club=tournament.club, role="organiser")
    return user


def get(client, name, *args, **data):
    answer = client.get(reverse(name, args=args), data)
    assert answer.status_code == 200, name
    return answer.content.decode()


def test_pools_and_brackets_for_the_organiser_telephones_and_wall(client):
    tournament = set_up("poules-4", 16)
    for _partie in range(4):
        play(tournament)
    client.force_login(organiser_of(tournament))
    shown = get(client, "phases", tournament.pk)
    assert shown.count('class="tight pool"') == 4
    assert "Tableau principal" in shown
    assert "Consolante" in shown
    assert "Quarts de finale" in shown
    for name in ("public-phases", "wall-phases"):
        assert "Tableau principal" in get(client, name, tournament.slug)
    assert "Tableau principal" in get(client, "draws", tournament.pk)
    fifth = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    page = get(client, "draw", tournament.pk, fifth.pk)
    assert "Consolante" in page
    draws.publish_draw(draw_id=fifth.pk, by=None)
    minutes = get(client, "public-minutes", tournament.slug)
    assert "tirage-5-1" not in minutes
    assert reverse("public-minutes-part", args=[tournament.slug, 5, 1, 1]) in minutes
    told = client.get(reverse("public-minutes-part", args=[tournament.slug, 5, 1, 1])).json()
    assert told["about"]["phase"] == 2
    for by in ("tables", "teams", "names"):
        get(client, "print-draw", tournament.pk, fifth.pk, by)
    assert client.get(reverse("public-minutes-part", args=[tournament.slug, 5, 1, 7])).status_code == 404


def test_a_melee_is_shown_with_both_partners_everywhere(client, run_jobs):
    tournament = set_up("melee", 9)
    user = organiser_of(tournament)
    client.force_login(user)
    play(tournament)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    page = get(client, "draw", tournament.pk, drawn.pk)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    for team in Team.objects.filter(tournament=tournament):
        assert f"Joueur {team.number}-1" in page
    for by in ("tables", "teams", "names"):
        get(client, "print-draw", tournament.pk, drawn.pk, by)
    one, mate = drawn.minutes["tables"][0]["camps"][0]
    assert f"Joueur {mate}-1" in get(client, "public-tables", tournament.slug, q=str(one))
    get(client, "wall-draw", tournament.slug)
    entry = get(client, "entry", tournament.pk)
    assert f"Joueur {mate}-1" in entry
    get(client, "standings", tournament.pk)
    get(client, "why", tournament.pk, one)
    ask_workbook(tournament=tournament, by=user, language="fr")
    run_jobs()
    assert Export.objects.get().size > 1000


def test_an_escalier_is_drawn_printed_and_shown(client):
    tournament = set_up("escalier", 11)
    client.force_login(organiser_of(tournament))
    get(client, "draws", tournament.pk)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    get(client, "draw", tournament.pk, drawn.pk)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    for by in ("tables", "teams", "names"):
        assert "Joueur 11-1" in get(client, "print-draw", tournament.pk, drawn.pk, by)
    get(client, "public-tables", tournament.slug)
    get(client, "wall-draw", tournament.slug)


def test_singles_register_with_one_name(client):
    tournament = set_up("melee", 0)
    client.force_login(organiser_of(tournament))
    address = reverse("door", args=[tournament.pk])
    assert "player_2" not in get(client, "door", tournament.pk).replace("id_player_2", "")
    assert client.post(address, {"player_1": "Jeanne Martin", "present": "on"}).status_code == 302
    assert Team.objects.get().players.count() == 1
    refused = client.post(address, {"player_1": "A", "player_2": "B", "present": "on"})
    assert refused.status_code == 422


def test_a_team_misses_one_partie_and_comes_back(client):
    tournament = set_up("4x12-points", 7)
    client.force_login(organiser_of(tournament))
    play(tournament)
    address = reverse("draw-away", args=[tournament.pk])
    assert client.post(address, {"team": 3, "round": 1}).status_code == 422
    assert client.post(address, {"team": 3, "round": 2}).status_code == 302
    assert "absente pour cette partie" in get(client, "draws", tournament.pk)
    second = play(tournament)
    assert 3 not in [entrant["number"] for entrant in second.minutes["entrants"]]
    assert 3 in teams_in_round(tournament, 3).values_list("number", flat=True)
    client.post(address, {"team": 4, "round": 3})
    client.post(address, {"team": 4})
    assert not Team.objects.filter(tournament=tournament, number=4, away_in__isnull=False)


def test_a_catch_up_game_is_seated_from_the_page(client):
    tournament = set_up("4x12-points", 5, exempt_policy="catch_up")
    client.force_login(organiser_of(tournament))
    first = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    draws.publish_draw(draw_id=first.pk, by=None)
    assert "rattrapage" in get(client, "draw", tournament.pk, first.pk)
    for table in Table.objects.filter(round=first.round):
        enter(table)
    exempt, guest = first.minutes["exempt"][0], first.minutes["tables"][0]["camps"][0][0]
    address = reverse("draw-catch-up", args=[tournament.pk, first.pk])
    assert client.post(address, {"exempt": guest, "guest": exempt}).status_code == 422
    assert client.post(address, {"exempt": exempt, "guest": guest}).status_code == 302
    get(client, "draw", tournament.pk, first.pk)
    get(client, "entry", tournament.pk)
    get(client, "public-tables", tournament.slug)


def test_a_long_draw_is_a_job_with_its_progress(client, run_jobs, monkeypatch):
    monkeypatch.setattr(rounds, "LONG", 6)
    tournament = set_up("4x12-points", 8)
    client.force_login(organiser_of(tournament))
    told = rounds.next_draw(tournament, method="sort", options={})
    data = {"seed": "R♥ 7♣", "fingerprint": told.fingerprint}
    address = reverse("draw-make", args=[tournament.pk])
    assert client.post(address, data).url == reverse("draws", args=[tournament.pk])
    client.post(address, data)
    job = Job.objects.get(kind="draw")
    page = get(client, "draws", tournament.pk)
    assert 'id="draw-job"' in page
    assert "<progress" in page
    assert 'id="draw-form"' not in page
    run_jobs()
    drawn = Draw.objects.get()
    assert drawn.minutes["seed"] == "R♥ 7♣"
    assert drawn.seed_origin == "public"
    assert drawn.by is not None
    job.refresh_from_db()
    assert job.result == {"draw": drawn.pk}
    assert client.get(reverse("draws", args=[tournament.pk])).status_code == 302
    answer = client.get(reverse("draw-job", args=[tournament.pk, job.pk]), headers={"hx-request": "true"})
    assert answer.headers["HX-Refresh"] == "true"


def test_a_long_draw_whose_pool_changed_draws_nothing_and_says_so(client, monkeypatch):
    monkeypatch.setattr(rounds, "LONG", 6)
    tournament = set_up("4x12-points", 8)
    client.force_login(organiser_of(tournament))
    told = rounds.next_draw(tournament, method="sort", options={})
    client.post(reverse("draw-make", args=[tournament.pk]), {"seed": "7♣", "fingerprint": told.fingerprint})
    Team.objects.filter(number=8).update(present=False)
    from tournament import jobs

    jobs.run(str(Job.objects.get(kind="draw").pk))
    assert not Draw.objects.exists()
    page = get(client, "draws", tournament.pk)
    assert "code de contrôle" in page
    assert 'id="draw-form"' in page
