"""Whole evenings played in a real browser on the real program: an organiser's keys, telephones, the wall.

The player reads the tables as the pages show them and remembers what was typed; `tests/test_evenings.py` computes pools,
brackets and ranking a second time from nothing but that.
"""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.support.shots import SHOTS, shot

MAKE = """
import datetime
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from tests.support.phases import set_up
from tournament.models import Club, Membership
club = Club.objects.create(name="Amicale de Casson")
user = get_user_model().objects.create_user(f"odile{{club.pk}}", first_name="Odile")
Membership.objects.create(user=user, club=club, role="organiser")
tournament = set_up({preset!r}, {teams!r}, club=club, **{settings!r})
client = Client()
client.force_login(user)
print(tournament.pk, tournament.slug, client.cookies["dix_session"].value)
"""


@dataclass(frozen=True)
class Game:
    """A table as it was drawn, with its reason, and what it brought: the teams of each camp and their points."""

    partie: int
    phase: str
    table: int
    camps: tuple[tuple[int, ...], tuple[int, ...]]
    why: str
    points: tuple[int, int] = (0, 0)
    goes_on: int = 0  # after equal totals
    forfeit: bool = False

    @property
    def pool(self) -> str:
        """Return the letter of its pool, nothing outside pools."""
        found = re.search(r"de la poule ([A-Z]+)", self.why)
        return found[1] if found else ""

    @property
    def winner(self) -> int:
        """Return the team that goes on: that of more points, or the one that was said."""
        ours, theirs = self.points
        return self.goes_on or self.camps[0 if ours > theirs else 1][0]

    @property
    def beaten(self) -> int:
        """Return the other team."""
        return next(team for camp in self.camps for team in camp if team != self.winner)


@dataclass
class Evening:
    """An evening of a *preset* with so many *teams*, played by *desk* (the organiser's page)."""

    hall: object
    browser_page: Callable
    preset: str
    teams: int
    settings: dict = field(default_factory=dict)
    donnes: int = 12
    seed: int = 0
    games: list[Game] = field(default_factory=list)
    exempt: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    gone: dict[int, int] = field(default_factory=dict)  # team -> the first partie without it
    partie: int = 0

    def __post_init__(self) -> None:
        made = self.hall.python(MAKE.format(preset=self.preset, teams=self.teams, settings=self.settings))
        key, self.slug, session = made.split()
        self.base = f"{self.hall.url}/concours/{key}/"
        self.public = f"{self.hall.url}/p/{self.slug}/"
        self.chance = random.Random(self.seed)
        self.desk = self.browser_page(width=1366, height=768)
        self.desk.context.add_cookies([{"name": "dix_session", "value": session, "url": self.hall.url}])
        self.telephones = [self.browser_page(width=360, height=740), self.browser_page(width=320, height=700)]

    # --- The organiser --------------------------------------------------------------------------------------------------

    def go(self, path: str = "") -> None:
        response = self.desk.goto(self.base + path)
        assert response.status == 200, path

    def press(self, *keys: str) -> None:
        for key in keys:
            self.desk.keyboard.press(key)

    def next_step(self) -> str:
        """Return the words of the button that the page of the evening has under the hand."""
        self.go()
        button = self.desk.locator("#main-button")
        expect(button).to_be_focused()  # a browser gives it the keyboard as it first paints the page
        return button.inner_text()

    def draw(self) -> list[Game]:
        """Draw and publish the next partie from the page of the evening, by Enter alone; return its tables."""
        self.partie += 1
        assert self.next_step() == f"Tirer la partie {self.partie}"
        self.press("Enter")
        self.desk.wait_for_url("**/tirages/")
        expect(self.desk.get_by_role("button", name=f"Tirer la partie {self.partie}")).to_be_in_viewport()
        self.shot("before-draw")
        announced = [int(one) for one in self.desk.locator(".tile .big-number").all_inner_texts()][1:3]
        self.press("Enter")
        self.desk.get_by_role("button", name="Publier ces tables").wait_for()
        self.shot("draft")
        self.press("Enter")
        self.desk.get_by_role("button", name="Imprimer par nom").wait_for()
        self.shot("draw")
        drawn = [self._drawn(row) for row in self.desk.locator("table.drawn tbody tr").all()]
        for notice in self.desk.locator(".notice").all():
            text = notice.inner_text()
            if "tour suivant" in text:
                self.exempt[self.partie] += [int(one) for one in notice.locator(".team-number").all_inner_texts()]
            elif found := re.search(r"Exempte?s?\s?: (\d+)", text):
                self.exempt[self.partie].append(int(found[1]))
        assert announced == [len(drawn), len(self.exempt[self.partie])], (self.partie, announced)
        return drawn

    def _drawn(self, row) -> Game:
        table, *sides, why = row.locator("td").all()
        phase = why.locator(".state").first
        camps = tuple(tuple(int(team) for team in side.locator("[data-team]").all_inner_texts()) for side in sides)
        title = phase.inner_text() if phase.count() else ""
        return Game(self.partie, title, int(table.inner_text()), camps, why.inner_text())

    def score(self) -> tuple[int, int]:
        """Return the totals of a partie of so many donnes, never equal."""
        whole = 162 * self.donnes
        ours = self.chance.choice([one for one in range(whole // 3, 2 * whole // 3) if 2 * one != whole])
        return ours, whole - ours

    def type_scores(self, games: Sequence[Game]) -> None:
        """Type what *games* brought, in no order, by the keyboard alone."""
        self.go("saisie/")
        order = list(games)
        self.chance.shuffle(order)
        for place, game in enumerate(order):
            self._type(game)
            if place == len(order) // 2:
                self.shot("entry")
        for game in games:
            expect(self.desk.locator(f"#missing-{game.table}")).to_have_count(0)
        self.shot("entry-done")

    def _type(self, game: Game) -> None:
        ours, theirs = game.points
        self.press(*str(game.table), "Enter", *str(ours), "Enter", *str(theirs), "Enter")

    def tie(self, game: Game) -> None:
        """Type equal totals of a match, which are asked about, and say there who goes on."""
        self._type(game)
        expect(self.desk.locator("#entry-form")).to_contain_text("hors score")
        self.shot("tie-asked")
        self.press("Enter")
        goes_on = self.desk.get_by_role("button", name=f"Le n° {game.goes_on} continue")
        goes_on.wait_for()
        self.shot("tie-typed")
        goes_on.click()
        goes_on.wait_for(state="detached")  # its own words are those of the answer: they were there before it
        self.desk.get_by_text(f"le n° {game.goes_on} continue").first.wait_for()
        self.shot("tie-settled")

    def forfeit(self, game: Game) -> int:
        """Note that the second camp of *game* is not there; return what the first one marks."""
        self.go(f"parties/{self.partie}/tables/{game.table}/")
        self.desk.locator("main a[href$='/forfait/']").first.click()
        self.desk.locator("input[name=absent][value=EO]").check()
        self.desk.get_by_label("Motif").fill("pas là après dix minutes")
        self.shot("forfeit")
        given = re.search(r"marque (\d+) points", self.desk.locator("main").inner_text())
        self.desk.get_by_role("button", name="Enregistrer le forfait").click()
        self.desk.wait_for_load_state()
        return int(given[1])

    def publish(self) -> None:
        """Publish the palmarès by Enter."""
        self.next_step()
        self.press("Enter")
        self.desk.wait_for_url("**/palmares/")
        self.shot("prizes-first")

    def ranking(self) -> list[tuple[int, int, int]]:
        """Return (rank, team, points) as the page of the ranking shows them."""
        self.go("classement/")
        headings = [one.strip() for one in self.desk.locator("table thead th").all_inner_texts()]
        places = [headings.index(name) for name in ("Rang", "N°", "Points")]
        rows = self.desk.evaluate(
            "[...document.querySelectorAll('table tbody tr:not(.part)')]"
            ".map((row) => [...row.cells].map((cell) => cell.innerText))"
        )
        return [tuple(int(re.sub(r"\D", "", row[place])) for place in places) for row in rows]

    def leave(self, number: int) -> None:
        """Let team *number* go before the next partie."""
        self.go("inscriptions/")
        self.desk.locator("td.rank a", has_text=re.compile(rf"^{number}$")).click()
        self.desk.locator("details:has(form[action$='/depart/']) > summary").click()
        withdrawal = self.desk.locator("form[action$='/depart/']")
        withdrawal.locator("[name=reason]").fill("fatigués, rentrent à la maison")
        withdrawal.get_by_role("button").click()
        self.desk.wait_for_load_state()
        self.shot("leave")
        self.gone[number] = self.partie + 1

    def come_late(self) -> None:
        """Register a team at the door while a partie is played."""
        self.go("inscriptions/")
        self.desk.locator("#id_player_1").focus()
        self.desk.keyboard.type("Zoé Retardataire")
        self.press("Enter")
        self.desk.keyboard.type("Yann Tardif")
        self.press("Enter")
        self.desk.get_by_text("Zoé Retardataire").first.wait_for()
        self.shot("late")
        self.teams += 1

    # --- Telephones -----------------------------------------------------------------------------------------------------

    def codes(self, table: int) -> list[str]:
        """Return the codes of both camps as they are printed on the sheet of a table."""
        self.go(f"parties/{self.partie}/feuilles/?table={table}")
        return self.desk.locator(".paper-way b").all_inner_texts()

    def come_in(self, game: Game) -> None:
        """Bring a telephone of each camp to the table of *game*, by the code of its sheet."""
        for telephone, code in zip(self.telephones, self.codes(game.table), strict=True):
            telephone.goto(f"{self.public}code/")
            self.look(telephone, "code")
            telephone.locator("input[name=code]").fill(code)
            telephone.keyboard.press("Enter")
            telephone.locator("button[name=camp]").wait_for()
            self.look(telephone, "who")
            telephone.locator("button[name=camp]").click()
            telephone.wait_for_url("**/t/*/")
            self.look(telephone, "table")

    def propose(self, place: int, ours: int, theirs: int) -> None:
        """Propose the totals from the telephone of camp *place*."""
        telephone = self.telephones[place]
        entry = telephone.locator("#phone-entry")
        if not entry.locator("#phone-form").is_visible():
            entry.locator("summary").first.click()
        figures = entry.locator(".phone-line").first.locator("input")
        figures.nth(0).fill(str(ours))
        figures.nth(1).fill(str(theirs))
        self.look(telephone, "typed")
        telephone.locator("#phone-form button:not([name])").click()

    def agree_by_telephone(self, game: Game) -> None:
        """Let both camps give the same score, and count it at the desk by one key."""
        self.come_in(game)
        self.propose(0, *game.points)
        expect(self.telephones[1].locator("#phone-state")).to_contain_text(str(game.points[0]))
        self.propose(1, *reversed(game.points))
        expect(self.telephones[0].locator("#phone-state")).to_contain_text("d’accord")
        for telephone in self.telephones:
            self.look(telephone, "agreed")
        self.go("saisie/")
        self.desk.get_by_role("button", name="Le compter").first.click()
        expect(self.desk.locator("#entry-said")).to_contain_text(f"Table {game.table}")
        self.shot("entry-counted")

    def dispute(self, game: Game) -> None:
        """Let the camps give two scores, and the referee keep the first."""
        self.come_in(game)
        ours, theirs = game.points
        self.propose(0, ours, theirs)
        expect(self.telephones[1].locator("#phone-state")).to_contain_text(str(ours))
        self.propose(1, theirs + 20, ours - 20)
        expect(self.telephones[0].locator("#phone-state")).to_contain_text("arbitre")
        for telephone in self.telephones:
            self.look(telephone, "disputed")
        self.go(f"parties/{self.partie}/tables/{game.table}/arbitrage/")
        self.desk.locator("input[type=radio][name=version]").first.check()
        self.desk.get_by_label("Motif, que les joueurs liront").first.fill("la feuille signée")
        self.shot("case")
        self.desk.get_by_role("button", name="Celle-ci compte").click()
        expect(self.telephones[1].locator("#phone-state")).to_have_attribute("data-state", "counted")
        for telephone in self.telephones:
            self.look(telephone, "ruled")

    # --- Looking --------------------------------------------------------------------------------------------------------

    def shot(self, name: str) -> None:
        """Keep the organiser's page to be looked at, where somebody asked for that."""
        self.look(self.desk, name)

    def look(self, page, name: str) -> None:
        width = page.viewport_size["width"]
        shot(page, f"{self.preset}-{self.teams}-p{self.partie}-{name}-{width}", full_page=width < 1900)

    def look_round(self, *, when: bool) -> None:
        """Keep the pages of this moment at all widths."""
        if not SHOTS or not when:
            return
        for path in ("", "phases/", "classement/", "palmares/", "derniers-actes/", "tirages/"):
            self.go(path)
            self.shot(path.strip("/") or "home")
        wall = self.browser_page(width=1920, height=1080)
        for path in ("mur/", "mur/tirage/", "mur/phases/"):
            wall.goto(self.public + path)
            wall.wait_for_load_state("networkidle")
            self.look(wall, path.strip("/").replace("/", "-"))
        wall.close()
        for telephone in self.telephones:
            for path in ("", "tables/", "phases/", "equipe/1/"):
                telephone.goto(self.public + path)
                self.look(telephone, f"phone-{path.split('/')[0]}")
