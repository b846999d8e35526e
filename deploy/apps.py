from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy import celery, checks  # noqa: F401  the application that tasks are of; the system checks
