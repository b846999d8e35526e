"""Draw the address of the public pages and its QR square as one picture: for walls, posters and cards."""

from html import escape

import segno
from django.utils.translation import gettext as _

# As high as the other on a wall, and without breadth: the keys beside it stand at the edge of the screen.
EMPTY_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1000"/>'
_SIDE = 100
_TEXT = 205


def qr_square(text: str) -> str:
    """Return the QR of *text* as an SVG element to be put into a page or a picture, without a size of its own.

    A text with accents is UTF-8 and says so (ECI): without it zbar and jsQR cannot read « Salle des fêtes »
    (segno 1.6.6, `findings/segno-wifi-square-of-a-hall-with-an-accent.sh`). A short text, as the code of a registration, is
    no Micro QR, which both leave alone (`findings/segno-table-seven-is-a-micro-square.sh`).
    """
    accents = not text.isascii()
    square = segno.make_qr(text, error="m", encoding="utf-8" if accents else None, eci=accents)
    return square.svg_inline(border=3, light="#fff", omitsize=True)


def address_picture(address: str) -> str:
    """Return an SVG: what one finds at *address*, the address to be typed, its square."""
    typed = address.split("://", 1)[1].rstrip("/")
    # An address that breaks off is typed wrongly: a long one stands on two lines, cut before its last part.
    host, slash, rest = typed.partition("/")
    lines = [_("Tables, ranking, score:"), _("on your telephone"), host + slash, rest]
    size = min(19.0, (_TEXT - 10) / (0.6 * max(len(line) for line in lines[2:])))
    texts = "".join(
        f'<text x="{_TEXT - 6}" y="{23 + 21 * at}" text-anchor="end" font-size="{size if at > 1 else 14:.1f}"'
        f' font-weight="{700 if at > 1 else 400}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    square = qr_square(address).replace("<svg ", f'<svg x="{_TEXT}" width="{_SIDE}" height="{_SIDE}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_TEXT + _SIDE} {_SIDE}"'
        f' font-family="ui-sans-serif, system-ui, sans-serif"><rect width="100%" height="100%" fill="#fff"/>'
        f"{texts}{square}</svg>"
    )
