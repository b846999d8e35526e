"""Prints of Firefox and WebKitGTK: how many sheets, nothing outside of them, a heading on each, squares that are read."""

import re
import subprocess
import unicodedata
from itertools import chain
from pathlib import Path

import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from lxml import html
from PIL import Image

from rules import complete_options
from tests.support.api import account
from tests.support.browsers import screen
from tests.support.fixtures import PATIENCE, lacking
from tests.support.paper import pages_of
from tests.support.phases import play, set_up
from tests.support.seasons import season_with
from tournament.models import Player, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
DEBIAN_PYTHON = "/usr/bin/python3"


def by_firefox(browsers, host, session, files):
    browser = browsers("firefox")
    browser.fresh()
    browser.goto(f"{host}/about/")
    browser.driver.add_cookie({"name": "dix_session", "value": session, "path": "/"})
    for address, file in files.items():
        browser.goto(host + address)
        browser.until("document.readyState === 'complete'")
        file.write_bytes(browser.printed())


def by_webkit(_browsers, host, session, files):
    bindings = "import gi; gi.require_version('WebKit2', '4.1')"
    if subprocess.run([DEBIAN_PYTHON, "-c", bindings], capture_output=True).returncode:
        lacking("webkit", "No bindings of WebKitGTK here (Debian: python3-gi gir1.2-webkit2-4.1): it prints nothing.")
    cookies = next(iter(files.values())).with_name("cookies.txt")
    name = host.removeprefix("http://").partition(":")[0]
    cookies.write_text(f"# Netscape HTTP Cookie File\n{name}\tFALSE\t/\tFALSE\t4102444800\tdix_session\t{session}\n")
    script = Path(__file__).parent / "support" / "webkit_print.py"
    todo = [(host + address, str(file)) for address, file in files.items()]
    with screen() as display:
        command = [DEBIAN_PYTHON, script, cookies, *chain.from_iterable(todo)]
        subprocess.run(command, env={"DISPLAY": display, "LANG": "C.UTF-8"}, timeout=2 * PATIENCE, check=True)


def squares(paper, folder):
    """Return the texts of all squares of *paper*, as a printer of 150 dpi lays them."""
    subprocess.run(["pdftoppm", "-r", "150", "-gray", "-png", paper, folder / "page"], check=True)
    pages = [zxingcpp.read_barcodes(Image.open(path)) for path in sorted(folder.glob("page*.png"))]
    return [found.text for page in pages for found in page]


@pytest.mark.parametrize("by", [by_firefox, by_webkit])
def test_prints(browsers, live_server, tmp_path, monkeypatch, by):
    monkeypatch.setattr("scoring.public.views.public_address", lambda request, path: f"http://192.168.1.2:8000{path}")
    tournament = set_up("4x12-points", 32, name="Belote de la Saint-André", lots=["Un jambon"], fee_cents=1400)
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"Marie-Claude Étchegaray{at}")
    drawn = play(tournament)
    season = season_with(tournament)["season"]
    concours, draw = [tournament.pk], [tournament.pk, drawn.pk]
    addresses = {
        reverse("team-cards", args=concours): 4,
        reverse("paper-sheets", args=[*concours, 1]): 8,
        reverse("print-draw", args=[*draw, "tables"]): 2,
        reverse("print-draw", args=[*draw, "names"]): 2,
        reverse("print-standings", args=concours): 1,
        reverse("reglement", args=concours): 1,
        reverse("poster", args=concours): 1,
        reverse("whole-evening", args=concours): 5,
        reverse("season-print", args=[season]): 1,
        reverse("print-sheet", args=concours): 1,
        reverse("prizes", args=concours): 1,
        reverse("prize-list", args=concours): 1,
        reverse("prize-thanks", args=concours): 1,
        reverse("till-sheet", args=concours): 1,
        reverse("door-print", args=concours): 3,
        reverse("public-minutes", args=[tournament.slug]): 1,
    }
    client = Client()
    client.force_login(account("anne", tournament.club))
    files = {address: tmp_path / f"{at}.pdf" for at, address in enumerate(addresses)}
    by(browsers, live_server.url, client.cookies["dix_session"].value, files)
    found = {address: pages_of(file) for address, file in files.items()}
    assert {address: len(pages) for address, pages in found.items()} == addresses
    cards, sheets, tables, names, ranking, _reglement, _poster, evening, *_others = found.values()
    for page in [*tables, *names, *ranking]:
        assert "Belote de la Saint-André" in page.text
    for pages in (tables, names):
        assert [re.search(r"page (\d) sur 2", page.text)[1] for page in pages] == ["1", "2"]
    titles = ["Belote de la Saint-André", "Classement après", "Les parties", "Procès-verbal", "Règlement"]
    assert all(page.text.startswith(title) for page, title in zip(evening, titles, strict=True))
    assert [f"page {number} sur 5" in page.text for number, page in enumerate(evening, start=1)] == [True] * 5
    assert all((page.width > page.height) is (by is by_firefox) for page in sheets), "WebKitGTK turns no page"
    assert " ".join(page.text for page in cards).count("Notre table") == 32
    read = {}
    for address in list(files)[:2]:
        folder = tmp_path / f"squares{len(read)}"
        folder.mkdir()
        read[address] = squares(files[address], folder)
    assert [len(set(texts)) for texts in read.values()] == [32, 32], "each team's, each camp's of each table"


@pytest.mark.parametrize("by", [by_firefox, by_webkit])
def test_every_page_of_a_long_evening_names_its_concours_and_its_number(browsers, live_server, tmp_path, by):
    """Finals and a règlement that fills more than a sheet: neither browser repeats a heading by itself."""
    tournament = set_up("poules-4", 44, name="Coupe du Beaujolais", lots=["1er à 40e : un panier garni"])
    Tournament.objects.filter(pk=tournament.pk).update(
        rule_set="annonces", rule_options=complete_options("annonces", {})
    )
    for _partie in range(4):
        play(tournament)
    client = Client()
    client.force_login(account("anne", tournament.club))
    names = ("whole-evening", "phases", "reglement")
    files = {reverse(name, args=[tournament.pk]): tmp_path / f"{name}.pdf" for name in names}
    by(browsers, live_server.url, client.cookies["dix_session"].value, files)
    for address, file in files.items():
        pages = pages_of(file)
        # The pages that lie across are read from below in WebKitGTK: their letters come backwards.
        spelt = [page.text if "Beaujolais" in page.text else page.text[::-1].replace(" ", "") for page in pages]
        numbers = [re.search(r"page\s*(\d+)\s*sur\s*(\d+)", text) for text in spelt]
        assert all(re.search(r"Coupe\s*du\s*Beaujolais", text) for text in spelt), address
        assert [found and found.groups() for found in numbers] == [
            (str(number), str(len(pages))) for number in range(1, len(pages) + 1)
        ], address
        assert len(pages) > 1, address


@pytest.mark.parametrize("by", [by_firefox, by_webkit])
def test_no_title_of_what_is_kept_is_torn_from_what_follows(browsers, live_server, tmp_path, by):
    tournament = set_up("4x12-points", 4)
    client = Client()
    client.force_login(account("anne", tournament.club))
    file = tmp_path / "kept.pdf"
    by(browsers, live_server.url, client.cookies["dix_session"].value, {reverse("kept"): file})
    page = html.fromstring(client.get(reverse("kept")).content.decode())
    titles = {letters(one.text_content())[-25:] for one in page.xpath("//main//h2 | //main//dt")}
    pages = pages_of(file)
    assert len(pages) > 2 and len(titles) > 15
    assert [last for last in (letters(page.text)[-25:] for page in pages) if last in titles] == []


def letters(text):
    """Return the letters of *text* alone, those apart that a font joins."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text)))
