#!/usr/bin/env bash
# num2words 0.5.14, French: the eightieth is « quatre-vingtsième », with an s no dictionary has, and « 80me »; 16 euros given as a whole
# number are sixteen cents, given as 16.0 sixteen euros. humanize 4.17.0, French: the 21st of a ranking is « 21er ».
# Who meets it: a treasurer who writes a receipt, whoever prints a ranking.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install num2words==0.5.14 humanize==4.17.0
venv/bin/python - <<'PY'
import humanize
from num2words import num2words

humanize.i18n.activate("fr_FR")
EXPECTED = {
    num2words(80, lang="fr", to="ordinal"): "quatre-vingtsième",
    num2words(80, lang="fr", to="ordinal_num"): "80me",
    num2words(16, lang="fr", to="currency", currency="EUR"): "zéro euros et seize centimes",
    num2words(16.0, lang="fr", to="currency", currency="EUR"): "seize euros et zéro centimes",
    humanize.ordinal(21): "21er",
    humanize.ordinal(11): "11e",
}
for said, expected in EXPECTED.items():
    print(said)
    assert said == expected, (said, expected)
PY
