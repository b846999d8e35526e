"""The golden cases: data that a referee can read, each with its article."""

import pytest

from rules import ARTICLES, RULE_SETS, FormError, score_sheet
from tests.support.rule_cases import CASES, read_cases, sheet_of

SHEETS = sorted(path.stem for path in CASES.glob("s[0-9]*.toml"))  # a new source needs its file and nothing here


@pytest.mark.parametrize("case", read_cases(*SHEETS, "errors"))
def test_case(case):
    if "forme" in case:
        with pytest.raises(FormError) as refused:
            score_sheet(sheet_of(case))
        assert refused.value.field == case["forme"]
        assert refused.value.message("fr") and refused.value.message("en")
        return
    result = score_sheet(sheet_of(case))
    read = result.to_dict()
    if "error" in case:
        (error,) = read["errors"]
        assert {key: error[key] for key in case["error"]} == case["error"]
        assert error["message"] and result.errors[0].message("en") != error["message"]
        if "slip" in case:
            assert result.errors[0].params["slip"]["code"] == case["slip"]
    else:
        assert read["errors"] == []
        assert case["article"] in result.donnes[-1].articles
    for key, per_donne in (("issues", "issue"), ("marques", "marque"), ("pots", "pot")):
        if key in case:
            assert [getattr(donne, per_donne) for donne in result.donnes] == case[key]
    if "lines" in case:
        assert [list(line) for line in result.donnes[-1].lines] == case["lines"]
    if "articles" in case:
        assert list(result.donnes[-1].articles) == case["articles"]
    for key in ("total", "terminee", "vainqueur", "nulle", "donnes_comptees"):
        if key in case:
            assert read[key] == case[key]
    if "vainqueurs" in case:
        assert list(result.vainqueurs) == case["vainqueurs"]
        assert result.vainqueur == (case["vainqueurs"][0] if len(case["vainqueurs"]) == 1 else None)
    if case.get("terminee") and not case.keys() & {"vainqueur", "vainqueurs", "nulle"}:
        pytest.fail("a case that ends says who won")


def test_every_rule_set_has_cases():
    held = {case.values[0]["ruleset"] for case in read_cases(*SHEETS)}
    assert held == set(RULE_SETS)


def test_articles_of_cases_exist():
    for case in read_cases(*SHEETS):
        assert case.values[0]["article"] in ARTICLES
