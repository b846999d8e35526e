"""A file's bytes as sheets of text cells, whatever program wrote it; hostile or foreign files are refused in words.

The kind is told by the first bytes, never by the name. A formula is what it last gave; one that was never reckoned
stays its own text.
"""

import csv
import email
import email.policy
import html
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from tournament import limited_child, program
from tournament.errors import TournamentError
from tournament.registration.imports import beside_names, persons, prose, telephones, threads
from tournament.registration.imports.books.sheets import MOST_CELL, SheetOfCells
from tournament.registration.imports.books.texts import unescaped
from tournament.registration.imports.headers import HEADER_WITHIN, header_role, words_of_header

MOST_BYTES = 2_000_000
MOST_MEMBERS, MOST_UNPACKED, MOST_RATIO = 60, 20_000_000, 100
SECONDS = 20

_LEADERS = re.compile(r"[ \t]*(?:[._]{4,}|…{2,})[ \t]*")
_LABELLED = re.compile(r"([^\W\d_][^:]{0,60}?)\s*:\s+(\S.*)")
_QUOTED_CELLS = re.compile(r"\s*\"[^\"]*\"\s*[,;]\s*(?:\"[^\"]*\"|[^\",;]*)\s*(?:$|[,;])")
_CHILD = program.command("read-list")
_KEYCAPS = re.compile("(?:[0-9]\ufe0f?\u20e3)+")  # the figures of a telephone's pictures
# A telephone in which a scanner read letters: « O6 1O l2 34 56 ».
_SCANNED = re.compile(r"(?<!\w)[O0][1-9Il](?:[ .-]?[\dOIl]{2}){4}(?!\w)")
_OF_SCANNER = str.maketrans("OIl", "011")
_CARD_FIELD = re.compile(r"^(?:item\d+\.)?(N|TEL)(?:;[^:\n]*)?:(.*)$", re.MULTILINE | re.IGNORECASE)
# A program wrote these for the letters that its encoding has not: « H?l?ne ».
_LOST, _LOST_LETTER = re.compile(r"[A-Za-z]\?[A-Za-z]"), re.compile(r"(?<=[A-Za-z])\?|\?(?=[A-Za-z])")
_LETTER = re.compile(r"&(?:[A-Za-z]{1,2}(?:acute|grave|circ|uml|cedil|tilde|lig)|amp|rsquo|#0?39|#x27|#\d{3,4});")
_MAIL = re.compile(rb"[!-9;-~]+:.*?^mime-version:", re.IGNORECASE | re.MULTILINE | re.DOTALL)  # saved as a file
_MOST_HEAD, _MOST_PARTS = 9_000, 20
# The sign by which a list says who has paid: « P = payé ».
_PAID_SIGN = re.compile(r"^\W*(\w)\s*=\s*(?:a |ont |équipes? )?(?:payé|réglé)\w*\W*$", re.MULTILINE | re.IGNORECASE)
_DELIMITERS = ";\t,|"
_DITTO = re.compile(r'(?:^|(?<=[;\t,|])) *" *(?=[;\t,|]|$)', re.MULTILINE)  # alone in its cell
_DECIMAL = re.compile(r"(?<=\d),(?=\d\d?(?:\s?€|\s*$))", re.MULTILINE)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"RIFF", b"{\\rtf", b"ID;P")


@dataclass(frozen=True)
class Worksheet:
    """A sheet: its name and its rows that are not blank, each with the number that the spreadsheet shows for it.

    `marks`: rows that somebody hid (« hidden »), struck out or coloured away. `left_out`: the columns beyond the most that
    are read, as they are named. `tables`: how many stood side by side. `refused`: the code why nothing of this sheet was read, and its `params`.
    """

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    hidden: bool = False
    marks: tuple[tuple[int, str], ...] = ()
    left_out: tuple[str, ...] = ()
    refused: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    tables: int = 1
    writers: tuple[tuple[int, str], ...] = ()

    @classmethod
    def load(cls, kept: Mapping[str, Any]) -> "Worksheet":
        """Return the sheet that was kept as JSON, by this program or by one that knew less of a sheet."""
        return cls(
            kept["name"],
            tuple((row, tuple(cells)) for row, cells in kept["rows"]),
            kept["hidden"],
            tuple((row, mark) for row, mark in kept.get("marks", ())),
            tuple(kept.get("left_out", ())),
            kept.get("refused", ""),
            kept.get("params", {}),
            writers=tuple((row, writer) for row, writer in kept.get("writers", ())),
        )


@dataclass(frozen=True)
class Book:
    """The sheets of a file, and how its text was written (the preview says it)."""

    sheets: tuple[Worksheet, ...]
    written: str

    @classmethod
    def load(cls, sheets: Iterable[Mapping[str, Any]], written: str) -> "Book":
        """Return the book whose sheets were kept as JSON."""
        return cls(tuple(map(Worksheet.load, sheets)), written)


def read_file(data: bytes) -> Book:
    """Return the sheets in *data*: an .xlsx, .ods or old .xls workbook, or a text with separators.

    Raises TournamentError file_… with what to do; `params` say the row and column where there is one.
    """
    if len(data) > MOST_BYTES:
        raise TournamentError("file_too_big", size=round(len(data) / 1e6, 1), most=MOST_BYTES // 1_000_000)
    if not data.strip(b"\x00 \r\n\t"):
        raise TournamentError("file_empty")
    if data.startswith(_OLE):
        # The old container holds an .xls, and a workbook with a password; its streams have UTF-16 names.
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise TournamentError("file_locked")
        return _read_workbook(data, "xls")
    if data.startswith(_PICTURES):
        raise TournamentError("file_no_list")
    if data.startswith(b"PK"):
        return _read_workbook(data, _inspect(data))
    if _MAIL.match(data[:_MOST_HEAD]):
        data = _body_of(data)
    if is_web_page(data):
        return _read_workbook(data, "html")
    if b"office:spreadsheet" in data and b"office:document" in data[:4_000]:
        return _read_workbook(data, "fods")
    return _read_text(*_decoded(data))


def read_pasted(text: str) -> Book:
    """Return the one sheet in *text*, copied from a spreadsheet (tabs) or typed (; or ,). Raises as `read_file`."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise TournamentError("file_too_big", size=round(len(text) / 1e6, 1), most=MOST_BYTES // 1_000_000)
    if not text.strip():
        raise TournamentError("file_empty")
    return _read_text(text, "")


# Workbooks -----------------------------------------------------------------------------------------------------------


def is_web_page(data: bytes) -> bool:
    """Return whether *data* is a web page with a table, whatever its name: some sites call it .xls."""
    start = data[:400].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t").lower()
    page = re.match(rb"<(!doctype html|html|head|meta|body|table|style|div)\b", start)
    return bool(page) and b"<table" in data.replace(b"\x00", b"").lower()


def _inspect(data: bytes) -> str:
    """Return the kind of a workbook: xlsx or ods; refuse what no spreadsheet writes before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            kind = _stated_kind(archive)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError, EOFError):
        raise TournamentError("file_broken") from None
    paths = [member.filename for member in members]
    lowered = [path.lower() for path in paths]
    opendocument = b"opendocument" in kind
    if any(member.flag_bits & 0x1 for member in members):
        raise TournamentError("file_locked")
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if len(members) > MOST_MEMBERS or unpacked > MOST_UNPACKED or unpacked > MOST_RATIO * max(packed, 1):
        raise TournamentError("file_too_heavy")
    if len(set(lowered)) < len(lowered) or any(_escapes(path) for path in paths):
        raise TournamentError("file_hostile")
    if any("vbaproject" in path for path in lowered):
        raise TournamentError("file_macros")
    if any("externallinks/" in path for path in lowered):
        raise TournamentError("file_links")
    if any(path.startswith("basic/") and path.endswith(".xml") for path in lowered):
        raise TournamentError("file_macros")
    if opendocument and b"spreadsheet" in kind and "content.xml" in lowered:
        return "ods"
    if "xl/workbook.xml" not in lowered:
        raise TournamentError("file_xlsb" if "xl/workbook.bin" in lowered else "file_no_list")
    return "xlsx"


def _stated_kind(archive: zipfile.ZipFile) -> bytes:
    """Return what an OpenDocument file says that it is. A member that says more than a name is not read at all."""
    stated = next((member for member in archive.infolist() if member.filename == "mimetype"), None)
    short = stated and stated.compress_type == zipfile.ZIP_STORED and stated.file_size == stated.compress_size <= 80
    return archive.read(stated) if stated and short else b""


def _escapes(path: str) -> bool:
    return path.startswith("/") or "\\" in path or ":" in path or ".." in path.split("/")


def _read_workbook(data: bytes, kind: str) -> Book:
    """Read the workbook in a process with little memory and time, which alone a hostile file can harm."""
    try:
        answer = limited_child.answer_of(_CHILD, data, seconds=SECONDS)
        output = json.loads(answer)
    except (limited_child.ChildKilled, ValueError):
        # Killed by its limits, before it could say anything, or in the middle of it.
        raise TournamentError("file_too_heavy") from None
    if "code" in output:
        raise TournamentError(output["code"], **output["params"])
    book = Book.load(output["sheets"], kind)
    if not any(sheet.rows for sheet in book.sheets):
        raise TournamentError("file_empty")
    return book


def _body_of(mail: bytes) -> bytes:
    """Return the text of a mail that was saved as a file, or its page."""
    if mail.count(b"multipart/") > _MOST_PARTS:
        raise TournamentError("file_hostile")
    try:
        body = email.message_from_bytes(mail, policy=email.policy.default).get_body(("plain", "html"))
        return body.get_content().encode() if body else b""
    except (LookupError, ValueError):
        raise TournamentError("file_broken") from None


# Text ----------------------------------------------------------------------------------------------------------------


# à â ç é è ê ù û and É of a Mac; Windows has there letters of other languages, or nothing.
_MAC_ACCENT = re.compile(rb"(?<=[A-Za-z])[\x88\x89\x8d-\x90\x9d\x9e](?=[A-Za-z;,\t\r\n\" -]|$)|\x83(?=[a-z])")
_WINDOWS_ACCENT = re.compile(rb"[\xc0-\xff](?=[A-Za-z;,\t\r\n\" -]|$)")


def _decoded(data: bytes) -> tuple[str, str]:
    """Return the text in *data* and its encoding: what its mark says, else UTF-8, else that of French Windows."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding)
    if b"\x00" in data:
        # Text with a zero in every other byte is UTF-16 without its mark; anything else with zeros is no text.
        sample = data[:2_000]
        if sample[1::2].count(0) > 0.4 * len(sample) / 2:
            return _strictly(data, "utf-16-le")
        if sample[0::2].count(0) > 0.4 * len(sample) / 2:
            return _strictly(data, "utf-16-be")
        raise TournamentError("file_not_text")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _strictly(data, "mac_roman" if _is_of_a_mac(data) else "cp1252")


def _is_of_a_mac(data: bytes) -> bool:
    """Return whether the accents in *data* stand where a Mac of old has them, which Excel still writes as « CSV
    (Macintosh) », and none where Windows has them.
    """
    mac = len(_MAC_ACCENT.findall(data))
    return mac > 0 and mac > len(_WINDOWS_ACCENT.findall(data))


def _strictly(data: bytes, encoding: str) -> tuple[str, str]:
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TournamentError("file_encoding", line=line) from None


def _read_text(text: str, encoding: str) -> Book:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").replace("\U0001f51f", "10) ")
    # A scanner read « 3 » as a Russian letter.
    text = re.sub(r"^(\s*)З(?=[.)])", r"\g<1>3", text, flags=re.MULTILINE)
    if sign := _PAID_SIGN.search(text):
        text = re.sub(rf"[ \t]{sign[1]}[ \t]*$", " payé", text, flags=re.MULTILINE)
    text = _SCANNED.sub(lambda phone: phone[0].translate(_OF_SCANNER), _of_cards(text))
    text = _KEYCAPS.sub(lambda keys: "".join(re.findall(r"\d", keys[0])) + ") ", text)
    if re.match(r"\s*<(!doctype|html|table|\?xml)", text[:200], re.IGNORECASE):
        raise TournamentError("file_no_list")
    if all(line.count('"') % 2 == 0 for line in _DITTO.sub("", text).split("\n")):
        # Each other quote has its second in the same line.
        text = _DITTO.sub("〃", text)
    controls = sum(character < " " and character not in "\n\t\f\v" for character in text[:4_000])
    if controls > 0.02 * len(text[:4_000]):
        raise TournamentError("file_not_text")
    if thread := threads.messages(text):
        return Book((_lines(thread[0], writers=thread[1]),), encoding)
    # Their « ; » parts no columns.
    text = _LETTER.sub(lambda letter: html.unescape(letter[0]), text)
    if text.isascii() and len(_LOST.findall(text)) > 1:
        text = _LOST_LETTER.sub("\ufffd", text)
    text = _in_lines(_in_columns(_of_forms(text)))
    if _is_typed_freely(text.split("\n")):
        return Book((_lines(text),), encoding)
    text = "\n".join(map(telephones.join_phones, text.split("\n")))
    skipped = 0
    if heading := re.match(r"sep=(.)\n", text, re.IGNORECASE):
        delimiter, text, skipped = heading[1], text[heading.end() :], 1
    else:
        delimiter = _delimiter(text)
    sheet = SheetOfCells("")
    for number, row in _text_rows(text, delimiter, skipped):
        sheet.put(number, {place: unescaped(cell) for place, cell in enumerate(row)})
    if not sheet.rows:
        raise TournamentError("file_empty")
    separator = "tab" if delimiter == "\t" else delimiter and f"«\u00a0{delimiter}\u00a0»"
    return Book((Worksheet.load(sheet.result()),), " ".join(filter(None, (encoding, separator))))


def _lines(text: str, writers: Mapping[int, str] = MappingProxyType({})) -> Worksheet:
    """Return *text* as a sheet of one column, with who wrote each line."""
    sheet = SheetOfCells("")
    for number, line in enumerate(text.split("\n"), start=1):
        sheet.put(number, {0: unescaped(line)})
    return replace(Worksheet.load(sheet.result()), writers=tuple(writers.items()))


def _of_cards(text: str) -> str:
    """Return *text* with a line for each card of an address book, where it holds nothing else."""
    first, *cards = text.split("BEGIN:VCARD")
    if first.strip() or not cards:
        return text
    rows = [["Nom", "Prénom", "Téléphone"]]
    for card in cards:
        fields = {kind.upper(): said.strip() for kind, said in reversed(_CARD_FIELD.findall(card))}
        rows.append([*(fields.get("N", "") + ";;").split(";")[:2], fields.get("TEL", "")])
    return "\n".join(map("\t".join, rows))


def _of_forms(text: str) -> str:
    """Return *text* with a line for each answer to a form, where its lines are titles and what was answered: « Nom : Roux »
    above « Prénom : Léa ». Any other line stands behind the columns.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    said = [(match[1], match[2]) if (match := _LABELLED.fullmatch(line)) else ("", line) for line in lines]
    titles = [title for title in dict.fromkeys(title for title, _said in said) if title and header_role(title)]
    answered = sum(title in titles for title, _said in said)
    if "\t" in text or answered < 3 or 2 * answered <= len(lines) or words_of_header(titles) < 2:
        return text
    rows: list[list[str]] = [[*titles]]
    row: dict[str, str] = {}
    for title, answer in said:
        if title not in titles:
            rows.append([*[""] * len(titles), f"{title} : {answer}" if title else answer])
            continue
        if title in row:
            rows.append([row.get(known, "") for known in titles])
            row = {}
        row[title] = answer
    rows.append([row.get(known, "") for known in titles])
    return "\n".join(map("\t".join, rows))


def _in_columns(text: str) -> str:
    """Return *text* with tabs in place of the spaces that part its columns, as in what is copied from a document."""
    if any(sign in text for sign in ";\t|"):
        return text
    # Dots that lead from one column of a form to the next.
    text = _LEADERS.sub("  ", text)
    lines = [line.strip() for line in text.split("\n", 400)[:400] if any(map(str.isalpha, line))]
    widths = Counter(len(re.split(" {2,}", line)) for line in lines)
    width, count = max(widths.items(), key=lambda item: item[1], default=(0, 0))
    if width < 3 or count < 3 or count < 0.6 * len(lines):
        return text
    # The head of each page is no line of the table.
    parts = (re.split(" {2,}", line.strip()) for line in text.split("\n"))
    return "\n".join((" " if len(part) < width and prose.is_heading(part[0]) else "\t").join(part) for part in parts)


def _in_lines(text: str) -> str:
    """Return *text* with its lines as they were before a document broke them or somebody wrote all people in one.

    A cell of two lines, as copied from a document, ends one line of tabs and begins the next; where the only line names
    several people, each is a line.
    """
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    if len(filled) == 1:
        # « ROUX, Léa <lea@exemple.test>; PETIT, Luc <luc@exemple.test> »
        parts = re.split(r"\s*;\s*" if ";" in filled[0] else r"\s*,\s*", filled[0].strip(" ."))
        parts = [part.strip() for part in parts if part.strip()]
        people = [beside_names.without_signs(part) for part in parts]
        # The recipients of a mail, each with an address, are people too.
        addressed = all(len(person) < len(part) for person, part in zip(people, parts, strict=True))
        alone = len(people) > 2 and (addressed or all(map(persons.names_somebody, people)))
        if alone:
            return "\n".join(people)
    if parted := _teams_apart(lines):
        return parted
    tabs = Counter(line.count("\t") for line in filled)
    width = max(tabs, default=0)
    if width < 1 or lines[0].count("\t") != width or tabs[width] == len(filled):
        return text
    whole, part = list[str](), ""
    for line in lines:
        joined = f"{part} / {line}" if part else line
        if joined.count("\t") == width:
            whole.append(joined)
            part = ""
        elif part or not 0 < line.count("\t") < width:
            whole += [part] * bool(part)
            part = line if 0 < line.count("\t") < width else ""
            whole += [line] * (not part)
        else:
            part = line
    return "\n".join([*whole, *[part] * bool(part)])


def _teams_apart(lines: Sequence[str]) -> str:
    """Return *lines* with each team on a line of its own, where some hold several and no other holds more than a team, a
    greeting or a heading; else nothing.
    """
    apart, several = list[str](), False
    for line in lines:
        parts = prose.pairs_in_one_line(line)
        if line.strip() and not parts and not prose.is_team_or_text(line[:MOST_CELL]):
            return ""
        several = several or bool(parts)
        apart += parts or [line]
    return "\n".join(apart) if several else ""


def _is_typed_freely(lines: Sequence[str]) -> bool:
    """Return whether the lines are those of a mail, each written in its own way, and no columns."""
    lines = [line[:MOST_CELL] for line in lines[:400] if line.strip()]
    for line in lines[:HEADER_WITHIN]:
        if any(words_of_header(next(iter(_reader([line], delimiter)), ())) >= 2 for delimiter in _DELIMITERS):
            return False
    # A program wrote its cells in quotes.
    if sum(bool(_QUOTED_CELLS.match(line)) for line in lines) * 2 > len(lines):
        return False
    # Behind a bullet or a number stands a tab too.
    teams = [beside_names.listed_number(line)[1] for line in lines if not prose.is_mail_text([line])]
    if any(sum(delimiter in line for line in teams) * 2 > len(teams) for delimiter in ";\t|"):
        return False
    # A comma in brackets parts no columns: « Les As (Jean Roux, Luc Petit), Nort ».
    if sum(bool(re.search(r"\([^()]*,[^()]*\)", line)) for line in teams) * 2 > len(teams):
        return True
    commas = "\n".join(teams).count(",")
    typed = sum(len(re.findall(r",(?:\s|$)", line)) for line in teams)
    if commas and typed * 2 <= commas:
        return False
    (width, count), *_others = Counter(line.count(",") for line in teams).most_common(1) or [(0, 0)]
    in_columns = width and count >= 0.8 * len(teams)
    return not in_columns or sum(map(persons.is_free, teams)) * 2 > len(teams)


def _delimiter(text: str) -> str:
    """Return the separator that cuts most lines into the same number of cells, and into the most cells; a comma before a
    space only where no other does: « Roux, Léa ; Petit, Luc ».
    """
    text = _DECIMAL.sub(".", text)
    lines = [line for line in text.split("\n", 400)[:400] if line.strip()]
    typed = not re.search(r",\S", text)

    def regularity(delimiter: str) -> tuple[int, int]:
        widths = Counter(len(row) for row in _reader(lines, delimiter) if len(row) > 1)
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
        return count, width * (not (typed and delimiter == ","))

    return max(_DELIMITERS, key=regularity)


def _reader(lines: Iterable[str], delimiter: str) -> Iterable[list[str]]:
    try:
        yield from csv.reader(lines, delimiter=delimiter)
    except csv.Error:
        return


def _text_rows(text: str, delimiter: str, skipped: int) -> Iterable[tuple[int, list[str]]]:
    csv.field_size_limit(MOST_BYTES)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    unbalanced = text.count('"') % 2 == 1
    last_line = text.rstrip("\n").count("\n") + 1
    line = 1
    try:
        for row in reader:
            if unbalanced and reader.line_num >= last_line and reader.line_num > line:
                raise TournamentError("file_quote", line=line + skipped)
            yield line + skipped, row
            line = reader.line_num + 1
    except csv.Error:
        raise TournamentError("file_quote", line=line + skipped) from None
