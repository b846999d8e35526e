"""The Celery application; its settings stand in ``deploy.settings`` under ``CELERY_``."""

import os

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("dix")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

pumps = []


@worker_ready.connect
def _start_pump(**_kwargs) -> None:
    """Every worker carries the pump with it, so that no scheduler has to be run beside it."""
    from deploy.pump import Pump

    pumps.append(Pump.start_new())


@worker_shutting_down.connect
def _stop_pump(**_kwargs) -> None:
    for pump in pumps:
        pump.stop()
