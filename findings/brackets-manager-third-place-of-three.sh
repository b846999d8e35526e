#!/usr/bin/env bash
# brackets-manager 1.11.1, knock-out of three entrants with a match for the third place: the bracket is played to its end,
# the match for third has one entrant and stays locked, and the final standings stop with "Cannot find a BYE participant".
# Who meets it: an organiser with three teams left.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit brackets-manager@1.11.1 brackets-memory-db@1.0.6
cat > play.cjs <<'JS'
const assert = require("node:assert");
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");
const READY = 2;
const LOCKED = 0;
(async () => {
  const database = new InMemoryDatabase();
  const manager = new BracketsManager(database);
  const settings = { consolationFinal: true };
  await manager.create.stage({ tournamentId: 0, name: "Tableau", type: "single_elimination", seeding: ["a", "b", "c", null], settings });
  for (;;) {
    const ready = (await database.select("match")).find((match) => match.status === READY);
    if (!ready) break;
    await manager.update.match({ id: ready.id, opponent1: { score: 1000, result: "win" }, opponent2: { score: 900 } });
  }
  const matches = await database.select("match");
  console.log(matches.map((match) => [match.group_id, match.status, match.opponent1?.id, match.opponent2?.id]));
  const third = matches.at(-1);
  assert(third.opponent1 === null && third.opponent2.id !== null && third.status === LOCKED);
  await assert.rejects(manager.get.finalStandings(0), /Cannot find a BYE participant/);
})();
JS
node play.cjs
