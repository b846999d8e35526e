"""Laws that hold whatever is played: marks are sums of lines, nothing in play is lost or doubled, nothing else is raised."""

import copy
import json

import pytest
from hypothesis import given, strategies as st

from rules import ARTICLES, RULE_SETS, DonneError, RuleError, check_totals, score_sheet, why
from rules.__main__ import read_json
from rules.explain import LABELS
from tests.rules.strategies import ANYTHING, POINTS, sheets

CODES = {
    "type",
    "points_negatifs",
    "points_somme",
    "points_impossibles",
    "capot_points",
    "preneur_absent",
    "contrat_invalide",
    "belote_invalide",
    "annonce_invalide",
    "plis_invalides",
    "partie_terminee",
}


@given(sheets())
def test_marks_are_the_sums_of_their_lines(sheet):
    result = score_sheet(sheet)
    assert {error.code for error in result.errors} <= {"partie_terminee"}
    total = {"NS": 0, "EO": 0}
    for donne in result.donnes:
        for camp in total:
            assert donne.marque[camp] == sum(line.points for line in donne.lines if line.camp == camp)
            total[camp] += donne.marque[camp]
            assert donne.marque[camp] >= 0
        assert donne.cumul == total
        for line in donne.lines:
            assert line.article in donne.articles and line.article in ARTICLES and line.label in LABELS
            assert why(line, "fr") != why(line, "en")
        assert set(donne.articles) <= ARTICLES.keys()
    assert result.total == total


@given(sheets(rule_sets=("ffb-classique", "departement-classique", "annonces", "traditionnelle")))
def test_litige_points_are_neither_lost_nor_doubled(sheet):
    sheet["options"].pop("arrondi", None)
    result = score_sheet(sheet)
    options = sheet["options"]
    for number, donne in enumerate(result.donnes):
        raw = sheet["donnes"][number]
        before = result.donnes[number - 1].pot if number else 0
        if raw.get("passe"):
            assert donne.pot == before and donne.issue == "passe"
            continue
        marked = sum(donne.marque.values())
        lines = {line.label: line.points for line in donne.lines}
        bonus = sum(line.points for line in donne.lines if line.label in ("annonces", "belote", "belote_adverse"))
        in_play = (options.get("capot", 252) if raw.get("capot") else 162) + bonus
        if donne.issue == "litige" and options.get("litige_suite") == "redonne":
            assert (donne.pot, marked, lines) == (before, 0, {}), "played again: nothing is marked, nothing waits"
        elif donne.issue == "litige":
            assert "pot" not in lines
            kept = options.get("litige_derniere_donne") == "garde" and number + 1 == len(result.donnes)
            assert (donne.pot > before) or (kept and donne.pot == before)
            if donne.pot > before:
                # A belote left out of the comparison is its camp's at once.
                kept_apart = bonus if options.get("comparaison") == "sans_belote" else 0
                assert marked == donne.pot - before + kept_apart
        else:
            assert donne.pot == 0 and lines.get("pot", 0) == before
            assert marked == in_play + before


@given(sheets())
def test_any_way_of_entering_gives_the_same_marks(sheet):
    told = copy.deepcopy(sheet)
    for donne in told["donnes"]:
        for figures in ("points", "plis"):
            if figures in donne:
                del donne[figures]["NS"]
        if donne.get("capot") and "enchere" not in donne and sheet["ruleset"] in POINTS:
            flat = {"junior-classique": 250}.get(sheet["ruleset"], sheet["options"].get("capot", 252))
            donne["points"] = {donne["capot"]: flat}
        if len(donne.get("belote", ())) == 1:
            donne["belote"] = donne["belote"][0]
        donne["coupure"] = None
    told["coupure"] = None
    told["options"] = {**told["options"]}
    assert score_sheet(told).to_dict() == score_sheet(sheet).to_dict()


@given(sheets(), st.booleans())
def test_camps_are_alike(sheet, explain):
    def turned(value):
        if isinstance(value, dict):
            return {turned(key): turned(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [turned(inner) for inner in value]
        return {"NS": "EO", "EO": "NS"}.get(value, value) if isinstance(value, str) else value

    here, there = score_sheet(sheet, explain=explain), score_sheet(turned(sheet), explain=explain)
    assert turned(here.total) == there.total
    assert turned(here.vainqueur) == there.vainqueur
    assert [donne.issue for donne in here.donnes] == [donne.issue for donne in there.donnes]


@given(sheets(rule_sets=("ffb-classique", "traditionnelle", "junior-classique"), most=5))
def test_a_scored_sheet_passes_its_own_control(sheet):
    sheet["options"].pop("annonces", None)
    if sheet["options"].get("sans_atout_tout_atout"):
        return
    for donne in sheet["donnes"]:
        donne.pop("annonces", None)
    result = score_sheet(sheet)
    # A donne that is played again counts no more than one that all four passed.
    uncounted = {"passe"} | ({"litige"} if sheet["options"].get("litige_suite") == "redonne" else set())
    counted = [raw for raw, donne in zip(sheet["donnes"], result.donnes, strict=False) if donne.issue not in uncounted]
    stated = {key: {"NS": 0, "EO": 0} for key in ("belote", "capot")}
    for raw in counted:
        for camp in raw.get("belote") or ():
            stated["belote"][camp] += 1
        if raw.get("capot"):
            stated["capot"][raw["capot"]] += 1
    check = check_totals(
        ruleset=sheet["ruleset"],
        options=sheet["options"],
        totals=result.total,
        belotes=stated["belote"],
        capots=stated["capot"],
        donnes=result.donnes_comptees,
    )
    assert check.ok, (sheet, check)


@given(st.sampled_from(sorted(RULE_SETS)), ANYTHING, ANYTHING, ANYTHING)
def test_nothing_but_the_named_errors(ruleset, options, donne, whole):
    for sheet in (
        whole,
        {"ruleset": ruleset, "options": options, "donnes": []},
        {"ruleset": ruleset, "donnes": [donne]},
        {"ruleset": ruleset, "donnes": [{"preneur": "NS", "points": donne, "annonces": whole, "belote": options}]},
        {"ruleset": ruleset, "donnes": [{"preneur": "NS", "enchere": donne, "plis": whole, "atout": options}]},
        {"ruleset": "escalier", "joueurs": ["A", "B", "C"], "manches": [donne]},
        {"ruleset": "escalier", "joueurs": whole, "manches": [{"cartes": 1, "annonces": donne, "plis": options}]},
    ):
        try:
            result = score_sheet(sheet)
        except RuleError as error:
            assert not isinstance(error, DonneError)
            assert error.message("fr") and error.message("en")
            continue
        for error in result.errors:
            assert error.code in CODES
            assert error.message("fr") and error.message("en") and "\n" not in error.message("fr")
        json.dumps(result.to_dict())


@given(st.binary(max_size=40))
def test_reading_json_raises_nothing_but_the_named_errors(data):
    try:
        read_json(data)
    except RuleError as error:
        assert error.message("fr") and error.message("en")


@pytest.mark.parametrize("ruleset", sorted(set(RULE_SETS) - {"escalier"}))
def test_an_empty_sheet(ruleset):
    result = score_sheet({"ruleset": ruleset, "donnes": []})
    assert result.to_dict() == {
        "donnes": [],
        "total": {"NS": 0, "EO": 0},
        "terminee": False,
        "vainqueur": None,
        "nulle": False,
        "donnes_comptees": 0,
        "errors": [],
    }
