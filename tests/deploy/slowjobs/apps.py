from django.apps import AppConfig


class SlowJobsConfig(AppConfig):
    name = "tests.deploy.slowjobs"
    label = "slowjobs"

    def ready(self) -> None:
        from deploy import pump
        from tournament import jobs

        # The minute after which a silent worker counts as dead is too long for a test.
        jobs.BEAT_SECONDS, jobs.STALE_SECONDS = 0.5, 3
        pump.SWEEP_PAUSE, pump.STALE_EVERY = 1, 2
