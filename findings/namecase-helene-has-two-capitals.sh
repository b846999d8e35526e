#!/usr/bin/env bash
# namecase 1.1.2 (npm) and @foundernest/namecase 1.0.5, made to put names in capitals right: of LE GALL they make « le Gall », the first
# only behind the first name; of MACOUIN « MacOuin », of KERC'HOAT « Kerc'Hoat ». The second makes of HÉLÈNE « HéLène », of NOËL « NoëL »,
# the L beside an accent being a roman fifty, and leaves BA as it is.
# Who meets it: a player whose club types its list in capitals.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit namecase@1.1.2 @foundernest/namecase@1.0.5
node - <<'JS'
const assert = require("node:assert");
const namecase = require("namecase");
const { nameCase } = require("@foundernest/namecase");

for (const [typed, one, other] of [
  ["JEAN LE GALL", "Jean le Gall", null],
  ["LE GALL JEAN", "Le Gall Jean", "le Gall Jean"],
  ["MACOUIN LUC", "MacOuin Luc", "MacOuin Luc"],
  ["KERC'HOAT YANN", "Kerc'Hoat Yann", "Kerc'Hoat Yann"],
  ["PETIT HÉLÈNE", "Petit Hélène", "Petit HéLène"],
  ["ROUX JEAN-NOËL", "Roux Jean-Noël", "Roux Jean-NoëL"],
  ["BA AMINATA", "Ba Aminata", "BA Aminata"],
]) {
  console.log(typed, namecase(typed), nameCase(typed));
  assert.strictEqual(namecase(typed), one);
  if (other) assert.strictEqual(nameCase(typed), other);
}
JS
