"""The guide of docs/guide as the help of the program: tasks by role, in each language, read once."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.local_words import Words, in_local_words, spoken, words_now
from tournament.names import spelling

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "guide"
PICTURES = FOLDER / "pictures"
ROLES = ("secretary", "referee", "player", "treasurer", "host", "site")
# Where pictures stand for a reader of the files, and for a browser.
_BESIDE, _SERVED = "](../pictures/", "](/aide/images/"
_TASK = re.compile(r'^<a id="([a-z]+)"></a>\n## (.+)\n', re.MULTILINE)

# The task that the "?" of a page opens.
TASK_OF_PAGE = {
    "home": "evening",
    "concours": "evening",
    "concours-plan": "new",
    "concours-new": "new",
    "concours-settings": "new",
    "concours-remove": "removed",
    "concours-purge": "removed",
    "reglement": "rules",
    "door": "register",
    "door-list": "register",
    "door-print": "print",
    "entries": "home",
    "team-requests": "home",
    "public-agenda": "home",
    "public-agenda-club": "home",
    "public-agenda-map": "home",
    "public-entry": "home",
    "public-entry-mine": "home",
    "public-arrival": "home",
    "public-team-tell": "phone",
    "partners": "alone",
    "team": "leaver",
    "import-new": "import",
    "import-preview": "import",
    "club-people": "regulars",
    "club-people-names": "regulars",
    "club-people-list": "regulars",
    "club-people-journal": "regulars",
    "club-members": "regulars",
    "club-person": "regulars",
    "club-people-came": "regulars",
    "club-people-kept": "rights",
    "public-person": "phone",
    "public-qualified": "phone",
    "draws": "draw",
    "draw": "draw",
    "draw-swap": "draw",
    "print-draw": "print",
    "phases": "finals",
    "clock": "clock",
    "entry": "entry",
    "entry-round": "entry",
    "table": "wrong",
    "sheet-donnes": "entry",
    "sheet-forfeit": "penalty",
    "desk": "entry",
    "overrides": "wrong",
    "cases": "disputed",
    "case": "disputed",
    "case-donnes": "disputed",
    "referee": "rules",
    "standings": "standings",
    "why": "standings",
    "print-standings": "print",
    "whole-evening": "print",
    "prizes": "palmares",
    "prize-list": "lots",
    "qualified": "qualified",
    "qualified-rankings": "qualified",
    "qualified-call": "qualified",
    "qualified-answer": "qualified",
    "qualified-invite": "qualified",
    "prize-change": "lots",
    "prize-thanks": "lots",
    "prize-why": "palmares",
    "palmares-poster": "palmares",
    "palmares-diplomas": "palmares",
    "palmares-newspaper": "palmares",
    "palmares": "palmares",
    "seasons": "season",
    "season": "season",
    "season-new": "season",
    "season-rules": "season",
    "season-evenings": "season",
    "season-why": "season",
    "season-moved": "season",
    "season-print": "season",
    "public-season": "season",
    "exports": "money",
    "till": "till",
    "till-count": "till",
    "till-sheet": "till",
    "till-season": "till",
    "transfer-out": "move",
    "transfer-in": "move",
    "transfer-preview": "move",
    "copies": "takeover",
    "second-computer": "takeover",
    "webhooks": "notify",
    "webhook": "notify",
    "journal": "wrong",
    "undo": "undo",
    "paper-sheets": "print",
    "paper-blank": "print",
    "print-sheet": "print",
    "poster": "print",
    "team-cards": "print",
    "host-clubs": "clubs",
    "first-password": "password",
    "program-close": "stop",
    "program-restore": "backup",
    "program-restore-preview": "backup",
    "program-restored": "backup",
    "pair": "device",
    "pair-enter": "device",
    "login": "password",
    "kept": "removed",
    "login-code": "password",
    "password": "password",
    "second-factor": "password",
    "welcome": "checklist",
    "club-accounts": "accounts",
    "club-tokens": "keys",
    "club-words": "words",
    "phone-table": "table",
    "public-standings": "phone",
    "public-minutes": "draw",
    "public-reglement": "rules",
    "public-rules": "rules",
    "public-sources": "rules",
    "public-conversion": "rules",
    "public-referee": "disputed",
    "public-rule-set": "rules",
    "public-blank-sheet": "print",
}


@dataclass(frozen=True)
class Task:
    """One task of the guide; *folded* is its text as searches compare it."""

    key: str
    title: str
    html: str
    folded: str


@dataclass(frozen=True)
class RoleGuide:
    """The tasks of one role, under its name."""

    key: str
    title: str
    tasks: tuple[Task, ...]


def guide(language: str) -> tuple[RoleGuide, ...]:
    """Return the guide in *language*, English where there is none in it, in the words of the hall."""
    return _guide(language if (FOLDER / language).is_dir() else "en", words_now())


@cache
def _guide(language: str, words: Words) -> tuple[RoleGuide, ...]:
    folder = FOLDER / language
    texts = [(folder / f"{role}.md").read_text("utf-8") for role in ROLES]
    # A line of French never begins with the sign that ends a phrase; the files are written with ordinary spaces.
    kept = [re.sub(r"(?<=«) | (?=[:;?!»])", "\u00a0", text) if language == "fr" else text for text in texts]
    with spoken(words):
        return tuple(_read(role, text, language) for role, text in zip(ROLES, kept, strict=True))


def task_of(language: str, key: str) -> tuple[RoleGuide, Task] | None:
    """Return the task *key* and its role; None where there is none."""
    return next(((role, task) for role in guide(language) for task in role.tasks if task.key == key), None)


def search(language: str, words: str) -> list[Task]:
    """Return the tasks that have all the *words* or their beginnings, those with one in the title first.

    >>> [task.key for task in search("fr", "équipe retard")][0]
    'late'
    """
    sought = spelling(words).split()
    tasks = [task for role in guide(language) for task in role.tasks]
    matching = [task for task in tasks if sought and all(f" {word}" in task.folded for word in sought)]
    return sorted(matching, key=lambda task: -sum(f" {word}" in f" {spelling(task.title)}" for word in sought))


def _read(role: str, text: str, language: str) -> RoleGuide:
    from markdown_it import MarkdownIt  # loaded when the help is opened: the start and the worker need none

    markdown = MarkdownIt("commonmark", {"html": False})
    head, *parts = _TASK.split(text)
    tasks = []
    for key, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        html = in_local_words(markdown.render(body.replace(_BESIDE, _SERVED)), language)
        # Found by the word of the hall and by the usual one.
        local = in_local_words(title, language)
        words = f"{title} {body}" if local == title else f"{title} {local} {in_local_words(body, language)} {body}"
        # “wifi” is looked for as often as “Wi-Fi”.
        tasks.append(Task(key, local, html, f" {spelling(words)} {spelling(words.replace('-', ''))}"))
    return RoleGuide(role, in_local_words(head.strip().removeprefix("# "), language), tuple(tasks))
