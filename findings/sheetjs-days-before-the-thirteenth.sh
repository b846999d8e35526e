#!/usr/bin/env bash
# SheetJS (npm xlsx 0.18.5) reads a column of French dates: 04/11/2026 becomes the 11th of April, 13/11/2026 stays a text.
# One column then holds two kinds of value, and only the days up to the twelfth are wrong: a look at the first rows of a
# late month shows nothing. Who meets it: a club whose form or ticket office hands out a workbook made from its .csv.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit xlsx@0.18.5
node - <<'JS'
const assert = require("node:assert");
const XLSX = require("xlsx");
const book = XLSX.read("Nom;Inscrit le\nBrivel;04/11/2026\nCadoux;13/11/2026\n", { type: "string" });
const sheet = book.Sheets[book.SheetNames[0]];
const day = XLSX.SSF.parse_date_code(sheet.B2.v);
console.log("xlsx", XLSX.version, sheet.B2.t, day, sheet.B3.t, sheet.B3.v);
assert.deepStrictEqual([day.y, day.m, day.d], [2026, 4, 11]);
assert.deepStrictEqual([sheet.B3.t, sheet.B3.v], ["s", "13/11/2026"]);
JS
