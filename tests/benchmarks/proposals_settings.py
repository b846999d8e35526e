"""The program of an evening with one address more: a view that writes one row and does nothing else."""

from tests.deploy.hall_settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.proposals_urls"
