#!/usr/bin/env bash
# pyexcel-ods 0.6.0: below a commune merged over two lines of an .ods the second team moves one column to the left, its first player
# standing under « Commune »; and of two equal lines, which the format writes as one that is repeated, it gives one.
# Who meets it: a secretary who merged the commune of a club, a treasurer whose sum is short.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install pyexcel-ods==0.6.0
venv/bin/python - <<'PY'
import zipfile

from pyexcel_ods import get_data

NAME = "urn:oasis:names:tc:opendocument:xmlns:"
KIND = "application/vnd.oasis.opendocument.spreadsheet"


def cells(*texts, about=""):
    return "".join(f'<table:table-cell {about} office:value-type="string"><text:p>{text}</text:p></table:table-cell>' for text in texts)


def row(inner, about=""):
    return f"<table:table-row {about}>{inner}</table:table-row>"


rows = row(cells("Commune", "Joueur 1", "Joueur 2"))
rows += row(cells("Nozay", about='table:number-rows-spanned="2" table:number-columns-spanned="1"') + cells("Anne Morel", "Luc Roux"))
rows += row("<table:covered-table-cell/>" + cells("Zoé Petit", "Jean Brun"))
rows += row(cells("Blain", "Club de Blain", "16 €"), about='table:number-rows-repeated="2"')
content = (
    f'<office:document-content xmlns:office="{NAME}office:1.0" xmlns:table="{NAME}table:1.0" xmlns:text="{NAME}text:1.0"'
    f' office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Liste">{rows}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
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
read = get_data("liste.ods")["Liste"]
for line in read:
    print(line)
assert read[1:] == [["Nozay", "Anne Morel", "Luc Roux"], ["Zoé Petit", "Jean Brun"], ["Blain", "Club de Blain", "16 €"]]
PY
