"""Derive serializers and schema from declarations: what an act reads and answers is a frozen dataclass.

An input names its limits where it names its field, `minutes: Annotated[int, StrictInteger(min_value=0, max_value=9)]`;
a bare `int`, `str`, `bool` or `date` is read strictly too. A default makes a field optional; `LEFT_OUT` is the default
of one whose absence is no value. An output is a dataclass of its own, or one that a selector returns, of which `Shown`
says what leaves the house; an annotation may name the dataclass that a mapping is shown as.
"""

import dataclasses
import datetime
import types
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cache, cached_property, partial, reduce
from operator import attrgetter, or_
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from django.db import models
from django.utils.translation import gettext_lazy as _
from drf_spectacular.contrib.rest_framework_dataclasses import OpenApiDataclassSerializerExtensions
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import get_doc
from rest_framework import serializers
from rest_framework_dataclasses.field_utils import DataclassDefinition, TypeInfo, get_type_info
from rest_framework_dataclasses.serializers import DataclassSerializer

from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import (
    QueryBoolean,
    QueryInteger,
    StrictBoolean,
    StrictChoice,
    StrictDate,
    StrictInteger,
    StrictText,
)

Item = TypeVar("Item")


# --- What leaves the house ------------------------------------------------------------------------------------------


class Shown:
    """The fields of an answer, picked from what a selector returns: `Annotated[Line, Shown("Output", "name …"), "…"]`.

    *fields* are names, paths as `team.number`, of which the last name is the field's, or `name=path`; of a tuple the
    names of its places, or paths that begin with a place; `name=` is the object itself. Their types are those of the
    object's own fields, and what the outputs *inner* show is shown so; a *typed* one's is stated: a type, or a type and
    the function of the object that computes the value. The words of the schema stand behind it; without them the
    object's class says what it is.
    """

    def __init__(self, name: str, fields: str, /, *inner: Any, **typed: Any) -> None:
        self.name, self.fields, self.typed = name, fields, typed
        self.inner = {get_args(output)[0]: output for output in inner}


@cache
def _dataclass_of(source: Any, shown: Shown, about: str | None = None) -> type:
    """Make the dataclass of what is *shown* of a *source*."""
    fields: list[tuple[str, Any, Any]] = []
    for place, word in enumerate(shown.fields.split()):
        name, equals, path = word.partition("=")
        if "." in name:
            name, path = name.rpartition(".")[2], name
        path = path or ("*" if equals else str(place) if get_origin(source) is tuple else name)
        found = source if path == "*" else shown.typed.get(name) or _type_along(source, path)
        kind = _with_inner(found, shown.inner)
        if path[0].isdigit() and not isinstance(kind, tuple):
            kind = (kind, partial(_along, path))
        if isinstance(kind, tuple):
            fields.append((name, Annotated[object, Computed(*kind)], dataclasses.field()))
        else:
            metadata = {"serializer_kwargs": {"source": path}} if path != name else {}
            fields.append((name, kind, dataclasses.field(metadata=metadata)))
    words = about or (source.__doc__ if dataclasses.is_dataclass(source) else None)
    return dataclasses.make_dataclass(shown.name, fields, namespace={"__doc__": words}, frozen=True)


def _with_inner(kind: Any, inner: Mapping[Any, Any]) -> Any:
    """Return the type *kind* with outputs in the places of what they show, a sequence of such as a list."""
    if not inner or kind in inner:
        return inner.get(kind, kind)
    parts = [_with_inner(part, inner) for part in get_args(kind) if part is not Ellipsis]
    if not any(part in inner.values() for part in parts):
        return kind
    return reduce(or_, parts) if get_origin(kind) in (Union, types.UnionType) else types.GenericAlias(list, parts[0])


def _along(path: str, row: tuple) -> Any:
    """Return the value at the end of *path*, which begins with a place of *row*."""
    place, _dot, rest = path.partition(".")
    return attrgetter(rest)(row[int(place)]) if rest else row[int(place)]


def one_of(words: Iterable[str]) -> Any:
    """Return the type of a word of a list that is known when the program starts."""
    return Annotated[str, StrictChoice(choices=list(words))]


class Computed(serializers.Field):
    """A value of type *kind* that a function computes of the object shown."""

    def __init__(self, kind: Any, function: Callable[[Any], Any], **options: Any) -> None:
        super().__init__(source="*", **options)
        self.kind, self.function = kind, function
        self.child = field_for(kind)

    def __deepcopy__(self, memo: dict) -> "Computed":
        return Computed(self.kind, self.function)

    def to_representation(self, value: Any) -> Any:
        result = self.function(value)
        return None if result is None else self.child.to_representation(result)


_MODEL_TYPES: dict[type[models.Field], Any] = {
    models.JSONField: Any,
    models.UUIDField: uuid.UUID,
    models.DateTimeField: datetime.datetime,
    models.DateField: datetime.date,
    models.BooleanField: bool,
    models.IntegerField: int,
    models.CharField: str,
    models.TextField: str,
}


def _type_along(owner: Any, path: str) -> Any:
    """Return the type at the end of *path*, attributes of an *owner* with dots between."""
    for part in path.split("."):
        if get_origin(owner) in (Union, types.UnionType):
            owner = next(kind for kind in get_args(owner) if kind is not type(None))
        owner = get_args(owner)[int(part)] if part.isdigit() else _type_of(owner, part)
    return owner


def _type_of(owner: type, name: str) -> Any:
    hints = get_type_hints(owner, include_extras=True)
    if name in hints:
        return hints[name]
    if issubclass(owner, models.Model):
        field = (
            owner._meta.pk
            if name == "pk"
            else next((f for f in owner._meta.fields if name in (f.name, f.attname)), None)
        )
        if field is not None:
            if field.is_relation:
                kind: Any = int if name == field.attname else field.related_model
            else:
                kind = next(kind for base, kind in _MODEL_TYPES.items() if isinstance(field, base))
            return kind | None if field.null else kind
    value = getattr(owner, name)
    function = value.fget if isinstance(value, property) else getattr(value, "func", value)
    return get_type_hints(function, include_extras=True)["return"]


# --- Serializers ----------------------------------------------------------------------------------------------------


@cache
def _definition(dataclass: type) -> DataclassDefinition:
    fields = {field.name: field for field in dataclasses.fields(dataclass)}
    return DataclassDefinition(dataclass, fields, get_type_hints(dataclass, include_extras=True))


@cache
def _fields(kind: type["OutputSerializer"], dataclass: type) -> Any:
    """Make the fields of a dataclass once: they keep nothing of what they show or read, and took a tenth of an answer."""
    return vars(serializers.Serializer)["fields"].func(kind(dataclass=dataclass))


class OutputSerializer(DataclassSerializer):
    """Shows a dataclass, or whatever has its attributes."""

    @cached_property
    def fields(self) -> Any:
        return _fields(type(self), self.dataclass)  # type: ignore[arg-type]  # a class is hashable

    @cached_property
    def dataclass_definition(self) -> DataclassDefinition:
        return _definition(self.dataclass)  # type: ignore[arg-type]  # a class is hashable

    @property
    def serializer_dataclass_field(self) -> type[DataclassSerializer]:
        return type(self)

    def create_field(self, field_name: str, extra_kwargs: dict) -> serializers.Field:
        declared = self.dataclass_definition.fields[field_name]
        default = declared.default if declared.default_factory is dataclasses.MISSING else declared.default_factory
        if default is LEFT_OUT:
            extra_kwargs = extra_kwargs | {"required": False}
        elif default is not dataclasses.MISSING:
            extra_kwargs = extra_kwargs | {"default": default}
        return super().create_field(field_name, extra_kwargs)

    def build_typed_field(self, field_name: str, type_info: TypeInfo, extra_kwargs: dict) -> tuple[Any, dict]:
        """Return the library's field for a type, but for one whose field stands in its annotation."""
        marks = getattr(type_info.base_type, "__metadata__", ())
        if marks and not type_info.is_many and not type_info.is_mapping:
            field_class, options = self.build_marked_field(type_info.base_type, marks[0])
            options = options | ({"allow_null": True} if type_info.is_nullable else {})
        else:
            field_class, options = super().build_typed_field(field_name, type_info, extra_kwargs)
        options.pop("required", None)  # `create_field` says it, of the field and not of what stands in its list
        return field_class, options

    def build_marked_field(self, annotated: Any, mark: Any) -> tuple[Any, dict]:
        """Return the field that *mark* is, or that shows what *mark* picks."""
        if isinstance(mark, serializers.Field):
            return partial(_copy, mark), {}
        return self.serializer_dataclass_field, {"dataclass": shape_of(annotated)}


def _copy(field: serializers.Field, **options: Any) -> serializers.Field:
    """Make another field as *field*, but for these *options*."""
    copied = deepcopy(field)
    for name, value in (({"required": False} if "default" in options else {}) | options).items():
        setattr(copied, name, value)
    return copied


def field_for(hint: Any) -> serializers.Field:
    """Return the field that shows a value of type *hint*."""
    serializer = OutputSerializer(dataclass=_Value)
    field_class, options = serializer.build_typed_field("value", get_type_info(hint), {})
    return field_class(**options)


@dataclasses.dataclass(frozen=True)
class _Value:
    value: Any


class StrictKeys(serializers.Serializer):
    """Refuse a key that is not one of the fields: silence would hide a slip."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError(
                    {key[:60]: [_("This key is not known here.")] for key in unknown[:10]}
                )
        return super().to_internal_value(data)


class InputSerializer(StrictKeys, OutputSerializer):
    """Reads the body of an act into a dataclass, strictly."""

    serializer_field_mapping = {
        **OutputSerializer.serializer_field_mapping,
        int: StrictInteger,
        str: StrictText,
        bool: StrictBoolean,
        datetime.date: StrictDate,
    }


class QuerySerializer(InputSerializer):
    """Reads the query of an address into a dataclass. A key given twice or not known is refused."""

    serializer_field_mapping = {**InputSerializer.serializer_field_mapping, int: QueryInteger, bool: QueryBoolean}

    def build_marked_field(self, annotated: Any, mark: Any) -> tuple[Any, dict]:
        if isinstance(mark, StrictInteger):
            mark = QueryInteger(min_value=mark.min_value, max_value=mark.max_value)
        return super().build_marked_field(annotated, mark)

    def to_internal_value(self, data: Any) -> Any:
        twice = sorted(key for key in data if len(data.getlist(key)) > 1)
        if twice:
            raise serializers.ValidationError({key[:60]: [_("This key is given twice.")] for key in twice[:10]})
        return super().to_internal_value(data.dict())


class DataclassExtension(OpenApiDataclassSerializerExtensions):
    """Describe a dataclass in the schema by its own docstring."""

    target_class = "tournament.api.shapes.OutputSerializer"
    priority = 1

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict:
        schema = super().map_serializer(auto_schema, direction)
        dataclass = self.target.dataclass_definition.dataclass_type
        schema.pop("description", None)
        # Without a docstring of its own a dataclass has its signature for one.
        if not dataclass.__doc__.startswith(dataclass.__name__ + "("):
            schema["description"] = get_doc(dataclass)
        return schema


class ComputedExtension(OpenApiSerializerFieldExtension):
    """Describe a computed value in the schema as what its function returns."""

    target_class = Computed

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict:
        return auto_schema._map_serializer_field(self.target.child, direction)


# --- Lists ----------------------------------------------------------------------------------------------------------


class PageQuery(Declared):
    """The part of a list that is asked for."""

    limit: Annotated[int, StrictInteger(min_value=1, max_value=500)] = 100
    offset: Annotated[int, StrictInteger(min_value=0)] = 0


class PageHead(Declared):
    """The place of a part in the whole of a list."""

    count: int
    limit: int
    offset: int
    next_page: str | None


class Page(PageHead, Generic[Item]):
    """The part of a list that was asked for."""

    results: Sequence[Item]


@cache
def shape_of(hint: Any) -> Any:
    """Return the dataclass that an answer of type *hint* is shown as."""
    if get_origin(hint) is Annotated:
        source, mark, *about = get_args(hint)
        return _dataclass_of(source, mark, *about) if isinstance(mark, Shown) else mark
    if get_origin(hint) is Page:
        (item,) = get_args(hint)
        name = shape_of(item).__name__.removesuffix("Output") + "List"
        kinds = {field.name: field.type for field in dataclasses.fields(Page)} | {
            "results": types.GenericAlias(list, item)
        }
        return dataclasses.make_dataclass(name, list(kinds.items()), namespace={"__doc__": None}, frozen=True)
    return hint
