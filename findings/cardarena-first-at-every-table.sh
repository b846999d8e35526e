#!/usr/bin/env bash
# cardarena-tournament-core 1.5.0, round robin of eight: the first entrant is named first in all seven matches, the second in
# three; whoever is named first deals first at a card table. No option evens it out.
# Who meets it: a player who deals first all evening.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install cardarena-tournament-core==1.5.0
venv/bin/python - <<'PY'
from collections import Counter

from cardarena_tournament_core import MatchupOutcome, Player, RoundRobin

pairing = RoundRobin([Player(str(number), f"Équipe {number}") for number in range(1, 9)])
first, meetings = Counter(), set()
for _ in range(7):
    played = pairing.pair()
    for matchup in played.matchups:
        first[matchup.player1.id] += 1
        meetings.add(frozenset((matchup.player1.id, matchup.player2.id)))
        matchup.outcome = MatchupOutcome.PLAYER1_WINS
    pairing.submit_results(played)
print(sorted(first.items()))
assert len(meetings) == 28
assert first["1"] == 7 and first["2"] == 3, first
PY
