"""Celery's side of ``tournament.jobs``."""

from celery import shared_task

from tournament import jobs


@shared_task(name="tournament.tasks.run_job")
def run_job(job_id: str) -> None:
    """Do the job of this row; harmless when it is handed over twice."""
    jobs.run(job_id)
