"""Lists of registrations as clubs, mishaps and ill will make them, built when the tests run: no file is kept."""

import io
import struct
import unicodedata
import zipfile
from xml.sax.saxutils import escape

from openpyxl import Workbook

HEADER = ("N°", "Joueur 1", "Joueur 2", "Club / commune", "Payé", "Téléphone", "Catégorie", "Remarque")
FOUR = ("Équipe", "Nom 1", "Prénom 1", "Nom 2", "Prénom 2", "Commune", "Réglé")


def saved(book: Workbook) -> bytes:
    """The workbook's bytes."""
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def workbook(*rows, title="Inscrits") -> bytes:
    """A workbook of one sheet with these rows."""
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return saved(book)


def evening_list() -> bytes:
    """One of everything that a real list holds: titles, NFD, hard spaces, a number and a player twice, a formula…"""
    book = Workbook()
    sheet = book.active
    sheet.title = "Inscrits"
    nfd = unicodedata.normalize("NFD", "Étchegaray Gérard")
    rows = [
        ["CONCOURS DE BELOTE — SALLE DES FÊTES"],
        ["(inscriptions au 18/11)"],
        [],
        HEADER,
        [1, "Lucien Labat", "  Mickaël  d'Aubigné ", "Amis du Temps libre", "chèque", 612345678, None, None],
        [2, "Ducasse Michel", "  Lucien  Marty ", "Les Rustiques", "14,00", "06 12 34 56 78", "mixte", None],
        [3, "Colette Kermarrec", "Trébuchet Josette", "Géraudot Loisirs", None, "0612345678", "féminine", None],
        [],
        [4, nfd, "Cœuret\xa0Josette", None, "OUI", None, "M", "arrive à 20 h 45"],
        [5, "Fernand Fabre", "=2+3", "Amis du Temps libre", None, 612345678, None, None],
        [6, "  colette  KERMARREC ", "CŒURET Loïc", "Casson Belote", "x", None, None, None],
        [7, "Bonnafous Jeanine", None, "Amicale de Pons", "oui", None, None, None],
        [4, "Jeanine Garcia", "WEISS Loïc", None, "non", None, None, "=1+1"],
        [9, "Maïté Fabre", "Lucien Castéran", "Amicale de Pons", 0, None, None, "fauteuil : table fixe"],
        [None, "TOTAL", None, None, "=COUNTA(E5:E60)"],
    ]
    for row in rows:
        sheet.append(row)
    sheet.merge_cells("A1:H1")
    book.create_sheet("Lots").append(["1er", "2 jambons"])
    return saved(book)


def four_columns(encoding: str = "cp1252", delimiter: str = ";", mark: bytes = b"") -> bytes:
    """The list as French Excel writes it in text: names and first names apart."""
    rows = [
        FOUR,
        ("01", "Crozatier", "Colette", "Castéran", "Marie-Claude", "Géraudot Loisirs", "0"),
        ("02", "N'Guyen", "Bernard", "Étchegaray", "Aimé", "Géraudot Loisirs", ""),
        ("03", "Roux", "Maurice", "Bonnafous", "Solange", "Casson Belote", '"14,00"' if delimiter == "," else "14,00"),
    ]
    text = "\r\n".join(delimiter.join(row) for row in rows) + "\r\n"
    return mark + text.encode(encoding)


def changed(data: bytes, *, drop=(), **members: bytes) -> bytes:
    """The workbook with *members* (« a__b.xml » for « a/b.xml ») put in or replaced, and *drop* left out."""
    members = {name.replace("__", "/"): content for name, content in members.items()}
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            if name not in members and name not in drop:
                new.writestr(name, old.read(name))
        for name, content in members.items():
            new.writestr(name, content)
    return buffer.getvalue()


def sheet_xml(rows: bytes, dimension: bytes = b"A1:B2", before: bytes = b"") -> bytes:
    """The XML of a sheet whose rows are *rows*, declaring *dimension*."""
    return (
        b'<?xml version="1.0" encoding="UTF-8"?>' + before
        + b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="'
        + dimension + b'"/><sheetData>' + rows + b"</sheetData></worksheet>"
    )  # fmt: skip


def cell(reference: str, text: str) -> bytes:
    """One cell of text as XML."""
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'.encode()


def with_sheet(xml: bytes) -> bytes:
    """A small workbook whose only sheet is *xml*."""
    return changed(workbook(["a", "b"]), xl__worksheets__sheet1__xml=b"", **{"xl/worksheets/sheet1.xml": xml})


def bomb() -> bytes:
    """A few kilobytes that unpack to 30 MB."""
    return with_sheet(sheet_xml(b" " * 30_000_000))


def heavy() -> bytes:
    """Within every limit of the container, and more cells than a list has."""
    row = b"<row>" + b"<c><v>1</v></c>" * 29 + b"</row>"
    return with_sheet(sheet_xml(row * 24_000))


def entities() -> bytes:
    """A billion laughs."""
    doctype = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    return with_sheet(sheet_xml(b'<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>', before=doctype))


def many_rows(count: int) -> bytes:
    """A list of *count* teams, as text."""
    lines = [";".join(("N°", "Joueur 1", "Joueur 2"))]
    lines += [f"{i};{_word(2 * i)} Jean;{_word(2 * i + 1)} Luc" for i in range(1, count + 1)]
    return "\n".join(lines).encode()


def _word(number: int) -> str:
    return "".join("abcdefghij"[int(figure)] for figure in f"{number:05}")


def encrypted() -> bytes:
    """The beginning of a workbook with a password."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500 + "EncryptedPackage".encode("utf-16-le") + b"\0" * 500


def old_excel(*sheets: tuple[str, list[list[object]]]) -> bytes:
    """An .xls (BIFF8 in the old container) with these sheets of texts and numbers; without any, its beginning alone."""
    sectors = 4096
    if not sheets:
        return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500 + "Workbook".encode("utf-16-le") + b"\0" * 500

    def record(kind: int, content: bytes = b"") -> bytes:
        return struct.pack("<HH", kind, len(content)) + content

    def written(text: str) -> bytes:
        return struct.pack("<HB", len(text), 1) + text.encode("utf-16-le")

    bodies = []
    for _name, rows in sheets:
        body = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 0, 0, 0))
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                where = struct.pack("<HHH", row, column, 0)
                if isinstance(value, str):
                    body += record(0x0204, where + written(value))
                elif value is not None:
                    body += record(0x0203, where + struct.pack("<d", value))
        bodies.append(body + record(0x000A))
    heads = [struct.pack("<BB", len(name), 1) + name.encode("utf-16-le") for name, _rows in sheets]
    opening = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0))
    place = len(opening) + sum(4 + 6 + len(head) for head in heads) + 4
    for head, body in zip(heads, bodies, strict=True):
        opening += record(0x0085, struct.pack("<IBB", place, 0, 0) + head)
        place += len(body)
    stream = opening + record(0x000A) + b"".join(bodies)
    stream += b"\0" * (-len(stream) % 512 if len(stream) > sectors else sectors - len(stream))
    # One sector of directory, one of allocation table, then the stream.
    count = len(stream) // 512
    chain = [0xFFFFFFFE, 0xFFFFFFFD, *range(3, count + 2), 0xFFFFFFFE]
    table = struct.pack("<128I", *chain, *[0xFFFFFFFF] * (128 - len(chain)))

    def entry(name: str, kind: int, start: int, size: int, child: int = -1) -> bytes:
        words = name.encode("utf-16-le") + b"\0\0" if name else b""
        links = struct.pack("<iii", -1, -1, child)
        return (
            words.ljust(64, b"\0")
            + struct.pack("<HBB", len(words), kind, 1)
            + links
            + b"\0" * 36
            + struct.pack("<IQ", start, size)
        )

    directory = entry("Root Entry", 5, 0xFFFFFFFE, 0, 1) + entry("Workbook", 2, 2, len(stream)) + entry("", 0, 0, 0) * 2
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header += b"\0" * 10 + struct.pack("<IIIIIIII", 1, 0, 0, sectors, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<109I", 1, *[0xFFFFFFFF] * 108)
    return header + directory + table + stream


def ods_cell(value: object, repeated: int = 1) -> str:
    """A cell of an .ods."""
    again = f' table:number-columns-repeated="{repeated}"' if repeated > 1 else ""
    if value is None:
        return f"<table:table-cell{again}/>"
    if isinstance(value, str):
        return (
            f'<table:table-cell office:value-type="string"{again}><text:p>{escape(value)}</text:p></table:table-cell>'
        )
    return f'<table:table-cell office:value-type="float" office:value="{value}"{again}/>'


def ods(*sheets: tuple[str, list[list[object]]], before: str = "", after: str = "", **members: bytes) -> bytes:
    """An .ods with these sheets; *before* stands before its root, *after* follows the rows of each sheet."""
    spaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        + "".join(f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows)
        + f"{after}</table:table>"
        for name, rows in sheets
    )
    content = f'<?xml version="1.0" encoding="UTF-8"?>{before}<office:document-content{spaces}><office:body>'
    content += f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        kind = b"application/vnd.oasis.opendocument.spreadsheet"
        new.writestr("mimetype", kind, zipfile.ZIP_STORED)
        manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        manifest += (
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind.decode()}"/></manifest:manifest>'
        )
        for name, data in {
            "content.xml": content.encode(),
            "META-INF__manifest.xml": manifest.encode(),
            **members,
        }.items():
            new.writestr(name.replace("__", "/"), data)
    return buffer.getvalue()


def archive(**members: bytes) -> bytes:
    """A zip file with these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)
    return buffer.getvalue()


def encrypted_members() -> bytes:
    """A workbook whose members say they have a password."""
    data = bytearray(workbook(["a", "b"]))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(signature)
        while place >= 0:
            data[place + offset] |= 0x1
            place = data.find(signature, place + 4)
    return bytes(data)
