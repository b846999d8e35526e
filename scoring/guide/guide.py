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

# The pages whose "?" opens a task.
_PAGES = {
    "evening": "home concours",
    "new": "concours-plan concours-new concours-settings",
    "removed": "concours-remove concours-purge kept",
    "rules": "reglement referee public-reglement public-rules public-sources public-conversion public-rule-set",
    "register": "door door-list",
    "print": (
        "door-print print-draw print-standings whole-evening paper-sheets paper-blank print-sheet poster "
        "team-cards public-blank-sheet"
    ),
    "home": (
        "entries team-requests public-agenda public-agenda-club public-agenda-map public-entry "
        "public-entry-mine public-arrival"
    ),
    "phone": "public-team-tell public-person public-qualified public-standings",
    "alone": "partners",
    "leaver": "team",
    "import": "import-new import-preview",
    "regulars": (
        "club-people club-people-names club-people-list club-people-journal club-members club-person club-people-came"
    ),
    "rights": "club-people-kept",
    "draw": "draws draw draw-swap public-minutes",
    "finals": "phases",
    "clock": "clock",
    "entry": "entry entry-round sheet-donnes desk",
    "wrong": "table overrides journal",
    "penalty": "sheet-forfeit",
    "disputed": "cases case case-donnes public-referee",
    "standings": "standings why",
    "palmares": "prizes prize-why palmares-poster palmares-diplomas palmares-newspaper palmares",
    "lots": "prize-list prize-change prize-thanks",
    "qualified": "qualified qualified-rankings qualified-call qualified-answer qualified-invite",
    "season": (
        "seasons season season-new season-rules season-evenings season-why season-moved season-print public-season"
    ),
    "money": "exports",
    "till": "till till-count till-sheet till-season",
    "move": "transfer-out transfer-in transfer-preview",
    "takeover": "copies second-computer",
    "notify": "webhooks webhook",
    "undo": "undo",
    "clubs": "host-clubs",
    "password": "first-password login login-code password second-factor",
    "stop": "program-close",
    "backup": "program-restore program-restore-preview program-restored",
    "device": "pair pair-enter",
    "checklist": "welcome",
    "accounts": "club-accounts",
    "keys": "club-tokens",
    "words": "club-words",
    "table": "phone-table",
}
TASK_OF_PAGE = {page: task for task, pages in _PAGES.items() for page in pages.split()}


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
