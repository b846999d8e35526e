"""The settings, with the jobs of the tests; in `make test` a request has less time to be whole."""

from deploy.settings import *  # noqa: F403
from deploy.settings import INSTALLED_APPS
from tests.support.counts import tries

REQUEST_SECONDS = tries(10, 30)
INSTALLED_APPS = [*INSTALLED_APPS, "tests.deploy.slowjobs.apps.SlowJobsConfig"]
