from django.apps import AppConfig


class SlowJobsConfig(AppConfig):
    name = "tests.deploy.slowjobs"
    label = "slowjobs"

    def ready(self) -> None:
        import tests.deploy.slowjobs.tasks  # noqa: F401  its jobs are known once it is read
        from deploy import dispatcher
        from tournament.jobs import services as jobs

        # The minute after which a silent worker counts as dead is too long for a test.
        jobs.BEAT_SECONDS, jobs.STALE_SECONDS = 0.5, 3
        dispatcher.SWEEP_PAUSE, dispatcher.STALE_EVERY = 1, 2
