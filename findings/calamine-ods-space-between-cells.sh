#!/usr/bin/env bash
# python-calamine 0.9.1 refuses an .ods in which white space stands between two cells of a row, as Gnumeric writes it, with
# "Cannot detect file format"; white space between two rows does no harm. XML allows both.
# Who meets it: a secretary whose list was saved by Gnumeric.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install python-calamine==0.9.1
venv/bin/python - <<'PY'
import io
import zipfile

import python_calamine

NAME = "urn:oasis:names:tc:opendocument:xmlns:"
KIND = "application/vnd.oasis.opendocument.spreadsheet"


def book(rows):
    content = (
        f'<office:document-content xmlns:office="{NAME}office:1.0" xmlns:table="{NAME}table:1.0"'
        f' xmlns:text="{NAME}text:1.0" office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="Liste">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{NAME}manifest:1.0"><manifest:file-entry manifest:full-path="/"'
        f' manifest:media-type="{KIND}"/></manifest:manifest>'
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("mimetype", KIND)
        packed.writestr("META-INF/manifest.xml", manifest)
        packed.writestr("content.xml", content)
    file.seek(0)
    return python_calamine.CalamineWorkbook.from_filelike(file).get_sheet_by_index(0).to_python()


def row(between):
    cells = [f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>' for text in ("Roux", "Luc")]
    return f"<table:table-row>{between.join(cells)}</table:table-row>"


assert book(row("")) == [["Roux", "Luc"]]
assert book(row("") + "\n" + row("")) == [["Roux", "Luc"]] * 2
try:
    read = book(row("\n  "))
except python_calamine.CalamineError as error:
    print("refused:", error)
    assert "Cannot detect file format" in str(error)
else:
    raise SystemExit(f"read after all: {read}")
PY
