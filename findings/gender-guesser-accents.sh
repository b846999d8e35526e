#!/usr/bin/env bash
# gender-guesser 0.4.0 knows « Loïc » and not "Loic", « René » and not "Rene" in France: the accent that a keyboard or an old
# export left out makes a first name unknown or undecided, while « Jean-Pierre » is known and « Anne-Laure » is not.
# Who meets it: whoever tells women's, men's and mixed pairs by first names.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install gender-guesser==0.4.0
venv/bin/python - <<'PY'
from gender_guesser.detector import Detector

guess = Detector(case_sensitive=False).get_gender
EXPECTED = {"loïc": "male", "loic": "unknown", "rené": "male", "rene": "andy", "jean-pierre": "male", "anne-laure": "unknown"}
for name, expected in EXPECTED.items():
    print(name, guess(name, "france"))
    assert guess(name, "france") == expected
PY
