#!/usr/bin/env bash
# A formula of LibreOffice that looks a member up in another file leaves that file's cells in the .ods, as a table that no window
# shows: it names where it comes from (table-source), and is called 'file:///…'#$Sheet. python-calamine 0.9.1 and pyexcel-ods3 0.6.1
# list it among the sheets: of an evening's list with one sheet, a reader who takes "all sheets" registers the club's members.
# Who meets it: a secretary whose list takes names, numbers or licences from the file of members.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install python-calamine==0.9.1 pyexcel-ods3==0.6.1
venv/bin/python - <<'PY'
import zipfile

import pyexcel_ods3
import python_calamine

NAME = "urn:oasis:names:tc:opendocument:xmlns:"
KIND = "application/vnd.oasis.opendocument.spreadsheet"
MEMBERS = "'file:///home/club/membres.ods'#$Feuille1"


def table(name: str, source: str, *cells: str) -> str:
    row = "".join(f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in cells)
    return f'<table:table table:name="{name}">{source}<table:table-row>{row}</table:table-row></table:table>'


source = (
    '<table:table-source xlink:type="simple" xlink:href="file:///home/club/membres.ods" table:table-name="Feuille1"'
    ' table:mode="copy-results-only"/>'
)
content = (
    f'<office:document-content xmlns:office="{NAME}office:1.0" xmlns:table="{NAME}table:1.0" xmlns:text="{NAME}text:1.0"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:spreadsheet>'
    + table("Liste", "", "Anne Morel", "Luc Roux")
    + table(MEMBERS, source, "Zoé Jarvel", "Hugo Ival")
    + "</office:spreadsheet></office:body></office:document-content>"
)
with zipfile.ZipFile("liste.ods", "w") as packed:
    packed.writestr("mimetype", KIND)
    packed.writestr("content.xml", content)
    packed.writestr(
        "META-INF/manifest.xml",
        f'<manifest:manifest xmlns:manifest="{NAME}manifest:1.0"><manifest:file-entry manifest:full-path="/"'
        f' manifest:media-type="{KIND}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>",
    )
calamine = python_calamine.CalamineWorkbook.from_path("liste.ods").sheet_names
pyexcel = list(pyexcel_ods3.get_data("liste.ods"))
print(calamine, pyexcel)
assert calamine == ["Liste", MEMBERS]
assert pyexcel == ["Liste", MEMBERS]
PY
