#!/usr/bin/env bash
# python-docx 1.2.0: a team added to a .docx while changes are tracked is an empty paragraph, and of « Max » put right to « Rose » nobody is
# left: « Marie Le Gall / Gravel ». docx2txt 0.9 reads the new ones. odfpy 1.4.1: a team taken out of an .odt the same way is its first
# paragraph.
# Who meets it: a club whose list is kept by two people who see each other's changes.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install python-docx==1.2.0 docx2txt==0.9 odfpy==1.4.1
venv/bin/python - <<'PY'
import zipfile

import docx2txt
from docx import Document
from odf import opendocument, teletype, text

WORDS, OFFICE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main", "urn:oasis:names:tc:opendocument:xmlns:"
PARTS = "http://schemas.openxmlformats.org/"
BY = 'w:author="Anne" w:date="2026-11-02T18:04:00Z"'


def run(words, tag="t"):
    return f'<w:r><w:{tag} xml:space="preserve">{words}</w:{tag}></w:r>'


def pack(name, **members):
    with zipfile.ZipFile(name, "w") as packed:
        for member, data in members.items():
            packed.writestr(member.replace("__", "/").replace("ContentTypes", "[Content_Types].xml"), data)


changed = f'<w:del w:id="1" {BY}>{run("Max", "delText")}</w:del><w:ins w:id="2" {BY}>{run("Rose")}</w:ins>'
paragraphs = (
    run("Jean Roux / Luc Petit"),
    f'<w:ins w:id="3" {BY}>{run("Anne Morel / Zoé Brun")}</w:ins>',
    f'{run("Marie Le Gall / ")}{changed}{run(" Gravel")}',
)
body = "".join(f"<w:p>{paragraph}</w:p>" for paragraph in paragraphs)
kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
pack(
    "liste.docx",
    ContentTypes=f'<Types xmlns="{PARTS}package/2006/content-types"><Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
    **{
        "_rels__.rels": f'<Relationships xmlns="{PARTS}package/2006/relationships"><Relationship Id="rId1"'
        f' Type="{PARTS}officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        "word__document.xml": f'<w:document xmlns:w="{WORDS}"><w:body>{body}<w:sectPr/></w:body></w:document>',
    },
)
read = [paragraph.text for paragraph in Document("liste.docx").paragraphs]
print(read, docx2txt.process("liste.docx").split("\n\n"), sep="\n")
assert read == ["Jean Roux / Luc Petit", "", "Marie Le Gall /  Gravel"]
assert "Anne Morel / Zoé Brun" in docx2txt.process("liste.docx")

gone = (
    '<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>Anne</dc:creator>'
    "<dc:date>2026-11-02T18:04:00</dc:date></office:change-info><text:p>Yves Hamon / Paul Kerlan</text:p></text:deletion>"
    "</text:changed-region></text:tracked-changes>"
)
kind = "application/vnd.oasis.opendocument.text"
pack(
    "liste.odt",
    mimetype=kind,
    **{
        "content.xml": f'<office:document-content xmlns:office="{OFFICE}office:1.0" xmlns:text="{OFFICE}text:1.0"'
        f' xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2"><office:body><office:text>{gone}'
        '<text:p>Jean Roux / Luc Petit<text:change text:change-id="c1"/></text:p></office:text></office:body>'
        "</office:document-content>",
        "META-INF__manifest.xml": f'<manifest:manifest xmlns:manifest="{OFFICE}manifest:1.0"><manifest:file-entry'
        f' manifest:full-path="/" manifest:media-type="{kind}"/><manifest:file-entry manifest:full-path="content.xml"'
        ' manifest:media-type="text/xml"/></manifest:manifest>',
    },
)
read = [teletype.extractText(paragraph) for paragraph in opendocument.load("liste.odt").getElementsByType(text.P)]
print(read)
assert read == ["Yves Hamon / Paul Kerlan", "Jean Roux / Luc Petit"]
PY
