"""Serve the pages of the hosted program behind a reverse proxy that ends TLS (docs/decisions/server-hosted.md).

    dix-de-der pages [--listen 127.0.0.1:8000] [--threads 32]

Several processes listen at several ports, between which the proxy takes turns. Ends on SIGTERM; a supervisor starts it
again.
"""

import argparse
import os
import signal
import sys
from typing import NoReturn

REFUSED = 3
# For which a thread computes before another may: a page comes back so often from the database to wait behind those.
SWITCH_SECONDS = 0.001


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--listen", default="127.0.0.1:8000")
    options.add_argument("--threads", type=int, default=32)
    arguments = options.parse_args()
    signal.signal(signal.SIGTERM, _stop)

    import django

    django.setup()
    from django.conf import settings

    if not settings.HOSTED:
        print("`pages` is for a server: set DIX_HOSTED=1. On a laptop it is `serve`.", file=sys.stderr)
        return REFUSED
    from deploy.hosting.account_places import AccountPlaces
    from deploy.hosting.fair_server import serve_in_turn
    from deploy.web.request_timeout import MAX_HEAD

    # The other half is for scores that come at once, and are written together (docs/decisions/group-commit.md).
    readers = max(1, arguments.threads // 2)
    AccountPlaces.THREADS = readers
    from deploy.wsgi import application  # it makes the middleware

    sys.setswitchinterval(SWITCH_SECONDS)
    serve_in_turn(
        application,
        listen=arguments.listen,
        threads=arguments.threads,
        readers=readers,
        connection_limit=1000,
        asyncore_use_poll=hasattr(os, "fork"),  # select() fails where a connection has a number above 1023
        max_request_header_size=MAX_HEAD,
        ident="",
        # Our own page answers a body that is too large, as long as it can be received at all.
        max_request_body_size=settings.PHOTO_LIMIT + settings.BODY_LIMIT,
        # DIX_PROXY decides whether the proxy's headers are believed; cleared here, every page would redirect to itself.
        clear_untrusted_proxy_headers=False,
    )
    return 0


def _stop(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
