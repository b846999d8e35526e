"""Settings, addresses, processes and their checks: the one package that knows all others."""

from deploy.celery import app as celery_app

__all__ = ["celery_app"]
