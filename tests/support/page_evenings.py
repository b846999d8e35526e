"""Evenings at random through the pages of the organiser: each button with its form, what it promised held to what came."""

import csv
import io
import random
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.test import Client
from django.urls import reverse
from lxml import html

from scoring.public.serving import public_live
from scoring.seasons import services as seasons
from scoring.seasons.selectors import read_season
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults
from scoring.workbook.columns import Tab
from scoring.workbook.csv_files import write_csv
from scoring.workbook.sheets import standings as ranking_sheet
from scoring.workbook.source import read_source
from tests.support.finals import FORMATS
from tests.support.random_evenings import WHY, NothingThereError, RandomEvening
from tournament.models import Round, Table, Team, TeamMember

Place = tuple[int, int]  # a rank and its points
MOVED = re.compile(r"(?:(\S+) → )?(\S+)")
OF_POOL = re.compile(r"\d+(?:er|re|e) ?(?:ex æquo, ?)?de la poule \w+")
SCORE = re.compile(r"Partie (\d+), table (\d+) : (\S+) → (\S+)")


def plain(node: html.HtmlElement) -> str:
    """Return the words of an element on one line, figures as they are typed."""
    text = node.text_content().replace("\xa0", " ").replace("\u202f", "").replace("−", "-")
    return " ".join(text.split())


def csv_rows(tab: Tab, rows: list) -> list[list[str]]:
    """Return the *rows* of a tab as who opens its CSV file reads them, its headings left out."""
    file = io.BytesIO()
    write_csv(file, title="", tabs=[replace(tab, rows=rows)])
    with zipfile.ZipFile(file) as whole:
        (name,) = [name for name in whole.namelist() if name.endswith(".csv")]
        return list(csv.reader(io.StringIO(whole.read(name).decode("utf-8-sig")), delimiter=";"))[1:]


class PageEvening(RandomEvening):
    """An evening of which every act but the draws goes through a page; `done` counts the acts, `asked` those that showed
    their effects first.
    """

    def __init__(self, chance: random.Random, preset: str, teams: int, **settings: object) -> None:
        super().__init__(chance, preset, teams, **settings)
        self.client, self.stranger = Client(), Client()
        self.client.force_login(self.by)
        self.done: list[str] = []
        self.asked, self.alert = 0, ""
        club = self.tournament.club
        self.season = seasons.make_season(club_id=club.pk, by=None, name="Challenge", evenings=[(self.pk, 1)])
        self.moves = [getattr(self, name) for name in PAGE_MOVES]
        self.after_each = lambda: self.chance.random() < 0.3 and self.check_shown()

    def at(self, name: str, *more: object) -> str:
        return reverse(name, args=[self.pk, *more])

    def page(self, address: str) -> html.HtmlElement:
        answer = self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return html.fromstring(answer.content.decode())

    def play(self, parties: int = 2) -> Iterator[str]:
        """Play the first *parties*, or all where there are fewer: pages are slow, and later ones bring nothing else."""
        for _partie, moment in zip(range(parties), super().play(), strict=False):
            yield moment

    # --- A form, what it promises, what came --------------------------------------------------------------------------

    def send(self, address: str, *, of: str = "", where: Mapping[str, str] | None = None, **typed: object) -> bool:
        """Fill in the form of the page *of* that goes to *address*, and confirm what it shows; whether it was done."""
        page = self.page(of or address)
        forms = [form for form in page.forms if (form.get("action") or of or address) == address]
        forms = [form for form in forms if all(form.fields.get(name) == value for name, value in (where or {}).items())]
        if not forms or (set(typed) - {*forms[0].fields.keys()}):
            raise NothingThereError
        form = forms[0]
        fields = {name: value for name, value in form.form_values()} | {k: str(v) for k, v in typed.items()}
        return self.post(address, fields)

    def post(self, address: str, fields: Mapping[str, str]) -> bool:
        before = evening(self.pk)
        answer = self.client.post(address, fields)
        shown = self.effects_page(answer)
        if shown is not None:
            buttons = [button.get("value") for button in shown.xpath('//button[@name="effects"]')]
            (form,) = [form for form in shown.forms if form.xpath('.//button[@name="effects"]')]
            hidden = {name: value for name, value in form.form_values()}
            self.asked += 1
            answer = self.client.post(address, hidden | {"effects": self.chance.choice(buttons)})
            assert answer.status_code == 302, (address, plain(html.fromstring(answer.content.decode()))[:900])
            self.check_promise(shown, before, evening(self.pk))
        assert answer.status_code < 500, address
        if answer.status_code in (200, 422) and 'role="alert"' in answer.content.decode():
            page = html.fromstring(answer.content.decode())
            self.alert = " ".join(plain(alert) for alert in page.xpath('//*[@role="alert"]'))
            self.refused.append(address.rstrip("/").rpartition("/")[2])
            return False
        self.done.append(address)
        return True

    def effects_page(self, answer: object) -> html.HtmlElement | None:
        if answer.status_code != 200 or 'name="effects"' not in answer.content.decode():
            return None
        return html.fromstring(answer.content.decode())

    def check_promise(self, shown: html.HtmlElement, before: EveningResults, after: EveningResults) -> None:
        """Compare the ranks, points and scores that the page of the effects promised with those that came."""
        last = max(before.last, after.last)
        was, now = ({row.number: (row.rank, row.points) for row in one.after(last).rows} for one in (before, after))
        promised = {}
        for row in shown.xpath('//table[contains(@class, "standings")]//tbody/tr'):
            number, _names, rank, points = (plain(cell) for cell in row.xpath("./td"))
            promised[int(number)] = tuple(MOVED.fullmatch(text)[2] for text in (rank, points))
        came = {
            number: tuple("—" if one is None else str(one) for one in now.get(number, (None, None)))
            for number in was.keys() | now.keys()
            if was.get(number, (None,))[0] != now.get(number, (None,))[0]
        }
        assert promised == came, (promised, came)
        text = plain(shown.xpath("//main")[0])
        for partie, table, _old, new in SCORE.findall(text):
            seats = {
                result.camp: str(result.points)
                for team, seated in after.seated.items()
                for number, result in seated.items()
                if result is not None
                and result.kind != "pending"
                and (after.played_in(team, number), result.table) == (int(partie), int(table))
            }
            ours = "–".join(seats[camp] for camp in sorted(seats, key=lambda camp: (camp != "NS", camp))) or "—"
            assert ours == new, (partie, table, new, ours)

    # --- What is shown, everywhere the same ---------------------------------------------------------------------------

    def check_shown(self) -> None:
        """Compare the ranking on its page, on two telephones, in the workbook and its CSV, the API and the table of the season."""
        found = evening(self.pk)
        if not found.last:
            return
        board = found.after()
        truth = [(row.rank, row.number) for row in board.rows]
        page = self.page(self.at("standings"))
        lines = page.xpath('//table[contains(@class, "standings")]//tbody/tr[td[contains(@class, "rank")]]')
        on_page = [
            (int(re.sub(r"\D", "", cells[0])), int(next(filter(str.isdigit, cells[1:]))))
            for cells in ([plain(cell) for cell in line.xpath("./td")] for line in lines)
        ]
        assert on_page == truth, ("page", on_page, truth)
        slug = self.tournament.slug
        public_live.forget()  # a public page may be some tenths of a second old
        api = self.stranger.get(f"/api/v1/public/{slug}/standings/").json()["results"]
        by_api = [(one["rank"], one["number"], one["points"]) for one in api]
        assert by_api == [(row.rank, row.number, row.points) for row in board.rows], ("api", by_api, truth)
        if found.rounds:
            after = next((tab for tab in ranking_sheet.tabs(read_source(self.tournament))), None)
            last = found.after(found.rounds[-1])
            ranked = [(row.rank, row.number) for row in last.rows]
            rows = list(after.rows)
            assert [(row[0], row[1]) for row in rows] == ranked, "workbook"
            assert [(int(row[0]), int(row[1])) for row in csv_rows(after, rows)] == ranked, "CSV"
        for row in self.chance.sample(list(board.rows), min(2, len(board.rows))):
            answer = self.stranger.get(reverse("public-team", args=[slug, row.number]))
            text = OF_POOL.sub("", plain(html.fromstring(answer.content.decode())))
            shown = re.search(
                r"(\d+)(?:er|re|e) ?(?:ex æquo, ?|ex æquo)?(?:sur|,|$)", text.partition("feuilles")[2] or text
            )
            assert shown and int(shown[1]) == row.rank, ("phone", row.number, row.rank, text[:900])
        self.check_season(found)

    def check_season(self, found: EveningResults) -> None:
        ranks = {row.team_id: row.rank for row in found.after().rows}
        members = TeamMember.objects.filter(team__tournament=self.pk, person__isnull=False)
        persons = dict(members.values_list("person_id", "team_id"))
        for row in read_season(self.season).table.rows:
            for slot in (*row.counted, *row.dropped):
                for entry in slot.entries:
                    assert ranks[persons[row.who[0]]] == entry.rank, ("season", row.who, entry.rank)

    # --- The acts -----------------------------------------------------------------------------------------------------

    def typed(self, table: Table, base: int | None) -> dict[str, str]:
        marks = self.figures(table)["marks"]
        return {
            **{f"points_{camp}": str(marks[camp]["points"]) for camp in marks},
            "table": str(table.number),
            "key": self.key(),
            "base_version": "" if base is None else str(base),
            "reason": WHY,
            "override": WHY,
        }

    def type_score(self) -> None:
        table = self.table(counted=False)
        self.post(self.at("entry-round", table.round.number), self.typed(table, None))

    def correct(self) -> None:
        table = self.table()
        self.post(self.at("entry-round", table.round.number), self.typed(table, self.version(table)))

    def of_table(self, name: str, **typed: object) -> None:
        table = self.table()
        place = (table.round.number, table.number)
        if name == "sheet-exchange":
            others = list(Table.objects.filter(round=table.round).exclude(pk=table.pk))
            typed["other"] = self.chance.choice(others or [table]).number
        self.send(self.at(name, *place), of=self.at("table", *place), reason=WHY, **typed)

    def swap_camps(self) -> None:
        self.of_table("sheet-swap")

    def take_off(self) -> None:
        self.of_table("sheet-withdraw")

    def exchange(self) -> None:
        self.of_table("sheet-exchange")

    def decide(self, table: Table, decision: str, **typed: object) -> None:
        address = self.at("case", table.round.number, table.number)
        page = self.page(address)
        forms = [form for form in page.forms if form.fields.get("decision") == decision]
        if not forms:
            raise NothingThereError
        fields = {name: value for name, value in forms[0].form_values()}
        self.post(address, fields | {"reason": WHY} | {name: str(value) for name, value in typed.items()})

    def penalise(self) -> None:
        table = self.table(counted=None)
        team = self.chance.choice([seat.team.number for seat in table.seats.all()])
        points = self.chance.choice([0, 50, 700])
        self.decide(table, "penalty", team=team, label="renonce", way="on_top", points=points)

    def penalty_back(self) -> None:
        self.decide(self.table(counted=None), "penalty_back")

    def forfeit(self) -> None:
        table = self.table(counted=None)
        self.decide(table, "forfeit", absent=self.chance.choice(sorted({seat.camp for seat in table.seats.all()})))

    def of_team(self, name: str, team: Team, **typed: object) -> None:
        self.send(self.at(name, team.pk), of=self.at("team", team.pk), **typed)

    def partie(self) -> int:
        return max(Round.objects.filter(tournament=self.pk, state="published").count() + self.chance.choice([0, 1]), 1)

    def leave(self) -> None:
        self.of_team("team-withdraw", self.team(), from_round=self.partie(), reason=WHY)

    def come_back(self) -> None:
        gone = list(Team.objects.filter(tournament=self.pk, excluded=False).exclude(withdrawn_from=None))
        if gone:
            self.of_team("team-return", self.chance.choice(gone))

    def exclude(self) -> None:
        self.of_team("team-exclude", self.team(), from_round=self.partie(), reason=WHY)

    def readmit(self) -> None:
        if out := list(Team.objects.filter(tournament=self.pk, excluded=True)):
            self.of_team("team-readmit", self.chance.choice(out), reason=WHY)

    def take_back(self) -> None:
        """Take back one of the acts that the page offers: what is offered is not refused, unless effects say so."""
        page = self.page(self.at("undo"))
        forms = [form for form in page.forms if "/derniers-actes/" in (form.get("action") or "")]
        if not forms:
            raise NothingThereError
        form = self.chance.choice(forms)
        promised = plain(form)
        fields = {name: value for name, value in form.form_values()} | {"reason": WHY}
        assert self.post(form.get("action"), fields), ("offered, and refused", promised, self.alert)


PAGE_MOVES = [
    *("type_score", "correct", "swap_camps", "take_off", "exchange", "penalise", "take_back") * 2,
    *("penalty_back", "forfeit", "leave", "come_back", "exclude", "readmit", "away", "late", "cancel_draw") * 1,
]
NO_BRACKET = [
    ("melee", {}),
    ("6x12-victoires", {}),
    ("points-de-match", {}),
    ("poules-4", {"phases": []}),
    ("relais", {}),
    ("impairs-fixes", {}),
    ("rotation", {}),
    ("5x10-classement", {}),
]
WITH_BRACKET = [("elimination", {}), *FORMATS.values()]
