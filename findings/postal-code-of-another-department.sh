#!/usr/bin/env bash
# codes-postaux 4.1.2 and @etalab/decoupage-administratif 6.0.0, the communes of France: 38 of the one and 26 of the other, 22 of them in
# both, have a postal code that begins with the number of another department: Laveyrune (Ardèche) is 48250, Éloise (Haute-Savoie)
# 01200. « 62760 Thièvres » is two communes, in Pas-de-Calais and in the Somme. Who meets it: a committee that counts players by department.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit codes-postaux@4.1.2 @etalab/decoupage-administratif@6.0.0
node - <<'JS'
const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const { find } = require("codes-postaux");
const communes = JSON.parse(readFileSync("node_modules/@etalab/decoupage-administratif/data/communes.json"));
// Of a commune's number the department, as its postal codes begin: both of Corsica with 20.
const begins = (commune) => (/^9[78]/.test(commune) ? commune.slice(0, 3) : commune.slice(0, 2).replace(/^2[AB]/, "20"));

const first = new Map();
for (let code = 1000; code < 99000; code += 1) {
  const text = String(code).padStart(5, "0");
  for (const one of find(text)) if (!text.startsWith(begins(one.codeCommune))) first.set(one.codeCommune, `${text} ${one.nomCommune}`);
}
const second = new Map();
for (const one of communes.filter(({ type, codesPostaux }) => type === "commune-actuelle" && codesPostaux)) {
  const other = one.codesPostaux.find((code) => !code.startsWith(begins(one.code)));
  if (other) second.set(one.code, `${other} ${one.nom}`);
}
const both = [...first.keys()].filter((code) => second.has(code));
const twice = find("62760").filter(({ nomCommune }) => nomCommune === "Thièvres").map(({ codeCommune }) => codeCommune);
console.log(first.size, second.size, both.length, both.map((code) => `${code.slice(0, 2)}: ${first.get(code)}`).join(", "));
console.log("62760 Thièvres:", twice.join(", "));
assert.deepStrictEqual([first.size, second.size, both.length], [38, 26, 22]);
assert.strictEqual(first.get("07136"), "48250 Laveyrune");
assert.strictEqual(second.get("74109"), "01200 Éloise");
assert.deepStrictEqual(twice, ["62814", "80756"]);
JS
