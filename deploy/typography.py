"""French typography: the spaces, apostrophes and dots that every sentence on a screen or a sheet follows.

A no-break space stands before a colon, inside quotation marks, after n° and between a plus and its figure, a narrow one
before ``; ? ! %``, so that no line of a telephone begins with a sign alone. Web addresses, markup, entities, times and places
to fill in are left as they are.
"""

import re

NO_BREAK = "\N{NO-BREAK SPACE}"
NARROW = "\N{NARROW NO-BREAK SPACE}"

# Parts of a sentence that are code: tags, entities, addresses, formats of Python and of JavaScript.
_CODE = re.compile(r"<[^<>]+>|&\w+;|\w+://\S+|%\(\w+\)[sd]|\{[^{}]*\}")
_SPACE = f"[ {NO_BREAK}{NARROW}]"
_ENDS = r"(?=[\s»”)\].,;?!]|$)"
_RULES = (
    (re.compile(r"(?<=\w)'(?!')"), "\N{RIGHT SINGLE QUOTATION MARK}"),
    (re.compile(r"\.\.\."), "…"),
    (re.compile(r"(?<= )-(?= )"), "–"),
    (re.compile(rf"«{_SPACE}*(?=\S)"), f"«{NO_BREAK}"),
    (re.compile(rf"(?<=\S){_SPACE}*»"), f"{NO_BREAK}»"),
    (re.compile(rf"(?<=[^\s(«]){_SPACE}?:{_ENDS}"), f"{NO_BREAK}:"),
    (re.compile(rf"(?<=[^\s(«;?!]){_SPACE}?([;?!]){_ENDS}"), rf"{NARROW}\1"),
    (re.compile(rf"(?<=\d){_SPACE}?(%%?)(?![\w(])"), rf"{NARROW}\1"),
    (re.compile(r"(?<= \+) (?=\d)"), NO_BREAK),
    (re.compile(r"(?<=\b[nN]°) (?=\S)"), NO_BREAK),
)


def typographic(text: str) -> str:
    """Return *text* with the spaces, apostrophes and dots of French typography.

    >>> typographic("L'heure : 18:30 ; « oui » ?").replace(NO_BREAK, "~").replace(NARROW, "_")
    'L’heure~: 18:30_; «~oui~»_?'
    """
    kept: list[str] = []

    def keep(code: re.Match[str]) -> str:
        kept.append(code[0])
        return chr(0xE000 + len(kept) - 1)

    text = _CODE.sub(keep, text)
    for pattern, better in _RULES:
        text = pattern.sub(better, text)
    return re.sub("[\ue000-\uf8ff]", lambda mark: kept[ord(mark[0]) - 0xE000], text)


def visible(text: str) -> str:
    """Return *text* with its no-break spaces drawn, for a message that tells them apart (~ wide, _ narrow)."""
    return text.replace(NO_BREAK, "~").replace(NARROW, "_")
