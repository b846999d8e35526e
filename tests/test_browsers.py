"""The baseline of browsers (docs/devices.md): what our scripts and styles use is there in each of them."""

import re
from pathlib import Path

import pytest

from tests.support.fixtures import ROOT
from tests.support.npm import BROWSERS, scripts_of


def ours(ending: str) -> list[Path]:
    found = [path for path in ROOT.glob(f"*/static/*/*.{ending}") if not path.name.startswith("pico")]
    assert len(found) > 5
    return sorted(found)


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """Return what one of the checks prints of some files."""
    return scripts_of(BROWSERS, tmp_path_factory.mktemp("browsers"))


@pytest.mark.slow
def test_no_script_uses_what_a_browser_of_the_baseline_lacks(check):
    assert check("scripts.mjs", *ours("js")) == ""


@pytest.mark.slow
def test_no_style_is_dropped_with_another_or_without_a_word_on_it(check):
    assert check("styles.mjs", *ours("css")) == ""


@pytest.mark.slow
def test_the_checks_find_what_older_browsers_lack(check, tmp_path):
    """Each line was in the program once, and was met on Chromium 80 as a silent telephone or a white wall."""
    scripts = {
        "box.replaceChildren();": "replaceChildren",
        "one.checkVisibility();": "checkVisibility",
        "structuredClone(one);": "structuredClone",
        "new FormData(form, button);": "FormData",
        "one.matches(':has(:active)');": ":has",
        "one.addEventListener('click', (event) => { event.preventDefault(); show(); });": "preventDefault",
        "one.addEventListener('submit', (event) => event.preventDefault());": "onSubmit",
    }
    names = "const one = document.body, box = one, form = one, button = one, show = () => {};"
    (tmp_path / "late.js").write_text("\n".join([names, *scripts]))
    (tmp_path / "newer.js").write_text("let sound = null;\nsound ??= 1;\n")
    told = check("scripts.mjs", tmp_path / "late.js", tmp_path / "newer.js").splitlines()
    for line, found in enumerate([*scripts.values()], start=2):
        assert any(one.startswith(f"late.js:{line}: ") and found in one for one in told), (found, told)
    assert any(one.startswith("newer.js:2: Parsing error") for one in told)
    (tmp_path / "a.css").write_text(
        ":is(body.wall, body.draw) { color: red; }\n.a, .b:has(p) { color: red; }\n.c { inset: 0; }\n"
        ".d { display: flex; align-items: end; gap: 1em; }\n"
    )
    told = check("styles.mjs", tmp_path / "a.css")
    parts = (
        "a.css:1: :is",
        "a.css:2: a list of which some",
        "a.css:3: inset",
        "a.css:4: align-items of flex: end",
        "a.css:4: gap",
    )
    assert all(part in told for part in parts), told


def test_no_script_waits_for_an_answer_without_an_end():
    silent = {path.name for path in ours("js") if re.search(r"\bfetch\(", path.read_text("utf-8"))}
    assert silent == {"baseline.js"}, "request() of baseline.js gives up"


def test_no_column_is_wider_than_the_screen_of_a_telephone_with_large_letters():
    wider = re.compile(r"repeat\(auto-fi(?:t|ll), minmax\([0-9.]+rem[^)]*")
    found = {path.name: wider.findall(path.read_text("utf-8")) for path in ours("css")}
    assert {name: columns for name, columns in found.items() if columns} == {}, "minmax(min(9rem, 100%), 1fr)"


def test_the_documents_name_the_browsers_of_the_check():
    text = (ROOT / "docs/devices.md").read_text("utf-8")
    assert "Chromium 80" in text and '"chrome 80"' in (BROWSERS / "package.json").read_text("utf-8")
