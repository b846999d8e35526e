from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy.celery import app
        from deploy.database import checks  # noqa: F401  the system checks
        from deploy.web import local_gettext

        # At once, and not only in a worker: whoever asks for a job must know its kind as well as who does it.
        app.autodiscover_tasks(["tournament.jobs", "scoring"], force=True)
        local_gettext.install()
