"""The table of settings: each row is checked, frozen, shown, read and described, without a database."""

import datetime
from dataclasses import fields
from itertools import permutations

import pytest
from django.utils import translation

from rules import RULE_SETS
from scoring.history.selectors import value_words
from tests.support.refusals import refuses
from tournament.api.shapes import shape_of
from tournament.clubs.models import Club
from tournament.concours.api import ConcoursOutput, SettingsInput
from tournament.concours.forms import ConcoursForm
from tournament.concours.forms.part_fields import OPTION_HELP
from tournament.concours.kinds import NO_DEFAULT, Cents, Integer
from tournament.concours.models import Tournament
from tournament.concours.presets import PRESETS
from tournament.concours.reglement import reglement_of
from tournament.concours.setting_groups import GROUPS
from tournament.concours.settings import (
    BY_NAME,
    SETTINGS,
    Freezes,
    checked,
    frozen_settings,
    journalled,
    merged,
    with_defaults,
)
from tournament.concours.structured import OF_A_KNOCK_OUT_OF_ALL, Options, draw_option_words
from tournament.errors import TournamentError

DAY = datetime.date(2026, 11, 20)
START = PRESETS["4x12-points"].settings | {"name": "Concours", "date": DAY, "place": "Salle"}

# Another value of each setting than the one it has in START: a new setting is one more line.
OTHER = {
    "name": "Grand concours",
    "date": datetime.date(2026, 11, 21),
    "place": "Foyer",
    "rehearsal": True,
    "max_teams": 32,
    "parties": 5,
    "rule_set": "coinche",
    "rule_options": {"arrondi": True},
    "criteria": ["wins", "points"],
    "origin_teams": 3,
    "origin_by": "ranks",
    "first_method": "inscription",
    "next_method": "gagnants",
    "phases": [{"method": "elimination", "start": 3, "who": "first", "count": 4, "third_place": True}],
    "parties_fixed": True,
    "knock_out_tie": "donne",
    "changed_results": "refused",
    "draw_options": {"rematch": "least"},
    "counts_when": "both_camps",
    "ready_minutes": 15,
    "partie_minutes": 45,
    "cutoff_donnes": 3,
    "exempt_policy": "zero",
    "exempt_points": 1000,
    "exempt_wins": True,
    "forfeit_points": 900,
    "missed_policy": "exempt",
    "leavers": "ranked",
    "pool_leavers": "played",
    "excluded_policy": "forfeit",
    "caps": {"from": 3, "winner": 1280, "loser": 664},
    "penalties": [{"label": "Renonce", "points": 100, "way": "on_top", "from_fault": 3, "article": "art. 7"}],
    "fee_cents": 1400,
    "fee_per": "player",
    "reductions": ["Jeune : 3 €"],
    "sales": ["Repas 20 h : 12,50 €"],
    "club_means": ["Chèques-vacances"],
    "tills": ["Entrée", "Buvette"],
    "lots": ["Un jambon"],
    "prize_rule": "value",
    "prizes_chosen": True,
    "prizes_last_first": True,
    "hold_ranking": True,
    "public": False,
    "names_online": True,
    "listed": True,
    "commune": "44170 Nozay",
    "entries_days": 30,
    "entries_end_days": 1,
    "entries_end_hour": 20,
    "entries_contact": "phone",
    "entries_consent": "Nous jouons pour le plaisir.",
    "entry_members": True,
    "entry_age_from": 18,
    "entry_age_to": 25,
    "entry_category": "mixed",
    "entry_qualified": "team",
    "answer_end_days": 10,
    "answer_days": 5,
    "model_name": "Notre vendredi",
}


def settings(**changes):
    """Return the settings of START with *changes*, as they are kept."""
    return checked(merged(START, changes))


def other(name):
    """Return every setting as it is kept, *name* with its other value."""
    more = {"rule_options": {"limite_points": 1000}} if name == "rule_set" else {}
    return settings(**{name: OTHER[name]} | more)


def concours(**changes):
    """Return a concours that no database has seen."""
    return Tournament(club=Club(name="Amicale"), **settings(**changes))


# --- Rows -------------------------------------------------------------------------------------------------------------


def test_every_setting_has_another_value_here():
    assert list(OTHER) == [setting.name for setting in SETTINGS]


def test_the_columns_of_a_concours_are_its_settings():
    own = {
        "id",
        "club",
        "slug",
        "preset",
        "created_at",
        "is_demo",
        "closed_at",
        "removed_at",
        "hall_message",
        "hall_message_until",
        "ranking_shown_at",
        "journal_number",
        "journal_hash",
        "changed_at",
        "keys",
        "epoch",
        "copied_at",
        "series",
        "series_day",
    }
    assert {field.name for field in Tournament._meta.fields} - own == set(BY_NAME)
    for setting in SETTINGS:
        column = Tournament._meta.get_field(setting.name)
        if column.has_default() and isinstance(setting.default, str | int):
            # A concours of before the choice keeps the matches of who left its pool.
            wanted = "stand" if setting.name == "pool_leavers" else setting.default
            assert column.get_default() == wanted, setting.name
        if isinstance(setting.kind, Integer | Cents):
            column.run_validators(setting.kind.highest)


def test_rows_rest_on_known_words():
    for setting in SETTINGS:
        assert setting.group in GROUPS
        assert str(setting.journal)


@pytest.mark.parametrize("name", BY_NAME)
def test_another_value_is_kept_and_touches_nothing_else(name):
    before, after = settings(), other(name)
    assert after[name] != before[name]
    # Another game has other options; the ranking of the draws follows the first criterion.
    follows = {"rule_set": {"rule_options"}, "criteria": {"draw_options"}}.get(name, set())
    assert {key for key in after if after[key] != before[key]} <= {name} | follows
    assert checked(after) == after


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_sets_all_but_its_name_and_its_day(preset):
    given = PRESETS[preset].given
    assert set(given) <= set(BY_NAME)
    assert BY_NAME.keys() - PRESETS[preset].settings.keys() == {"name", "date"}
    usual = with_defaults({})
    assert all(value != usual.get(name, NO_DEFAULT) or name == "rule_options" for name, value in given.items())


MAIN = {"method": "elimination", "start": 3, "who": "first", "count": 16}
CONSOLANTE = {"method": "elimination", "start": 4, "who": "beaten"}
OTHERS_BESIDE = {"method": "sort", "start": 3, "who": "after", "count": 16}


@pytest.mark.parametrize("lines", [*permutations([MAIN, CONSOLANTE, OTHERS_BESIDE])])
def test_phases_may_be_written_in_any_order_and_read_again_as_they_are_kept(lines):
    kept = settings(parties=4, phases=list(lines))
    assert checked(kept) == kept
    assert [phase["start"] for phase in kept["phases"]] == [3, 3, 4]


@pytest.mark.parametrize("lines", [*permutations([MAIN | {"start": 4}, CONSOLANTE | {"start": 3}])])
def test_no_consolante_begins_before_its_knock_out(lines):
    with pytest.raises(TournamentError) as refused:
        settings(parties=4, phases=list(lines))
    assert (refused.value.code, refused.value.field) == (
        "phase_without_bracket",
        f"phase_{1 + [line['who'] for line in lines].index('beaten')}",
    )


def test_what_stands_when():
    assert frozen_settings(drawn=False, closed=False) == set()
    always = {
        "prizes_last_first",
        "hold_ranking",
        "public",
        "names_online",
        "listed",
        "commune",
        "entries_days",
        "entries_end_days",
        "entries_end_hour",
        "entries_contact",
        "entries_consent",
        "entry_members",
        "entry_age_from",
        "entry_age_to",
        "entry_category",
        "entry_qualified",
        "answer_end_days",
        "answer_days",
        "reductions",
        "sales",
        "club_means",
        "tills",
        "model_name",
    }
    playing = {
        "name",
        "date",
        "place",
        "rehearsal",
        "max_teams",
        "changed_results",
        "origin_teams",
        "origin_by",
        "lots",
        "prize_rule",
        "prizes_chosen",
        "ready_minutes",
        "partie_minutes",
        "cutoff_donnes",
    } | always
    assert frozen_settings(drawn=True, closed=False) == set(BY_NAME) - playing
    assert (
        frozen_settings(drawn=True, closed=True) == frozen_settings(drawn=False, closed=True) == set(BY_NAME) - always
    )
    assert {setting.name for setting in SETTINGS if setting.freezes is Freezes.NEVER} == always


# --- Values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overrides", "code", "field"),
    [
        ({"parties": 0}, "setting_range", "parties"),
        ({"parties": 21}, "setting_range", "parties"),
        ({"parties": "4"}, "setting_range", "parties"),
        ({"parties": True}, "setting_range", "parties"),
        ({"rule_options": {"litige": "oui"}}, "rule_option", "litige"),
        ({"rule_options": {"annonces": True}}, "rule_option", "annonces"),
        ({"rule_options": {"limite_donnes": 0}}, "rule_option", "limite_donnes"),
        ({"rule_options": {"limite_donnes": 5000}}, "setting_range", "limite_donnes"),
        ({"rule_options": {"limite_donnes": None}}, "limit_missing", "limite_donnes"),
        ({"rule_options": ["litige"]}, "setting_type", "rule_options"),
        ({"rule_set": "poker"}, "setting_word", "rule_set"),
        ({"first_method": "aurard"}, "setting_word", "first_method"),
        ({"next_method": ["sort"]}, "setting_word", "next_method"),
        ({"draw_options": {"rematch": "always"}}, "setting_word", "rematch"),
        ({"draw_options": {"colour": "red"}}, "setting_word", "colour"),
        ({"criteria": []}, "criteria_missing", "criteria"),
        ({"criteria": ["points", "points"]}, "criterion_twice", "criteria"),
        ({"criteria": ["beauty"]}, "setting_word", "criteria"),
        ({"criteria": "points"}, "criteria_missing", "criteria"),
        ({"exempt_policy": "lots"}, "setting_word", "exempt_policy"),
        ({"exempt_points": 272 * 12 + 1}, "setting_range", "exempt_points"),
        ({"forfeit_points": -1}, "setting_range", "forfeit_points"),
        ({"fee_cents": 14.5}, "setting_range", "fee_cents"),
        ({"lots": "jambon"}, "setting_type", "lots"),
        ({"sales": ["Repas 20:00"]}, "price_line", "sales"),
        ({"sales": ["Repas : douze euros"]}, "price_line", "sales"),
        ({"sales": ["Repas : -5"]}, "price_line", "sales"),
        ({"sales": ["Repas : 1e9"]}, "price_line", "sales"),
        ({"sales": ["Café : 1", "café : 2"]}, "line_twice", "sales"),
        ({"tills": ["Bar", "bar"]}, "line_twice", "tills"),
        ({"club_means": ["due"]}, "line_twice", "club_means"),
        ({"lots": ["x" * 121]}, "text_long", "lots"),
        ({"name": " \u200b "}, "name_missing", "name"),
        ({"name": "n" * 81}, "text_long", "name"),
        ({"date": "2026-11-20"}, "date_wrong", "date"),
        ({"public": "yes"}, "setting_type", "public"),
        ({"penalties": "162"}, "setting_type", "penalties"),
        ({"penalties": [{"label": "Renonce"}]}, "penalty_points", "penalty_1"),
        ({"penalties": [{"points": 162}]}, "setting_type", "penalty_1"),
        ({"penalties": [{"label": " ", "points": 162}]}, "penalty_label", "penalty_1"),
        ({"penalties": [{"label": "Renonce", "points": 10_000}]}, "setting_range", "penalty_1"),
        ({"penalties": [{"label": "Renonce", "points": True}]}, "setting_range", "penalty_1"),
        ({"penalties": [{"label": "Renonce", "points": 162, "way": "twice"}]}, "setting_word", "penalty_1"),
        ({"penalties": [{"label": "Renonce", "points": 162, "from_fault": 0}]}, "setting_range", "penalty_1"),
        ({"penalties": [{"label": "Renonce", "points": 162, "to": "NS"}]}, "setting_type", "penalty_1"),
        ({"penalties": [{"label": "x" * 81, "points": 162}]}, "text_long", "penalty_1"),
        (
            {"penalties": [{"label": "Renoncé", "points": 162}, {"label": "RENONCE", "points": 0}]},
            "penalty_twice",
            "penalty_2",
        ),
        ({"penalties": [{"label": str(n), "points": 1} for n in range(9)]}, "penalties_many", "penalties"),
        ({"caps": 1280}, "setting_type", "caps_from"),
        ({"caps": {"from": 3, "winner": 1280}}, "caps_half", "caps_from"),
        ({"caps": {"from": 0, "winner": 1280, "loser": 664}}, "setting_range", "caps_from"),
        ({"caps": {"from": 3, "winner": 664, "loser": 664}}, "caps_order", "caps_loser"),
        ({"caps": {"from": 3, "winner": 1280, "loser": -1}}, "setting_range", "caps_loser"),
        ({"missed_policy": "mean"}, "setting_word", "missed_policy"),
        ({"leavers": "first"}, "setting_word", "leavers"),
        ({"excluded_policy": "zero"}, "setting_word", "excluded_policy"),
        ({"ready_minutes": 121}, "setting_range", "ready_minutes"),
        ({"partie_minutes": -1}, "setting_range", "partie_minutes"),
        ({"cutoff_donnes": 0}, "setting_range", "cutoff_donnes"),
        ({"slug": "mine"}, "setting_unknown", "slug"),
        ({"closed_at": None}, "setting_unknown", "closed_at"),
    ],
)
def test_a_wrong_value_is_refused_with_a_sentence(overrides, code, field):
    with pytest.raises(TournamentError) as refused:
        settings(**overrides)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value)


def test_options_are_changed_one_at_a_time():
    assert settings(rule_options={"arrondi": True})["rule_options"]["limite_donnes"] == 12
    assert settings(draw_options={"size": 4})["draw_options"]["rematch"] == "never"
    assert [setting.name for setting in SETTINGS if isinstance(setting.kind, Options)] == [
        "rule_options",
        "draw_options",
    ]


def test_another_game_begins_with_its_own_options():
    with refuses("limit_missing"):
        settings(rule_set="coinche", rule_options={"limite_donnes": None, "limite_points": None})
    options = settings(rule_set="departement-contree")["rule_options"]
    assert options == checked(START | {"rule_set": "departement-contree", "rule_options": {}})["rule_options"]


def test_the_journal_counts_prizes_and_names_nobody():
    assert journalled({"lots": ["Un jambon de M. Martin"], "date": DAY}) == {"lots": 1, "date": "2026-11-20"}


def test_an_option_of_the_draw_is_said_in_words():
    with translation.override("fr"):
        assert draw_option_words("ranking", "wins", "sort") == "Rangs selon\u00a0: les parties gagnées"
        assert draw_option_words("rematch", "never", "sort") == "Revanche\u00a0: jamais"
        assert draw_option_words("plan", "soiree", "melee") == "Tiré\u00a0: pour toute la soirée à la fois"
        # One number is called by what it means to the method.
        assert draw_option_words("size", 4, "poules") == "Équipes par poule\u00a0: 4"
        assert draw_option_words("size", 4, "escalier") == "Joueurs par table\u00a0: 4"


@pytest.mark.parametrize(("preset", "label"), [("poules-4", "Équipes par poule"), ("escalier", "Joueurs par table")])
def test_the_form_calls_the_size_by_what_it_is_here(preset, label):
    start = PRESETS[preset].settings
    with translation.override("fr"):
        assert ConcoursForm(start=start, rule_set=start["rule_set"])["draw_size"].label == label


@pytest.mark.parametrize("preset", PRESETS)
def test_no_field_shows_a_0_that_stands_for_an_empty_one(preset):
    """« 0 » stood above « Vide : comme les autres parties », and could only be taken for no donne at all."""
    start = PRESETS[preset].settings
    form = ConcoursForm(start=start, rule_set=start["rule_set"])
    parts = {name: part for editor in form.editors.values() for name, part in editor.parts().items()}
    unset = [name for name, part in parts.items() if type(part.kind) is Integer and part.kind.empty == 0]
    assert unset
    assert [name for name in unset if form[name].value() == 0] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_the_form_asks_for_no_option_that_means_nothing_here(preset):
    """In pools « petite finale, en élimination directe » was chosen, and no such match was played."""
    start = PRESETS[preset].settings
    shown = set(ConcoursForm(start=start, rule_set=start["rule_set"]).fields)
    of_all = {f"draw_{name}" for name in OF_A_KNOCK_OUT_OF_ALL}
    with translation.override("fr"):
        groups = ConcoursForm(start=start).groups
        (finals,) = (group for group in groups if group.title == "Finales, tableau principal, consolante")
    assert {field.name for field in finals.fields} == shown & of_all and finals.lines and finals.help_text
    assert [group.title for group in groups].count(finals.title) == 1
    assert not shown & of_all or "Petite finale" in finals.summary
    assert (shown & of_all == of_all) if start["next_method"] == "elimination" else not shown & of_all
    methods = {start["first_method"], start["next_method"], *(phase["method"] for phase in start["phases"])}
    assert ("draw_size" in shown) == bool(methods & {"poules", "escalier"})


# --- Faces ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BY_NAME)
def test_a_form_shows_and_reads_each_setting(name):
    wanted = other(name)
    form = ConcoursForm(start=wanted, rule_set=wanted["rule_set"])
    values = {field.html_name: field.value() for field in form}
    boxes = {field.html_name for field in form if field.widget_type == "checkbox"}
    shown = {key: value for key, value in values.items() if value is not None and (value or key not in boxes)}
    typed = ConcoursForm(shown, start=wanted)
    assert typed.is_valid(), typed.errors
    assert checked(merged(wanted, typed.settings()))[name] == wanted[name]
    grouped = {field.name for group in (form.first_group, *form.groups) for field in group.fields}
    grouped |= {field.name for group in form.groups for line in group.lines for field in line.fields}
    assert grouped == set(form.fields)


@pytest.mark.parametrize("name", BY_NAME)
def test_the_api_reads_and_shows_each_setting(name):
    value = OTHER[name].isoformat() if name == "date" else OTHER[name]
    read = SettingsInput(data={name: value})
    assert read.is_valid(), read.errors
    assert read.validated_data == {name: OTHER[name]}
    assert name in {field.name for field in fields(shape_of(ConcoursOutput))}


@pytest.mark.parametrize("name", BY_NAME)
def test_the_journal_has_words_for_each_setting(name):
    start, wanted = settings(), other(name)
    before, after = (value_words(name, journalled(values)[name], values["rule_set"]) for values in (start, wanted))
    assert after and before != after
    assert "{" not in after and "_" not in after


def whole_text(tournament):
    return "\n".join(sentence.text for section in reglement_of(tournament) for sentence in section.sentences)


# Settings that the règlement says under its title, not in a sentence, or only beside another setting; the till's own are
# no rule of the concours.
TITLE = {
    "name",
    "date",
    "place",
    "commune",
    "model_name",
    "sales",
    "club_means",
    "tills",
    "entries_contact",
    "entries_consent",
}
BESIDE = {
    "prize_rule": {"lots": ["1er : jambon", "Dernier : saucisson"]},
    "prizes_chosen": {"lots": ["1er : jambon", "Dernier : saucisson"]},
    "prizes_last_first": {"lots": ["1er : jambon", "Dernier : saucisson"]},
    "fee_per": {"fee_cents": 700},
    "entries_end_days": {"entries_days": 30},
    "entries_end_hour": {"entries_days": 30},
    "answer_end_days": {"entry_qualified": "team"},
    "answer_days": {"entry_qualified": "team"},
    "reductions": {"fee_cents": 1400},
    "origin_by": {"origin_teams": 3},
    "rule_set": {"rule_options": {"limite_points": 1000}},
    "exempt_points": {"exempt_policy": "flat"},
    "knock_out_tie": {"first_method": "elimination", "next_method": "elimination"},
    "changed_results": {"first_method": "elimination", "next_method": "elimination"},
    "parties_fixed": {"first_method": "elimination", "next_method": "elimination"},
    "pool_leavers": {"first_method": "poules", "next_method": "poules"},
}
CHANGES = [
    *({name: value} | BESIDE.get(name, {}) for name, value in OTHER.items() if name not in TITLE),
    {"parties": 5},
    {"rule_options": {"litige": False}},
    {"rule_options": {"litige_derniere_donne": "perdu"}},
    {"rule_options": {"arrondi": True}},
    {"rule_options": {"capot": 162}},
    {"rule_options": {"sans_atout_tout_atout": True}},
    {"rule_options": {"limite_donnes": 16}},
    {"rule_options": {"limite_points": 1500}},
    {"rule_options": {"limite_donnes": None, "limite_points": 1500}},
    {"first_method": "inscription"},
    {"next_method": "gagnants"},
    {"draw_options": {"rematch": "least"}},
    {"draw_options": {"club_apart": "hard"}},
    {"exempt_policy": "zero"},
    {"exempt_policy": "mean"},
    {"exempt_policy": "flat", "exempt_points": 1000},
    {"exempt_wins": True},
    {"forfeit_points": 900},
    {"criteria": ["wins", "points"]},
    {"criteria": ["points", "lot"]},
    {"penalties": []},
    {"penalties": [{"label": "Renonce", "points": 162, "way": "on_top", "from_fault": 3, "article": "art. 7"}]},
    {"penalties": [{"label": "Renonce", "points": 0}]},
    {"caps": {"from": 3, "winner": 1280, "loser": 664}},
    {"missed_policy": "exempt"},
    {"leavers": "ranked"},
    {"excluded_policy": "forfeit"},
    {"ready_minutes": 15},
    {"ready_minutes": 0},
    {"partie_minutes": 45},
    {"partie_minutes": 0},
    {"cutoff_donnes": 3},
    {"max_teams": 32},
    {"fee_cents": 1400},
    {"lots": ["Un jambon"]},
    {"public": False},
    {"names_online": True},
]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_no_setting_is_left_unsaid(change):
    """Two concours that differ by one setting have règlements that differ."""
    assert whole_text(concours()) != whole_text(concours(**change))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_game_names_its_own_usual_penalties(rule_set):
    start = with_defaults({"rule_set": rule_set, "rule_options": {"base": "coinche"}})
    assert len({line["label"] for line in start["penalties"]}) == len(start["penalties"])


def test_every_option_of_a_rule_set_is_explained_in_a_sentence():
    """A number says by itself what it limits; a choice whose help is an article alone says nothing to a volunteer."""
    named = {name for rules in RULE_SETS.values() for name, option in rules.options.items() if option.kind != "int"}
    assert named == set(OPTION_HELP)
