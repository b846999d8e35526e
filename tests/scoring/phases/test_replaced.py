"""A semi-finalist is excluded: who takes its place, or that nobody does, is what its page promised before."""

import re

import pytest
from django.urls import reverse

from scoring.rounds import services as rounds
from scoring.sheets.entry import submit_sheet
from scoring.standings.reading import evening
from tests.support.phase_pages import organiser_of
from tests.support.phases import enter, play, set_up
from tournament.errors import TournamentError
from tournament.finals.played import played_phases
from tournament.models import Table, Team
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db

OUT, BEATEN, OTHER = 1, 2, 3  # wins its quarter-final against the second, and meets the third in the semi-final
STAYS = f"Le n° {OUT} est déjà au tour suivant : personne ne bouge"
IN_ITS_PLACE = f"le n° {BEATEN} gagne à la place du n° {OUT}"
DRAWN_AGAIN = f"Avec un nouveau tirage, le n° {BEATEN} prend la place du n° {OUT} dans la suite"
NOBODY = f"le n° {OTHER} passe sans jouer, personne ne prend la place du n° {OUT}"


def semi_final(tournament):
    """The sides of the semi-final with the third team, and who won it."""
    bracket = played_phases(evening(tournament.pk))[0]
    (match,) = [match for match in bracket.rounds[1] if OTHER in match.sides]
    return {*match.sides} - {0}, match.winner


@pytest.mark.parametrize(
    ("policy", "stage", "answer", "promised", "sides", "winner"),
    [
        # Its opponents keep what they marked: it has won its quarter-final, and nobody takes its place.
        ("kept", "none", "keep", [NOBODY], {OUT, OTHER}, OTHER),
        ("kept", "draft", "keep", [NOBODY], {OUT, OTHER}, OTHER),
        ("kept", "published", "keep", [], {OUT, OTHER}, OTHER),
        ("kept", "played", "keep", [], {OUT, OTHER}, OUT),
        # Its parties are lost by forfeit: the beaten one takes its place, until somebody has sat down.
        ("forfeit", "none", "keep", [IN_ITS_PLACE], {BEATEN, OTHER}, BEATEN),
        ("forfeit", "draft", "redraw", [IN_ITS_PLACE, DRAWN_AGAIN], {BEATEN, OTHER}, BEATEN),
        ("forfeit", "published", "redraw", [IN_ITS_PLACE, STAYS, DRAWN_AGAIN], {BEATEN, OTHER}, BEATEN),
        ("forfeit", "published", "keep", [IN_ITS_PLACE, STAYS], {OUT, OTHER}, OTHER),
        ("forfeit", "played", "keep", [IN_ITS_PLACE, STAYS, "Demi-finales"], {OUT, OTHER}, OTHER),
    ],
)
def test_a_semi_finalist_that_is_excluded_is_replaced_as_its_page_said(
    client, policy, stage, answer, promised, sides, winner
):
    options = {"draw_options": {"third_place": "yes"}}
    tournament = set_up("elimination", 8, forfeit_points=972, excluded_policy=policy, **options)
    play(tournament)
    drawn = None
    if stage != "none":
        drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣ 10♠")
    if stage in ("published", "played"):
        draws.publish_draw(draw_id=drawn.pk, by=None)
    for table in Table.objects.filter(round=drawn.round) if stage == "played" else ():
        enter(table)
    client.force_login(organiser_of(tournament))
    team = Team.objects.get(tournament=tournament, number=OUT)
    address = reverse("team-exclude", args=[tournament.pk, team.pk])
    sent = {"reason": "cris", "from_round": "3" if stage == "played" else "2"}
    page = client.post(address, sent)
    text = page.content.decode().replace("\xa0", " ") if page.status_code == 200 else ""
    text = " ".join(re.sub(r"<[^>]+>", " ", text).split())
    for words in promised:
        assert words in text, text[:3000]
    effects = f"/api/v1/concours/{tournament.pk}/teams/{team.pk}/exclude/effects/"
    shown = client.post(effects, sent | {"from_round": int(sent["from_round"])}, "application/json").json()
    listed = [(one["goes_on"], one["out"]) for one in shown["walkovers"]]
    on_page = re.findall(r"le n° (\d+) passe sans jouer, personne ne prend la place du n° (\d+)", text)
    assert listed == [(int(goes_on), int(out)) for goes_on, out in on_page], "the API lists what the page says"
    said = {words for words in (STAYS, IN_ITS_PLACE, DRAWN_AGAIN, NOBODY) if words in text}
    assert said - {DRAWN_AGAIN} <= {*promised}
    if text:
        token = re.search(rf'name="effects" value="({answer}-[^"]+)"', page.content.decode())[1]
        assert client.post(address, sent | {"effects": token}).status_code == 302
    team.refresh_from_db()
    assert team.excluded
    if stage in ("none", "draft") or answer == "redraw":
        if stage == "draft" and answer == "keep":
            with pytest.raises(TournamentError) as refused:
                draws.publish_draw(draw_id=drawn.pk, by=None)
            assert str(OUT) in str(refused.value), "the draft seats it"
            draws.cancel_draw(draw_id=drawn.pk, reason="une équipe exclue", by=None)
        play(tournament)
    elif stage == "published":
        for table in Table.objects.filter(round=drawn.round).prefetch_related("seats__team"):
            absent = next((seat.camp for seat in table.seats.all() if seat.team.number == OUT), "")
            if absent:
                key = f"forfeit-{table.pk}".ljust(20, "f")
                submit_sheet(table_id=table.pk, key=key, kind="forfeit", absent=absent, reason="exclue", by=None)
            else:
                enter(table)
    assert semi_final(tournament) == (sides, winner)
