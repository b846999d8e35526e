#!/usr/bin/env bash
# list.js 2.3.1 and tablesort 5.6.0 with its sort for numbers, in a page (jsdom 24.1.3): a ranking by points written in the French way, « 1
# 944 », sorted from the most to the least, begins with 980 and 312, whichever of the three spaces stands in the number.
# Who meets it: a club that puts the ranking on its site; its winner stands third.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit list.js@2.3.1 tablesort@5.6.0 jsdom@24.1.3
node - <<'JS'
const assert = require("node:assert");
const { JSDOM } = require("jsdom");
const POINTS = ["1 620", "980", "1 944", "312", "1 044"];

for (const space of [" ", "\u00a0", "\u202f"]) {
  const rows = POINTS.map((points) => `<tr><td class="points">${points.replace(" ", space)}</td></tr>`).join("");
  const page = '<div id="ranking"><table><thead><tr><th>Points</th></tr></thead>';
  const { window } = new JSDOM(`${page}<tbody class="list">${rows}</tbody></table></div>`, { url: "http://localhost/" });
  Object.assign(global, { window, document: window.document, CustomEvent: window.CustomEvent });
  const shown = () => [...window.document.querySelectorAll("td")].map((cell) => cell.textContent.replace(space, " "));
  const Tablesort = (global.Tablesort = require("tablesort"));
  require("tablesort/src/sorts/tablesort.number.js");
  new Tablesort(window.document.querySelector("table"), { descending: true }).sortTable(window.document.querySelector("th"));
  const one = shown();
  const List = require("list.js");
  const list = new List("ranking", { valueNames: ["points"] });
  for (const order of ["asc", "desc"]) list.sort("points", { order });
  console.log(JSON.stringify(space), one, shown());
  for (const order of [one, shown()]) assert.deepStrictEqual(order, ["980", "312", "1 944", "1 620", "1 044"]);
}
JS
