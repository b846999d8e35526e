#!/usr/bin/env bash
# brackets-manager 1.11.1, pools filled by its ordering "groups.bracket_optimized": eight teams in two pools are 1, 2, 5, 6 and
# 3, 4, 7, 8; thirteen in four put 1 and 2 together too, while twelve and sixteen in four spread the first four.
# Who meets it: the two best teams, one of which goes home after the pools.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit brackets-manager@1.11.1 brackets-memory-db@1.0.6
cat > pools.cjs <<'JS'
const assert = require("node:assert");
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

async function pools(teams, groupCount) {
  const database = new InMemoryDatabase();
  const seeding = Array.from({ length: teams }, (_, place) => String(place + 1));
  const settings = { groupCount, seedOrdering: ["groups.bracket_optimized"] };
  const stage = { tournamentId: 0, name: "Poules", type: "round_robin", seeding, settings };
  await new BracketsManager(database).create.stage(stage);
  const found = Array.from({ length: groupCount }, () => new Set());
  for (const { group_id: group, opponent1, opponent2 } of await database.select("match")) {
    for (const one of [opponent1, opponent2]) if (one) found[group].add(one.id + 1);
  }
  return found.map((pool) => [...pool].sort((a, b) => a - b));
}

(async () => {
  for (const [teams, count, together] of [[8, 2, true], [13, 4, true], [12, 4, false], [16, 4, false]]) {
    const found = await pools(teams, count);
    console.log(teams, JSON.stringify(found));
    assert.strictEqual(found.some((pool) => pool.includes(1) && pool.includes(2)), together);
  }
})();
JS
node pools.cjs
