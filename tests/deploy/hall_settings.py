"""The settings, with the jobs of the tests."""

from deploy.settings import *  # noqa: F403
from deploy.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.deploy.slowjobs.apps.SlowJobsConfig"]
