import os
import time
from pathlib import Path

from tournament.jobs.services import job


@job("test.sleep")
def sleep(row, progress) -> dict:
    """Note the beginning and the end of each run in a file, with a progress between."""
    note = Path(row.args["notes"])
    with note.open("a") as file:
        file.write(f"begin {row.args['name']}\n")
    steps = int(row.args["seconds"] * 10)
    for step in range(steps):
        time.sleep(0.1)
        progress(100 * step // max(steps, 1), "…")
    with note.open("a") as file:
        file.write(f"end {row.args['name']}\n")
    return {"slept": row.args["seconds"]}


@job("test.poison", retries=3)
def poison(row, progress) -> None:
    """Kill the worker that touches it."""
    os._exit(1)
