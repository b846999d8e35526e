"""A concours goes from a laptop to a host and home again through the pages of both, and so does a club, and by a live copy.

Two real programs and a browser: the laptop, and a host on PostgreSQL and Redis behind the nginx of the guide. At each
step what stands in a file of it is the same at both: journal, standing, minutes, seals, players by their keys, photos.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from tests.support.fixtures import PATIENCE, Hall, wait_for
from tests.support.hosted import MIGRATED, postgres  # noqa: F401
from tests.support.nginx import SITE, Nginx, Pages, site_settings  # noqa: F401
from tests.support.photos import picture
from tests.support.secretary import Secretary
from tournament import program

pytestmark = pytest.mark.slow
SEEDS = ("R♥ 7♣ 10♠", "V♠ 9♥ A♣", "8♦ R♣ 10♥", "7♦ A♠ 9♣")
PASSWORD = "belote et dix de der"

ORGANISER = f"""
from django.contrib.auth import get_user_model
from tournament.models import Club, Membership
club = Club.objects.create(name="Amicale de Casson")
user = get_user_model().objects.create_user("anne", password={PASSWORD!r}, first_name="Anne")
Membership.objects.create(user=user, club=club, role="organiser")
"""

# Thirteen, so that one of them rests in each partie.
REGISTERED = """
from tournament.models import Tournament
from tournament.registration.services import register_team
concours = Tournament.objects.get()
for letter in "ABCDEFGHIJKLM":
    players = [f"Anne {letter}o", f"Luc {letter}u"]
    register_team(tournament_id=concours.pk, players=players, origin="Casson", confirm_twin=True, by=None)
"""

# All that must be the same wherever the concours is: the file but the lines of its journal, which the homes begin with one.
FACTS = """
import hashlib
import json
from scoring.history.check import check
from scoring.transfer.file import read_concours, write_concours
from tournament.models import Tournament
concours = Tournament.objects.get()
file = read_concours(write_concours(concours.pk).content)
rows = {model: list(its) for model, its in file.rows.items() if model != "tournament.Tournament"}
print(json.dumps({
    "hashes": [line["hash"] for line in file.lines],
    "rows": rows,
    "photos": {digest: hashlib.sha256(content).hexdigest() for digest, content in file.photos.items()},
    "ranking": list(file.ranking),
    "players": sorted((row["id"], row["name"]) for row in file.rows["tournament.Player"]),
    "whole": check(concours).whole,
    "copy": concours.copied_at is not None,
}, default=str))
"""


COUNT = "from tournament.models import Tournament; print(Tournament.objects.count())"


class Jobs(Pages):
    """The worker of the host."""

    def __init__(self, *arguments, **env) -> None:
        super().__init__(*arguments, **env)
        self.program = program.command("jobs")

    def answers(self) -> bool:
        return True


@dataclass
class Host:
    """A host: its processes, its address, and a folder for what its pages hand out."""

    nginx: Nginx
    processes: list[Pages] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.nginx.port}"

    def python(self, code: str) -> str:
        return self.processes[0].python(code)


@pytest.fixture
def host(postgres, redis_server, site_settings, tmp_path, request) -> Iterator[Host]:
    database = postgres.database(request.node.name[:60], of=MIGRATED)
    own = {"DATABASE_URL": database, "REDIS_URL": redis_server.url, "ALLOWED_HOSTS": f"{SITE},localhost"}
    env = site_settings | own
    processes = [Pages(tmp_path / "pages", **env), Jobs(tmp_path / "jobs", **env)]
    nginx = None
    try:
        for one in processes:
            one.start()
        (tmp_path / "nginx").mkdir()
        nginx = Nginx(tmp_path / "nginx", [processes[0].place])
        yield Host(nginx, processes)
    finally:
        if nginx is not None:
            nginx.end()
        for one in processes:
            one.end()


def facts(place: Hall | Host) -> dict:
    found = json.loads(place.python(FACTS))
    assert found["whole"]
    return found


def assert_same(one: dict, other: dict) -> None:
    """Two homes have the same, but for the lines that the later one began with."""
    lines = min(len(one["hashes"]), len(other["hashes"]))
    assert one["hashes"][:lines] == other["hashes"][:lines]
    for name in ("ranking", "players", "photos"):
        assert one[name] == other[name], name
    assert [
        (model, row["id"], name, row[name], another.get(name))
        for model, its in one["rows"].items()
        for row, another in zip(its, other["rows"][model], strict=True)
        for name in row
        # Accounts stay where they are.
        if row[name] != another.get(name) and not name.endswith("by_id")
    ] == []


def logged_in(chromium, host: Host):
    context = chromium.new_context(
        viewport={"width": 1366, "height": 768}, locale="fr-FR", ignore_https_errors=True, accept_downloads=True
    )
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"{host.url}/connexion/")
    page.locator("[name=name]").fill("anne")
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "connexion" not in address)
    return page


def type_partie(secretary: Secretary, number: int) -> None:
    """Draw a partie and type its scores, one of them key by key."""
    secretary.draw(number, SEEDS[number - 1])
    secretary.type_sheets(by_keyboard=1)


def add_photo(secretary: Secretary, number: int, size: tuple[int, int]) -> None:
    """Add a photo of the paper to a table of a partie, on its page."""
    secretary.go(f"parties/{number}/tables/1/")
    photo = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": picture(size=size)}
    secretary.page.locator(".photos input[type=file]").set_input_files(photo)
    secretary.page.get_by_role("button", name="Garder cette photo").click()
    expect(secretary.page.locator(".photos img")).to_be_visible()


def seen_photos(secretary: Secretary, parties: int) -> list[bytes]:
    """Return the photos that the pages of the first table show, partie after partie."""
    seen = []
    for number in range(1, parties + 1):
        secretary.go(f"parties/{number}/tables/1/")
        for image in secretary.page.locator(".photos img").all():
            answer = secretary.page.request.get(secretary.url + image.get_attribute("src"))
            assert answer.status == 200
            seen.append(answer.body())
    return seen


def taken_away(secretary: Secretary, folder) -> str:
    """Take the concours away from its page; return the file that the browser saved."""
    page = secretary.page
    secretary.go()
    page.get_by_role("link", name="Emporter ce concours").click()
    page.get_by_role("button", name=re.compile("Faire le fichier|Le refaire")).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Enregistrer le fichier").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return str(path)


def brought_in(page, url: str, file: str) -> None:
    """Choose the file on the page that takes one in, and look at it."""
    page.goto(url)
    page.get_by_role("link", name="Reprendre un concours d’un autre ordinateur").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Regarder le fichier").click()


def gone_on(page, url: str) -> Secretary:
    """Go on with the concours of the file that is looked at; return the secretary who does."""
    page.get_by_role("button", name="Continuer ici").click()
    page.wait_for_url(re.compile(r"/concours/\d+/$"))
    there = Secretary(page, url)
    there.base = re.search(r"/concours/\d+/", page.url)[0]
    return there


def with_past(secretary: Secretary, other: Secretary) -> Secretary:
    """Bring to *secretary* what was drawn where the concours was before."""
    secretary.met, secretary.exempt, secretary.points, secretary.chance = (
        other.met,
        other.exempt,
        other.points,
        other.chance,
    )
    return secretary


def connected(home: Secretary, page, host: Host) -> None:
    """Make a key at the host, and give the laptop what stands there beside it."""
    page.goto(host.url)
    page.get_by_role("link", name=re.compile("^Comptes")).click()
    page.get_by_role("link", name="Clés pour d’autres programmes").click()
    page.get_by_label("À quoi sert-elle").fill("le portable de la salle")
    page.get_by_label("Lire", exact=False).first.uncheck()
    page.get_by_label("Envoyer ici des copies de concours").check()
    page.get_by_role("button", name="Créer la clé").click()
    address, club = page.locator("p", has_text="le numéro de votre club").locator("b").all_inner_texts()
    home.go()
    home.page.get_by_role("link", name="Garder une copie ailleurs").click()
    home.page.get_by_label("Adresse du site").fill(address)
    home.page.get_by_label("Numéro de votre club là-bas").fill(club)
    home.page.get_by_label("Clé créée là-bas").fill(page.locator("#secret").inner_text())
    home.page.get_by_role("button", name="Relier").last.click()
    home.page.wait_for_load_state()


@pytest.fixture
def laptop(make_hall, host) -> Hall:
    """The laptop, which trusts the certificate of the host."""
    hall = make_hall(SSL_CERT_FILE=str(host.nginx.certificate))
    hall.start()
    return hall


@pytest.fixture
def home(laptop, host, browser_page) -> Secretary:
    """The secretary at the laptop, after the first partie of an evening; she has an account at the host."""
    host.python(ORGANISER)
    secretary = Secretary(browser_page(), laptop.url)
    secretary.settle_first_run()
    secretary.create()
    laptop.python(REGISTERED)
    type_partie(secretary, 1)
    add_photo(secretary, 1, (320, 240))
    return secretary


def test_a_concours_and_a_club_go_to_a_host_and_home_again(laptop, host, home, chromium, tmp_path):
    there_page = logged_in(chromium, host)
    brought_in(there_page, host.url, taken_away(home, tmp_path))
    there = with_past(gone_on(there_page, host.url), home)
    assert_same(facts(laptop), facts(host))
    type_partie(there, 2)
    add_photo(there, 2, (240, 320))
    (tmp_path / "back").mkdir()
    brought_in(home.page, laptop.url, taken_away(there, tmp_path / "back"))
    gone_on(home.page, laptop.url)
    assert_same(facts(laptop), facts(host))
    assert there.ranking() == home.ranking()
    photos = seen_photos(there, 2)
    assert len(set(photos)) == 2 and seen_photos(home, 2) == photos

    # The whole club: what was typed on at either is longer there, and takes the place of what is here.
    type_partie(with_past(home, there), 3)
    for secretary, page, url in ((home, there_page, host.url), (there, home.page, laptop.url)):
        club = club_taken_away(secretary, tmp_path)
        brought_in(page, url, club)
        expect(page.get_by_text("sera repris")).to_be_visible()
        page.get_by_role("button", name="Les reprendre").click()
        expect(page.get_by_text("concours est là maintenant")).to_be_visible()
        assert_same(facts(laptop), facts(host))
    assert seen_photos(there, 2) == seen_photos(home, 2) == photos
    there_page.context.close()


def club_taken_away(secretary: Secretary, folder) -> str:
    """Take the club away from the first page; return the file that the browser saved."""
    secretary.page.goto(secretary.url)
    with secretary.page.expect_download() as download:
        secretary.page.get_by_role("link", name="Tout emporter").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return str(path)


def test_an_evening_goes_on_at_a_host_that_followed_it_and_comes_home(laptop, host, home, chromium):
    there_page = logged_in(chromium, host)
    connected(home, there_page, host)
    wait_for(lambda: host.python(COUNT) == "1", PATIENCE, "the host has a copy")
    type_partie(home, 2)
    typed = facts(laptop)
    wait_for(lambda: facts(host)["hashes"] == typed["hashes"], PATIENCE, "the host has the last line")
    assert facts(host)["copy"]
    assert_same(typed, facts(host))

    # The laptop falls silent: the evening goes on at the host.
    home.page.goto("about:blank")
    laptop.stop()
    there_page.goto(host.url)
    there_page.locator(".concours-list a").first.click()
    there = continued(there_page, host.url)
    type_partie(with_past(there, home), 3)
    add_photo(there, 3, (240, 320))

    # It comes back as a copy, and shows what was typed there.
    laptop.start()
    wait_for(lambda: facts(laptop)["hashes"] == facts(host)["hashes"], PATIENCE, "the laptop follows")
    assert facts(laptop)["copy"] and not facts(host)["copy"]
    assert_same(facts(laptop), facts(host))
    home.go()
    expect(home.page.get_by_text("le concours continue sur un autre ordinateur").first).to_be_visible()
    assert home.ranking() == there.ranking()

    # And home again: the host meets the later home, and becomes a copy.
    home.go()
    with_past(continued(home.page, laptop.url), there)
    wait_for(lambda: facts(laptop)["hashes"] == facts(host)["hashes"], PATIENCE, "the host follows")
    assert facts(host)["copy"] and not facts(laptop)["copy"]
    assert_same(facts(laptop), facts(host))
    assert home.ranking() == there.ranking()
    photos = seen_photos(home, 3)
    assert len(set(photos)) == 2 and seen_photos(there, 3) == photos
    there_page.context.close()


def continued(page, url: str) -> Secretary:
    """Go on with a copy from its own page; return the secretary who does."""
    page.get_by_role("button", name="L’ordinateur est mort, continuer ici").click()
    page.get_by_role("button", name="Continuer ici").click()
    page.wait_for_url(re.compile(r"/concours/\d+/$"))
    secretary = Secretary(page, url)
    secretary.base = re.search(r"/concours/\d+/", page.url)[0]
    return secretary
