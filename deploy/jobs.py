"""Do the jobs of the hosted program: a Celery worker on Redis (REDIS_URL).

    dix-de-der jobs [options of `celery worker`]

Ends on SIGTERM, when the jobs in hand are done; a supervisor starts it again.
"""

import sys


def main() -> int:
    import django

    django.setup()
    from django.conf import settings

    from deploy.celery import app

    if not (settings.HOSTED and settings.REDIS_URL):
        print("`jobs` is for a server: set DIX_HOSTED=1 and REDIS_URL. On a laptop `serve` does them.", file=sys.stderr)
        return 3
    # Without its banner, which is no line of a log.
    app.worker_main(["--quiet", "worker", "--loglevel", "WARNING", *sys.argv[1:]])
    return 0
