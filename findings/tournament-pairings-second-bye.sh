#!/usr/bin/env bash
# tournament-pairings 2.0.1 (npm), Swiss round 4 of five teams: the bye goes a second time to team 4, though teams 1 and 3 never had
# one and a round without a rematch exists in which team 1 rests (2-4, 3-5). Told that team 4 never rested, it draws alike:
# what protects who rested counts once a pair, and three of five have rested. Who meets it: the last team, idle twice.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit tournament-pairings@2.0.1
cat > pair.mjs <<'JS'
import assert from "node:assert";
import { Swiss } from "tournament-pairings";

const team = (id, score, avoid, receivedBye, pairedUpDown) => ({ id, score, avoid, receivedBye, pairedUpDown });
const teams = (rested) => [
  team(1, 2, [4, 3, 5], false, true),
  team(2, 2, [3, 5], true, false),
  team(3, 2, [2, 1, 4], false, true),
  team(4, 1, [1, 3], rested, false),
  team(5, 2, [2, 1], true, true),
];
const may = (one, other) => !teams(true).find(({ id }) => id === one).avoid.includes(other);
assert(may(2, 4) && may(3, 5));
for (const rested of [true, false]) {
  for (let again = 0; again < 20; again += 1) {
    const idle = Swiss(teams(rested), 4).filter(({ player2 }) => player2 === null).map(({ player1 }) => player1);
    if (!again) console.log(rested ? "team 4 has rested;" : "team 4 has not;", "now rests:", idle);
    assert.deepStrictEqual(idle, [4]);
  }
}
JS
node pair.mjs
