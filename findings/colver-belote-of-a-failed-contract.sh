#!/usr/bin/env bash
# colver 0.11.1 (contrée), 110 failed: the defence marks 162 + 110 = 272, where departmental rules have 160, and the belote of the
# camp that failed goes over to it (292). A defence that takes all eight tricks marks no more than with five.
# Who meets it: a secretary who checks a contrée sheet with an app.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install colver==0.11.1
venv/bin/python - <<'PY'
import random
from collections import Counter

import colver

chance = random.Random(1)
seen = Counter()
for seed in range(400):
    donne = colver.Env.deal(dealer=0, seed=seed)
    donne.set_contract(0, 110, 0, 0)
    donne.set_phase_playing()
    while not donne.is_terminal():
        donne.step(chance.choice(donne.legal_actions()))
    taker, defence = donne.rewards()
    if taker == 0:
        taken = "no trick" if donne.get_tricks_won()[0] == 0 else "some tricks"
        belote = {(0, 0): "no belote", (2, 0): "belote of the taker", (0, 2): "belote of the defence"}[tuple(donne.get_belote())]
        seen[belote, taken, int(defence)] += 1
for found, times in sorted(seen.items()):
    print(*found, "times:", times)
assert {marks for belote, _taken, marks in seen if belote == "no belote"} == {272}
assert {marks for belote, _taken, marks in seen if belote != "no belote"} == {292}
assert {("belote of the taker", "some tricks", 292), ("no belote", "no trick", 272)} <= set(seen)
PY
