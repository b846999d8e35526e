"""Find what the subjects of a package bring by the name of its file, so that no list has to name them."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from django.urls import URLPattern

from tournament.page_access import with_methods


def modules(package: str, name: str) -> list[ModuleType]:
    """Import and return the modules *name* below the subjects of *package*, or those in folders of that name, by their path."""
    root = Path(str(import_module(package).__file__)).parent
    files = {*root.glob(f"*/**/{name}.py"), *root.glob(f"*/**/{name}/*.py")}
    paths = sorted(file.relative_to(root).with_suffix("").parts for file in files if file.stem != "__init__")
    return [import_module(".".join((package, *path))) for path in paths]


def addresses(package: str, *first: str) -> list[URLPattern]:
    """Return the addresses of the pages of every subject of *package*, those of the subjects *first* before all others.

    Django tries one address after the other.
    """
    found = modules(package, "urls")
    found.sort(key=lambda module: module.__name__.split(".")[1] not in first)
    return [with_methods(address) for module in found for address in module.urlpatterns]
