from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy import celery, checks, local_gettext  # noqa: F401  the application of the tasks; the system checks

        local_gettext.install()
