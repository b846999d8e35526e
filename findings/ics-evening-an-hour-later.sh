#!/usr/bin/env bash
# ics 0.7.3 (PyPI): an evening that begins at « 2026-11-14 20:30 » without a time zone, as the poster says it, is written as 20:30 of Greenwich,
# 21:30 on a telephone in France, in summer 22:30; an event read from a calendar as 20:30 wherever one is becomes that too.
# icalendar 7.3.2 leaves both as they are. Who meets it: a club whose calendar is made by a script.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install ics==0.7.3 icalendar==7.3.2
venv/bin/python - <<'PY'
import datetime

import icalendar
import ics

written = ics.Event(name="Concours", begin="2026-11-14 20:30:00").serialize()
other = icalendar.Event()
other.add("dtstart", datetime.datetime(2026, 11, 14, 20, 30))
print([line for text in (written, other.to_ical().decode()) for line in text.splitlines() if line.startswith("DTSTART")])
assert "DTSTART:20261114T203000Z" in written and "DTSTART:20261114T203000\r\n" in other.to_ical().decode(), "this has changed"

poster = "\r\n".join(
    "BEGIN:VCALENDAR VERSION:2.0 PRODID:-//club//FR BEGIN:VEVENT UID:1 DTSTAMP:20261101T100000Z DTSTART:20261114T203000"
    " SUMMARY:Concours END:VEVENT END:VCALENDAR".split()
) + "\r\n"
(read,) = ics.Calendar(poster).events
print(read.begin, icalendar.Calendar.from_ical(poster).walk("VEVENT")[0].start)
assert str(read.begin) == "2026-11-14T20:30:00+00:00", "this has changed"
PY
