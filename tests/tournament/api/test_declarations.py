"""An act and an output as they are declared: what is read from their names, paths and types."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Annotated

import pytest

from tests.support.api import routes
from tournament.api.base import ApiView, act, urls
from tournament.api.shapes import OutputSerializer, Shown, shape_of

TAG = "tried"


@dataclass(frozen=True)
class Seat:
    """A seat."""

    camp: str


@dataclass(frozen=True)
class Spread:
    """Seats."""

    first: Seat
    last: Seat | None = None
    all: list[Seat] = field(default_factory=list)
    pair: tuple[Seat, ...] = ()


SeatOut = Annotated[Seat, Shown("SeatOut", "camp")]


def shown(hint, value):
    return OutputSerializer(value, dataclass=shape_of(hint)).data


def test_an_output_inside_another_is_known_by_what_it_shows():
    hint = Annotated[Spread, Shown("SpreadOut", "first last all pair", SeatOut)]
    ns, ew = Seat("NS"), Seat("EW")
    assert shown(hint, Spread(ns, None, [ns, ew], (ew,))) == {
        "first": {"camp": "NS"},
        "last": None,
        "all": [{"camp": "NS"}, {"camp": "EW"}],
        "pair": [{"camp": "EW"}],
    }


def test_a_path_names_its_field():
    assert shown(Annotated[Spread, Shown("CampOut", "first.camp begins=first.camp")], Spread(Seat("NS"))) == {
        "camp": "NS",
        "begins": "NS",
    }
    hint = Annotated[tuple[Seat, int], Shown("PlaceOut", "0.camp place=1")]
    assert shown(hint, (Seat("EW"), 4)) == {"camp": "EW", "place": 4}


@pytest.mark.parametrize("value", [0, 3])
def test_an_object_is_the_one_field_of_its_answer(value):
    assert shown(Annotated[int, Shown("CountOut", "changed=")], value) == {"changed": value}


def test_a_list_is_the_one_field_of_its_answer():
    hint = Annotated[list[Seat], Shown("SeatsOut", "seats=", SeatOut), "The seats."]
    assert shown(hint, [Seat("NS")]) == {"seats": [{"camp": "NS"}]}
    assert shown(hint, []) == {"seats": []}
    assert shape_of(hint).__doc__ == "The seats."
    assert shape_of(SeatOut).__doc__ == "A seat."


def test_the_name_of_an_act_ends_in_its_verb():
    with pytest.raises(ValueError, match="seat_take"):

        class Seats(ApiView):
            @act("read", "seat/")
            def seat_take(self) -> None:
                """Take a seat."""


def test_what_is_laptop_only_is_known_of_each_address():
    class Seats(ApiView):
        @act("read", "seat/")
        def seat_get(self) -> None:
            """Show a seat."""

        @act("read", "seat/", laptop_only=True)
        def seat_post(self) -> None:
            """Take a seat."""

        @act("read", "seat/leave/", laptop_only=True)
        def seat_leave_post(self) -> None:
            """Leave a seat."""

    class Kept(Seats):
        laptop_only = True

        @act("read", "kept/")
        def kept_get(self) -> None:
            """Show a seat that is kept."""

        @act("read", "kept/", laptop_only=True)
        def kept_post(self) -> None:
            """Keep a seat."""

    found = urls(SimpleNamespace(Seats=Seats, Kept=Kept, __name__=__name__))
    assert {one.name: one.callback.cls.laptop_only for one in found} == {
        "seat": ("POST",),
        "seat-leave": True,
        "kept": True,
    }


def test_each_address_has_one_view():
    addresses = [address for address, _pattern in routes()]
    assert len(addresses) == len(set(addresses))
