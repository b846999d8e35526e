"""Do the jobs of the hosted program: a Celery worker on Redis (REDIS_URL).

    dix-de-der jobs [options of `celery worker`]

Ends on SIGTERM, when the jobs in hand are done. A worker that ends otherwise is started again in the same process, also
where no supervisor does it.
"""

import importlib
import logging
import os
import sys
import time

log = logging.getLogger("dix.jobs")

PAUSE_SECONDS = 2


def main() -> int:
    import django

    django.setup()
    from celery.signals import worker_shutting_down
    from django.conf import settings

    from deploy.celery import app, dispatchers

    if not (settings.HOSTED and settings.REDIS_URL):
        print("`jobs` is for a server: set DIX_HOSTED=1 and REDIS_URL. On a laptop `serve` does them.", file=sys.stderr)
        return 3
    # Once, before the processes that do the jobs are forked: each would load it with its first workbook.
    importlib.import_module("scoring.workbook.writer")
    asked_to_end: list[bool] = []
    worker_shutting_down.connect(lambda **_: asked_to_end.append(True), weak=False)
    # Without its banner, which is no line of a log.
    app.worker_main(["--quiet", "worker", "--loglevel", "WARNING", *sys.argv[1:]])
    # Celery gives up where Redis is killed in the middle of an answer. One that never worked has wrong options.
    if dispatchers and not asked_to_end:
        log.error("the worker ended by itself: it is started again in %s s", PAUSE_SECONDS)
        time.sleep(PAUSE_SECONDS)
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    return 0
