#!/usr/bin/env bash
# caissify-pairings 0.5.0, system "casual" (made for club nights), six teams, partie 3: two teams get a bye and two games are
# played, though the number is even and four whole rounds without a rematch exist. Nothing is said.
# Who meets it: two teams of a small club who paid for four parties.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install caissify-pairings==0.5.0
venv/bin/python - <<'PY'
from caissify_pairings import generate_pairings

MET = {(1, 4), (2, 5), (3, 6), (3, 4), (5, 1), (2, 6)}
SCORES = {1: 1, 2: 0, 3: 1, 4: 2, 5: 1, 6: 1}


def rounds(teams):
    """Count the rounds without a rematch."""
    if not teams:
        return 1
    first, *others = teams
    free = [other for other in others if (first, other) not in MET and (other, first) not in MET]
    return sum(rounds([team for team in others if team != other]) for other in free)


def colours(number):
    return [side for pair in sorted(MET) if number in pair for side in ("W" if pair[0] == number else "B")]


teams = [
    {"id": number, "name": f"Équipe {number}", "score": float(score), "rating": 1000, "starting_number": number,
     "color_hist": colours(number), "float_history": []}
    for number, score in SCORES.items()
]
drawn = generate_pairings("casual", teams, MET, 3, 4)
for pair in drawn:
    print(pair)
assert rounds(list(SCORES)) == 4
assert sorted(pair["white_id"] for pair in drawn if pair.get("bye")) == [2, 6]
PY
