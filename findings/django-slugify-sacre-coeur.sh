#!/usr/bin/env bash
# Django 5.2.19: slugify takes away the letters that it cannot take apart, œ and æ, without a word: « Concours du Sacré-Cœur » becomes
# "concours-du-sacre-cur", the commune of Œuilly "uilly"; « é » and « ç » lose their accent alone. python-slugify 9.1.3 writes
# "coeur" and "oeuilly". Who meets it: a club whose files and addresses are named after its concours; 113 communes have an œ.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install Django==5.2.19 python-slugify==9.1.3
venv/bin/python - <<'PY'
from django.utils.text import slugify
from slugify import slugify as other

EXPECTED = {
    "Concours du Sacré-Cœur": ("concours-du-sacre-cur", "concours-du-sacre-coeur"),
    "Œuilly": ("uilly", "oeuilly"),
    "Les Étangs": ("les-etangs", "les-etangs"),
}
for name, expected in EXPECTED.items():
    print(name, slugify(name), other(name))
    assert (slugify(name), other(name)) == expected, "this has changed"
PY
