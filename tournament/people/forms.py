"""Forms about the people of a club."""

from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.inputs.forms import form_field, list_file_field, pasted_list_field
from tournament.inputs.shown import ShownForm
from tournament.people.ages import asking_ages
from tournament.people.inputs import PersonChangeInput, PersonInput, RetentionInput
from tournament.people.models import Person, person_category_choices
from tournament.people.naming import naming_choices
from tournament.registration.imports.reading import MOST_BYTES


class PersonForm(forms.Form):
    """Ask what the club knows of a person."""

    name = form_field(PersonInput, "name", label=_("Name and first name"))
    commune = form_field(PersonInput, "commune", label=_("Club or commune"))
    category = forms.ChoiceField(label=_("Category"), choices=person_category_choices, required=False)
    fixed_table = form_field(PersonInput, "fixed_table", label=_("Needs table no."))
    needs = form_field(PersonInput, "needs", label=_("What the door should know"))
    phone = form_field(
        PersonInput, "phone", label=_("Telephone"), help_text=_("Only if the club needs it. It is shown here alone.")
    )

    member = form_field(PersonInput, "member", label=_("Member of the club"))
    birth_year = form_field(
        PersonInput,
        "birth_year",
        label=_("Year of birth"),
        help_text=_("Asked because a concours is for some ages. It is erased a month after it."),
    )

    def __init__(self, *args: Any, ages: bool = True, **options: Any) -> None:
        super().__init__(*args, **options)
        if not ages:
            del self.fields["birth_year"]

    @classmethod
    def of(cls, person: Person) -> Self:
        """Return the form filled with what is known of *person*."""
        initial = {field: getattr(person, field, "") for field in cls.base_fields}
        return cls(initial=initial, ages=asking_ages(person.club_id).exists())

    def arguments(self) -> dict[str, Any]:
        """Return what was filled in, as arguments of the acts."""
        return dict(self.cleaned_data)


class CorrectionForm(PersonForm, ShownForm):
    """Ask for the corrected values of a person, and why its name changes."""

    reason = form_field(
        PersonChangeInput,
        "reason",
        label=_("Why the name changes"),
        help_text=_("Players read it beside a palmarès that was published before. Leave it empty to say nothing."),
    )


class RightsForm(ShownForm):
    """Ask what a person says of its name and of its pictures."""

    naming = forms.ChoiceField(
        label=_("Its name on public pages, walls, posted lists and files for others"),
        choices=naming_choices,
        required=False,
        help_text=_(
            "Who does not want to be named has initials there, in every concours and season, the past ones too."
        ),
    )
    images = forms.BooleanField(
        label=_("It agrees to be seen in pictures"),
        required=False,
        help_text=_("Free, and no condition for playing. Without this tick: no picture."),
    )

    @classmethod
    def of(cls, person: Person) -> Self:
        """Return the form filled with what *person* said."""
        return cls(initial={"naming": person.naming, "images": person.images})


class RetentionForm(forms.Form):
    """Ask how long the club keeps people."""

    years = form_field(
        RetentionInput,
        "years",
        label=_("Years without an evening after which a person is erased"),
        help_text=_("Leave it empty to erase nobody by itself."),
    )


class PeopleListForm(forms.Form):
    """A list of people: a file, or the list itself copied from a spreadsheet."""

    file = list_file_field()
    members = forms.BooleanField(
        label=_("This is the list of the members of the club: mark each of them as one"), required=False
    )
    pasted = pasted_list_field(
        _("A line for each person: name, commune, category, telephone, remark; the first line says which is which."),
        most=MOST_BYTES,
    )
