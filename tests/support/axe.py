"""Pages looked at by axe and by eye: their addresses, the log in, what a person can see."""

import contextlib
from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError

from tests.deploy import pages
from tests.support.counts import some

TARGET = 24  # px, each way: WCAG 2.5.8. A link within a sentence is as high as its line.
SERIOUS = ("serious", "critical")
LOOKED_AT = """(target) => ({
    lang: document.documentElement.lang,
    title: document.title,
    headings: document.querySelectorAll('h1').length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    widest: [...document.querySelectorAll('main *')].filter(one => !one.closest('.scroll-x') &&
        one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map(one => one.outerHTML.slice(0, 60)).slice(0, 3),
    // A box that is ticked is pressed by its words too.
    small: [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden]), textarea')]
        .filter(one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
        .filter(one => !(one.matches('a') && getComputedStyle(one).display === 'inline'
            && [...one.parentNode.childNodes].some(node => node.nodeType === 3 && node.data.trim())))
        .map(one => [one, (one.matches('[type=checkbox], [type=radio]') && one.closest('label') || one)
            .getBoundingClientRect()])
        .filter(([one, box]) => box.width < target - 0.5 || box.height < target - 0.5)
        .map(([one, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${one.outerHTML.slice(0, 90)}`),
    // The placeholder of an empty field is seen whole.
    cut: [...document.querySelectorAll('input[placeholder]')].filter(one => one.checkVisibility() && !one.value)
        .filter(one => {
            const style = getComputedStyle(one), pen = document.createElement('canvas').getContext('2d');
            pen.font = style.font;
            const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return pen.measureText(one.placeholder).width > room + 1;
        }).map(one => one.placeholder),
    // A word that stands letter below letter is read by nobody.
    squeezed: [...document.querySelectorAll('.state')].filter(one => one.checkVisibility())
        .filter(one => { const box = one.getBoundingClientRect(); return box.height > 2 * box.width; })
        .map(one => one.textContent.trim()),
    // The words of a fold are one part of its flex line: two would stand at its ends.
    torn: [...document.querySelectorAll('summary')].filter(one => getComputedStyle(one).display === 'flex')
        .filter(one => [...one.childNodes].filter(node => node.nodeType === 1
            ? !node.matches('.group-summary, .visually-hidden') : node.nodeType === 3 && node.data.trim()).length > 1)
        .map(one => one.textContent.trim().slice(0, 40)),
    nameless: [...document.querySelectorAll('th, progress, meter')].filter(one => one.checkVisibility()
        && !one.textContent.trim() && !one.getAttribute('aria-label') && !one.getAttribute('aria-labelledby')
        && !one.labels?.length).map(one => one.outerHTML.slice(0, 60)),
})"""


def whole_pages(evening):
    """(name, address, HTML) of every whole page that an organiser or a passer-by can look at."""
    client = evening.client("organiser")
    for route, pattern in pages.routes():
        address = evening.address(route, pattern)
        answer = client.get(address)
        # A file, such as a picture, is no page, nor is a page that is taken home.
        whole = answer.status_code == 200 and not answer.streaming and "Content-Disposition" not in answer
        if whole and answer.content[:15].lower() == b"<!doctype html>":
            yield pattern.name, address, answer.text


def addresses(evening):
    """(name, address) of each of `whole_pages`."""
    return [(name, address) for name, address, _html in whole_pages(evening)]


def log_in(page, live_server, evening) -> None:
    cookie = evening.client("organiser").cookies["dix_session"]
    page.context.add_cookies([{"name": "dix_session", "value": cookie.value, "url": live_server.url}])


def faults(page, options: dict | None = None) -> list[str]:
    """Return the serious and critical findings of axe-core, which a page reads once: it is half a megabyte."""
    axe = Axe("0") if page.evaluate("'axe' in window") else Axe()
    found = axe.run(page, options={"resultTypes": ["violations"], **(options or {})}).response["violations"]
    return [
        f"{one['id']}: {', '.join(' '.join(map(str, node['target'])) for node in one['nodes'][:3])}"
        for one in found
        if one["impact"] in SERIOUS
    ]


def look_in_sizes(page, name: str, sizes: Sequence[tuple[int, int]], titles: dict, *, turn: int) -> list[str]:
    """Return what `look` finds in each of *sizes*; axe-core looks in one of them, by *turn*, and in `make torture` in all."""
    wrong, tried = [], some(sizes, turn=turn, quick=1)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wrong += look(page, name, width, titles, axe=(width, height) in tried)
    return wrong


def look(page, name: str, width: int, titles: dict[tuple[bool, str], str], *, axe: bool = True) -> list[str]:
    """Return what is wrong with the page that is open; its accessibility, in daylight and in the dark, where *axe* is set."""
    if "wall" in name and width >= 1000:
        # A wall lays its lines anew a moment after its size has changed.
        with contextlib.suppress(TimeoutError):
            page.wait_for_function("document.documentElement.scrollWidth <= innerWidth", timeout=5000)
    seen = page.evaluate(LOOKED_AT, TARGET)
    wrong = []
    if axe:
        wrong += [f"{name} {width}: {said}" for said in faults(page)]
        page.emulate_media(color_scheme="dark")
        contrast = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
        wrong += [f"{name} {width} dark: {said}" for said in faults(page, contrast)]
        page.emulate_media(color_scheme="light")
    wrong += [f"{name} {width}: a target of {said}" for said in seen["small"] if not name.startswith("print")]
    wrong += [f"{name} {width}: cut off: {said}" for said in seen["cut"]]
    wrong += [f"{name} {width}: letter below letter: {said}" for said in seen["squeezed"]]
    wrong += [f"{name} {width}: torn apart: {said}" for said in seen["torn"]]
    wrong += [f"{name} {width}: without a name: {said}" for said in seen["nameless"]]
    if seen["lang"] != "fr":
        wrong.append(f"{name}: lang {seen['lang']!r}")
    if seen["headings"] != 1:
        wrong.append(f"{name}: {seen['headings']} h1")
    if seen["overflow"] > 0 and not (width < 1000 and "wall" in name):  # nobody hangs a telephone on the wall
        wrong.append(f"{name}: {seen['overflow']} px wider than {width}: {seen['widest']}")
    # A page of the hall may be called as that of the table de marque which shows the same.
    other = titles.setdefault((name.startswith(("public-", "wall-")), seen["title"]), name)
    if other != name:
        wrong.append(f"{name}: the same title as {other}: {seen['title']}")
    return wrong
