#!/usr/bin/env bash
# xlsx (SheetJS) 0.18.5, .xls of Excel 5 and 95 (`biff5`), written in CommonJS with the code pages that come with the package:
# « Zoé Le Goëff » is written "Zo_ Le Go_ff", without a word. The .xls of Excel 97 (`biff8`) keeps the accents.
# Who meets it: a club whose own program writes « .xls (Excel 95) ».
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit xlsx@0.18.5
cat > write.cjs <<'JS'
const assert = require("node:assert");
const xlsx = require("xlsx");
const name = "Zoé Le Goëff";
const book = xlsx.utils.book_new();
xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[name]]), "Liste");
const written = (bookType) => xlsx.write(book, { type: "buffer", bookType });
const read = (bookType) => xlsx.utils.sheet_to_json(xlsx.read(written(bookType)).Sheets.Liste, { header: 1 })[0][0];
console.log(read("biff5"), read("biff8"));
assert.strictEqual(read("biff8"), name);
assert.strictEqual(read("biff5"), "Zo_ Le Go_ff");
JS
node write.cjs
