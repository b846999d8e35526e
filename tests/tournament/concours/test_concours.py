"""A concours is made from a preset, its settings are checked, and freeze with the first published draw."""

import datetime
import re

import pytest
from django.contrib.auth import get_user_model
from django.utils.translation import override

from rules import RULE_SETS, complete_options
from tests.support.refusals import refuses
from tournament.concours.criteria import CRITERIA
from tournament.concours.presets import PRESETS, usual_forfeit, usual_minutes
from tournament.concours.reglement import TWO_SIDES, reglement_of
from tournament.concours.services import change_settings, create_tournament, settings_of
from tournament.concours.settings import BY_NAME, checked
from tournament.errors import TournamentError
from tournament.models import Club, JournalEntry, Membership, Round, Tournament
from tournament.tirages import TIRAGES

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 20)


@pytest.fixture
def club():
    return Club.objects.create(name="Amicale de Casson")


@pytest.fixture
def organiser(club):
    user = get_user_model().objects.create_user("dupont.marie", password="le roi de coeur", first_name="Marie Dupont")
    Membership.objects.create(user=user, club=club, role="organiser")
    return user


def make(club, organiser, preset="4x12-points", **overrides) -> Tournament:
    return create_tournament(
        club=club, preset=preset, name="Concours", date=DAY, place="Salle", by=organiser, overrides=overrides
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_card_says_the_same_figures_in_both_languages(preset):
    told = []
    for language in ("fr", "en"):
        with override(language):
            told.append(sorted(re.findall(r"\d+", f"{PRESETS[preset].label} {PRESETS[preset].help}")))
    assert told[0] == told[1]


@pytest.mark.parametrize("preset", [key for key in PRESETS if key.startswith("coinche")])
def test_the_reglement_of_a_coinche_fills_one_page(club, organiser, preset):
    tournament = make(club, organiser, preset)
    for language in ("fr", "en"):
        with override(language):
            sentences = [one for section in reglement_of(tournament) for one in section.sentences]
        assert sum(len(one.text) + len(one.article) for one in sentences) <= TWO_SIDES, (preset, language)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_a_concours_the_engine_can_play(club, organiser, preset):
    tournament = make(club, organiser, preset)
    assert tournament.parties == PRESETS[preset].settings["parties"]
    assert tournament.rule_options == complete_options(tournament.rule_set, tournament.rule_options)
    assert set(tournament.criteria) <= set(CRITERIA)
    assert {tournament.first_method, tournament.next_method} <= set(TIRAGES)
    entry = JournalEntry.objects.get(tournament=tournament)
    assert entry.act == "create_tournament"
    assert entry.after["preset"] == preset


def test_the_public_address_cannot_be_guessed(club, organiser):
    slugs = {make(club, organiser).slug for _i in range(20)}
    assert len(slugs) == 20
    assert all(len(slug) == 10 for slug in slugs)


def test_an_option_alone_is_changed_and_the_others_stay(club, organiser):
    tournament = make(club, organiser, "3x20", rule_options={"arrondi": True})
    assert tournament.rule_options["arrondi"] is True
    assert tournament.rule_options["capot"] == 162
    assert tournament.rule_options["limite_donnes"] == 20


def test_the_draw_follows_the_ranking_that_was_chosen(club, organiser):
    assert make(club, organiser, "6x12-victoires").draw_options["ranking"] == "wins"
    assert make(club, organiser, criteria=["points"]).draw_options["ranking"] == "points"


def test_a_wrong_setting_is_refused_and_nothing_is_written(club, organiser):
    with pytest.raises(TournamentError) as refused:
        make(club, organiser, parties=0)
    assert (refused.value.code, refused.value.field) == ("setting_range", "parties")
    assert not Tournament.objects.exists()


def test_an_unknown_preset_is_refused(club, organiser):
    with pytest.raises(TournamentError, match="4x12-points"):
        make(club, organiser, "12x12")


def test_lots_are_cleaned_and_the_journal_only_counts_them(club, organiser):
    tournament = make(club, organiser, lots=["  Jambon de  M. Martin ", "", "Panier"])
    assert tournament.lots == ["Jambon de M. Martin", "Panier"]
    assert JournalEntry.objects.get(tournament=tournament).after["lots"] == 2


def test_a_change_is_journalled_with_what_was_before(club, organiser):
    tournament = make(club, organiser)
    changed = change_settings(tournament_id=tournament.pk, changes={"parties": 5, "place": "Salle"}, by=organiser)
    assert changed.parties == 5
    entry = JournalEntry.objects.get(tournament=tournament, number=2)
    assert (entry.act, entry.before, entry.after) == ("change_settings", {"parties": 4}, {"parties": 5})


def test_saving_the_same_settings_writes_nothing(club, organiser):
    tournament = make(club, organiser)
    change_settings(tournament_id=tournament.pk, changes={"parties": 4, "criteria": tournament.criteria}, by=organiser)
    assert JournalEntry.objects.filter(tournament=tournament).count() == 1


def test_the_play_is_frozen_once_a_draw_is_published(club, organiser):
    tournament = make(club, organiser)
    Round.objects.create(tournament=tournament, number=1, state="draft")
    change_settings(tournament_id=tournament.pk, changes={"parties": 5}, by=organiser)
    Round.objects.update(state="published")
    with refuses("settings_frozen"):
        change_settings(tournament_id=tournament.pk, changes={"name": "Autre", "parties": 6}, by=organiser)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.parties) == ("Concours", 5)
    changes = {"name": "Grand concours", "lots": ["Jambon"], "date": DAY + datetime.timedelta(days=1), "public": False}
    assert change_settings(tournament_id=tournament.pk, changes=changes, by=organiser).lots == ["Jambon"]


def test_the_clock_is_set_again_while_people_play_and_nothing_that_counts(club, organiser):
    tournament = make(club, organiser)
    Round.objects.create(tournament=tournament, number=1, state="published")
    clock = {"ready_minutes": 15, "partie_minutes": 45, "cutoff_donnes": 1}
    changed = change_settings(tournament_id=tournament.pk, changes=clock, by=organiser)
    assert (changed.ready_minutes, changed.partie_minutes, changed.cutoff_donnes) == (15, 45, 1)
    counting = {
        "penalties": [],
        "caps": {"from": 1, "winner": 1280, "loser": 664},
        "missed_policy": "exempt",
        "leavers": "ranked",
        "excluded_policy": "forfeit",
    }
    for setting, value in counting.items():
        with pytest.raises(TournamentError) as refused:
            change_settings(tournament_id=tournament.pk, changes={setting: value}, by=organiser)
        assert (refused.value.code, refused.value.field) == ("settings_frozen", setting)


@pytest.mark.parametrize(
    ("preset", "points"),
    [("4x12-points", 162), ("annonces-4x1000", 162), ("contree-5x2000", 160), ("coinche-4x1000", 160), ("junior-4x5", 0),
     ("escalier", 0), ("comptoir", 162)],
)  # fmt: skip
def test_a_preset_brings_the_penalties_of_its_game(club, organiser, preset, points):
    assert {line["points"] for line in make(club, organiser, preset).penalties} == ({points} if points else set())


def test_another_game_brings_its_own_penalties_unless_they_are_given(club, organiser):
    other = make(club, organiser, rule_set="coinche", rule_options={})
    assert {line["points"] for line in other.penalties} == {160}
    own = [{"label": " Paroles ", "points": 100}]
    kept = make(club, organiser, rule_set="coinche", rule_options={}, penalties=own).penalties
    assert kept == [{"label": "Paroles", "points": 100, "way": "instead", "from_fault": 1, "article": ""}]


def test_after_the_palmares_only_publication_changes(club, organiser):
    tournament = make(club, organiser)
    Tournament.objects.update(closed_at=datetime.datetime(2026, 11, 20, 23, tzinfo=datetime.UTC))
    with refuses("closed"):
        change_settings(tournament_id=tournament.pk, changes={"lots": ["Jambon"]}, by=organiser)
    assert change_settings(tournament_id=tournament.pk, changes={"names_online": True}, by=organiser).names_online


# --- The règlement ----------------------------------------------------------------------------------------------------


def whole_text(tournament) -> str:
    return "\n".join(sentence.text for section in reglement_of(tournament) for sentence in section.sentences)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_reglement_states_each_option_with_its_article(club, organiser, preset):
    tournament = make(club, organiser, preset)
    sections = reglement_of(tournament)
    assert all(section.title and section.sentences for section in sections)
    articles = {sentence.article for section in sections for sentence in section.sentences}
    assert tournament.rule_options == complete_options(tournament.rule_set, PRESETS[preset].settings["rule_options"])
    if tournament.rule_set != "ffb-classique":
        assert any(article.startswith(RULE_SETS[tournament.rule_set].source) for article in articles)
        return
    # Litige or equality, arrondi, Sans Atout and Tout Atout, number of donnes: what S0 wants stated beforehand.
    assert {"S0 10.1.3", "S0 10.3", "S0 11.1", "S0 10.4.1"} <= articles
    assert ("D22" in articles) == (tournament.rule_options["capot"] == 162)


def test_the_reglement_says_what_an_exempt_team_marks(club, organiser):
    assert "972 points" in whole_text(make(club, organiser))
    assert "1000 points" in whole_text(make(club, organiser, exempt_policy="flat", exempt_points=1000))


def test_the_reglement_says_each_penalty_with_its_article(club, organiser):
    code = [
        {"label": "Renonce", "points": 162, "way": "instead", "article": "art. 7"},
        {"label": "Paroles", "points": 100, "way": "on_top", "from_fault": 2},
    ]
    sections = {section.title: section.sentences for section in reglement_of(make(club, organiser, penalties=code))}
    said = [(sentence.text, sentence.article) for sentence in sections["Pénalités"][1:]]
    assert said == [
        ("Renonce\u00a0: 162 points, à la place de la donne, qui est annulée.", "art. 7"),
        (
            "Paroles\u00a0: d’abord un avertissement\u202f; à partir de la faute n°\u00a02 de la soirée, 100 points, en plus des donnes, "
            "chaque fois que la faute est commise.",
            "",
        ),
    ]


def test_the_reglement_lists_few_lots_and_counts_the_rest(club, organiser):
    text = whole_text(make(club, organiser, lots=[f"Lot n° {n}" for n in range(1, 61)]))
    assert "Lot n° 10" in text
    assert "Lot n° 60" not in text
    assert "autres lots" in text


@pytest.mark.parametrize(("donnes", "given", "minutes"), [(20, None, 100), (10, 60, 50), (20, 70, 70), (20, 0, 0)])
def test_the_minutes_of_a_partie_follow_its_donnes_unless_others_are_given(club, organiser, donnes, given, minutes):
    figure = {} if given is None else {"partie_minutes": given}
    concours = make(club, organiser, rule_options={"limite_donnes": donnes}, **figure)
    assert concours.partie_minutes == minutes
    change_settings(tournament_id=concours.pk, changes={"rule_options": {"limite_donnes": 12}}, by=organiser)
    concours.refresh_from_db()
    assert concours.partie_minutes == (60 if given in (None, 60) else given)


@pytest.mark.parametrize(
    ("donnes", "given", "marked"), [(4, None, 370), (10, 1100, 920), (20, None, 1830), (4, 300, 300), (12, 0, 0)]
)
def test_a_forfeit_stays_in_proportion_to_the_donnes_unless_another_figure_is_given(
    club, organiser, donnes, given, marked
):
    figure = {} if given is None else {"forfeit_points": given}
    concours = make(club, organiser, rule_options={"limite_donnes": donnes}, **figure)
    assert concours.forfeit_points == marked
    if given is None:
        change_settings(tournament_id=concours.pk, changes={"rule_options": {"limite_donnes": 12}}, by=organiser)
        concours.refresh_from_db()
        assert concours.forfeit_points == 1100


def test_the_forfeits_of_the_presets_are_those_of_their_donnes():
    for preset in PRESETS.values():
        options = preset.settings["rule_options"]
        if options.get("limite_donnes") and not options.get("limite_points"):
            assert preset.settings["forfeit_points"] == usual_forfeit(options["limite_donnes"])
            assert preset.settings["partie_minutes"] == usual_minutes(options["limite_donnes"])
    assert f" {usual_forfeit(12)} pour 12 donnes, " in str(BY_NAME["forfeit_points"].help), "what the form says is so"


@pytest.mark.parametrize("options", ["rule_options", "draw_options", "penalties"])
def test_a_concours_of_before_an_option_came_can_still_be_published(club, organiser, options):
    """Its row lacks what a later version added: the values that stand in for it are no change of the play."""
    tournament = make(club, organiser)
    lines = [{"label": line["label"], "points": line["points"]} for line in tournament.penalties]
    fewer = lines if options == "penalties" else {}
    Tournament.objects.update(**{options: fewer}, closed_at=datetime.datetime(2026, 11, 20, 23, tzinfo=datetime.UTC))
    Round.objects.create(tournament=tournament, number=1, state="published")
    tournament.refresh_from_db()
    typed = {"names_online": True, options: checked(settings_of(tournament))[options]}
    changed = change_settings(tournament_id=tournament.pk, changes=typed, by=organiser)
    assert changed.names_online
    assert getattr(changed, options) == fewer
