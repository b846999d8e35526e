"""The Celery application; its settings stand in ``deploy.settings`` under ``CELERY_``."""

import os
from typing import TYPE_CHECKING

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings

if TYPE_CHECKING:
    from deploy.dispatcher import JobDispatcher

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("dix")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournament.jobs", "scoring"])

dispatchers: list["JobDispatcher"] = []


@worker_ready.connect
def _start_dispatcher(**_kwargs: object) -> None:
    """Start a dispatcher inside every worker, so that no scheduler has to be run beside it; and the metrics, if wanted."""
    from deploy.dispatcher import JobDispatcher

    dispatchers.append(JobDispatcher.start_new())
    if settings.METRICS:
        from deploy import metrics

        metrics.serve(settings.METRICS)


@worker_shutting_down.connect
def _stop_dispatcher(**_kwargs: object) -> None:
    for dispatcher in dispatchers:
        dispatcher.stop()
