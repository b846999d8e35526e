#!/usr/bin/env bash
# phonenumbers 9.0.43 takes a mobile of Guadeloupe, La Réunion, Guyane or Martinique, as its owner writes it (0690, 0692,
# 0694, 0696), for no valid number of France: each has a country code of its own, though France dials it like any mobile.
# Who meets it: a player from overseas whose telephone a check in the region FR would leave out.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install phonenumbers==9.0.43
venv/bin/python - <<'PY'
import phonenumbers

for region, written in {"GP": "0690 00 12 34", "RE": "0692 00 12 34", "GF": "0694 20 12 34", "MQ": "0696 00 12 34"}.items():
    seen = [phonenumbers.is_valid_number(phonenumbers.parse(written, place)) for place in ("FR", region)]
    print(written, "FR", seen[0], region, seen[1])
    assert seen == [False, True]
assert phonenumbers.is_valid_number(phonenumbers.parse("0612345678", "FR"))
PY
