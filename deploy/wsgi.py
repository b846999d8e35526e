"""The WSGI application of the pages."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

django_application = get_wsgi_application()

from celery import current_app  # noqa: E402
from django.conf import settings  # noqa: E402  the settings need the line above
from waitress.server import TcpWSGIServer  # noqa: E402

from deploy.web.form_floods import limit_forms  # noqa: E402
from deploy.web.middleware import limit_body  # noqa: E402
from deploy.web.refused_again import repeat_refusals  # noqa: E402
from deploy.web.request_timeout import TimedChannel  # noqa: E402

# Here, because waitress-serve and deploy/laptop/serve.py both import this; another server has limits of its own.
TcpWSGIServer.channel_class = TimedChannel

# A score waits no longer for the notice to the workers than for the cache; a worker may wait for its broker.
if settings.REDIS_URL:
    from deploy.web.cache import SECONDS  # without Redis its library is not loaded

    current_app.conf.broker_transport_options |= {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS}

if settings.METRICS:
    from deploy.hosting import metrics

    metrics.serve(settings.METRICS)

application = limit_body(
    limit_forms(repeat_refusals(django_application)), settings.BODY_LIMIT, photo=settings.PHOTO_LIMIT
)
