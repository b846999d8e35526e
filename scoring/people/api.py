"""A person of a club over the years."""

from typing import Annotated

from scoring.people import selectors
from tournament.api.base import act
from tournament.api.shapes import Shown
from tournament.people.api import PersonView

TAG = "clubs"

PlayedEveningOutput = Annotated[
    selectors.PlayedEvening,
    Shown(
        "PlayedEveningOutput",
        "place concours name date number partner rank teams points best per_donne",
        """An evening of a person: `place` names it where evenings are told apart, `number` is that of its team; `rank` of
        `teams` and `points` are null where no ranking was computed; `per_donne` where the donnes of a partie are fixed.""",
        best=int | None,
        per_donne=float | None,
    ),
]
CareerOutput = Annotated[
    selectors.Career,
    Shown(
        "CareerOutput",
        "count first_places best_partie per_donne evenings",
        "All that a person played, the newest first.",
        count=(int, lambda career: len(career.evenings)),
        best_partie=(int | None, lambda career: career.best_partie[0] if career.best_partie else None),
        first_places=int,
        per_donne=float | None,
        evenings=list[PlayedEveningOutput],
    ),
]


class PersonEvenings(PersonView, path="evenings/", name="person-evenings"):
    @act("register")
    def get(self) -> CareerOutput:
        """Show how often a person played, with whom, and how."""
        return selectors.career_of(self.person)
