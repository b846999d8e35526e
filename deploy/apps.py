from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy import celery  # noqa: F401  the application of the tasks; the system checks
        from deploy.database import checks  # noqa: F401  the application of the tasks; the system checks
        from deploy.web import local_gettext

        local_gettext.install()
