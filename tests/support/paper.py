"""Print a page as Chrome's own dialog does, and count its sheets."""

import re
import subprocess
from base64 import b64decode
from pathlib import Path

from tests.support.fixtures import lacking

DIALOG = 0.39  # inches: the default margins of the dialog, 10 mm


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
