#!/usr/bin/env bash
# kombu 5.7.0, queue in a folder (filesystem://): a message's file is named by the milliseconds since the computer was started, and files are
# taken by name, as texts. 2 h 46 min 40 s after the start a name has one figure more, and what was sent before it is taken last; after a
# restart what is sent goes before what has waited since the day before. Who meets it: a laptop of an evening, switched on at six, at 20:46.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install kombu==5.7.0
venv/bin/python - <<'PY'
from pathlib import Path

from kombu import Connection
from kombu.transport import filesystem

# The clock of the computer is a stand-in, in seconds since it was started: each message is sent at its own.
clock = iter([9_999.5, 10_000.5, 61_200.0, 45.0])
filesystem.monotonic = lambda: next(clock)
Path("jobs").mkdir()
options = {"data_folder_in": "jobs", "data_folder_out": "jobs", "control_folder": "control"}
sent = ["ranking of table 7 (2 h 46 after the start)", "ranking of table 8 (a second later)", "copy (17 h)", "ranking (after a restart)"]
with Connection("filesystem://", transport_options=options) as connection:
    with connection.SimpleQueue("jobs") as queue:
        for text in sent:
            queue.put(text)
        taken = []
        for _ in sent:
            message = queue.get(timeout=5)
            taken.append(message.payload)
            message.ack()
print(*taken, sep="\n")
assert taken == [sent[1], sent[3], sent[2], sent[0]], "this has changed"
PY
