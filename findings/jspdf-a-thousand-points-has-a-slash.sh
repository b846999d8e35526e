#!/usr/bin/env bash
# jsPDF 4.2.1, a font that every PDF has: 1944 as `toLocaleString("fr-FR")` writes it, with the narrow space between its thousands, is read in
# the document as « 1 /944 », and an amount with that space before its sign as « 16,00 /€ »; with plain spaces both are right.
# Who meets it: a club whose site makes diplomas, receipts or rankings to print.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit jspdf@4.2.1
python3 -m venv venv && venv/bin/pip -q install pypdfium2==5.15.2
cat > write.cjs <<'JS'
const { jsPDF } = require("jspdf");
const page = new jsPDF();
const points = (1944).toLocaleString("fr-FR");
page.text(`${points} points`, 10, 10);
page.text(`${points.replace("\u202f", " ")} points`, 10, 20);
page.text("16,00\u202f€", 10, 30);
page.text("16,00 €", 10, 40);
require("node:fs").writeFileSync("points.pdf", Buffer.from(page.output("arraybuffer")));
JS
node write.cjs
venv/bin/python - <<'PY'
import pypdfium2

text = pypdfium2.PdfDocument("points.pdf")[0].get_textpage().get_text_range()
lines = [line.replace("\0", "") for line in text.splitlines()]
print(lines)
assert lines == ["1 /944 points", "1 944 points", "16,00 /€", "16,00 €"], "this has changed"
PY
