#!/usr/bin/env bash
# versupy 0.1.0, round robin of four played as its README says: the champion is the entrant named first, though it lost all its matches,
# and round 1 seats it at two tables at once while team 4 waits.
# Who meets it: the team that won.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install versupy==0.1.0
venv/bin/python - <<'PY'
from versupy.tournament import Tournament

evening = Tournament([f"Équipe {number}" for number in (1, 2, 3, 4)], style="round_robin")
rounds, won = [], []
matches = evening.get_current_round_matches()
while matches:
    rounds.append([(match.competitor_a.name, match.competitor_b.name) for match in matches])
    for match in matches:
        evening.set_winner(match, match.competitor_b)  # the higher number, so team 4 wins three times
        won.append(match.get_winner().name)
    matches = evening.advance_to_next_round()
champion = evening.get_champion().name
print(*rounds, f"winners: {won}", f"champion: {champion}", sep="\n")
assert rounds[0] == [("Équipe 1", "Équipe 2"), ("Équipe 1", "Équipe 3")]
assert won.count("Équipe 4") == 3 and "Équipe 1" not in won and champion == "Équipe 1"
PY
