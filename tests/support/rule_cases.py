"""The golden cases of the rules, read from their files."""

import tomllib
from pathlib import Path

import pytest

CASES = Path(__file__).parents[1] / "rules" / "cases"


def read_cases(*names):
    found = []
    for name in names:
        with (CASES / f"{name}.toml").open("rb") as source:
            found += [pytest.param(case, id=f"{name}: {case['name']}") for case in tomllib.load(source)["case"]]
    return found


def sheet_of(case):
    sheet = {key: case[key] for key in ("ruleset", "options", "donnes", "coupure", "joueurs", "manches") if key in case}
    if "options" in sheet:
        sheet["options"] = {k: None if v == "null" else v for k, v in sheet["options"].items()}
    return sheet
