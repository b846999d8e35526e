"""Find the telephone numbers in a text, with the signs and words that announce them."""

import re

from tournament.registration.imports.understanding.evidence import is_date

_APART = r"\s?[./_–—-]?\s?"
# Not « 05/10/2026 19:30 », which has as many figures.
_PHONE = re.compile(
    r"(?=[(+02-9])(?<![\d+])(?:"
    # « Luc0612345678 »
    rf"(?:\(?(?:\+|\b00)\s?33\)?{_APART}(?:\(?0\)?{_APART})?|\b33(?=[1-9]\d{{8}}\b)|\b(?=[67]\d{{8}}\b)|\(?(?:\b|(?<=[a-zà-ÿ]{{2}})(?![\d.]+@))0\)?)[1-9]\)?"
    rf"(?:(?:{_APART}\d\d){{4}}|(?:\s?\d){{8}})"
    # Of America: three figures, three and four.
    r"|(?:\b|\()[2-9]\d\d(?:\)\s?|[ .-])\d{3}-\d{4}|(?:\+|\b00)(?!33)[1-9](?:[\s./-]?\d){8,13})(?!\d|\s?[:h]\s?\d)"
)
# « port » in small letters or before a sign: « Jean PORT » is a man.
_PHONE_LABEL = (
    r"(?:(?:\b(?:t[ée]l[ée]?(?:ph(?:one)?)?s?|t[ée]?ph|portables?|(?-i:port)|port(?=\s?[.:])|mob(?:iles?)?|gsm|fixe"
    r"|[tp](?=\s?:))\b|\bn[°º]|[☎☏✆📞📱])[\s.:\ufe0f]{0,4})"
)
_BEFORE_PHONE = re.compile(rf"[\s,;:(/|–—-]{{0,4}}(?:\b(?:et|ou)\s+)?{_PHONE_LABEL}{{0,3}}\(?$", re.IGNORECASE)
_BEFORE_LENGTH = 40
_FIGURE = re.compile(r"\d")
_AFTER_PHONE = re.compile(rf"\)?(?:\s*\(\s*{_PHONE_LABEL}\))?", re.IGNORECASE)
# Of another country: no 0 was lost.
_BY_THREES = re.compile(r"[1-9]\d\d(?:[ .-]\d{3}){2}")
_THEN_PARTNER = re.compile(r"\s*(?:[/&+–—-]|\bet\b)\s*[^\W\d_]", re.IGNORECASE)


def phone_in(text: str) -> str:
    """Return a French number in pairs, the 0 or + that a spreadsheet took put back; other numbers as they are.
    >>> phone_in("612345678"), phone_in("+33 (0)6.12.34.56.78"), phone_in("33612345678"), phone_in("poste 12")
    ('06 12 34 56 78', '06 12 34 56 78', '06 12 34 56 78', '')
    """
    if not _FIGURE.search(text) or is_date(text):
        return ""
    figures = re.sub(r"[^0-9+]", "", text)
    if _BY_THREES.fullmatch(text.strip()):
        return figures
    figures = re.sub(r"^(?:\+|00)?330?(?=[1-9][0-9]{8}$)|^(?=[1-9][0-9]{8}$)", "0", figures)
    if re.fullmatch(r"0[1-9][0-9]{8}", figures):
        return " ".join(figures[i : i + 2] for i in range(0, 10, 2))
    figures = re.sub(r"^00", "+", figures)
    return figures if re.fullmatch(r"\+?[0-9]{8,15}", figures) else ""


def phone_spans(text: str) -> list[tuple[int, int, str]]:
    """Return the telephones in *text*, each with where it begins and ends with the signs and words that announce it."""
    spans: list[tuple[int, int, str]] = []
    if not _FIGURE.search(text):
        return spans
    for found in _PHONE.finditer(text):
        least = max(found.start() - _BEFORE_LENGTH, spans[-1][1] if spans else 0)
        before, after = _BEFORE_PHONE.search(text, least, found.start()), _AFTER_PHONE.match(text, found.end())
        start, end = before.start() if before else found.start(), after.end() if after else found.end()
        # « (Nort, 06 …) »: the bracket is that of the commune.
        if text[start:end].count(")") > text[start:end].count("("):
            end = found.end()
        elif ")" in text[end:] and text[start:end].count("(") > text[start:end].count(")"):
            start = text.index("(", start) + 1
        spans.append((start, end, phone_in(found[0])))
    return spans


def phones_beside(name: str) -> tuple[str, list[str]]:
    """Return *name* without the telephones written beside it, and these.
    >>> phones_beside("Jean Morel, tél. 06 10 20 30 40 (Casson)"), phones_beside("Marie +33611213141"), phones_beside("Louis 14")
    (('Jean Morel (Casson)', ['06 10 20 30 40']), ('Marie', ['06 11 21 31 41']), ('Louis 14', []))
    """
    spans = phone_spans(name)
    bare = name
    for start, end, _phone in reversed(spans):
        bare = f"{bare[:start]} {bare[end:]}"
    return (" ".join(bare.split()) if spans else name), [phone for _start, _end, phone in spans]


def plain_phones(text: str) -> str:
    """Return *text* with its telephones in pairs and without the signs and words that announce them.

    None of their signs then looks like one that stands between two players.
    >>> plain_phones("Jean Morel - tél : +33 6/10/20/30/40 / Marie Durand"), plain_phones("06.10.20.30.40 - Jean Morel")
    ('Jean Morel 06 10 20 30 40 / Marie Durand', '06 10 20 30 40 Jean Morel')
    """
    for start, end, phone in reversed(phone_spans(text)):
        before, after = text[:start].rstrip(), text[end:]
        after = after.lstrip(" ") if before else after.lstrip(" \n,;:/|–—-")
        text = " ".join(filter(None, (before, phone, after)))
    return text


def join_phones(line: str) -> str:
    """Return *line* without the commas that stand before the telephone of the first of two players.
    >>> join_phones("Jean Morel, tél : 06 10 20 30 40 / Marie Durand, 06 11 21 31 41")
    'Jean Morel tél : 06 10 20 30 40 / Marie Durand, 06 11 21 31 41'
    """
    then = -1  # where a telephone begins behind which the partner stands
    for start, end, _phone in reversed(phone_spans(line)):
        if end == then or _THEN_PARTNER.match(line, end):
            then = start
            line = line[:start] + re.sub(r"^\s*,", "", line[start:])
    return line


def is_phone(text: str) -> bool:
    """Return whether *text* is nothing but telephone numbers and the words that announce them.
    >>> is_phone("612345678"), is_phone("Tél. : 06 10 20 30 40"), is_phone("Marie 06 10 20 30 40")
    (True, True, False)
    """
    rest, phones = phones_beside(text)
    return bool(phones or phone_in(text)) and not any(c.isalpha() for c in rest)
