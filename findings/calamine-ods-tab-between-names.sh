#!/usr/bin/env bash
# python-calamine 0.9.1 drops a tab and a line break inside a cell of an .ods: « Anne⇥Morel » becomes "AnneMorel". Several
# spaces and two paragraphs are kept, so only what was pasted from a mail or a table runs together.
# Who meets it: a secretary who pasted names into LibreOffice.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install python-calamine==0.9.1
venv/bin/python - <<'PY'
import io
import zipfile

import python_calamine

NAME = "urn:oasis:names:tc:opendocument:xmlns:"
KIND = "application/vnd.oasis.opendocument.spreadsheet"
CELLS = {
    "Anne<text:tab/>Morel": "AnneMorel",
    "Anne<text:line-break/>Morel": "AnneMorel",
    'Anne<text:s text:c="2"/>Morel': "Anne  Morel",
    "Anne</text:p><text:p>Morel": "Anne\nMorel",
}
cells = "".join(f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in CELLS)
content = (
    f'<office:document-content xmlns:office="{NAME}office:1.0" xmlns:table="{NAME}table:1.0" xmlns:text="{NAME}text:1.0"'
    f' office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Liste"><table:table-row>{cells}'
    "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
)
file = io.BytesIO()
with zipfile.ZipFile(file, "w") as packed:
    packed.writestr("mimetype", KIND)
    packed.writestr("content.xml", content)
    packed.writestr(
        "META-INF/manifest.xml",
        f'<manifest:manifest xmlns:manifest="{NAME}manifest:1.0"><manifest:file-entry manifest:full-path="/"'
        f' manifest:media-type="{KIND}"/></manifest:manifest>',
    )
file.seek(0)
[read] = python_calamine.CalamineWorkbook.from_filelike(file).get_sheet_by_index(0).to_python()
print(read)
assert read == list(CELLS.values())
PY
