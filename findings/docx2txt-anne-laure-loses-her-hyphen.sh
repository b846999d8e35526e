#!/usr/bin/env bash
# docx2txt 0.9 and docx2python 3.7.1 leave out the hyphen that holds a name together on its line, as Word writes it for
# Ctrl+Shift+hyphen: « Anne-Laure Le Goff » becomes "AnneLaure", « Jean-Luc » "JeanLuc". python-docx 1.2.0 and mammoth 1.13.0 keep it.
# Who meets it: a club whose list in Word holds compound first names on one line.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install docx2txt==0.9 docx2python==3.7.1 python-docx==1.2.0 mammoth==1.13.0
venv/bin/python - <<'PY'
import docx
import docx2txt
import mammoth
from docx.oxml import OxmlElement
from docx2python import docx2python

document = docx.Document()
run = document.add_paragraph().add_run("Anne")
run._r.append(OxmlElement("w:noBreakHyphen"))
run.add_text("Laure Le Goff / Jean")
run._r.append(OxmlElement("w:noBreakHyphen"))
run.add_text("Luc Petit")
document.save("list.docx")

with open("list.docx", "rb") as file:
    read = {
        "docx2txt": docx2txt.process("list.docx"),
        "docx2python": docx2python("list.docx").text,
        "python-docx": docx.Document("list.docx").paragraphs[0].text,
        "mammoth": mammoth.extract_raw_text(file).value,
    }
for reader, text in read.items():
    print(reader, repr(text.strip()))
lost = {reader for reader, text in read.items() if text.strip() == "AnneLaure Le Goff / JeanLuc Petit"}
assert lost == {"docx2txt", "docx2python"}, "this has changed"
PY
