#!/usr/bin/env bash
# swiss-pairing 1.4.3 (npm), fed with what a concours counts, the points of each partie (1 944 for two teams), and told so by its option
# maxPointsPerRound: most evenings of 12 teams and 4 parties repeat a meeting, silently; fed with wins none does. A rematch
# costs a fixed 100, a gap of points its square. Who meets it: an organiser who pairs by points, as most concours do.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit swiss-pairing@1.4.3
cat > evenings.cjs <<'JS'
const assert = require("node:assert");
const swiss = require("swiss-pairing");
const TEAMS = Array.from({ length: 12 }, (_, place) => ({ id: `Équipe ${place + 1}`, seed: place + 1 }));
const ALL = 1944;

function repeats(seed, scored) {
  const pairing = swiss({ maxPointsPerRound: scored(ALL, 0)[0] });
  const [played, met] = [[], new Set()];
  let [state, again] = [seed, 0];
  for (let round = 1; round <= 4; round += 1) {
    for (const { home, away } of pairing.getMatchups(round, TEAMS, played)) {
      const pair = [home, away].sort().join();
      if (met.has(pair)) again += 1;
      met.add(pair);
      state = (state * 1103515245 + 12345) % 2 ** 31;
      const points = Math.round(600 + (744 * state) / 2 ** 31);
      const [first, second] = scored(points, ALL - points);
      played.push({ round, home: { id: home, points: first }, away: { id: away, points: second } });
    }
  }
  return again;
}

const evenings = (scored) => Array.from({ length: 50 }, (_, seed) => repeats((seed + 1) * 7919, scored)).filter(Boolean).length;
const points = evenings((first, second) => [first, second]);
const wins = evenings((first, second) => (first > second ? [1, 0] : [0, 1]));
console.log(`evenings of 50 with a rematch: ${points} by points, ${wins} by wins`);
assert(points >= 40 && wins === 0);
JS
node evenings.cjs
