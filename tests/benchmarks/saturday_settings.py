"""The hosted program with one address more: a view that writes one row and does nothing else."""

from deploy.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.proposals_urls"
