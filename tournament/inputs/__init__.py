"""Inputs of acts: frozen dataclasses, their fields given by name, from which page, API and schema are derived."""

import dataclasses
from typing import Any, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Declared:
    """A frozen dataclass, its fields given by name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)


class _LeftOut:
    def __repr__(self) -> str:
        return "LEFT_OUT"


# The default of an optional field that has no value where it was not sent.
LEFT_OUT: Any = _LeftOut()


def arguments(data: Any) -> Any:
    """Return what was sent as the keyword arguments of a service; what was left out has the service's own default."""
    if isinstance(data, list):
        return [arguments(item) for item in data]
    if not dataclasses.is_dataclass(data):
        return data
    sent = ((field.name, getattr(data, field.name)) for field in dataclasses.fields(data))
    return {name: arguments(value) for name, value in sent if value is not LEFT_OUT}
