"""A person of a club, to correct and to erase, and its years."""

from typing import Annotated

from django.http import HttpResponse

from scoring.people import attendance, retention, selectors
from scoring.people.services import correct_whole_person, erase_whole_person, say_whole_rights
from scoring.people.views import send_held
from scoring.till.api import DaysQuery
from tournament.api.base import ClubView, act
from tournament.api.shapes import Shown
from tournament.inputs import arguments
from tournament.people import acts, services as people
from tournament.people.api import PersonOutput, PersonView, line_of
from tournament.people.inputs import PersonChangeInput, RetentionInput, RightsInput

TAG = "clubs"

PlayedEveningOutput = Annotated[
    selectors.PlayedEvening,
    Shown(
        "PlayedEveningOutput",
        "place concours name date number partner rank teams points best per_donne",
        best=int | None,
        per_donne=float | None,
    ),
    """An evening of a person: `place` names it where evenings are told apart, `number` is that of its team; `rank` of
    `teams` and `points` are null where no ranking was computed; `per_donne` where the donnes of a partie are fixed.""",
]
CareerOutput = Annotated[
    selectors.Career,
    Shown(
        "CareerOutput",
        "count first_places best_partie per_donne evenings",
        PlayedEveningOutput,
        count=(int, lambda career: len(career.evenings)),
        best_partie=(int | None, lambda career: career.best_partie[0] if career.best_partie else None),
        first_places=int,
        per_donne=float | None,
    ),
]
LeavingOutput = Annotated[
    retention.Leaving,
    Shown("LeavingOutput", "id=person.pk person.name last_evening=last goes_on"),
    "A person whose term ends on `goes_on`; `last_evening` is null where it never played.",
]
RetentionOutput = Annotated[
    retention.RetentionPage,
    Shown("RetentionOutput", "years due soon later", LeavingOutput),
    "`years` is the term of the club, null for none; `due` go with the next job, `soon` within a year.",
]
AttendantOutput = Annotated[attendance.Attendant, Shown("AttendantOutput", "id=pk name commune evenings last new")]
AttendanceOutput = Annotated[
    attendance.Attendance,
    Shown(
        "AttendanceOutput",
        "since until evenings times communes people gone",
        AttendantOutput,
        communes=list[Annotated[attendance.CommuneAttendance, Shown("CommuneAttendanceOutput", "name people times")]],
    ),
    """`evenings` that were played and all the `times` that somebody came. `gone` came in as many days before, and not in
    these.""",
]


class PersonDetail(PersonView):
    @act("register", name="person")
    def person_detail_get(self) -> PersonOutput:
        """Show a person."""
        return line_of(self.person)

    @act(acts.CORRECT_PERSON)
    def person_detail_patch(self, data: PersonChangeInput) -> PersonOutput:
        """Correct what is written of a person; a name in every concours that shows it."""
        person, _workbooks = correct_whole_person(**self.acting, **arguments(data))
        return line_of(person)

    @act(acts.ERASE_PERSON, status=204, laptop_only=True)
    def person_detail_delete(self) -> None:
        """Erase a person: its name goes wherever it is shown, with the workbooks that hold it; its places and
        results stay."""
        erase_whole_person(**self.acting)

    @act(acts.SAY_RIGHTS, "rights/")
    def person_rights_patch(self, data: RightsInput) -> PersonOutput:
        """Write what a person says of its name and its pictures; public pages and files for others follow at once."""
        say_whole_rights(**self.acting, **arguments(data))
        self.person.refresh_from_db()
        return line_of(self.person)

    @act("settings", "held/", sends=("text/html",))
    def person_held_get(self) -> HttpResponse:
        """Download all that the club holds on a person, in one page with its photos that the person can read."""
        return send_held(self.person)

    @act("register", "evenings/")
    def person_evenings_get(self) -> CareerOutput:
        """Show how often a person played, with whom, and how."""
        return selectors.career_of(self.person)


class PeopleYears(ClubView):
    @act("register", "people/retention/")
    def people_retention_get(self) -> RetentionOutput:
        """Show which people of the club go when."""
        return retention.retention_of(self.club)

    @act(acts.CHOOSE_RETENTION, "people/retention/", laptop_only=True)
    def people_retention_post(self, data: RetentionInput) -> RetentionOutput:
        """Choose after how many years without an evening a person is erased; nobody is erased by this itself."""
        people.choose_retention(**self.acting, years=data.years)
        self.club.refresh_from_db()
        return retention.retention_of(self.club)

    @act("register", "people/attendance/")
    def people_attendance_get(self, query: DaysQuery) -> AttendanceOutput:
        """Count who came to the concours of the club between two days, from where, and who did not come back."""
        return attendance.attendance_of(self.club, *query.days())
