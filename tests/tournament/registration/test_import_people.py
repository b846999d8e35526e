"""The same person under another name, and a spelling that somebody has just typed."""

import pytest

from tests.support.import_pages import concours, hall, melee, odile, sent_back, start  # noqa: F401
from tournament.registration import services as registration
from tournament.registration.imports import services as acts
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.same_person import may_be_one
from tournament.registration.imports.selectors import MOST_TICKS, plan_import
from tournament.registration.models import Player

pytestmark = pytest.mark.django_db

ONE = [
    ("Jean-Pierre Roux", "J.-P. Roux"), ("Jean-Pierre Roux", "ROUX JP"), ("Jean Pierre Roux", "J-P Roux"), ("Jean-Pierre Roux", "Jean Roux"),
    ("Dominique Cadoux", "Dom Cadoux"), ("Domi Cadoux", "Dom Cadoux"), ("Joël Brivel", "Jo Brivel"), ("Albert Roux", "Bébert Roux"),
    ("Albert Roux", "Bébert"), ("Albert « Bébert » Roux", "Albert Roux"), ("Julie Brivel", "Julie B."), ("Julie Brivel", "J. Brivel"),
    ("Marie-Claude Le Goff", "Le Goff M.-C."), ("Stéphanie Cadoux", "Steph CADOUX"), ("Dominique Brivel", "Dom B."),
]  # fmt: skip
TWO = [
    ("Jean Roux", "Jeanne Roux"), ("Paul Roux", "Pauline Roux"), ("Joël Roux", "Joseph Roux"), ("Michel Roux", "Michèle Roux"),
    ("Roux Jean (fils)", "Roux Jean"), ("M. Roux", "Mme Roux"), ("Jean Roux", "Jean Petit"), ("Dom Roux", "Dom Petit"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ONE)
def test_a_short_and_a_full_name_may_be_one_person(one, other):
    assert may_be_one(one, other) and may_be_one(other, one)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_names_that_are_told_apart(one, other):
    assert not may_be_one(one, other) and not may_be_one(other, one)


def lines_of(draft):
    return [line for line in plan_import(draft).lines if line.entry.kind == "team"]


def test_one_person_under_two_names_in_a_list_is_asked_once_for_all(concours, odile):
    draft = start(
        concours,
        odile,
        "Joueur 1;Joueur 2\nJean-Pierre Bizoux;Bruno Orsolet\nJP Bizoux;Mélanie Tanvier\nInès Vasseline;Dom Pennors\n"
        "Raymonde Coudrec;Dominique Pennors\nJo Roux;Joël Roux",
    )
    assert [line.doubts for line in lines_of(draft)] == [
        (), ("row_maybe_in_row",), (), ("row_maybe_in_row",), ("row_maybe_twice",)
    ]  # fmt: skip
    [question] = plan_import(draft).alike
    assert (question.code, question.count) == ("row_maybe_in_row", 2)


def test_one_registered_under_another_name_is_asked_about(hall, concours, odile):
    registration.register_team(tournament_id=concours.pk, players=["Dominique Cadoux", "Luc Petit"], by=odile)
    draft = start(concours, odile, "Joueur 1;Joueur 2\nDom Cadoux;Zoé Brivel\nCadoux Dom.;L. Petit")
    assert [line.doubts for line in lines_of(draft)] == [("row_maybe_registered",), ("row_team_resembles",)]
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert "est peut-être Dominique Cadoux, numéro 1" in page


def test_the_same_list_again_is_folded_where_everyone_enters_alone(melee, odile):
    listed = "Nom et prénom\nAnne Roux\nMarc Petit\nAnne Roux"
    for name in ("Anne Roux", "Marc Petit"):
        registration.register_team(tournament_id=melee.pk, players=[name], by=odile)
    draft = acts.start_import(tournament_id=melee.pk, book=read_pasted(listed), file_name="", by=odile)
    first, second, other = lines_of(draft)
    assert first.repeats and second.repeats
    assert other.asks and other.doubts == ("row_player_registered",)


def test_a_person_in_two_races_is_one_question(melee, odile):
    listed = "Nom;Prénom;Course\n" + "\n".join(
        f"{name};Luc;{race}" for name in ("Brivel", "Cadoux", "Delmot") for race in ("10 km", "20 km")
    )
    draft = acts.start_import(tournament_id=melee.pk, book=read_pasted(listed), file_name="", by=odile)
    plan = plan_import(draft)
    assert len(plan.taken) == 3 and [question.count for question in plan.alike] == [3] and not plan.asking_apart


def test_a_question_of_a_long_list_is_answered_at_once_for_all_its_lines(hall, concours, odile):
    """Beyond the lines that have a tick of their own too, and the answer stands when another one is given."""
    count = MOST_TICKS + 30
    named = "\n".join(f"Nom{chr(97 + n // 26)}{chr(97 + n % 26)} Luc;Bray" for n in range(count))
    draft = start(concours, odile, f"Nom et prénom;Commune\n{named}")
    [question] = plan_import(draft).alike
    assert (question.code, question.count) == ("row_alone", count)
    at = hall.at("import-preview", draft.pk)
    hall.post(at, sent_back(hall.get(at).content.decode(), alike=question.answers[0][0]))
    assert len(plan_import(type(draft).objects.get(pk=draft.pk)).taken) == count
    hall.post(at, sent_back(hall.get(at).content.decode(), look="1"))
    assert len(plan_import(type(draft).objects.get(pk=draft.pk)).taken) == count


def test_a_spelling_typed_at_the_door_stands_before_the_older_one_of_the_club(concours, odile):
    Player.objects.create(club_id=concours.club_id, name="gauthier loic", key="gauthier loic")
    team = registration.register_team(tournament_id=concours.pk, players=["Loïc Gauthier", "Anne Roux"], by=odile)
    assert [member.player.name for member in team.members.order_by("position")] == ["Loïc Gauthier", "Anne Roux"]
    Player.objects.create(club_id=concours.club_id, name="petit MARC", key="marc petit")
    registration.change_team(team_id=team.pk, players=["Loïc Gauthier", "Marc Petit"], by=odile)
    assert "Marc Petit" in {member.player.name for member in team.members.all()}


def test_who_completes_a_team_is_written_as_typed_else_as_the_club_has_it(concours, odile):
    Player.objects.create(club_id=concours.club_id, name="Bob Bor", key="bob bor")
    team = registration.register_team(tournament_id=concours.pk, players=["albe ann"], alone=True, by=odile)
    draft = start(concours, odile, "Joueur 1;Joueur 2\nBOR Bob;ALBE Ann")
    answers = {2: {"take": True, "shown": ["row_completes"], "player_2": "Ann Albe"}}
    draft = acts.answer_import(draft_id=draft.pk, answers=answers, by=odile)
    acts.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
    assert {member.player.name for member in team.members.all()} == {"Ann Albe", "Bob Bor"}
