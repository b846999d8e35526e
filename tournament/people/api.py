"""The people of a club: list, enter and correct them, bring them together, part and erase them."""

from typing import Annotated

from django.shortcuts import get_object_or_404

from tournament.api.base import ClubView, act, page
from tournament.api.shapes import Page, PageQuery, Shown, one_of
from tournament.inputs import arguments
from tournament.inputs.fields import CleanText
from tournament.people import acts, selectors as people, services
from tournament.people.inputs import ClubLineInput, EndMembershipsInput, PeopleInput, PersonInput, PlacesInput
from tournament.people.members import end_memberships
from tournament.people.models import PERSON_CATEGORIES, Person
from tournament.people.naming import NAMING

TAG = "clubs"


class PeopleQuery(PageQuery):
    """`search`: the beginnings of words of a name. `members`: those who are members of the club alone."""

    search: Annotated[str, CleanText(max_length=60, allow_blank=True)] = ""
    members: bool = False


PersonOutput = Annotated[
    people.PersonLine,
    Shown(
        "PersonOutput",
        """id=person.pk person.name person.commune person.category person.fixed_table person.needs person.phone evenings
        last_evening=last usual_partner=partner person.link person.member person.birth_year person.naming
        person.images""",
        category=one_of(PERSON_CATEGORIES),
        naming=one_of(NAMING),
    ),
    "A person of the club. `evenings`: how many it played, rehearsals left out; `link`: the secret of its own page; `naming`: what it says of its name.",
]


def line_of(person: Person) -> people.PersonLine:
    """Return *person* as it is shown."""
    return people.lines_of([person])[0]


MembersEndOutput = Annotated[int, Shown("MembersEndOutput", "ended="), "`ended`: how many memberships were ended."]

DoneLineOutput = Annotated[
    people.DoneLine,
    Shown("DoneLineOutput", "number=entry.number at=entry.at act=entry.act title=words does"),
    "An act of the journal of the club; `does`: what taking it back does, empty where it stays.",
]
DoneOutput = Annotated[
    list[DoneLineOutput], Shown("DoneOutput", "lines="), "The last acts on the people of the club, the newest first."
]


class People(ClubView):
    @act("register", "people/")
    def people_get(self, query: PeopleQuery) -> Page[PersonOutput]:
        """List the people of the club by name, all or those that match the search."""
        found = people.answering(self.club, query.search, members=query.members)
        return page(found.order_by("name", "pk"), query, people.lines_of)

    @act(acts.ENTER_PEOPLE, "people/", status=201)
    def people_post(self, data: PersonInput) -> PersonOutput:
        """Enter a person whom the club knows, before it plays."""
        (made,) = services.enter_people(**self.acting, people=[arguments(data)])
        return line_of(made)

    @act(acts.END_MEMBERSHIPS, "people/members/end/")
    def members_end_post(self, data: EndMembershipsInput) -> MembersEndOutput:
        """End the membership of everybody in the club at once, as at the end of its year."""
        return end_memberships(**self.acting, members=data.members)

    @act(acts.UNITE_PEOPLE, "people/unite/")
    def people_unite_post(self, data: PeopleInput) -> PersonOutput:
        """Bring people together: the first one stands, with the evenings of all."""
        return line_of(services.unite_people(**self.acting, person_ids=data.people))

    @act(acts.TELL_APART, "people/apart/", status=204)
    def people_apart_post(self, data: PeopleInput) -> None:
        """Note that people of one name are different ones, so that nobody is asked again."""
        services.tell_apart(**self.acting, person_ids=data.people)

    @act("register", "people/undo/")
    def people_undo_get(self) -> DoneOutput:
        """List what was last done with the people of the club, each with what takes it back."""
        return people.done_lines(self.club, self.user)

    @act("register", "people/undo/", status=204)
    def people_undo_post(self, data: ClubLineInput) -> None:
        """Take back an act on the people of the club, by its line in the journal of the club."""
        services.take_back(**self.acting, number=data.line)


class PersonView(ClubView, path="people/<int:person>/"):
    """An address of one person of the club."""

    acts_on = ("club", "person")
    person: Person

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.person = get_object_or_404(people.people_of(self.club), pk=self.kwargs["person"])

    @act(acts.PART_PERSON, "part/", status=201)
    def person_part_post(self, data: PlacesInput) -> PersonOutput:
        """Make another person of some evenings of this one; the answer is the new person."""
        return line_of(services.part_person(**self.acting, place_ids=data.places))

    @act(acts.GIVE_LINK, "link/")
    def person_link_post(self) -> PersonOutput:
        """Make a person the link of its own page, in place of the one it had."""
        return line_of(services.give_link(**self.acting))

    @act(acts.WITHDRAW_LINK, "link/", status=204)
    def person_link_delete(self) -> None:
        """Withdraw the link of a person."""
        services.withdraw_link(**self.acting)
