"""The step of a build that compiles the catalogues, which the repository does not keep."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """Compile django.mo, and let the package hold it although git ignores it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from deploy.catalogue import compile_catalogues

        compile_catalogues()
        build_data["artifacts"].append("deploy/locale/*/LC_MESSAGES/*.mo")
