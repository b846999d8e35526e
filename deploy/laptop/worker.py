"""The worker beside the pages of a laptop: Celery with a broker in its own memory, fed from the job rows.

Its standard input is a pipe of the server; when that closes, the server is gone, killed or not, and the worker ends.
On its standard output it writes a line every few seconds: the server restarts a worker that no longer does.
"""

import os
import sys
import threading
import time
import warnings

BEAT_SECONDS = 2
MEMORY_SECONDS = 20
# A dispatcher that waits for the database is slow, not deaf.
DEAF_DISPATCHER_SECONDS = 45
WORK_ENDS_SECONDS = 2.5
PREDECESSOR_SECONDS = 30


def main() -> int:
    import django

    from deploy.laptop.memory import bound_pools

    bound_pools()
    # Celery would run Django's checks, load every page for them, and not read what they say.
    os.environ["CELERY_SKIP_CHECKS"] = "1"
    django.setup()
    from celery.exceptions import SecurityWarning
    from django.conf import settings

    from deploy.celery import app
    from deploy.dispatcher import JobDispatcher
    from deploy.lock import Lock, LockHeldError

    # After a kill the worker of the former server may still be ending.
    try:
        held = Lock(settings.DATA_DIR / "worker.lock", wait_seconds=PREDECESSOR_SECONDS)
    except LockHeldError:
        print("another worker holds the jobs", file=sys.stderr)
        return 3
    held.write(str(os.getpid()))
    # Celery warns root of what pickled messages could do; ours are JSON and never leave this process.
    warnings.simplefilter("ignore", SecurityWarning)
    JobDispatcher.single = not settings.NOTIFY_WORKERS
    threading.Thread(target=_end_with_the_server, daemon=True, name="pipe").start()
    threading.Thread(target=_beat, daemon=True, name="beat").start()
    worker = app.Worker(
        pool="threads", concurrency=2, loglevel="WARNING", without_gossip=True, without_mingle=True, quiet=True
    )
    worker.start()
    del held
    return worker.exitcode or 0


def _end_with_the_server() -> None:
    """Wait for the pipe to close, let short work end, requeue the rest, and exit."""
    while os.read(0, 1):  # not sys.stdin: its lock would be held when the interpreter ends
        pass
    from django.db import DatabaseError

    from deploy.celery import dispatchers
    from tournament.jobs import services as jobs

    for dispatcher in dispatchers:
        dispatcher.stop()
    end = time.monotonic() + WORK_ENDS_SECONDS
    try:
        while time.monotonic() < end and jobs.in_hand():
            time.sleep(0.05)
        jobs.requeue_own()
    except DatabaseError:
        pass  # the next start requeues what is in hand
    os._exit(0)  # threads at work cannot be stopped otherwise; their rows are queued again


def _beat() -> None:
    from deploy.celery import dispatchers
    from deploy.laptop.memory import give_back

    given_back = time.monotonic()
    while all(time.monotonic() - each.last_turn < DEAF_DISPATCHER_SECONDS for each in dispatchers):
        try:
            print("alive", flush=True)
        except OSError:
            return
        if time.monotonic() - given_back > MEMORY_SECONDS:
            give_back()
            given_back = time.monotonic()
        time.sleep(BEAT_SECONDS)
