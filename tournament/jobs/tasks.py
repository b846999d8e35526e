"""Celery's side of ``tournament.jobs``."""

from celery import shared_task

from tournament.jobs import services as jobs


@shared_task(name=jobs.RUN_JOB)
def run_job(job_id: str) -> None:
    """Do the job of this row; harmless when it is handed over twice."""
    jobs.run(job_id)
