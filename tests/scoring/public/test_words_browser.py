"""Every public page on the narrowest telephones with the longest names: no word is broken, nothing runs out."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.access import services as tokens
from scoring.evening.closing import close_tournament
from tests.scoring import builders
from tests.support.phases import play, set_up
from tests.support.shots import shot
from tournament.models import Player, Table

pytestmark = pytest.mark.django_db(transaction=True)
WALLS = ("public-wall", "wall-draw", "wall-phases", "wall-prizes")
LONG = (
    "Marie-Antoinette de La Rochefoucauld",
    "Wojciechowska-Szczepańska Małgorzata",
    "Kerguiduff de Trogoff Jean-Baptiste",
)

# The words drawn on more than one line (a word ends at a blank, a hyphen, a slash), what is cut off by its box, what is set
# in other letters than the name around it, headings far from what stands above, and whether the page is wider than the screen.
BROKEN = """() => {
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".visually-hidden, script, select, .skip")) continue;
    for (const word of node.data.matchAll(/[^\\s\\u00a0\\/\\-–+]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].filter((one) => one.width > 0.5).map((one) => Math.round(one.top)));
      if (tops.size > 1) wrong.push(`broken: ${word[0]}`);
    }
  }
  for (const one of document.querySelectorAll("main *")) {
    const style = getComputedStyle(one);
    if (one.closest(".visually-hidden, .scroll-x, select, input") || !["hidden", "clip"].includes(style.overflowX)) continue;
    if (one.scrollWidth > one.clientWidth + 1) wrong.push(`cut: ${one.className} ${one.textContent.trim().slice(0, 60)}`);
  }
  const styled = (one) => parseFloat(getComputedStyle(one).fontSize);
  for (const one of document.querySelectorAll(".unbroken")) {
    if (styled(one) !== styled(one.parentElement)) wrong.push(`of another size: ${one.textContent}`);
  }
  for (const one of document.querySelectorAll(".phone-sides dt")) {
    if (one.offsetHeight > 2 * styled(one)) wrong.push(`two lines: ${one.textContent}`);
  }
  for (const one of document.querySelectorAll(":is(.hall-message, .clock) + h1")) {
    const gap = one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom;
    if (one.checkVisibility() && gap > 1.5 * styled(one)) wrong.push(`${gap} pixels above: ${one.textContent}`);
  }
  for (const one of document.querySelectorAll(".pool :is(td, th)")) {
    const box = one.getBoundingClientRect();
    if (one.closest(".pool").checkVisibility() && (!box.width || box.right > innerWidth)) wrong.push(`a figure of a pool out of sight: ${one.textContent}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`wide: ${document.documentElement.scrollWidth}`);
  return [...new Set(wrong)];
}"""


def long_names():
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(
            name=LONG[at % len(LONG)], key=f"{LONG[at % len(LONG)].lower()} {at}"
        )


def addresses(tournament, stage):
    pages = [
        "public-standings",
        "public-tables",
        "public-minutes",
        "public-reglement",
        "public-palmares",
        "public-phases",
    ]
    found = {name: reverse(name, args=[tournament.slug]) for name in pages}
    found |= {f"team-{n}": reverse("public-team", args=[tournament.slug, n]) for n in (3, 20)}
    found["tables-asked"] = found["public-tables"] + "?q=20"
    found["find"] = found["public-standings"] + "?q=marie"
    found["nobody"] = found["public-standings"] + "?q=Anticonstitutionnellement"
    return {f"{stage}-{name}": address for name, address in found.items()}


def test_no_word_is_broken_on_any_public_page(live_server, browser_page):
    fresh = builders.concours(teams=22, slug="neuve")
    builders.partie(fresh, 1, [(n, None, n + 1, None) for n in range(1, 21, 2)], exempt=[21])
    played = builders.evening(
        teams=21,
        parties=3,
        missing=4,
        slug="jouee",
        lots=["Jambon de pays entier désossé", "Canard"],
        hall_message="Le buffet est ouvert",
    )
    over = builders.evening(teams=21, parties=4, slug="finie", lots=["Jambon de pays entier désossé", "Canard"])
    close_tournament(tournament_id=over.pk, by=None)
    finals = set_up("poules-4", 16)
    for _partie in range(5):
        play(finals)
    long_names()
    asked = addresses(fresh, "fresh") | addresses(played, "played") | addresses(over, "over")
    asked["finals-public-phases"] = reverse("public-phases", args=[finals.slug])
    asked["code"] = reverse("public-code", args=[fresh.slug])
    for concours, stage in ((fresh, "fresh"), (played, "played"), (over, "over"), (finals, "finals")):
        asked |= {f"{stage}-{name}": reverse(name, args=[concours.slug]) for name in WALLS}
    table = Table.objects.get(round__tournament=fresh, number=10)
    asked["enter"] = reverse("phone-enter", args=[tokens.codes_of(round_id=table.round_id)[10]["EO"].token])
    page = browser_page(width=320, height=700)
    wrong = {}
    for name, address in asked.items():
        page.goto(live_server.url + address)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 700})
            for tree in page.locator("svg.tree:visible").all():
                match = tree.locator("rect").first.bounding_box()
                assert match["x"] + match["width"] <= width, f"{name}: a match is wider than the screen"
            if found := page.evaluate(BROKEN):
                wrong[f"{name} {width}"] = found
        shot(page, f"{name}")
    page.click("button[name=camp]")
    page.wait_for_url("**/t/*/")
    wrong["table"] = page.evaluate(BROKEN)
    shot(page, "table", full_page=True)
    assert [f"{name}: {found}" for name, found in wrong.items() if found] == []


def test_a_name_of_one_long_word_pushes_no_page_beyond_the_edge_of_a_telephone(live_server, browser_page):
    """It took the points of every team with it, out of sight: place, team and points are seen without sliding."""
    tournament = set_up("elimination", 8)
    Player.objects.filter(name__endswith="-2").update(name="Wolfeschlegelsteinhausenbergerdorff Anne")
    play(tournament, parties=3)
    page, slug = browser_page(width=320, height=700), tournament.slug
    for address in (
        reverse("public-standings", args=[slug]),
        reverse("public-phases", args=[slug]),
        reverse("public-team", args=[slug, 1]),
    ):
        page.goto(live_server.url + address)
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)
            for cell in page.locator("table.standings tr:not(.part) > :not(.roomy, .snug)").all():
                box = cell.bounding_box()
                assert box["x"] >= 0 and box["x"] + box["width"] <= width, (address, width)


def test_a_telephone_shows_every_figure_that_makes_the_order_of_a_pool(live_server, browser_page):
    """The difference was left out below 480 pixels: « 2nd with 1182 points, 3rd with 1213 » looked wrong."""
    tournament = set_up("poules-4", 16)
    play(tournament, parties=3)
    long_names()
    page = browser_page(width=320, height=700)
    page.goto(live_server.url + reverse("public-phases", args=[tournament.slug]))
    for width in (320, 360, 412):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(BROKEN) == [], width


def test_a_telephone_opens_a_bracket_at_the_last_round_that_is_drawn(live_server, browser_page):
    tournament = set_up("elimination", 16)
    page = browser_page(width=360, height=740)
    for partie, title in enumerate(("Huitièmes de finale", "Quarts de finale", "Demi-finales", "Finale")):
        play(tournament)
        page.goto(live_server.url + reverse("public-phases", args=[tournament.slug]))
        left, right, bottom = page.locator(".tree").first.evaluate(
            """(tree) => {
              const matches = [...tree.querySelectorAll(".tree-match:has(.tree-caption) rect")].map((one) => one.getBoundingClientRect());
              const last = matches.reduce((one, other) => (other.left > one.left + 5 ? other : one));
              return [last.left, last.right, last.bottom];
            }"""
        )
        assert 0 <= left < right <= 360, title
        assert partie < 3 or bottom < 740, f"{title}: no slide down is needed"


def test_a_telephone_knows_its_team_and_goes_from_its_table_to_its_score_in_one_tap(live_server, browser_page):
    tournament = builders.seated(2)
    table = Table.objects.get(number=2)
    page = browser_page(width=360, height=740)
    page.goto(live_server.url + reverse("public-standings", args=[tournament.slug]))
    page.get_by_role("link", name="Ma table").click()
    page.wait_for_url("**/tables/")
    page.fill("#q", "1")
    page.keyboard.press("Enter")
    expect(page.locator(".my-table")).to_contain_text("Table 1")
    page.get_by_role("link", name="Ma table").click()
    page.wait_for_url("**/equipe/1/")
    expect(page.get_by_text("notre équipe", exact=True)).to_be_visible()
    # The square of a sheet says better who we are than what was looked for.
    page.goto(live_server.url + reverse("phone-enter", args=[tokens.codes_of(round_id=table.round_id)[2]["NS"].token]))
    page.click("button[name=camp]")
    page.wait_for_url("**/t/*/")
    score = page.url
    page.get_by_role("link", name="Ma table").click()
    page.wait_for_url("**/equipe/3/")
    page.get_by_role("link", name="Notre score").click()
    page.wait_for_url(score)
    # Another table's partie: the telephone forgets the one that is over, and asks for the new code.
    builders.sheet(table, north=972, east=972)
    builders.partie(tournament, 2, [(1, None, 3, None), (2, None, 4, None)])
    page.reload()
    page.get_by_role("link", name="Notre score").click()
    page.wait_for_url("**/code/")
    page.goto(live_server.url + reverse("public-team", args=[tournament.slug, 3]))
    page.get_by_role("button", name="Ce n’est pas la nôtre").click()
    page.get_by_role("link", name="Ma table").click()
    page.wait_for_url("**/tables/")
