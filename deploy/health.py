"""Two addresses for machines: does it live, and may it be sent people."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament import jobs

STUCK_SECONDS = 120


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Red when the database does not answer or when a job has waited for two minutes: then the worker is deaf."""
    try:
        waited = jobs.longest_wait()
    except DatabaseError:
        return JsonResponse({"status": "bad", "database": "away"}, status=503)
    bad = waited > STUCK_SECONDS
    return JsonResponse(
        {"status": "bad" if bad else "ok", "database": "ok", "jobs_waiting_seconds": round(waited)},
        status=503 if bad else 200,
    )


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Ready when the tables are those of this version."""
    try:
        executor = MigrationExecutor(connection)
        missing = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return JsonResponse({"status": "bad", "database": "away"}, status=503)
    answer = {"status": "bad" if missing else "ok", "database": "to be migrated" if missing else "ok"}
    return JsonResponse(answer, status=503 if missing else 200)


healthz.public_page = readyz.public_page = True
