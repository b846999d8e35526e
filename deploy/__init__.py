"""What joins the parts: settings, addresses, the processes and their checks. Only this package knows all others."""

from deploy.celery import app as celery_app

__all__ = ["celery_app"]
