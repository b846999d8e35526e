"""The poster of the hall, the cards of the teams, and the picture of a rank: what they hold."""

import pytest
import segno.helpers
from django.urls import reverse

from scoring.public.address import qr_square
from scoring.standings.pictures import rank_picture, spread_picture
from scoring.standings.reading import evening
from tests.scoring import builders
from tests.support.accounts import account

pytestmark = pytest.mark.django_db
HALL = {"HTTP_HOST": "192.168.1.20"}


@pytest.fixture
def tournament(client, django_user_model, settings):
    settings.ALLOWED_HOSTS = [HALL["HTTP_HOST"]]
    tournament = builders.evening(teams=7, parties=3)
    client.force_login(account("odile", tournament.club))
    return tournament


def test_the_poster_has_the_page_and_the_wifi_that_was_typed_and_keeps_it_nowhere(client, tournament):
    address = f"http://192.168.1.20/p/{tournament.slug}/"
    poster = reverse("poster", args=[tournament.pk])
    empty = client.get(poster, **HALL).content.decode()
    assert qr_square(address) in empty and "Rejoignez le Wi-Fi" not in empty
    typed = client.post(poster, {"wifi": "Salle <1>", "password": "belote;rebelote"}, **HALL).content.decode()
    wifi = segno.helpers.make_wifi_data(ssid="Salle <1>", password="belote;rebelote", security="WPA")
    assert qr_square(wifi) in typed and "Salle &lt;1&gt;" in typed and qr_square(address) in typed
    assert "belote;rebelote" not in client.get(poster, **HALL).content.decode()


def test_a_square_with_accents_says_that_it_is_utf_8():
    """Else the telephones of a « Salle des fêtes » join nothing (`findings/`); an address stays as it was."""
    plain, accents = "http://192.168.1.20/p/casson/", "WIFI:T:WPA;S:Salle des fêtes d’Évran;;"
    drawn = {"border": 3, "light": "#fff", "omitsize": True}
    said = segno.make_qr(accents, error="m", encoding="utf-8", eci=True)
    assert (
        qr_square(accents)
        == said.svg_inline(**drawn)
        != segno.make_qr(accents.replace("’", ""), error="m").svg_inline(**drawn)
    )
    assert qr_square(plain) == segno.make_qr(plain, error="m").svg_inline(**drawn)


def test_a_square_of_a_short_text_has_three_corner_marks():
    """The code of a registration, where no address is known, was a Micro QR: jsQR and zbar read nothing (`findings/`)."""
    assert segno.make("4f7k2m9pq3xa", error="m").is_micro, "the library makes one by itself"
    assert 'viewBox="0 0 27 27"' in qr_square("4f7k2m9pq3xa"), "21 modules and the border of 3"


def test_a_card_leads_each_team_to_its_page(client, tournament):
    page = client.get(reverse("team-cards", args=[tournament.pk]), **HALL).content.decode()
    assert page.count('class="team-card"') == 7
    for number in range(1, 8):
        assert qr_square(f"http://192.168.1.20/p/{tournament.slug}/equipe/{number}/#moi") in page


def test_the_picture_of_a_rank_says_each_rank_in_words_and_where_it_stands(client, tournament):
    results = evening(tournament.pk)
    for number in range(1, 8):
        ranks = [next(row.rank for row in results.after(played).rows if row.number == number) for played in (1, 2, 3)]
        picture = rank_picture(results, number, until=3)
        assert [point.rank for point in picture.points] == ranks
        heights = [point.y for point in picture.points]
        assert sorted(range(3), key=lambda at: (heights[at], at)) == sorted(range(3), key=lambda at: (ranks[at], at))
        assert all(0 < point.x < picture.width and 0 < point.y < picture.height for point in picture.points)
    assert rank_picture(results, 1, until=1) is None
    page = client.get(reverse("public-team", args=[tournament.slug, 7]), **HALL).content.decode()
    assert f"partie 3, rang {ranks[2]}" in page and 'role="img"' in page


@pytest.mark.parametrize("teams", [4, 7, 150])
def test_a_dot_for_each_team_in_the_order_of_its_points(teams):
    results = evening(builders.evening(teams=teams, parties=2).pk)
    rows = results.after().rows
    marked = {row.number: row.results[1].points for row in rows if row.results[1].kind == "played"}
    for team in list(marked)[:5]:
        picture = spread_picture(rows, 2, team=team)
        assert sum(count for _x, count in picture.columns) == len(marked) == picture.teams
        assert (picture.low, picture.mine, picture.high) == (min(marked.values()), marked[team], max(marked.values()))
        assert picture.above == sum(points > marked[team] for points in marked.values())
        assert picture.mine_x in dict(picture.columns), "the sign stands over a dot"
        places = [picture.x(points) for points in sorted(marked.values())]
        assert places == sorted(places) and 0 < places[0] and places[-1] < picture.width
        assert picture.base - (max(dict(picture.columns).values()) - 1) * picture.pitch > 26, "below the sign"
        assert len(picture.dots) < 1200


def test_no_strip_where_nothing_is_spread():
    tournament = builders.concours(teams=4, parties=1)
    builders.partie(tournament, 1, [(1, 972, 2, 972), (3, 972, 4, 972)])
    assert spread_picture(evening(tournament.pk).after().rows, 1, team=1) is None


def test_the_strip_stands_on_the_page_of_a_team_and_under_the_ranking(client, tournament):
    page = client.get(reverse("public-team", args=[tournament.slug, 7]), **HALL).content.decode()
    assert "▼ sur l’image" in page and "Points marqués à la partie" in page
    ranking = client.get(reverse("standings", args=[tournament.pk]), **HALL).content.decode()
    assert "un rond pour chaque total" in ranking and "▼ sur l’image" not in ranking
