"""A secretary with a keyboard and a mouse: registers, draws and types an evening, and remembers what was typed."""

import random
import re
from collections import defaultdict
from collections.abc import Callable

from rules import score_sheet
from tests.tournament.registration import import_files

CSRF_COOKIES = ("dix_csrf", "__Host-csrftoken")  # of a laptop, and of a host
PARTIES, DONNES = 4, 12
TABLES = 24
FIGURES = ("points", "belotes", "capots")
EXEMPT = 162 * DONNES // 2
OPTIONS = {"litige_derniere_donne": "garde", "limite_donnes": DONNES}


def the_list() -> bytes:
    """A workbook of 47 teams with the slips that a club's has."""
    from scoring.management.commands.demo import FAMILY, GIVEN

    people = iter(random.Random(47).sample([f"{given} {family}" for given in GIVEN for family in FAMILY], 94))
    rows = [["CONCOURS DE BELOTE"], [], import_files.HEADER]
    for number in range(1, 48):
        partner = {21: "=2+3", 31: None}.get(number, next(people))
        rows.append([12 if number == 34 else number, next(people), partner, "Casson", "oui"])
    return import_files.workbook(*rows)


def partie(chance: random.Random) -> dict[str, tuple[int, int, int]]:
    """Return the score that two camps bring from a table: points, belotes and capots of NS and EO."""
    donnes = []
    for _number in range(DONNES):
        taker = chance.choice(("NS", "EO"))
        donne = {"preneur": taker, "points": {taker: min(150, max(12, round(chance.gauss(98, 25))))}}
        if chance.random() < 0.04:
            donne = {"preneur": taker, "capot": taker}
        if chance.random() < 0.3:
            donne["belote"] = [chance.choice(("NS", "EO"))]
        donnes.append(donne)
    total = score_sheet({"ruleset": "ffb-classique", "options": OPTIONS, "donnes": donnes}).to_dict()["total"]
    return {
        camp: (
            total[camp],
            sum(donne.get("belote") == [camp] for donne in donnes),
            sum(donne.get("capot") == camp for donne in donnes),
        )
        for camp in ("NS", "EO")
    }


class Secretary:
    """Does with keyboard and mouse what a secretary does; remembers what was typed."""

    def __init__(self, page, url: str) -> None:
        self.page, self.url = page, url
        self.chance = random.Random(47)
        self.points: dict[int, int] = defaultdict(int)
        self.met: dict[int, list[int]] = defaultdict(list)
        self.exempt: list[int] = []

    def settle_first_run(self) -> None:
        self.page.goto(self.url)
        self.page.get_by_label("Nom du club").fill("Amicale de Casson")
        self.page.get_by_label("Votre nom").fill("Anne Leroy")
        self.page.get_by_label("Mot de passe").fill("belote et dix de der")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(lambda address: "bienvenue" not in address)

    def create(self) -> None:
        self.page.goto(f"{self.url}/concours/nouveau/")
        self.page.locator(".presets a[href*='4x12-points']").click()
        self.page.locator("[name=name]").fill("Concours d’automne")
        self.page.locator("[name=place]").fill("Salle des fêtes")
        self.page.locator("input#id_parties").fill(str(PARTIES))
        self.page.get_by_role("button", name="Créer le concours").click()
        self.page.wait_for_url(re.compile(r"/concours/\d+/"))
        self.base = re.search(r"/concours/\d+/", self.page.url)[0]

    def go(self, path: str = "") -> None:
        response = self.page.goto(self.url + self.base + path)
        assert response.status == 200, path

    def import_list(self) -> None:
        self.go("inscriptions/")
        self.page.locator("a[href*='import']").first.click()
        self.page.locator("input[type=file]").set_input_files(
            {"name": "inscriptions-47.xlsx", "mimeType": "application/octet-stream", "buffer": the_list()}
        )
        self.page.get_by_role("button", name="Regarder la liste").click()
        self.page.locator("#import-form").wait_for()
        # Each line the program doubts is answered: a name for the missing or unreadable partner, yes for a namesake.
        for number, row in enumerate(self.page.locator("#import-form tbody tr").all()):
            partner = row.locator("input[name^='player_2-']")
            if partner.count() and row.locator(".state.bad, .state.wait").count():
                if partner.input_value() == "" or "=" in partner.input_value():
                    partner.fill(f"Partenaire {'ABCDEFGH'[number % 8]} Trouvé")
                tick = row.locator("input[name^='take-']")
                if tick.count() and not tick.is_checked():
                    tick.check()
        self.page.locator("#import-form [name=present]").check()
        self.page.get_by_role("button", name="Relire la liste avec mes réponses").click()
        self.page.locator("#import-form").wait_for()
        for tick in self.page.locator("#import-form input[name^='take-']:not(:checked)").all():
            tick.check()
        self.page.get_by_role("button", name="Importer").click()
        self.page.wait_for_url("**/inscriptions/**")

    def register_late_team(self) -> None:
        self.go("inscriptions/")
        self.page.locator("#id_player_1").fill("")
        self.page.keyboard.type("Zoé Retardataire")
        self.page.keyboard.press("Enter")
        self.page.keyboard.type("Yann Tardif")
        self.page.keyboard.press("Enter")
        self.page.get_by_text("Zoé Retardataire").first.wait_for()

    def withdraw(self, number: int) -> None:
        self.go("inscriptions/")
        self.page.locator("td.rank a", has_text=re.compile(rf"^{number}$")).click()
        withdrawal = self.page.locator("form[action$='/depart/']")
        if not withdrawal.is_visible():
            self.page.locator("details:has(form[action$='/depart/']) > summary").click()
        withdrawal.locator("[name=reason]").fill("fatigué, rentre à la maison")
        withdrawal.get_by_role("button").click()
        self.page.wait_for_load_state()

    def draw(self, number: int, seed: str) -> None:
        self.go("tirages/")
        self.page.locator("#seed").fill(seed)
        self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name="Publier ces tables").click()
        self.page.get_by_role("button", name="Imprimer par nom").wait_for()
        tables = [
            [int(team) for team in row.locator("[data-team]").all_inner_texts()]
            for row in self.page.locator("table.drawn tbody tr").all()
        ]
        for table, (north, east) in enumerate(tables, start=1):
            assert east not in self.met[north], f"partie {number}, table {table}: {north} and {east} meet again"
            self.met[north].append(east)
            self.met[east].append(north)
        self.number, self.tables = number, tables
        notices = " ".join(self.page.locator(".notice").all_inner_texts())
        if exempt := re.search(r"Exempt\s?: (\d+)", notices):
            team = int(exempt[1])
            assert team not in self.exempt, "nobody is exempt twice while another has not been"
            self.exempt.append(team)
            self.points[team] += EXEMPT

    def type_sheets(
        self, *, wrong_first: bool = False, by_keyboard: int, halfway: Callable[[], None] | None = None
    ) -> None:
        """Type as many sheets as said; of the others the same forms are sent from the same browser without the keys."""
        self.go("saisie/")
        order = list(enumerate(self.tables, start=1))
        self.chance.shuffle(order)
        for place, (table, (north, east)) in enumerate(order):
            brought = partie(self.chance)
            if wrong_first and place == 0:
                self.misread(table, brought)
            if halfway and place == TABLES // 2:
                halfway()
                self.go("saisie/")
            (self.type_sheet if place < by_keyboard else self.send_sheet)(table, brought)
            self.points[north] += brought["NS"][0]
            self.points[east] += brought["EO"][0]

    def type_sheet(self, table: int, brought: dict[str, tuple[int, int, int]]) -> None:
        self.fill_line(table, brought)
        self.page.locator("#entry-said", has_text=re.compile(rf"\b{table}\b")).wait_for()

    def send_sheet(self, table: int, brought: dict[str, tuple[int, int, int]]) -> None:
        token = next(one["value"] for one in self.page.context.cookies() if one["name"] in CSRF_COOKIES)
        form = {"csrfmiddlewaretoken": token, "key": f"partie-{self.number}-table-{table:04d}", "table": table}
        for camp, figures in brought.items():
            form |= {f"{name}_{camp}": figure for name, figure in zip(FIGURES, figures, strict=True)}
        answer = self.page.request.post(
            f"{self.url}{self.base}saisie/{self.number}/",
            form=form,
            headers={"Referer": f"{self.url}/"},
            max_redirects=0,  # the page of all tables that a person sees then has the keys above
        )
        assert answer.status == 302, answer.text()

    def fill_line(self, table: int, brought: dict[str, tuple[int, int, int]]) -> None:
        page = self.page
        page.locator("#id_table").fill(str(table))
        page.keyboard.press("Enter")
        page.locator("#id_points_NS:focus").wait_for()
        fields = [f"{name}_{camp}" for name in FIGURES for camp in ("NS", "EO")]
        figures = (figure for pair in zip(brought["NS"], brought["EO"], strict=True) for figure in pair)
        for field, figure in zip(fields, figures, strict=True):
            page.locator(f"#id_{field}").fill(str(figure))
        page.keyboard.press("Enter")

    def misread(self, table: int, brought: dict[str, tuple[int, int, int]]) -> None:
        """One digit is misread: the total is refused, the figures stay, and nothing is recorded."""
        points, belotes, capots = brought["NS"]
        wrong = brought | {"NS": (points + 7, belotes, capots)}
        self.fill_line(table, wrong)
        self.page.locator("#id_override").wait_for()
        assert self.page.locator("#id_points_NS").input_value() == str(points + 7)
        self.go("saisie/")
        assert "0 / " in self.page.locator("main").inner_text()

    def ranking(self) -> list[tuple[int, int, int]]:
        """(rank, team, points) as the page of standings shows them."""
        self.go("classement/")
        rows = []
        headings = [heading.strip() for heading in self.page.locator("table thead th").all_inner_texts()]
        lines = self.page.locator("table tbody tr").evaluate_all(
            "lines => lines.map(line => [...line.querySelectorAll('td, th')].map(cell => cell.innerText))"
        )
        for cells in lines:
            by_heading = dict(zip(headings, cells, strict=False))
            rows.append(tuple(int(re.sub(r"\D", "", by_heading[name])) for name in ("Rang", "N°", "Points")))
        return rows
