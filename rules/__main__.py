"""``python -m rules``: score, jouables, conversion, reglement, sources. Exit status 0 valid, 1 errors, 2 no sheet."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO

from rules import NOT_COVERED, SOURCES, conversion_table, find_rule_set, reglement, score_sheet
from rules.articles import ARTICLES
from rules.errors import FormError, RuleError
from rules.plays import answer
from rules.sentences import Text, text

VALID, ERRORS, NO_SHEET = 0, 1, 2
DECISIONS, UNCOVERED = text("Décisions", "Decisions"), text("Non repris", "Not covered")
LONGEST_INT = 400  # figures; a longer integer is cut, being out of every range anyway


def read_json(data: bytes) -> Any:
    """Return the value written in *data*. Raises FormError: not UTF-8, no JSON, a key twice, a nest without end."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormError("utf8") from None
    try:
        try:
            return json.loads(text, object_pairs_hook=_object)
        except json.JSONDecodeError as error:
            raise FormError("json", line=error.lineno, column=error.colno) from None
        except ValueError as error:
            if isinstance(error, RuleError):
                raise
            return json.loads(text, object_pairs_hook=_object, parse_int=lambda digits: int(digits[:LONGEST_INT]))
    except RecursionError:
        raise FormError("trop_profond") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise FormError("cle_double", field=key, key=key)
            seen.add(key)
    return read


def write(text: str) -> None:
    """Print one line, in UTF-8 whatever the terminal; a lone surrogate is written as its JSON escape."""
    sys.stdout.buffer.write((text + "\n").encode("utf-8", "backslashreplace"))


def score(request: Any) -> tuple[dict[str, Any], bool]:
    """Score a sheet; tell whether it is valid."""
    result = score_sheet(request)
    return result.to_dict(), not result.errors


def jouables(request: Any) -> tuple[dict[str, Any], bool]:
    """Answer a question of play, always valid when it can be asked."""
    return answer(request), True


def form_error(error: RuleError) -> dict[str, Any]:
    """Return the answer to a line that is no sheet."""
    return {"errors": [{"donne": None, "champ": error.field, "code": "forme", "message": error.message()}]}


Act = Callable[[Any], tuple[dict[str, Any], bool]]


def answer_one(act: Act, source: BinaryIO) -> int:
    """Answer the one request of *source*."""
    try:
        answered, valid = act(read_json(source.read()))
    except RuleError as error:
        return refuse(error)
    write(json.dumps(answered, ensure_ascii=False))
    return VALID if valid else ERRORS


def answer_lines(act: Act, source: Iterable[bytes]) -> int:
    """Answer one request per line, nothing kept between them."""
    status = VALID
    for line in source:
        try:
            answered, valid = act(read_json(line))
        except RuleError as error:
            answered, valid = form_error(error), False
        if not valid:
            status = ERRORS
        write(json.dumps(answered, ensure_ascii=False))
    return status


def refuse(error: RuleError) -> int:
    """Print the refusal on standard error."""
    print(error.message(), file=sys.stderr)
    return NO_SHEET


def run(act: Act, arguments: argparse.Namespace) -> int:
    """Open the file, or standard input, and act on it."""
    read = answer_lines if arguments.lines else answer_one
    if arguments.file == "-":
        return read(act, sys.stdin.buffer)
    try:
        with open(arguments.file, "rb") as source:
            return read(act, source)
    except BrokenPipeError:
        raise
    except (OSError, ValueError):
        return refuse(FormError("fichier", read=arguments.file))


def print_conversion() -> int:
    """Print the Tout Atout table: points counted, points marked, one pair a line."""
    for counted, marked in conversion_table():
        write(f"{counted}\t{marked}")
    return VALID


def print_reglement(ruleset: str, given: Iterable[str], lang: str) -> int:
    """Print the règlement in sentences, each with its article."""
    try:
        rules = find_rule_set(ruleset)
        sections = reglement(rules, read_given(given), lang)
    except RuleError as error:
        return refuse(error)
    write(rules.title(lang))
    for section in sections:
        write(f"\n{section.title}")
        for sentence in section.sentences:
            write(f"  - {sentence.text} [{sentence.article}]")
    return VALID


def read_given(given: Iterable[str]) -> dict[str, Any]:
    """Read options written ``name=value`` or as one JSON object; values are JSON, else words. Raises FormError."""
    options: dict[str, Any] = {}
    for word in given:
        if word.lstrip().startswith("{"):
            options.update(read_json(word.encode("utf-8", "replace")))
            continue
        name, equals, value = word.partition("=")
        if not equals:
            raise FormError("cle_inconnue", field="options", key=word)
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options


def print_sources(lang: str) -> int:
    """Print the bibliography: sources, articles, decisions, what is not covered."""
    for id, source in SOURCES.items():
        write(f"{id}  {source.title} — {source.address} ({source.read})")
        write(f"    {source.about.in_lang(lang)}")
        print_texts(ARTICLES, lang, f"{id} ")
    write(DECISIONS.in_lang(lang))
    print_texts(ARTICLES, lang, "D")
    write(UNCOVERED.in_lang(lang))
    print_texts(NOT_COVERED, lang)
    return VALID


def print_texts(texts: Mapping[str, Text], lang: str, start: str = "") -> None:
    """Print the texts whose key has this *start*."""
    for key, words in texts.items():
        if key.startswith(start):
            write(f"    {key}: {words.in_lang(lang)}")


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are one line."""

    def error(self, message: str) -> Any:
        print(" ".join(f"{self.prog}: {message}".split()), file=sys.stderr)
        raise SystemExit(NO_SHEET)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    command = Parser(
        prog="python -m rules", description="Règles de la belote\u00a0: marque, jeu de la carte, règlements."
    )
    acts = command.add_subparsers(dest="act", required=True, parser_class=Parser)
    for name, words in (("score", "marque une feuille"), ("jouables", "cartes jouables, ou gagnant d’un pli")):
        act = acts.add_parser(name, help=words)
        act.add_argument("file", metavar="FICHIER", help="fichier JSON, ou - pour l’entrée standard")
        act.add_argument("--lines", action="store_true", help="une demande par ligne, une réponse par ligne")
    acts.add_parser("conversion", help="table de conversion du Tout Atout")
    rules = acts.add_parser("reglement", help="le règlement en phrases")
    rules.add_argument("ruleset", metavar="RÈGLEMENT")
    rules.add_argument("options", metavar="OPTION=VALEUR", nargs="*")
    bibliography = acts.add_parser("sources", help="la bibliographie")
    for act in (rules, bibliography):
        act.add_argument("--lang", choices=("fr", "en"), default="fr")
    return command


def main(argv: list[str] | None = None) -> int:
    """Run one command; return its exit status."""
    arguments = parser().parse_args(argv)
    if arguments.act == "score":
        return run(score, arguments)
    if arguments.act == "jouables":
        return run(jouables, arguments)
    if arguments.act == "conversion":
        return print_conversion()
    if arguments.act == "reglement":
        return print_reglement(arguments.ruleset, arguments.options, arguments.lang)
    return print_sources(arguments.lang)


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader left: nothing more to say, and nothing to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = VALID
    raise SystemExit(status)
