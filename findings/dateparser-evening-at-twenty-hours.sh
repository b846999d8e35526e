#!/usr/bin/env bash
# dateparser 1.5.0, French: the hour of « dim 15 nov 20h » becomes the year, 2020, and 2120 where a date to come is asked for; « 20h »
# alone is twenty hours ago. « dim 15 nov à 20h » and « dim 15 nov 2026 20h » are read right, « ven 13 nov 20h30 » too.
# Who meets it: a club whose poster goes into a calendar.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install dateparser==1.5.0
venv/bin/python -W ignore - <<'PY'
from datetime import datetime

import dateparser

BASE = {"RELATIVE_BASE": datetime(2026, 11, 2, 12)}
TO_COME = BASE | {"PREFER_DATES_FROM": "future"}
for written, settings, expected in (
    ("dim 15 nov 20h", BASE, datetime(2020, 11, 15)),
    ("dim 15 nov 20h", TO_COME, datetime(2120, 11, 15)),
    ("20h", BASE, datetime(2026, 11, 1, 16)),
    ("dim 15 nov à 20h", BASE, datetime(2026, 11, 15, 20)),
    ("dim 15 nov 2026 20h", BASE, datetime(2026, 11, 15, 20)),
    ("ven 13 nov 20h30", BASE, datetime(2026, 11, 13, 20, 30)),
):
    read = dateparser.parse(written, languages=["fr"], settings=settings)
    print(written, "to come" if settings is TO_COME else "", "=>", read)
    assert read == expected
PY
