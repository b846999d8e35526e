"""Read what is copied from a social network or exported from a chat: messages, each with who wrote it.

Who writes « moi et Luc Petit » is one of the two. Nothing of that is sure: it is asked once for all the messages.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from tournament.registration.imports import beside_names, persons
from tournament.registration.imports.prose import is_chatter

_STAMP = (
    r"\u200e?(?:\[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? (?:à )?\d{1,2}:\d{2}(?::\d{2})?\]|\[\d{1,2}:\d{2}(?::\d{2})?, \d{1,2}[/.]\d{1,2}[/.]\d{2,4}\]"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? (?:à )?\d{1,2}:\d{2}(?::\d{2})? -) "
)
_MESSAGE = re.compile(rf"{_STAMP}\u200e?~?\s?(?P<writer>[^:\n]{{1,40}}): (?P<text>.*)")
# « Julie Brivel, [12/11/2026 18:30] » or « Julie Brivel — Hier à 18:30 » alone above each message.
_ABOVE = re.compile(
    r"(?P<writer>[^:\n,/&+]{1,40}?)(?:, \[| [—–-] (?=.*(?:à|at) \d))(?:\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|aujourd['’]hui|hier|today|yesterday),? (?:(?:à|at) )?\d{1,2}:\d{2}(?::\d{2})?\]?:?(?P<text>)",
    re.IGNORECASE,
)
_NOTICE = re.compile(_STAMP)
_REPLY = re.compile(r"(?:répondre|reply|antworten|rispondi|responder)", re.IGNORECASE)
_LEAST_REPLIES = 2
_CAPITAL = re.compile(r"[A-ZÀ-Þ][\w'’-]*(?:\s+(?:[A-ZÀ-Þ][\w'’-]*|(?:le|la|de|du|des|d['’])(?=\s*[A-ZÀ-Þ])))*")
_COMES = re.compile(
    r"\b(?:moi aussi|(?:je|j['’ ]y)\s?(?:viens|serai|suis|m['’ ]inscris|participe)|j['’ ]en suis|inscri\w*[- ]moi|ok pour moi|présente?|partante?|je cherche)\b",
    re.IGNORECASE,
)


def messages(text: str) -> tuple[str, dict[int, str]] | None:
    """Return *text* without what stands before its messages, and who wrote which line; None where it is no thread.
    >>> messages("12/11/2026, 18:06 - Julie Brivel: moi et Luc Roux\\n12/11/2026, 18:07 - Noé: ok")
    ('moi et Luc Roux\\nok', {1: 'Julie Brivel', 2: 'Noé'})
    """
    lines = text.split("\n")
    if any(map(_MESSAGE.match, lines)) or _are_above(lines):
        return _exported(lines)
    if sum(bool(_REPLY.fullmatch(line.strip())) for line in lines) >= _LEAST_REPLIES:
        return _copied(lines)
    return None


def _begun(line: str) -> re.Match[str] | None:
    return _MESSAGE.match(line) or _ABOVE.fullmatch(line.strip())


def _are_above(lines: list[str]) -> bool:
    """Return whether some lines say who wrote the next one; a list of people with the hour of each has no lines between."""
    said = [bool(_ABOVE.fullmatch(line.strip())) for line in lines if line.strip()]
    return any(said) and not any(one and other for one, other in pairwise([*said, True]))


def _exported(lines: list[str]) -> tuple[str, dict[int, str]]:
    """Return the messages of a chat: the hour and the writer stand before each, and before what the program notes."""
    kept, writers, writer = list[str](), dict[int, str](), ""
    for number, line in enumerate(lines, start=1):
        if match := _begun(line):
            writer = match["writer"].strip()
            line = match["text"]
        elif _NOTICE.match(line):
            writer = ""
        if writer and line.strip():
            writers[number] = writer
        kept.append(line)
    return "\n".join(kept), writers


def _copied(lines: list[str]) -> tuple[str, dict[int, str]]:
    """Return the comments below a post: above each « Répondre » stand its writer, alone on a line, and its lines."""
    writers, begin = dict[int, str](), 0
    for end, line in enumerate(lines):
        if not _REPLY.fullmatch(line.strip()):
            continue
        block = [place for place in range(begin, end) if lines[place].strip()]
        begin = end + 1
        while block and is_chatter(lines[block[-1]]):
            block.pop()
        # Above the first comment stands the post, down to what one may do with it.
        above = [place for place in block if is_chatter(lines[place])]
        block = [place for place in block if not above or place > above[-1]]
        if len(block) > 1:
            for place in block[1:]:
                writers[place + 1] = lines[block[0]].strip()
    return "\n".join(lines), writers


def players_in(text: str, writer: str) -> tuple[str, ...]:
    """Return who is meant by a message of *writer* that names no two people: the writer and a partner, or one alone.
    >>> players_in("Présent avec Luc Kerdal, on mange sur place", "Marc Jolvet"), players_in("moi + Zoé", "Noé Fauvel")
    (('Marc Jolvet', 'Luc Kerdal'), ('Noé Fauvel', 'Zoé'))
    >>> players_in("Je cherche un partenaire", "Odile Lamblet"), players_in("Super affiche !", "Odile Lamblet")
    (('Odile Lamblet', ''), ())
    >>> players_in("bonsoir inscrivez Denise Josse et Paule Hamard merci", "Odile Lamblet")
    ('Denise Josse', 'Paule Hamard')
    """
    writer = writer if _is_somebody(writer) else ""
    for before, partner in _joined(text):
        if persons.is_given_name(partner) or persons.may_be_somebody(partner):
            first = before if persons.may_be_somebody(before) else writer
            return (first, partner) if first else (partner, "")
    if writer and (_COMES.search(text) or beside_names.is_alone(text)):
        return writer, ""
    return ()


def _joined(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before each word or sign that joins two people, empty for no name, and the name behind it."""
    for sign in re.finditer(r"(?:^|\s)(?:et|[Aa]vec|\+|&|/)\s*(?=[A-ZÀ-Þ])", text):
        if name := _CAPITAL.match(text, sign.end()):
            before = [found[0] for found in _CAPITAL.finditer(text, 0, sign.start()) if found.end() == sign.start()]
            yield "".join(before), name[0].strip(" .!?,")


def _is_somebody(writer: str) -> bool:
    return persons.may_be_somebody(writer) or persons.is_given_name(writer)
