"""The règlement names, for each phase of an evening, who plays it, from which partie on, by which method, and its exempts."""

import datetime
import re
from collections.abc import Iterator
from copy import copy
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.utils import translation

from tournament.clubs.models import Club
from tournament.concours import draw_clauses
from tournament.concours.models import Tournament
from tournament.concours.presets import PRESETS
from tournament.concours.reglement import reglement_of
from tournament.concours.selectors import Entered, announcements, entered_announcements
from tournament.concours.settings import checked
from tournament.concours.structured import WHO
from tournament.errors import TournamentError
from tournament.finals.formula import plan
from tournament.finals.words import phase_heading, phase_title
from tournament.models import Seat
from tournament.tirages import TIRAGES

WHO_WORDS = {
    "first": "Finals of the first 4 of the ranking",
    "after": "Those after the first 4 of the ranking",
    "pool_first": "for the first 4 of each pool",
    "pool_after": "for those after the first 4 of their pool",
    "beaten": "for those who lose the first match that they play",
}
EXEMPT_WORDS = {"poules": "In a pool of an odd number", "toutes_rondes": "round robin", "elimination": "In a knock-out"}
SOMETIMES = "exempt from the partie; nobody is exempt twice"


def evenings() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every preset, and every method of the common parties with every kind of phase after it."""
    for key, preset in PRESETS.items():
        yield key, preset.settings
    base = PRESETS["4x12-points"].settings | {"parties": 9}
    teams = [name for name, method in TIRAGES.items() if method.seats == "teams"]
    for first in ("sort", *teams):
        for common in teams:
            methods = {"first_method": first, "next_method": common}
            yield f"{first}, {common}", base | methods
            for who in WHO:
                for method in ("elimination", "poules", "classement"):
                    phase = {"method": method, "start": 4, "who": who, "count": 4}
                    apart = {"draw_options": base["draw_options"] | {"club_apart": "soft"}} if who == "first" else {}
                    yield f"{first}, {common}, {who}, {method}", base | methods | {"phases": [phase]} | apart


def made(settings: dict[str, Any]) -> Tournament | None:
    """Return a concours of *settings* that is not saved; None where they are refused."""
    words = {"name": "Concours", "date": datetime.date(2026, 11, 20), "place": "Salle"}
    try:
        return Tournament(club=Club(name="Amicale"), **checked(settings | words))
    except TournamentError:
        return None


# Words that a volunteer would not say aloud; the codes and seeds of a draw are cards and numbers here.
JARGON = re.compile(r"graine|\bseeds?\b|têtes? de série|empreinte|fingerprint|procès-verbal|\bswap", re.IGNORECASE)


def said_in(tournament: Tournament, title: str) -> list[str]:
    with translation.override("en"):
        sections = {section.title: section for section in reglement_of(tournament)}
    return [one.text for one in sections[title].sentences]


@cache
def formats() -> list[tuple[str, Tournament]]:
    """Give every evening whose settings are not refused: made by who asks first, not by who reads this file."""
    return [(key, tournament) for key, settings in evenings() if (tournament := made(settings))]


@cache
def reglements(language: str) -> list[tuple[str, Tournament, dict[str, list[str]]]]:
    """Give the règlement of each of them, its sentences by their title; the tests only read it."""
    with translation.override(language):
        return [
            (
                key,
                tournament,
                {str(one.title): [said.text for said in one.sentences] for one in reglement_of(tournament)},
            )
            for key, tournament in formats()
        ]


def test_every_phase_is_described_whole() -> None:
    assert len(formats()) > 200
    for key, tournament, said in reglements("en"):
        draws = said["Draws"]
        others = tournament.formula.phases[1:]
        for phase in others:
            with translation.override("en"):
                about = TIRAGES[phase.method].about("en", byes=phase.who != "first")
                title = phase_title(phase, "en")
            start = (
                f"from partie {phase.start} at the earliest" if phase.who == "beaten" else f"From partie {phase.start},"
            )
            [line] = [text for text in draws if start in text and title in text and about in text]
            words = WHO_WORDS.get(phase.who, "All teams" if phase.method == "classement" else "for all")
            assert words.replace("4", str(phase.count)) in line, (key, line)
        cut = min((phase.start for phase in others if phase.who != "beaten"), default=0)
        common = draws[: len(draws) - len(others)]
        if cut and tournament.first_method == tournament.next_method:
            assert common[0].startswith(f"Parties 1 to {cut - 1}: "), key
        elif cut:
            assert common[0].startswith("First partie: ") and common[1].startswith(f"Parties 2 to {cut - 1}: "), key
        if others:
            assert not any(text.startswith(("All parties", "Following parties")) for text in draws), key


def test_phases_drawn_alike_at_the_same_partie_are_told_together() -> None:
    """The règlement of pools must fit on one sheet; it told twice how a knock-out is drawn."""
    tournament = made(PRESETS["poules-4"].settings)
    assert tournament is not None
    about = TIRAGES["elimination"].about("fr")
    with translation.override("fr"):
        (line,) = (one.text for section in reglement_of(tournament) for one in section.sentences if about in one.text)
    assert "Tableau principal" in line and "Consolante" in line


def test_the_exempts_of_every_method_are_described() -> None:
    for key, tournament, said in reglements("en"):
        if tournament.exempt_policy == "relay":
            continue
        whole = [phase for phase in tournament.formula.phases if (phase.method, phase.who) == ("elimination", "first")]
        used = {tournament.first_method, *(phase.method for phase in tournament.formula.phases if phase not in whole)}
        text = " ".join(said["Exempt"])
        for method, words in EXEMPT_WORDS.items():
            assert (words in text) == (method in used), (key, text)
        if tournament.rule_set != "escalier":
            assert (SOMETIMES in text) == bool(used - {*EXEMPT_WORDS}), (key, text)


def test_the_byes_are_those_that_are_drawn() -> None:
    """After pools the place there comes before the rank (`PhaseEntry`)."""
    seen = set()
    for key, tournament, said in reglements("en"):
        brackets = [
            phase for phase in tournament.formula.phases if phase.method == "elimination" and phase.who != "first"
        ]
        kinds = {phase.placed_by for phase in brackets}
        kinds |= {"lot"} if tournament.first_method == "elimination" else set()
        text = " ".join(said["Exempt"])
        words = {
            "lot": "the byes are drawn by lot",
            "ranking": "go to the best of the ranking.",
            "pools": "go to the best placed of their pools",
        }
        assert {kind for kind, part in words.items() if part in text} == kinds, (key, text)
        seen |= kinds
    assert seen == {"lot", "ranking", "pools"}


@pytest.mark.parametrize(("count", "byes"), [(4, False), (6, True), (8, False), (12, True)])
def test_no_bye_is_told_where_as_many_enter_as_the_bracket_has_places(count: int, byes: bool) -> None:
    """« Un cadrage ramène d'abord le nombre d'équipes à 4, 8, 16, 32… » stood there for the finals of exactly eight."""
    finals = {"method": "elimination", "start": 4, "who": "first", "count": count}
    tournament = made(PRESETS["4x12-points"].settings | {"parties": 9, "phases": [finals]})
    assert tournament is not None
    assert any("A first round brings the teams down" in text for text in said_in(tournament, "Draws")) == byes
    assert any("In a knock-out the byes" in text for text in said_in(tournament, "Exempt")) == byes
    assert any("The loser of each match is out." in text for text in said_in(tournament, "Draws"))


def test_byes_are_told_where_fewer_have_entered_than_the_finals_have_places(monkeypatch: pytest.MonkeyPatch) -> None:
    finals = {"method": "elimination", "start": 4, "who": "first", "count": 8}
    tournament = made(PRESETS["4x12-points"].settings | {"parties": 9, "phases": [finals]})
    assert tournament is not None
    for teams, byes in ((7, True), (8, False), (20, False)):
        monkeypatch.setattr(draw_clauses, "entered", lambda _tournament, teams=teams: Entered(teams, teams, drawn=True))
        assert any("In a knock-out the byes" in text for text in said_in(tournament, "Exempt")) == byes


def test_clubs_are_not_said_to_be_apart_where_the_ranking_places_them() -> None:
    for key, tournament, said in reglements("en"):
        text = " ".join(said["Draws"])
        ranked = [phase for phase in tournament.formula.phases if phase.options.get("placement") == "classement"]
        brackets = [phase for phase in ranked if phase.method == "elimination"]
        apart = "are kept apart where possible" in text or "commune never meet" in text
        limited = "This holds for the first partie" in text
        assert ("made from the ranking they may meet" in text) == bool(brackets and apart and not limited), (key, text)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_reglement_speaks_jargon(language: str) -> None:
    for key, _tournament, said in reglements(language):
        for title, sentences in said.items():
            text = " ".join([title, *sentences])
            assert not JARGON.search(text), (key, text)


def test_who_enters_instead_of_a_team_that_qualified_and_left() -> None:
    """Nobody knew why the third of a pool played in the main table: its second had gone home."""
    followers = {"first": "the next of the ranking", "pool_first": "the next of its pool"}
    seen = set()
    for key, tournament, said in reglements("en"):
        expected = []
        with translation.override("en"):
            for phase in tournament.formula.phases:
                if follower := followers.get(phase.who):
                    by_pool = phase.method == "elimination" and phase.placed_by == "pools"
                    rank = ", with the rank it has there" if by_pool else ""
                    gone = f"{phase_title(phase, 'en')}: in place of a team gone before the draw"
                    expected.append(f"{gone} enters {follower}{rank}.")
                    seen.add((phase.who, by_pool))
        told = [text for text in said["Lateness, forfeit, departure"] if "gone before the draw" in text]
        assert told == expected, key
    assert seen == {("first", False), ("pool_first", False), ("pool_first", True)}


def enter(tournament: Tournament, teams: int, absent: int) -> None:
    """Save *tournament* with its teams, of whom the last ones do not come."""
    tournament.club, tournament.slug = Club.objects.create(name="Amicale"), "reglement"
    tournament.save(force_insert=True)
    team = tournament.teams.model
    team.objects.bulk_create(
        team(tournament=tournament, number=number, present=number <= teams - absent) for number in range(1, teams + 1)
    )


def check_figures(key: str, tournament: Tournament, teams: int, numbers: list[int]) -> None:
    """Check that the parties are those of *numbers* of teams, and the phases begin as *teams* make them."""
    text = " ".join(said_in(tournament, "Parties"))
    expected = numbers if tournament.formula.follows else []
    assert [int(number) for number in re.findall(r"(\d+) teams(?: entered)?:", text)] == expected, (key, text)
    draws = said_in(tournament, "Draws")
    for course in plan(tournament.formula, teams).courses[1:]:
        with translation.override("en"):
            begins, heading = f"From partie {course.first}, ", phase_heading(course.phase, "en")
        told = [line for line in draws if line.startswith(begins) and heading in line.partition(": ")[0]]
        assert told, (key, begins, heading, draws)


@pytest.mark.django_db
@pytest.mark.parametrize("place", range(3))
def test_the_figures_are_those_of_the_teams_registered_then_of_those_drawn(place: int) -> None:
    """Eleven are registered, one never comes, one comes late: each page of the evening counts them so."""
    presets = [(key, tournament) for key, tournament in formats() if key in PRESETS]
    for key, made_before in [*presets[place::3], *formats()[len(presets) + 7 * place :: 45]]:
        tournament = copy(made_before)
        if tournament.singles:
            continue
        with transaction.atomic():
            enter(tournament, 11, absent=1)
            check_figures(key, tournament, 11, [11, 16, 24, 32])
            rounds = [tournament.rounds.create(number=number, state="published") for number in (1, 2)]
            here = list(tournament.teams.filter(present=True))
            Seat.objects.bulk_create(Seat(round=rounds[0], team=team) for team in here)
            check_figures(key, tournament, 10, [10])
            late = tournament.teams.create(number=90, first_round=2)
            Seat.objects.create(round=rounds[1], team=late)
            check_figures(key, tournament, 10, [11])
            transaction.set_rollback(True)


@pytest.mark.django_db
def test_the_teams_registered_give_the_real_figures() -> None:
    settings = PRESETS["poules-4"].settings | {
        "name": "Concours",
        "date": datetime.date(2026, 11, 20),
        "place": "Salle",
    }
    club = Club.objects.create(name="Amicale")
    tournament = Tournament.objects.create(club=club, slug="a", **checked(settings))
    tournament.teams.bulk_create([tournament.teams.model(tournament=tournament, number=n) for n in range(1, 6)])
    tournament.teams.create(tournament=tournament, number=6, waiting=True)
    # One pool of five has five turns, whatever the pools of four have.
    assert "5 teams: 1 pool of 5, 5 parties of pools" in " ".join(said_in(tournament, "Parties"))
    draws = said_in(tournament, "Draws")
    assert draws[0].startswith("Parties 1 to 5: ") and draws[1].startswith("From partie 6, Main table")


def test_a_warning_is_announced_for_those_faults_alone_that_bring_one():
    """« Une faute ne vaut qu’un avertissement. Renonce… : 162 points » was read as if a renonce began with one."""
    tournament = made(PRESETS["4x12-points"].settings)
    said = {
        text: "avertissement" in text
        for section in reglement_of(tournament)
        for text in (one.text for one in section.sentences)
        if "162 points, à la place" in text or "avertissement" in text
    }
    assert list(said.values()) == [False, True]
    at_once, warned = said
    assert at_once.startswith("Renonce") and "Maldonne" in at_once
    assert warned.startswith("Paroles") and "à partir de la faute n°\u00a02 de la soirée, 162 points" in warned


@pytest.mark.parametrize(
    ("preset", "overrides", "teams", "words"),
    [
        ("6x12-finales", {}, 24, "Tout le monde joue au moins 6 parties."),
        ("6x12-finales", {}, 23, "Tout le monde a au moins 6 parties, exempt compris."),
        ("6x12-finales", {}, 8, "Tout le monde joue au moins 7 parties."),
        ("4x12-finales", {}, 24, "Tout le monde joue au moins 5 parties."),
        ("poules-4", {}, 24, "Tout le monde joue au moins 4 parties."),
        ("poules-4", {}, 33, "Tout le monde a au moins 4 parties, exempt compris."),
        (
            "poules-4",
            {"phases": [{"method": "elimination", "start": 4, "who": "pool_first", "count": 2}]},
            24,
            "au moins 3",
        ),
        ("elimination", {}, 24, "Tout le monde joue au moins 2 parties."),
        ("elimination", {"phases": []}, 24, "Tout le monde joue au moins 1 partie."),
    ],
)
def test_the_parties_that_everyone_plays_are_told_before_the_draw(
    preset: str, overrides: dict[str, Any], teams: int, words: str
) -> None:
    tournament = Tournament(**(PRESETS[preset].settings | overrides))
    (_parties, told) = announcements(tournament, teams)
    assert words in told


def test_the_number_of_places_stands_in_place_of_the_examples() -> None:
    tournament = made(PRESETS["poules-4"].settings | {"max_teams": 40})
    assert tournament is not None
    figures, _least = entered_announcements(tournament)
    assert figures.startswith("40 équipes")


def test_the_parties_that_everyone_plays_are_said_once_where_all_examples_agree() -> None:
    tournament = made(PRESETS["6x12-finales"].settings)
    assert tournament is not None
    told = announcements(tournament)
    assert [words.count("au moins") for words in told] == [0, 0, 0, 1]
    said = [sentence.text for section in reglement_of(tournament) for sentence in section.sentences]
    assert any(" ".join(told) in words for words in said)


def test_those_after_the_finals_do_not_wait_for_the_partie_that_was_set() -> None:
    settings = PRESETS["4x12-finales"].settings
    lines = [dict(line, start=start) for line, start in zip(settings["phases"], (3, 5), strict=True)]
    tournament = made(settings | {"phases": lines})
    assert tournament is not None
    said = [sentence.text for section in reglement_of(tournament) for sentence in section.sentences]
    assert any(words.startswith("À partir de la partie 3, Les équipes après les 8 premières") for words in said)


def test_no_partie_of_a_knock_out_is_drawn_and_elsewhere_the_sentence_says_where():
    seen = set()
    for name, settings in evenings():
        tournament = made(settings)
        if tournament is None or not settings["rule_options"].get("limite_donnes"):
            continue
        with translation.override("fr"):
            text = " ".join(sentence.text for section in reglement_of(tournament) for sentence in section.sentences)
        knock_outs = {
            method == "elimination"
            for method in (tournament.first_method, *(phase.method for phase in tournament.formula.phases))
        }
        drawn = re.search(r"Totaux égaux à la dernière donne([^:]*)\s: partie nulle", text)
        expected = {(True,): None, (False,): "", (False, True): ", hors élimination directe"}[tuple(sorted(knock_outs))]
        assert (drawn[1] if drawn else None) == expected, name
        seen.add(expected)
    assert len(seen) == 3
