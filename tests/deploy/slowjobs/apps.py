from django.apps import AppConfig


class SlowJobsConfig(AppConfig):
    name = "tests.deploy.slowjobs"
    label = "slowjobs"

    def ready(self) -> None:
        from tournament import jobs

        # The minute after which a silent worker counts as dead is too long for a test.
        jobs.BEAT_SECONDS, jobs.STALE_SECONDS = 0.5, 3
