"""The catalogues of the program: compiled for Django, the French one checked to be whole and tidied.

python deploy/catalogue.py compile    django.mo beside each django.po, made by Babel (no msgfmt on a bare laptop)
python deploy/catalogue.py check      what lacks a French sentence, is said twice differently, breaks the typography, or is
                                      no longer used
python deploy/catalogue.py tidy       merge repeated entries, sort, drop what is no longer used, mend the typography
python deploy/catalogue.py new nl     every sentence of the program to be said in a further language, its French beside
                                      it; a catalogue that is there keeps what it has (docs/languages.md)
"""

import ast
import importlib
import io
import os
import pkgutil
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import rules
from deploy.typography import typographic, visible
from deploy.web.languages import languages, stale_catalogues
from rules.sentences import MADE, Text, text as sentence
from tournament import finals, tirages

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "deploy" / "locale"
PO = LOCALE / "fr" / "LC_MESSAGES" / "django.po"
PACKAGES = ("tournament", "scoring", "deploy")
# French that no catalogue can hold: it is said before any package is installed, or by modules without Django.
SPOKEN = ("deploy/bootstrap.py",)
_FRENCH = re.compile(r"[àâçéèêëîïôùûœ«»]|\b[cdjlmnst]['’][a-zàâéèêîô]|\bqu['’]", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(the|is|are|of|this|no)\b", re.IGNORECASE)
_LITERALS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}

# The header of django.po is the same each time it is written; its history is that of the repository.
_STARTED = datetime(2026, 11, 1, tzinfo=UTC)
# A message's context and its singular: what makes it one entry.
Key = tuple[str | None, str]

_KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def compile_catalogues(folder: Path = LOCALE) -> None:
    """Write the django.mo of each language in *folder* that is missing or older than its django.po."""
    for po in stale_catalogues(folder):
        mo = po.with_suffix(".mo")
        # Written aside and moved: another process may be reading the catalogue.
        aside = mo.with_suffix(f".{os.getpid()}.mo")
        with aside.open("wb") as file:
            write_mo(file, _merged(po.read_text("utf-8"), po.parents[1].name))
        aside.replace(mo)


def new_catalogue(language: str, folder: Path = LOCALE) -> Path:
    """Write the catalogue of *language* with every sentence, each with its French as a comment; return its path.

    Translations that it has are kept. A sentence without one is shown in French.
    """
    path = folder / language / "LC_MESSAGES" / "django.po"
    said = _entries(path.read_text("utf-8")) if path.exists() else {}
    catalogue = _empty(language)
    french = [
        (m.context, m.id, m.string) for messages in _entries(PO.read_text("utf-8")).values() for m in messages[-1:]
    ]
    for context, english, beside in [*french, *((None, one.en, one.fr) for one in _pure_sentences())]:
        known = said.get((context, _as_tuple(english)[0]))
        string = known[-1].string if known else ("",) * catalogue.num_plurals if isinstance(english, tuple) else ""
        catalogue.add(english, string, context=context, auto_comments=[" | ".join(_as_tuple(beside))])
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, sort_output=True, include_lineno=False)
    return path


def _pure_sentences() -> list[Text]:
    """Return the sentences of the pure packages in the order of their English: those of modules, those of clauses."""
    for package in (rules, tirages, finals):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    clauses = (
        sentence(*map(ast.literal_eval, call.args[:2]))
        for path in sorted((ROOT / "rules").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and "clause" in (getattr(call.func, "id", ""), getattr(call.func, "attr", ""))
    )
    return sorted({*MADE, *clauses}, key=lambda one: one.en)


def problems() -> list[str]:
    """Return one line for each message that lacks its French, has it twice, has other gaps or breaks the typography."""
    text = PO.read_text("utf-8")
    entries = _entries(text)
    used = _used()
    lines = []
    for key, places in used.items():
        translated = entries.get(key)
        if not translated or not _complete(translated[-1]):
            lines.append(f"missing: {key[1]!r} ({places[0]})")
    for key, messages in entries.items():
        if len({_as_tuple(m.string) for m in messages}) > 1:
            lines.append(f"said twice differently: {key[1]!r}")
        for message in messages:
            if _gaps(message.id) != _gaps(message.string):
                lines.append(f"other gaps in French than in English: {key[1]!r}")
            lines += [
                _as_expected("django.po", text) for text in _as_tuple(message.string) if text != typographic(text)
            ]
    for path in SPOKEN:
        lines += [_as_expected(path, text) for text in _spoken(ROOT / path) if text != typographic(text)]
    return lines


def unused() -> list[str]:
    """List the messages of the catalogue that no page and no code uses any more."""
    used = _used()
    return [key[1] for key in _entries(PO.read_text("utf-8")) if key not in used]


def tidy() -> None:
    """Sort django.po, each message once (the last sentence wins) in good typography, without those no longer used."""
    used = _used()
    catalogue = _merged(PO.read_text("utf-8"))
    for message in [m for m in catalogue if m.id and _key(m) not in used]:
        catalogue.delete(message.id, message.context)
    for message in catalogue:
        if message.id:
            forms = tuple(map(typographic, _as_tuple(message.string)))
            message.string = forms if isinstance(message.string, (tuple, list)) else forms[0]
    catalogue.obsolete.clear()
    out = io.BytesIO()
    write_po(out, catalogue, width=120, sort_output=True, omit_header=False, include_lineno=False)
    PO.write_bytes(out.getvalue())
    for path in SPOKEN:
        source = (ROOT / path).read_text("utf-8")
        for text in _spoken(ROOT / path):
            source = source.replace(text, typographic(text))
        (ROOT / path).write_text(source, "utf-8")


def _as_expected(where: str, text: str) -> str:
    """Return what is written and what is expected, the no-break spaces drawn: ~ wide, _ narrow."""
    return f"typography, {where}: {visible(text)!r}, expected {visible(typographic(text))!r}"


def _spoken(path: Path) -> list[str]:
    """Return the lines of French among the literals of the module at *path*, as they are written there."""
    with path.open("rb") as file:
        literals = {t.string for t in tokenize.tokenize(file.readline) if t.type in _LITERALS and '"""' not in t.string}
    lines = {line for text in literals for line in re.sub(r'^\w*"|"$', "", text).split("\\n")}
    return sorted(line for line in lines if _FRENCH.search(line) and not _ENGLISH.search(line))


def _key(message: Message) -> Key:
    return message.context, _as_tuple(message.id)[0]


def _as_tuple(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (tuple, list)) else (text or "",)


def _complete(message: Message) -> bool:
    return all(_as_tuple(message.string))


def _gaps(text: str | tuple[str, ...] | list[str] | None) -> set[str]:
    """Return the places to fill in, ``%(name)s`` and ``{name}``. A singular may do without the number."""
    return set(re.findall(r"%\(\w+\)[sd]|\{\w*\}", _as_tuple(text)[-1]))


def _blocks(text: str) -> Iterator[str]:
    """Split the catalogue into entries: Babel would keep only the last of equal ones."""
    block: list[str] = []
    translated = False  # whether the entry being read already has its French
    for line in text.splitlines():
        if translated and line.startswith(("#", "msgctxt ", "msgid ")):
            yield "\n".join(block) + "\n"
            block, translated = [], False
        translated = translated or line.startswith("msgstr")
        block.append(line)
    yield "\n".join(block) + "\n"


def _entries(text: str) -> dict[Key, list[Message]]:
    """Return all entries of one message, in the order written."""
    entries: dict[Key, list[Message]] = defaultdict(list)
    for block in _blocks(text):
        for message in read_po(io.StringIO(block)):
            if message.id:
                entries[_key(message)].append(message)
    return entries


def _empty(language: str) -> Catalog:
    catalogue = Catalog(
        locale=language,
        project="Dix de Der",
        charset="utf-8",
        fuzzy=False,
        version="1.1.0",
        msgid_bugs_address="the issues of the repository",
        creation_date=_STARTED,
        revision_date=_STARTED,
        last_translator="Dix de Der",
        language_team=dict(languages()).get(language, language),
    )
    catalogue.header_comment = f"# The sentences of Dix de Der: {language}."
    return catalogue


def _merged(text: str, language: str = "fr") -> Catalog:
    """Return the last entry of each message of *text*, in the plural forms that it was written in.

    Left alone, Babel takes those of its own list: 2.18 has two for French, 2.19 three, and « 12 équipes » was "12 teams"
    in a wheel built with it (`findings/babel-french-has-three-plurals.sh`).
    """
    catalogue = _empty(language)
    if forms := re.search(r'^"Plural-Forms: (.+?)(?:\\n)?"$', text, re.MULTILINE):
        catalogue.mime_headers = [("Plural-Forms", forms[1])]
    for messages in _entries(text).values():
        message = messages[-1]
        catalogue.add(message.id, message.string, flags=message.flags - {"fuzzy"}, context=message.context)
    return catalogue


def _used() -> dict[Key, list[str]]:
    """Collect the messages of code and templates, with their places."""
    import django
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure(USE_I18N=True)
        django.setup()
    places: dict[Key, list[str]] = defaultdict(list)
    for path in sorted(_sources()):
        source = path.read_text("utf-8")
        if path.suffix != ".py":
            # `templatize` fills untranslated text with blanks and letters; without its indentation Python can read it.
            source = "\n".join(line.lstrip() for line in templatize(source, origin=str(path)).splitlines())
        options = {"encoding": "utf-8"}
        for line, text, _comments, context in extract("python", io.BytesIO(source.encode()), _KEYWORDS, (), options):
            places[context, _as_tuple(text)[0]].append(f"{path.relative_to(ROOT)}:{line}")
    return places


def _sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (p for p in (ROOT / package).rglob("*.py") if "migrations" not in p.parts)
        yield from (ROOT / package).rglob("templates/**/*.html")
    yield from (p for p in (ROOT / "templates").rglob("*") if p.suffix in (".html", ".txt"))


def main(arguments: list[str]) -> int:
    match arguments:
        case ["compile"]:
            compile_catalogues()
        case ["new", language]:
            print(new_catalogue(language))
        case ["check"]:
            lines = problems() + [f"no longer used: {text!r}" for text in unused()]
            print("\n".join(lines) or "The French catalogue is whole.")
            return int(bool(lines))
        case ["tidy"]:
            tidy()
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
