#!/usr/bin/env bash
# tablib 3.10.0: in an .ods a player with a note on the cell becomes the hour of the note, « Marie Le Gall » with one word in bold
# becomes « Marie », and the lines of a group that can be folded are not there; nothing is said.
# Who meets it: a secretary who wrote « payé en liquide » on a name, and a club whose teams are folded by commune.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install tablib==3.10.0 odfpy==1.4.1
venv/bin/python - <<'PY'
import zipfile

import tablib

NAME = "urn:oasis:names:tc:opendocument:xmlns:"
KIND = "application/vnd.oasis.opendocument.spreadsheet"
NOTE = "<office:annotation><dc:date>2026-11-02T18:04:00</dc:date><text:p>payé en liquide</text:p></office:annotation>"


def row(*texts, note=""):
    cells = [f"<text:p>{text}</text:p>" for text in texts]
    cells[0] = note + cells[0]
    return "".join(
        ["<table:table-row>"]
        + [f'<table:table-cell office:value-type="string">{cell}</table:table-cell>' for cell in cells]
        + ["</table:table-row>"]
    )


rows = row("Joueur 1", "Joueur 2") + row("Anne Morel", "Luc Roux", note=NOTE)
rows += row("Marie <text:span>Le</text:span> Gall", "Jean Brun")
rows += f'<table:table-row-group>{row("Zoé Petit", "Paul Hamon")}</table:table-row-group>' + row("Rose Kerlan", "Max Gravel")
content = (
    f'<office:document-content xmlns:office="{NAME}office:1.0" xmlns:table="{NAME}table:1.0" xmlns:text="{NAME}text:1.0"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2"><office:body><office:spreadsheet>'
    f'<table:table table:name="Liste">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
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
with open("liste.ods", "rb") as file:
    read = [list(line) for line in tablib.Dataset().load(file, format="ods")]
for line in read:
    print(line)
assert read == [["2026-11-02T18:04:00", "Luc Roux"], ["Marie ", "Jean Brun"], ["Rose Kerlan", "Max Gravel"]]
PY
