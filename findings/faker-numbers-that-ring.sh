#!/usr/bin/env bash
# Faker 40.63.0, fr_FR: of 2 000 invented telephone numbers none is in the ranges that France keeps for fiction (06 39 98, 01 99 00, 02 61 91,
# 03 53 01, 04 65 71, 05 36 49); all are numbers that people may have, and some begin with 08, which may cost who calls them.
# Who meets it: who tries registration, messages or a list with invented players.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install Faker==40.63.0
venv/bin/python - <<'PY'
import re

from faker import Faker

FICTION = ("063998", "019900", "026191", "035301", "046571", "053649")
Faker.seed(7)
invent = Faker("fr_FR").phone_number
numbers = [re.sub(r"^\+33(?:0)?", "0", re.sub(r"[^\d+]", "", invent())) for _ in range(2000)]
assert all(re.fullmatch(r"0[1-9]\d{8}", number) for number in numbers)
of_fiction = [number for number in numbers if number.startswith(FICTION)]
paid = [number for number in numbers if number.startswith("08")]
print("for fiction:", len(of_fiction), "begin with 08:", len(paid), "the first ones:", numbers[:3])
assert not of_fiction and paid, "this has changed"
PY
