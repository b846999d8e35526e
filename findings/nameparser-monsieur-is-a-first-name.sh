#!/usr/bin/env bash
# nameparser 2.6.0 knows « Mme » as a title and takes « M. » for a first name; « M. et Mme » is one first name too. A family
# name Vi is the sixth of his line, and nobody is left; a player called Baron has no first name.
# Who meets it: whoever reads a French list of people with it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install nameparser==2.6.0
venv/bin/python - <<'PY'
from nameparser import HumanName

EXPECTED = {
    "Mme Marie Petit": ("Mme", "Marie", "", "Petit", ""),
    "M. Jean Petit": ("", "M.", "Jean", "Petit", ""),
    "M. et Mme Petit": ("", "M. et Mme", "", "Petit", ""),
    "Jean Vi": ("", "Jean", "", "", "Vi"),
    "Baron Luc": ("Baron", "", "", "Luc", ""),
}
for written, expected in EXPECTED.items():
    name = HumanName(written)
    read = (name.title, name.first, name.middle, name.last, name.suffix)
    print(written, read)
    assert read == expected, (written, read)
PY
