"""Texts of cells as every kind of file gives them; loads nothing heavy, for the pages read pasted lists with it."""

import html
import re

_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});")
_TWICE = re.compile(
    "[\u00c2\u00c3][\u0080-\u00bf\u0152-\u2122]"
)  # the two bytes of a French letter, each read as a letter
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescaped(text: str) -> str:
    """Return *text* with the signs that programs write by a number or a name, or encode twice: « _x000D_ », « &amp; », « Ã© ».
    >>> unescaped("Jean Roux_x000d_\\nLuc"), unescaped("L&eacute;o &amp; Max"), unescaped("ZoÃ© JOÃO")
    ('Jean Roux\\nLuc', 'Léo & Max', 'Zoé JOÃO')
    """
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text).replace("\r\n", "\n").replace("\r", "\n")
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    return _TWICE.sub(lambda found: _once(found[0]), text) if "\u00c3" in text or "\u00c2" in text else text


def _once(letters: str) -> str:
    try:
        return b"".join(bytes([ord(c)]) if ord(c) < 256 else c.encode("cp1252") for c in letters).decode()
    except UnicodeError:
        return letters
