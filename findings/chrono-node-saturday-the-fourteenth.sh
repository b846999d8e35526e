#!/usr/bin/env bash
# chrono-node 2.10.3, French: on Monday 2 November 2026 « samedi 14 » is Saturday the 31st of October at 14:00, the day of the month taken
# for the hour; « sam. 14 nov. 2026 » is that Saturday too, for the dot after « sam »; « à 20 h 30 » is 20:00, the half hour lost.
# « samedi 14 novembre » and « 20h30 » are read right. Who meets it: a club whose poster goes into a calendar.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit chrono-node@2.10.3
cat > read.mjs <<'JS'
import assert from "node:assert";
import { fr } from "chrono-node";

const monday = new Date(2026, 10, 2, 12);
const EXPECTED = {
  "samedi 14": "2026-10-31 14:00",
  "vendredi 13": "2026-10-30 13:00",
  "sam. 14 nov. 2026": "2026-10-31 12:00",
  "samedi 14 novembre 2026 à 20 h 30": "2026-11-14 20:00",
  "samedi 14 novembre": "2026-11-14 12:00",
  "samedi 14 novembre 2026 à 20h30": "2026-11-14 20:30",
};
for (const [written, expected] of Object.entries(EXPECTED)) {
  const read = fr.parseDate(written, monday).toLocaleString("sv-SE").slice(0, 16);
  console.log(written, "=>", read);
  assert.strictEqual(read, expected);
}
JS
node read.mjs
