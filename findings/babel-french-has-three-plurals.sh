#!/usr/bin/env bash
# Babel 2.19.0 counts three plural forms for French, the second for whole millions; 2.18.0 counted two. A catalogue made in code with
# Catalog(locale="fr") and its two usual forms compiles without a word, and « 12 équipes » is the English "12 teams" from then on,
# « 1 équipe » stays French. Italian, Spanish and Portuguese have the third form too. Who meets it: whoever builds a French program anew.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
cat > compile.py <<'PY'
import gettext
import io
import sys

import babel
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

catalogue = Catalog(locale="fr")
catalogue.add(("%d team", "%d teams"), ("%d équipe", "%d équipes"))
file = io.BytesIO()
write_mo(file, catalogue)
file.seek(0)
compiled = gettext.GNUTranslations(file)
seen = [compiled.ngettext("%d team", "%d teams", n) % n for n in (1, 12)]
print(babel.__version__, catalogue.num_plurals, seen)
assert seen == ["1 équipe", sys.argv[1]], "this has changed"
PY
python3 -m venv venv-2.18.0 && venv-2.18.0/bin/pip -q install Babel==2.18.0
python3 -m venv venv-2.19.0 && venv-2.19.0/bin/pip -q install Babel==2.19.0
venv-2.18.0/bin/python compile.py "12 équipes"
venv-2.19.0/bin/python compile.py "12 teams"
