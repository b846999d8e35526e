"""Texts of cells as every kind of file gives them; loads nothing heavy, for the pages read pasted lists with it."""

import html
import re

_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescaped(text: str) -> str:
    """Return *text* with the signs that programs write by a number or a name: « _x000D_ », « &amp; », « &#39; ».
    >>> unescaped("Jean Roux_x000d_\\nLuc"), unescaped("L&eacute;o &amp; Max")
    ('Jean Roux\\nLuc', 'Léo & Max')
    """
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text).replace("\r\n", "\n").replace("\r", "\n")
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    return text
