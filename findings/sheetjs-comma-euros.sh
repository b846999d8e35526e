#!/usr/bin/env bash
# SheetJS (npm xlsx 0.18.5) reads a French list with prices: « 16,00 » becomes 1600 and « 7,50 » becomes 750.
# The comma counts as a separator of thousands wherever it stands, also where ; parts the cells and two figures follow it.
# Who meets it: a treasurer whose list went through a web tool before it comes to the program.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit xlsx@0.18.5
node - <<'JS'
const assert = require("node:assert");
const XLSX = require("xlsx");
const list = "Nom;Tarif\nBrivel;16,00\nCadoux;7,50\nRoux;16 €\n";
const book = XLSX.read(list, { type: "string" });
const rows = XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { header: 1 });
console.log("xlsx", XLSX.version, rows);
assert.deepStrictEqual(rows.slice(1), [["Brivel", 1600], ["Cadoux", 750], ["Roux", "16 €"]]);
JS
