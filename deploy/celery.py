"""The Celery application; its settings stand in ``deploy.settings`` under ``CELERY_``."""

import os
from typing import TYPE_CHECKING

from celery import Celery, Task
from celery.signals import task_postrun, task_prerun, worker_ready, worker_shutting_down
from django.conf import settings
from django.db import close_old_connections

from deploy.log import request_id

if TYPE_CHECKING:
    from deploy.dispatcher import JobDispatcher

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("dix")
app.config_from_object("django.conf:settings", namespace="CELERY")

dispatchers: list["JobDispatcher"] = []


@worker_ready.connect
def _start_dispatcher(**_kwargs: object) -> None:
    """Start a dispatcher inside every worker, so that no scheduler has to be run beside it; and the metrics, if wanted."""
    from deploy.dispatcher import JobDispatcher

    dispatchers.append(JobDispatcher.start_new())
    if settings.METRICS:
        from deploy.hosting import metrics

        metrics.serve(settings.METRICS)


@worker_shutting_down.connect
def _stop_dispatcher(**_kwargs: object) -> None:
    for dispatcher in dispatchers:
        dispatcher.stop()


@task_prerun.connect
def _name_job(args: tuple[object, ...] = (), **_kwargs: object) -> None:
    """Name the job in the lines of the log that it writes."""
    request_id.set(f"job-{args[0]}" if args else "")


@task_prerun.connect
def _look_at_connections(sender: Task, **_kwargs: object) -> None:
    """Close a kept connection that is old or broken, as Django does before each request."""
    if not sender.request.is_eager:
        close_old_connections()


@task_postrun.connect
def _forget_job(**_kwargs: object) -> None:
    request_id.set("")
