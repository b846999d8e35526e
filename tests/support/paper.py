"""Print a page as Chrome's own dialog does, count its sheets, and read where each word stands."""

import re
import subprocess
from base64 import b64decode
from html import unescape
from pathlib import Path
from typing import NamedTuple

from tests.support.fixtures import lacking

DIALOG = 0.39  # inches: the default margins of the dialog, 10 mm

MARGIN, FOOT = 17, 34  # points: what no letter reaches into (GTK keeps 18, less its rounding); the page number below
HEADING = 14  # points: the letters of a title, with which a page may begin that has little to say
WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')


class Printed(NamedTuple):
    """A page of a PDF: its size in points and its words with their boxes (left, top, right, bottom, text)."""

    width: float
    height: float
    words: list[tuple[float, float, float, float, str]]

    @property
    def lines(self) -> int:
        """Count the heights at which something stands, a line of small letters beside large ones once."""
        tops = sorted(bottom for _left, _top, _right, bottom, _text in self.words)
        return sum(1 for one, other in zip([-99.0, *tops], tops, strict=False) if other - one > 4)

    @property
    def titled(self) -> bool:
        """Return whether it begins with a title."""
        return bool(self.words) and self.words[0][3] - self.words[0][1] >= HEADING

    @property
    def text(self) -> str:
        """Return its words in the order of the file."""
        return " ".join(word[4] for word in self.words)


def printed_by_dialog(page, margins: float | None = DIALOG) -> bytes:
    """Print *page* on A4 with *margins*; None: `preferCSSPageSize` alone. `page.pdf` asks for none, on US Letter."""
    asked = {"preferCSSPageSize": True}
    if margins is not None:
        asked |= {"paperWidth": 8.27, "paperHeight": 11.69}
        asked |= dict.fromkeys(("marginTop", "marginBottom", "marginLeft", "marginRight"), margins)
    session = page.context.new_cdp_session(page)
    try:
        return b64decode(session.send("Page.printToPDF", asked)["data"])
    finally:
        session.detach()


def poppler(program: str, paper: Path, *options: str) -> str:
    """Return what *program* of poppler, "pdfinfo" or "pdftotext", reads in *paper*."""
    ends = ["-"] if program == "pdftotext" else []
    try:
        return subprocess.run([program, *options, paper, *ends], capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        lacking("pdfinfo", f"{program} (poppler) reads what was printed; it is not installed")
        raise


def sheets_of(page, paper: Path) -> int:
    """Return how many sheets *page* takes, alike with and without the margins of the dialog; the print is left in *paper*."""
    counts = set()
    for margins in (None, DIALOG):
        paper.write_bytes(printed_by_dialog(page, margins))
        counts.add(int(re.search(r"Pages: +(\d+)", poppler("pdfinfo", paper))[1]))
    (count,) = counts
    return count


def pages_of(paper: Path) -> list[Printed]:
    """Return the pages of *paper*; a letter that reaches into a margin fails."""
    found = []
    for size, body in re.findall(r"<page ([^>]*)>(.*?)</page>", poppler("pdftotext", paper, "-bbox"), re.DOTALL):
        width, height = (float(part) for part in re.findall(r'"([\d.]+)"', size))
        words = [(*map(float, word[:4]), unescape(word[4])) for word in WORD.findall(body)]
        words = [word for word in words if word[1] < height - FOOT]
        # The engines round to a hundredth of a point.
        out = [word for word in words if word[0] < MARGIN - 0.1 or word[2] > width - MARGIN + 0.1]
        assert out == [], f"{paper.name} reaches out of page {len(found) + 1}"
        found.append(Printed(width, height, words))
    return found
