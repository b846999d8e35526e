"""A person of a club, to correct and to erase, and its years."""

from typing import Annotated

from scoring.people import selectors
from scoring.people.services import erase_whole_person
from tournament.api.base import act
from tournament.api.shapes import Shown
from tournament.inputs import arguments
from tournament.people import acts
from tournament.people import services as people
from tournament.people.api import PersonOutput, PersonView, line_of
from tournament.people.inputs import PersonChangeInput

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


class PersonDetail(PersonView, name="person"):
    laptop_only = ("DELETE",)

    @act("register")
    def get(self) -> PersonOutput:
        """Show a person."""
        return line_of(self.person)

    @act(acts.CORRECT_PERSON)
    def patch(self, data: PersonChangeInput) -> PersonOutput:
        """Correct what is written of a person; a name in every concours that shows it."""
        return line_of(people.correct_person(**self.acting, **arguments(data)))

    @act(acts.ERASE_PERSON, status=204)
    def delete(self) -> None:
        """Erase a person: its name goes wherever it is shown, with the workbooks that hold it; its places and
        results stay."""
        erase_whole_person(**self.acting)


class PersonEvenings(PersonView, path="evenings/", name="person-evenings"):
    @act("register")
    def get(self) -> CareerOutput:
        """Show how often a person played, with whom, and how."""
        return selectors.career_of(self.person)
