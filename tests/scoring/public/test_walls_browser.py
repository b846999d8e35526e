"""The walls as the hall sees them: nobody's name is cut off, the hour of the last donnes, and no wall is empty."""

import re

import pytest
from django.db.models import F
from django.urls import reverse
from playwright.sync_api import expect

from scoring.evening.closing import show_message
from scoring.evening.walls import wall_prizes
from scoring.models import Mark
from scoring.prizes.services import call_prize
from scoring.standings.selectors import standing
from tests.scoring import builders
from tests.support.fixtures import PATIENCE, wait_for
from tests.support.phases import play, publish_next, set_up
from tests.support.shots import shot
from tournament.models import Player
from tournament.rounds.clock import impose_cutoff, set_clock, start_clock

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Marie-Antoinette de La Rochefoucauld-Montmorency"
# Of the lines shown: their letter sizes, names that reach over their line or column, figures wider than their column, lines
# too low for accents and tails,
# and the part of the screen's height and width that the list fills.
MEASURED = """(name) => {
  const lines = [...document.querySelectorAll("[data-lines] li, [data-list] li")]
    .filter((line) => line.checkVisibility() && !line.matches(".wall-labels"));
  const wrong = [];
  const sizes = new Set();
  const figures = {};
  for (const line of lines) {
    const box = line.getBoundingClientRect();
    for (const one of line.querySelectorAll(".wall-figure")) {
      const { width } = one.getBoundingClientRect();
      if (Math.abs(width - (figures[one.className] ??= width)) > 0.5) wrong.push(`out of its column: ${one.textContent}`);
    }
    for (const one of line.querySelectorAll(name)) {
      const style = getComputedStyle(one);
      sizes.add(style.fontSize);
      for (const part of [one, ...one.children]) {
        if (new DOMMatrix(getComputedStyle(part).transform).a < 0.68) wrong.push(`narrow: ${part.textContent}`);
      }
      const range = document.createRange();
      range.selectNodeContents(one);
      for (const text of range.getClientRects()) {
        const next = one.nextElementSibling?.matches("span, b, small") ? one.nextElementSibling.getBoundingClientRect().left : box.right;
        if (text.right > Math.max(next, box.left + 20) + 1 && next > text.left) wrong.push(`wide: ${one.textContent}`);
        if (text.top < box.top - 1 || text.bottom > box.bottom + 1) wrong.push(`high: ${one.textContent}`);
      }
      for (let up = one; up && up !== document.body; up = up.parentElement) {
        if (up.matches("main *") && getComputedStyle(up).overflowY !== "visible") wrong.push(`clips: ${up.className}`);
      }
    }
  }
  const boxes = lines.map((line) => line.getBoundingClientRect());
  const most = (side) => Math.max(...boxes.map((box) => box[side]));
  return { wrong: [...new Set(wrong)], sizes: [...sizes], lines: lines.length, size: parseFloat([...sizes][0]),
    high: most("bottom") / innerHeight, wide: most("right") / innerWidth,
    below: Math.max(0, most("bottom") - innerHeight) };
}"""
# The headings of the ranking that do not end where their figures end, or that lie over each other.
HEADINGS = """() => {
  const figures = (line) => [...line.querySelectorAll(".wall-figure")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return { text: one.textContent, ...range.getBoundingClientRect().toJSON() };
  });
  return [...document.querySelectorAll(".wall-labels")].flatMap((labels) => {
    let line = labels.nextElementSibling;
    while (!line.checkVisibility()) line = line.nextElementSibling;
    const heads = figures(labels);
    const below = figures(line);
    return heads.filter((head, at) => Math.abs(head.right - below[at].right) > 2 || head.left < (heads[at - 1]?.right ?? 0) + 4)
      .map((head) => head.text);
  });
}"""
# Names of the ranking that are set narrower.
NARROWED = """() => [...document.querySelectorAll(".wall-team, .wall-team span")]
  .filter((one) => new DOMMatrix(getComputedStyle(one).transform).a < 1).map((one) => one.textContent)"""
# Texts that lie under the corner: the square for telephones and the keys beside it.
UNDER_THE_CORNER = """() => {
  const corner = [...document.querySelectorAll(".wall-qr, .wall-keys")].map((one) => one.getBoundingClientRect());
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const under = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || !text.parentElement.checkVisibility() || text.parentElement.closest(".wall-keys")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const a of range.getClientRects()) {
      if (corner.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)) under.push(text.data);
    }
  }
  return under;
}"""

# Of the trees: what stands beside a name and is nearer to it than a letter, with the name.
TOUCHING = """() => [...document.querySelectorAll(".tree-match > g")].flatMap((side) => {
  const behind = [...side.querySelectorAll(".tree-points, .tree-wait")].filter((one) => one.textContent && one.checkVisibility());
  const names = side.querySelectorAll("text:not([class])");
  return [...names].flatMap((name) => behind
    .filter((one) => name.getBBox().x + name.getBBox().width + 4 > one.getBBox().x)
    .map((one) => `${name.textContent} ${one.textContent}`));
})"""


@pytest.mark.parametrize(
    ("teams", "width", "height"),
    [
        (12, 1920, 1080),
        (33, 1366, 768),
        (53, 1920, 1080),
        (150, 1920, 1080),
        (33, 1080, 1920),  # upright: one team a page, below a square as wide as the screen
        (12, 800, 600),  # the foot of the page stood below the screen
    ],
)
def test_a_wall_is_filled_with_one_size_of_letters_and_nothing_is_cut(live_server, browser_page, teams, width, height):
    shown = {"criteria": ["wins", "difference"]} if teams == 33 else {}
    tournament = builders.evening(teams=teams, parties=1, **shown)
    for at, player in enumerate(Player.objects.order_by("pk")):
        if at % 17 == 0:
            Player.objects.filter(pk=player.pk).update(name=f"{LONG} {at}")
        elif at % 3 == 0:
            Player.objects.filter(pk=player.pk).update(name=f"Éphraïm D’HERVÉ-GUÉGUEN{at}")
    page = browser_page(width=width, height=height)
    for name, part in (("public-wall", ".wall-team"), ("wall-draw", ".camp, .who")):
        page.goto(live_server.url + reverse(name, args=[tournament.slug]))
        seen = 0
        for turn in range(12):
            found = page.evaluate(MEASURED, part)
            shot(page, f"{name}-{teams}-{turn}")
            assert found["wrong"] == [] and len(found["sizes"]) == 1 and found["below"] == 0, (name, turn, found)
            # Letters of a fiftieth of the screen's height are read from the back; a page that is not the last is full.
            assert found["size"] >= min(width, height) / 55 and found["wide"] > 0.9, (name, turn, found)
            assert page.evaluate("document.documentElement.scrollHeight") <= height, (name, turn)
            assert page.evaluate(UNDER_THE_CORNER) == [], (name, turn)
            assert 0.8 < found["high"] < 0.98, (name, turn, found)  # televisions crop the edge
            if teams <= 53 and name == "public-wall":
                assert found["lines"] == teams, "one screen"
            seen += found["lines"]
            if seen >= (teams if name == "public-wall" else 2 * teams + teams // 2):
                break
            page.keyboard.press("ArrowRight")
        assert seen >= teams


@pytest.mark.parametrize("criteria", [["points", "wins"], ["wins", "points"], ["points", "match_points"]])
def test_the_headings_of_a_ranking_stand_over_their_figures(live_server, browser_page, criteria):
    tournament = builders.evening(teams=23, parties=1, criteria=criteria)
    page = browser_page(width=1366, height=768)
    page.goto(live_server.url + reverse("public-wall", args=[tournament.slug]))
    assert page.evaluate(HEADINGS) == []


def test_the_name_of_a_bracket_leaves_its_winner_room_on_the_wall(live_server, browser_page):
    tournament = set_up("elimination", 14)
    Player.objects.filter(name__endswith="-1").update(name="BERNARD Monique")
    Player.objects.filter(name__endswith="-2").update(name="de La Tour Henri")
    while not standing(tournament).final:
        play(tournament)
    page = browser_page(width=1366, height=768)
    page.goto(live_server.url + reverse("public-wall", args=[tournament.slug]))
    expect(page.locator(".wall-part")).to_have_count(2)
    assert page.evaluate(NARROWED) == []


@pytest.mark.parametrize("preset", ["4x12-finales", "elimination", "poules-4"])
def test_the_name_of_a_bracket_stays_within_its_line(live_server, browser_page, preset):
    """« Finales des 8 premières » stood on three lines, the first of them cut by the line above."""
    tournament = set_up(preset, 20)
    while not standing(tournament).final:
        play(tournament)
    page = browser_page(width=1920, height=1080)
    page.goto(live_server.url + reverse("public-wall", args=[tournament.slug]))
    labels = page.locator(".wall-part .wall-left")
    expect(labels.first).to_be_visible()
    over = labels.evaluate_all("all => all.map(one => one.offsetHeight - one.parentElement.clientHeight)")
    assert len(over) > 1 and max(over) <= 0


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_nothing_lies_under_the_corner_of_a_wall(live_server, browser_page, width, height):
    tournament = set_up("elimination", 18, draw_options={"third_place": "yes"})
    page = browser_page(width=width, height=height)

    def look(moment):
        for name in ("public-wall", "wall-draw", "wall-phases"):
            page.goto(live_server.url + reverse(name, args=[tournament.slug]))
            shot(page, f"corner-{name}-{moment}-{width}")
            assert page.evaluate(UNDER_THE_CORNER) == [], (name, moment)
            assert page.evaluate(TOUCHING) == [], (name, moment)

    play(tournament)
    look("first")
    while not standing(tournament).final:
        play(tournament)
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(name=f"{LONG if player.pk % 2 else 'WŒMMEWŒMMEWŒMM Œm'} {player.pk}")
    Mark.objects.update(points=F("points") + 20_000)
    look("last")
    if width == 1366:
        telephone = browser_page(width=360, height=560)
        telephone.goto(live_server.url + reverse("public-phases", args=[tournament.slug]))
        left, bottom, cut = telephone.evaluate(
            """() => {
              const room = document.querySelector(".scroll-x:has(.tree)");
              const boxes = [...room.querySelectorAll(".tree-match rect")].map((one) => one.getBoundingClientRect());
              const edge = room.getBoundingClientRect().left;
              const final = boxes.reduce((one, other) => (other.left > one.left + 1 ? other : one));
              return [final.left - edge, final.bottom, boxes.filter((box) => box.left < edge && box.right > edge).length];
            }"""
        )
        assert 0 <= left < 20 and bottom <= 560 and cut == 0, "the final alone, without sliding or rolling"


@pytest.mark.parametrize("width", [1024, 1152])
def test_the_state_of_a_ranking_stands_beside_the_keys_of_a_small_projector(live_server, browser_page, width):
    """On 1024 px its last figures stood under the key « Cloche »."""
    tournament = builders.evening(teams=20, parties=2, missing=4)
    page = browser_page(width=width, height=768 * width // 1024)
    page.goto(live_server.url + reverse("public-wall", args=[tournament.slug]))
    expect(page.locator(".wall-state")).to_contain_text("attendues")
    state = "one => { const words = document.createRange(); words.selectNodeContents(one); return words.getBoundingClientRect().right; }"
    assert page.locator(".wall-state").evaluate(state) < page.locator(".wall-keys").bounding_box()["x"]


@pytest.mark.parametrize("name", ["public-wall", "wall-draw", "public-standings"])
def test_after_the_hour_the_last_donnes_are_said_to_come_at_any_moment(live_server, browser_page, name):
    tournament = builders.evening(teams=4, parties=1, missing=1)

    def shows(minutes):
        set_clock(tournament_id=tournament.pk, number=1, minutes=minutes, reason="parti trop tard", by=None)

    shows(tournament.partie_minutes - 1)
    width = 360 if name == "public-standings" else 1366
    page = browser_page(width=width, height=740)
    page.goto(live_server.url + reverse(name, args=[tournament.slug]))
    shown = page.locator(".clock-limit:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_text(re.compile("^dernières donnes à partir de"))
    shows(tournament.partie_minutes + 1)
    page.reload()
    expect(shown).to_have_count(1)
    expect(shown).to_have_text(re.compile("^temps écoulé depuis "))
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["public-wall", "wall-draw", "wall-phases"])
def test_a_message_that_ends_leaves_an_open_wall_by_itself(live_server, browser_page, name):
    """Leave at the organiser's hour, on a screen three hours ahead of it whose Wi-Fi has gone since."""
    tournament = builders.evening(teams=4, parties=1, missing=1)
    show_message(tournament_id=tournament.pk, text="Soupe", minutes=10, by=None)
    page = browser_page(width=1366, height=768)
    page.add_init_script(
        "{ const now = Date.now; window.later = 3 * 3600_000; Date.now = () => now() + window.later; }"
    )
    with page.expect_response(lambda answer: answer.request.method == "HEAD"):
        page.goto(live_server.url + reverse(name, args=[tournament.slug]))
    message = page.get_by_text("Soupe", exact=True)
    page.context.set_offline(True)
    page.evaluate("window.later += 9 * 60_000")
    page.wait_for_timeout(600)  # the clock of a page goes by quarters of a second
    expect(message).to_be_visible()
    page.evaluate("window.later += 2 * 60_000")
    expect(message).to_be_hidden()
    browser_page.expected[:] = [one for one in browser_page.expected if "INTERNET_DISCONNECTED" not in one]


def test_a_wall_of_phases_that_are_not_drawn_yet_says_so_for_the_back_of_the_hall(live_server, browser_page):
    tournament = builders.concours(teams=4)
    page = browser_page(width=1920, height=1080)
    page.goto(live_server.url + reverse("wall-phases", args=[tournament.slug]))
    said = page.get_by_text("apparaissent ici")
    assert said.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)") >= 40


# Where the lines of each name in a pool begin, beside its number; and of the names that fit on one line none is asked.
BEGINNINGS = """() => [...document.querySelectorAll(".pool td:nth-child(2)")].filter((cell) => cell.checkVisibility()).flatMap((cell) => {
  const range = document.createRange();
  range.setStartAfter(cell.querySelector(".team-number"));
  range.setEndAfter(cell.lastChild);
  const tops = new Map();
  for (const { top, left, width } of range.getClientRects()) if (width > 4) tops.set(Math.round(top), Math.min(left, tops.get(Math.round(top)) ?? left));
  const lefts = [...tops.values()];
  return lefts.length > 1 ? [Math.max(...lefts) - Math.min(...lefts)] : [];
})"""


def test_a_long_name_in_a_pool_stands_beside_its_number_and_a_wall_without_connection_stays_whole(
    live_server, browser_page
):
    tournament = set_up("poules-4", 16)
    Player.objects.update(name=LONG)
    play(tournament)
    for width, height, name in ((360, 740, "public-phases"), (1366, 768, "wall-phases")):
        page = browser_page(width=width, height=height)
        page.goto(live_server.url + reverse(name, args=[tournament.slug]))
        gaps = page.evaluate(BEGINNINGS)
        assert gaps and max(gaps) < 6, (name, gaps)
    # The line that says so takes room from what is shown: it is laid anew, nothing falls under the edge, and back again.
    room = page.locator("[data-live]")
    lowest = (
        "() => Math.max(...[...document.querySelectorAll('.pool tr')].map((one) => one.getBoundingClientRect().bottom))"
    )
    letters = "() => document.documentElement.style.fontSize"
    before = page.evaluate(letters), room.bounding_box()["y"]
    ask = "() => document.dispatchEvent(new Event('visibilitychange'))"
    page.context.set_offline(True)
    for _try in range(3):
        page.evaluate(ask)
    expect(page.locator("[data-offline]")).to_be_visible()
    assert room.bounding_box()["y"] > before[1] and page.evaluate(lowest) <= height
    page.context.set_offline(False)
    page.evaluate(ask)
    expect(page.locator("[data-offline]")).to_be_hidden()
    assert (page.evaluate(letters), room.bounding_box()["y"]) == before
    browser_page.expected[:] = [one for one in browser_page.expected if "INTERNET_DISCONNECTED" not in one]


# The figures of pools that are not seen: beyond the edge, or under the next pool.
UNSEEN = """() => [...document.querySelectorAll(".pool .n")].filter((cell) => cell.checkVisibility()).filter((cell) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const seen = document.elementFromPoint(right - 2, (top + bottom) / 2);
  return left < 0 || right > innerWidth || !cell.contains(seen);
}).map((cell) => cell.textContent.trim())"""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_a_wall_of_pools_shows_every_figure_beside_the_widest_names(live_server, browser_page, width, height):
    tournament = set_up("poules-4", 8)
    Player.objects.update(name="W" * 15)
    play(tournament)
    page = browser_page(width=width, height=height)
    page.goto(live_server.url + reverse("wall-phases", args=[tournament.slug]))
    expect(page.locator(".pool .n").first).to_be_visible()
    assert page.evaluate(UNSEEN) == []
    assert page.evaluate("() => parseFloat(document.documentElement.style.fontSize)") >= 17, "read at the back"


@pytest.mark.parametrize("players", [11, 40])
def test_every_player_of_a_table_of_the_escalier_is_on_the_wall(live_server, browser_page, players):
    tournament = set_up("escalier", players)
    publish_next(tournament, seed="R♥")
    page = browser_page(width=1920, height=1080)
    page.goto(live_server.url + reverse("wall-draw", args=[tournament.slug]))
    expect(page.locator("[data-where]")).to_contain_text("Par table")
    lowest = "() => Math.max(...[...document.querySelectorAll('.camp')].map((c) => c.getBoundingClientRect().bottom))"
    assert 500 < page.evaluate(lowest) <= 1080


@pytest.mark.parametrize("name", ["wall-draw", "public-wall"])
def test_a_wall_makes_room_for_what_comes_above_its_lines(live_server, browser_page, name):
    """The clock of a partie is there a moment after the lines: the last of 17 teams lay on the edge of the screen."""
    tournament = set_up("4x12-points", 17)
    play(tournament)
    page = browser_page(width=1366, height=768)
    page.goto(live_server.url + reverse(name, args=[tournament.slug]))
    lowest = "Math.max(...[...document.querySelectorAll('main li')].map(line => line.getBoundingClientRect().bottom))"
    wait_for(lambda: 600 < page.evaluate(lowest) < 760, PATIENCE, "the wall is laid")
    pushed = page.evaluate(f"(document.querySelector('.wall-above').style.paddingBottom = '90px', {lowest})")
    assert pushed > 768
    wait_for(lambda: page.evaluate(lowest) < 760, PATIENCE, "the wall is laid anew")


@pytest.mark.parametrize("width", [320, 360])
def test_a_wall_on_a_telephone_is_one_list_that_one_scrolls(live_server, browser_page, width):
    """Letters that fill a screen for the back of a hall would be a single tiny line here; and hours are left."""
    tournament = set_up("4x12-finales", 23, partie_minutes=150)
    Player.objects.filter(club=tournament.club, name__endswith="1").update(name=LONG)
    play(tournament, parties=4)
    publish_next(tournament, seed="R♥")
    start_clock(tournament_id=tournament.pk, number=5, by=None)
    page = browser_page(width=width, height=740)
    lists = (("public-wall", ".wall-team", ".wall-lines li:not(.wall-labels)"), ("wall-draw", ".camp", ".tables li"))
    for name, part, line in lists:
        page.goto(live_server.url + reverse(name, args=[tournament.slug]))
        expect(page.locator("[data-clock-left]").first).to_have_attribute("data-shown", re.compile(r"\d"))
        assert page.locator(line).count() == page.locator(line).filter(visible=True).count() >= 11
        told = page.evaluate(MEASURED, part)
        assert not told["wrong"] and told["size"] >= 15, told
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_pages_of_a_wall_are_turned_by_hand_both_ways(live_server, browser_page):
    tournament = builders.evening(teams=150, parties=1)
    # A screen that asks for no motion holds still, and its key says so.
    page = browser_page(width=1366, height=768, reduced_motion="reduce")
    page.goto(live_server.url + reverse("public-wall", args=[tournament.slug]))
    expect(page.get_by_role("button", name="Pause", pressed=True)).to_be_visible()
    place = page.locator("[data-screens]")
    expect(place).to_have_text(re.compile("^1 / "))
    last = place.inner_text()[4:]
    for key, expected in (("ArrowLeft", f"{last} / {last}"), (" ", f"1 / {last}"), ("ArrowRight", f"2 / {last}")):
        page.keyboard.press(key)
        expect(place).to_have_text(expected)
    page.goto(live_server.url + reverse("wall-draw", args=[tournament.slug]))
    where = page.locator("[data-where]")
    expect(where).to_contain_text("1/")
    page.keyboard.press("ArrowRight")
    expect(where).to_contain_text("2/")
    page.keyboard.press("ArrowLeft")
    expect(where).to_contain_text("1/")


def test_the_walls_count_down_speak_one_language_and_show_where_telephones_read(live_server, browser_page):
    tournament = builders.evening(teams=8, parties=1, missing=2)
    set_clock(tournament_id=tournament.pk, number=1, minutes=20, reason="parti tard", by=None)
    page = browser_page(width=1366, height=768, extra_http_headers={"Accept-Language": "en"})
    page.add_init_script("speechSynthesis.speak = (said) => (document.documentElement.dataset.said = said.text)")
    for name in ("public-wall", "wall-draw"):
        page.goto(live_server.url + reverse(name, args=[tournament.slug]))
        left = page.locator("[data-clock-left]")
        expect(left).to_have_attribute("data-shown", re.compile(r"^(39|40):\d\d$"))
        assert left.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") > 768 / 18
        assert page.locator("html").get_attribute("lang") == "fr"
        square = page.locator(".wall-qr").bounding_box()
        assert square["height"] > 90 and square["x"] + square["width"] > 1300
        shot(page, f"clock-{name}")
    # Calls are spoken once somebody asked for them, and what stood there already is not.
    page.get_by_role("button", name="Annonces parlées").click()
    impose_cutoff(tournament_id=tournament.pk, number=1, donnes=2, by=None)
    expect(page.locator("html")).to_have_attribute("data-said", re.compile("^Dernières donnes"))
    # Hours and ordinals are written out, for a voice that says the letters.
    message = "Reprise à 20 h 30, 2e service table n° 4 ; 1re donne : 1 h 05, 162 points, 12 hôtes."
    show_message(tournament_id=tournament.pk, text=message, minutes=5, by=None)
    aloud = "Reprise à 20 heures 30, 2ème service table numéro 4 ; première donne : 1 heure 05, 162 points, 12 hôtes."
    expect(page.locator("html")).to_have_attribute("data-said", aloud)


# Of the ranks that are called: what room their mark, figures and a sign of equality leave in their column, and how many
# lines they take.
RANKS = """(all) => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const mark = new OffscreenCanvas(1, 1).getContext("2d");
  mark.font = getComputedStyle(one).font;
  const { width, height } = range.getBoundingClientRect();
  return [one.textContent, one.clientWidth - width - mark.measureText("✓ =").width, one.offsetHeight / parseFloat(getComputedStyle(one).fontSize)];
})"""


@pytest.mark.parametrize("width", [1366, 1920])
def test_a_long_prize_stands_in_the_line_of_its_team(live_server, browser_page, width):
    prize = "un panier garni de la ferme de la Grand-Combe, offert par la boulangerie"
    tournament = set_up("4x12-points", 44, lots=[f"1er à 43e : {prize}", "44e : un livre"])
    while not standing(tournament).final:
        play(tournament)
    for call in wall_prizes(tournament).calls[8:14]:
        call_prize(tournament_id=tournament.pk, number=call.row.number, by=None)
    page = browser_page(width=width, height=width * 9 // 16)
    page.goto(live_server.url + reverse("wall-prizes", args=[tournament.slug]))
    seen = called = 0
    while seen < 44:
        found = page.evaluate(MEASURED, ".wall-prize")
        ranks = page.locator(".called .wall-rank:visible").evaluate_all(RANKS)
        assert all(room >= 0 and lines < 1.5 for _rank, room, lines in ranks), ranks
        called += len(ranks)
        foot = page.locator(".wall-foot").bounding_box()
        assert foot["y"] + foot["height"] <= width * 9 / 16, "which screen of how many stands whole below the lines"
        shot(page, f"prizes-{width}-{seen}")
        assert found["wrong"] == [] and found["size"] >= width / 100 and found["high"] < 0.98, found
        seen += found["lines"]
        page.keyboard.press("ArrowRight")
    assert called == 6


def test_a_bracket_that_no_letters_make_small_enough_is_scrolled_to(live_server, browser_page):
    """On a telephone laid down, and at 200 % on a small screen, the last table of the quarter-finals was out of reach."""
    tournament = set_up("poules-4", 16)
    play(tournament, parties=4)
    page = browser_page(width=640, height=320)
    page.goto(live_server.url + reverse("wall-phases", args=[tournament.slug]))
    expect(page.locator("[data-where]")).to_contain_text("/")
    last = page.locator(".tree-sheet:visible").first.bounding_box()
    assert last["y"] + last["height"] <= page.evaluate("document.documentElement.scrollHeight")
