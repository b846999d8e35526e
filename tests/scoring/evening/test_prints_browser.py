"""Lists and documents as the printer gets them: no page for a few last lines, heads on each page, nothing cut off."""

import re
from itertools import cycle, pairwise

import pytest
from django.urls import reverse

from scoring.evening.closing import close_tournament
from scoring.sheets.entry import submit_sheet
from scoring.till import services as till
from tests.scoring import builders
from tests.support.accounts import account, sign_in
from tests.support.paper import Printed, pages_of, sheets_of
from tests.support.phases import play, set_up
from tournament.models import Draw, Player, Seat, Table, Team, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
FEWEST_LINES = 5
PAPER = 718  # pixels: A4 between the default margins of Chrome's dialog, by which the rules for widths go
LONG = "Marie-Antoinette de La Rochefoucauld-Montmorency"
GIVERS = ["Boucherie Morel", "Comité des fêtes de Saint-Philbert-de-Grand-Lieu", "Cave coopérative"]
GAP = 3  # points between the figures of two columns
BOXED = """() => [...document.querySelectorAll('td > .team-number:first-child')].filter(box => {
    const range = document.createRange(), edge = box.getBoundingClientRect();
    range.selectNodeContents(box.parentElement);
    range.setStartAfter(box);
    return [...range.getClientRects()].some(line => line.width > 4 && line.left < edge.right - 1);
}).map(box => box.parentElement.innerText)"""


@pytest.fixture
def printed(live_server, browser_page, tmp_path):
    """The pages of a printed address; what reaches out of its page fails."""
    page = browser_page()

    def pages(user, address) -> list[Printed]:
        sign_in(page, live_server, user)
        page.goto(live_server.url + address)
        page.emulate_media(media="print")
        page.set_viewport_size({"width": PAPER, "height": 1000})
        width = page.evaluate("document.querySelector('main').getBoundingClientRect().width")
        assert width > 0.95 * PAPER, f"{address} fills {width:.0f} of the {PAPER} pixels of the paper"
        page.set_viewport_size({"width": 1280, "height": 720})
        assert page.evaluate(BOXED) == [], f"{address}: a name runs below or into the box of its number"
        page.emulate_media()
        paper = tmp_path / "paper.pdf"
        count = sheets_of(page, paper)
        found = pages_of(paper)
        assert len(found) == count
        few = [one.text for one in found[1:] if one.lines < FEWEST_LINES and not one.titled]
        assert few == [], f"{address}: pages of a few lines among {[one.lines for one in found]}"
        assert found[0].words, f"{address} begins with an empty page"
        return found

    return pages


def test_no_list_ends_on_a_page_of_its_own(printed):
    """Every length around a page is tried: one more team each time, until a page more is full."""
    tournament = set_up("4x12-points", 36)
    user = account("anne", tournament.club)
    for at, player in enumerate(Player.objects.order_by("pk")):
        name = f"{LONG} {at}" if at % 17 == 0 else f"Éphraïm Le Goff{at}"
        Player.objects.filter(pk=player.pk).update(name=name)
    drawn = play(tournament)
    prints = [reverse("print-draw", args=[tournament.pk, drawn.pk, by]) for by in ("tables", "teams", "names")]
    for address in [*prints, reverse("prizes", args=[tournament.pk])]:
        printed(user, address)
    for teams in range(36, 48, 2):
        for number in (teams + 1, teams + 2):
            Team.objects.create(tournament=tournament, number=number, present=True)
        for name in ("print-standings", "door-print"):
            pages = printed(user, reverse(name, args=[tournament.pk]))
            heads = [("Rang" if name == "print-standings" else "Présent") in one.text for one in pages]
            assert all(heads[: 2 if name == "print-standings" else 1]), (
                f"{name}: each page of a table has its head: {pages[0].text[:200]}"
            )


@pytest.mark.parametrize(("teams", "long"), [(67, 17), (66, 2), (140, 99)])
def test_each_page_of_a_list_names_its_concours_its_partie_and_its_number(printed, teams, long):
    """Page 2 of partie 1 and of partie 2 looked alike on the wall."""
    tournament = set_up(
        "4x12-points", teams, name="Belote de la Saint-André", parties=1, lots=["1er à 60e : un panier garni"]
    )
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"{LONG} {at}" if at % long == 0 else f"Éphraïm Le Goff{at}")
    drawn = play(tournament)
    user = account("anne", tournament.club)
    lists = {
        reverse("print-draw", args=[tournament.pk, drawn.pk, by]): ["Partie 1"] for by in ("tables", "teams", "names")
    }
    lists |= {reverse("print-standings", args=[tournament.pk]): ["Classement après la partie 1"]}
    lists |= {reverse("door-print", args=[tournament.pk]): ["2026"]}
    lists |= {reverse("prizes", args=[tournament.pk]): ["Appel des lots"]}
    for address, words in lists.items():
        pages = printed(user, address)
        assert len(pages) > 1
        numbers = []
        for one in pages:
            assert all(word in one.text for word in ["Belote de la Saint-André", *words]), f"{address}: {one.text[:90]}"
            numbers += [tuple(map(int, found)) for found in re.findall(r"page (\d+) sur (\d+)", one.text)]
        parts = [count for number, count in numbers if number == 1]
        expected = [(number, count) for count in parts for number in range(1, count + 1)]
        assert numbers == expected and len(numbers) == len(pages), f"{address}: {numbers}"


def test_the_number_of_a_page_stands_on_one_line(printed):
    """« page 1 sur » ended a line, and « 1 » stood alone on the next one."""
    tournament = set_up("4x12-points", 4)
    play(tournament)
    user, tops = account("anne", tournament.club), []
    for letters in range(0, 12, 3):
        Tournament.objects.update(place="n" * letters)
        (page,) = printed(user, reverse("print-standings", args=[tournament.pk]))
        at = [word[4] for word in page.words].index("page")
        tops.append({round(word[3]) for word in page.words[at : at + 4]})
    assert [len(one) for one in tops] == [1] * len(tops)


def test_a_ranking_of_many_figures_and_long_names_keeps_to_its_pages(printed):
    """The heads of the figures took more than was reckoned, each name a line more: three heads stood on six sheets."""
    criteria = ["points", "wins", "difference", "match_points"]
    tournament = set_up("4x12-points", 54, parties=2, criteria=criteria)
    Player.objects.update(name="Maximilien Vandenbroucke Lerouxel")
    Team.objects.update(origin="")
    play(tournament, parties=2)
    pages = printed(account("anne", tournament.club), reverse("print-standings", args=[tournament.pk]))
    numbers = [re.findall(r"page (\d+) sur (\d+)", one.text) for one in pages]
    assert numbers == [[(str(number), str(len(pages)))] for number in range(1, len(pages) + 1)]


def test_what_is_published_names_its_concours_and_its_pages(printed):
    """The record of the draws and the palmarès went on without a heading; who gave what began on page 2."""
    lots = [f"{rank}e : un panier garni n° {rank} (15 €, {giver})" for rank, giver in zip(range(1, 61), cycle(GIVERS))]
    tournament = set_up("4x12-points", 140, name="Belote de la Saint-André", parties=3, lots=lots)
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"{LONG} {at}" if at % 17 == 0 else f"Éphraïm Le Goff{at}")
    play(tournament, parties=3)
    user = account("anne", tournament.club)
    close_tournament(tournament_id=tournament.pk, by=user)
    of_slug = [reverse(name, args=[tournament.slug]) for name in ("public-minutes", "public-palmares")]
    names = ("palmares", "palmares-poster", "prize-list", "prize-thanks", "prize-why")
    of_concours = [reverse(name, args=[tournament.pk]) for name in names]
    for address in [*of_slug, *of_concours]:
        pages = printed(user, address)
        assert len(pages) > 1
        assert all("Belote de la Saint-André" in one.text.replace("- ", "-") for one in pages), address
        numbers = [re.search(r"page (\d+) sur (\d+)", one.text) for one in pages[1:]]
        assert [found and found.groups() for found in numbers] == [
            (str(number), str(len(pages))) for number in range(2, len(pages) + 1)
        ], address
    thanks = printed(user, reverse("prize-thanks", args=[tournament.pk]))
    assert thanks[0].lines > 20
    assert len(printed(user, reverse("print-sheet", args=[tournament.pk]))) == 1, "two sheets, to be cut apart"


def test_pools_alone_and_their_ranking_fill_one_sheet_each(printed):
    tournament = set_up("poules-4", 29, criteria=["wins", "difference", "points"])
    user = account("anne", tournament.club)
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"Jeanne Guihéneuf{at}")
    drawn = play(tournament)
    (pools,) = printed(user, reverse("phases", args=[tournament.pk]))
    assert "Poules et finales" in pools.text and all(f"Poule {letter}" in pools.text for letter in "ABCDEFG")
    long_named = Player.objects.filter(pk__in=Player.objects.order_by("pk").values("pk")[:8])
    long_named.update(name=LONG)
    (tables,) = printed(user, reverse("print-draw", args=[tournament.pk, drawn.pk, "tables"]))
    assert "Exempt" in tables.text, "fourteen tables and who is exempt"
    while play(tournament):
        if Draw.objects.filter(round__tournament=tournament, round__number=7).exists():
            break
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=LONG if at < 8 else f"Jean Martin{at}")
    Team.objects.filter(number__lte=10).update(origin="Saint-Étienne-de-Mer-Morte")
    (ranking,) = printed(user, reverse("print-standings", args=[tournament.pk]))
    figures = sorted((round(word[3]), word[0], word[2]) for word in ranking.words if re.fullmatch(r"\d{3,4}", word[4]))
    assert len(figures) > 150
    gaps = [right[1] - left[2] for left, right in pairwise(figures) if left[0] == right[0]]
    assert min(gaps) >= GAP, "the figures of two parties are two words"


def test_the_whole_evening_is_one_document(printed):
    tournament = set_up("poules-4", 22, lots=["Un jambon", "Un canard"], fee_cents=1400)
    user = account("anne", tournament.club)
    while play(tournament):
        tournament.refresh_from_db()
        if Draw.objects.filter(round__tournament=tournament, round__number=7).exists():
            break
    pages = printed(user, reverse("whole-evening", args=[tournament.pk]))
    across = [one for one in pages if one.width > one.height]
    assert len(across) == 2, "the main table and the consolante, each whole on its sheet"
    for one, title in zip(across, ("Tableau principal", "Consolante"), strict=True):
        assert title in one.text and "Finale" in one.text and one.text.count("✓") >= 7
    text = " ".join(one.text for one in pages)
    for part in (
        "Sommaire",
        "Un jambon",
        "Classement après la partie 7",
        "Poule A",
        "Partie 7",
        "Procès-verbal",
        "Argent",
        "Règlement",
    ):
        assert part in text, part
    seats = Seat.objects.filter(round__tournament=tournament).count()
    parties = text[text.index("Partie 1 Table") : text.index("Procès-verbal des tirages Partie 1")]
    assert len(re.findall(r"Joueur \d+- ?2", parties)) == seats, "each table of each partie, and who was exempt"
    assert len(pages) <= 14
    assert not any(one.text.startswith("Argent") for one in pages), "the money follows the draws where there is room"
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"Mickaël N'Guyen{at}")
    assert len(printed(user, reverse("phases", args=[tournament.pk]))) == 3, (
        "two trees, and the pools with their legend"
    )
    assert len(printed(user, reverse("public-minutes", args=[tournament.slug]))) <= 6, "several draws on a page"


def test_cards_team_pages_and_the_published_ranking_fill_their_sheets(printed, monkeypatch):
    tournament = builders.evening(teams=20, parties=4, fee_cents=1400)
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"Marie-Claude Étchegaray{at}")
    user = account("anne", tournament.club)
    monkeypatch.setattr("scoring.public.views.public_address", lambda request, path: f"http://192.168.1.2:8000{path}")
    cards = printed(user, reverse("team-cards", args=[tournament.pk]))
    assert [one.text.count("Notre table") for one in cards] == [10, 10]
    Tournament.objects.update(name="Grand concours de la Saint-André à Casson")
    cards = printed(user, reverse("team-cards", args=[tournament.pk]))
    assert [one.text.count("carré.") for one in cards] == [10, 10], "the last word of a card was cut"
    assert len(printed(user, reverse("poster", args=[tournament.pk]))) == 1
    Player.objects.filter(teams__number__in=(1, 2, 11)).update(name=f"{LONG} X")
    for one in printed(user, reverse("team-cards", args=[tournament.pk])):
        assert len([word for word in one.words if word[3] - word[1] > 24 and word[4].isdecimal()]) == 10
    close_tournament(tournament_id=tournament.pk, by=user)
    for address in ("public-team", "why"):
        at = [tournament.slug, 3] if address == "public-team" else [tournament.pk, 3]
        assert len(printed(user, reverse(address, args=at))) == 1, f"{address}: pictures and table on one page"
    for address in (reverse("public-palmares", args=[tournament.slug]), reverse("palmares", args=[tournament.pk])):
        assert "Étchegaray39" in " ".join(one.text for one in printed(user, address)), (
            "the ranking, not its title alone"
        )


def test_the_document_holds_every_donne_where_asked(printed):
    tournament = builders.seated(2, parties=1)
    user = account("anne", tournament.club)
    entered = [{"preneur": "NS", "points": {"NS": 100}} for _ in range(12)]
    for table in Table.objects.all():
        submit_sheet(table_id=table.pk, key=f"key-of-the-sheet-{table.pk}", kind="donnes", donnes=entered, by=user)
    address = reverse("whole-evening", args=[tournament.pk])
    short = printed(user, address)
    assert "donne par donne" not in " ".join(one.text for one in short)
    pages = printed(user, f"{address}?donnes")
    told = [one for one in pages if "donne par donne" in one.text]
    assert sum(one.text.count("réussie") or one.text.count("S0 10.2") for one in told) >= 24


def test_a_long_prize_pushes_no_button_off_the_screen(live_server, browser_page):
    """The field was as long as the prize: « Appelé » stood behind the edge, and the names in a narrow column."""
    tournament = set_up("elimination", 4, lots=["1er : Jambon", "2e : " + "2 brioches de Saint-Jean-de-Monts " * 3])
    play(tournament, parties=2)
    user = account("anne", tournament.club)
    close_tournament(tournament_id=tournament.pk, by=user)
    page = browser_page(width=1366, height=768)
    sign_in(page, live_server, user)
    page.goto(live_server.url + reverse("prizes", args=[tournament.pk]))
    edges = page.locator(".prize-turn button").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    room = page.locator("table.prizes").evaluate("table => table.parentElement.getBoundingClientRect().right")
    assert len(edges) == 2 and max(edges) <= room


def test_long_prizes_have_a_wide_column(printed):
    """40 of them took seven sheets, in a column of 41 mm beside one of 30 mm for a rank of three letters."""
    lots = ["1er à 40e : une bouteille de cidre fermier et une boîte de galettes pur beurre de la biscuiterie du bourg"]
    tournament = set_up("4x12-points", 40, parties=1, lots=[*lots, "Dernier : deux paquets de nouilles"])
    Player.objects.update(name="Maximilien Vandenbroucke")
    play(tournament)
    assert len(printed(account("anne", tournament.club), reverse("prizes", args=[tournament.pk]))) == 6


def test_each_page_of_a_long_treasurers_sheet_names_its_concours_and_its_number(printed):
    """With many expenses and debts the sheet went on without a heading; without a line its list was an empty page."""
    tournament = set_up("4x12-points", 4, name="Belote de la Saint-André", sales=["Café : 1 €"])
    user = account("anne", tournament.club)
    address = reverse("till-sheet", args=[tournament.pk])
    assert len(printed(user, address)) == 1
    for number in range(70):
        remark = f"facture n° {number} du comité des fêtes" + " de Saint-Philbert-de-Grand-Lieu" * (number % 9 == 0)
        till.note_money(tournament_id=tournament.pk, kind="expense", cents=1000, remark=remark, by=None)
    for number in range(50):
        till.sell(tournament_id=tournament.pk, items={"Café": 1}, means="due", remark=f"{LONG} {number}", by=None)
    pages = printed(user, address)
    assert all("Belote de la Saint-André" in one.text for one in pages)
    numbers = [re.search(r"page (\d+) sur (\d+)", one.text).groups() for one in pages]
    sheets, lines = int(numbers[0][1]), int(numbers[-1][1])
    assert numbers == [(str(at), str(count)) for count in (sheets, lines) for at in range(1, count + 1)]
    assert sheets > 2 and "Attendu et compté" in pages[sheets - 1].text
