"""Acts on the people of a club, in the journal of the club; the last three in those of the concours that show the name."""

from functools import partial
from typing import Any, cast

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import Act, Reverse, WrittenLine
from tournament.journal.models import ClubEntry


def _club(line: WrittenLine) -> dict[str, Any]:
    return {"club_id": cast(ClubEntry, line).club_id}


def _person(line: WrittenLine) -> dict[str, Any]:
    return _club(line) | {"person_id": line.after["person"]}


_people_act = partial(Act, right="register", seals=(), moves_ranking=False)

PART_AGAIN = _people_act(
    "part_again", words=_("People separated again"), undo=_("Bring them together again on the page of the regulars.")
)
UNITE_PEOPLE = _people_act(
    "unite_people",
    words=_("People brought together"),
    undo=Reverse(
        does=_("They are different people again, each with its evenings."),
        by=PART_AGAIN,
        to=lambda line: (
            _person(line)
            | {"places": line.after["places"], "taken": line.after.get("taken", [])}
            | {"said": {name: [own, line.after[name]] for name, own in line.before.items()}}
        ),
    ),
)
PART_PERSON = _people_act(
    "part_person",
    words=_("A person separated into two"),
    undo=Reverse(
        does=_("Both are one person again."),
        by=UNITE_PEOPLE,
        to=lambda line: _club(line) | {"person_ids": [line.after["person"], line.after["other"]]},
    ),
)
TELL_APART = _people_act(
    "tell_apart",
    words=_("People of one name told apart"),
    undo=Reverse(
        does=_("The question is asked again."),
        to=lambda line: _club(line) | {"person_ids": line.after["people"], "apart": not line.after["apart"]},
    ),
)
FORGET_PEOPLE = _people_act(
    "forget_people", words=_("People taken off the list"), undo=_("Write them again, or bring the list again.")
)
ENTER_PEOPLE = _people_act(
    "enter_people",
    words=_("People entered"),
    undo=Reverse(
        does=_("Those of them who have played nowhere leave the list of the regulars."),
        by=FORGET_PEOPLE,
        to=lambda line: _club(line) | {"person_ids": line.after["people"]},
    ),
)
RENEW_MEMBERSHIPS = _people_act(
    "renew_memberships",
    words=_("Memberships given back"),
    right="settings",
    undo=_("End all memberships again on the page of the members."),
)
END_MEMBERSHIPS = _people_act(
    "end_memberships",
    words=_("All memberships ended"),
    right="settings",
    undo=Reverse(
        does=_("They are members again."),
        by=RENEW_MEMBERSHIPS,
        to=lambda line: _club(line) | {"person_ids": line.before["people"]},
    ),
)
CORRECT_PERSON = _people_act(
    "correct_person",
    words=_("A person corrected"),
    undo=_("Correct it again on the page of the person: the journal keeps no names."),
)
SAY_RIGHTS = _people_act(
    "say_rights",
    words=_("What a person says of its name and its pictures"),
    undo=Reverse(
        does=_("What the person said before stands again."),
        to=lambda line: _person(line) | {"naming": line.before["naming"], "images": line.before["images"]},
    ),
)
CHOOSE_RETENTION = _people_act(
    "choose_retention",
    words=_("How long people are kept"),
    right="settings",
    undo=Reverse(
        does=_("People are kept as long as before."), to=lambda line: _club(line) | {"years": line.before["years"]}
    ),
)
ERASE_PERSON = _people_act(
    "erase_person",
    words=_("A person erased"),
    right="settings",
    undo=_("What was erased is kept nowhere. Register the person again."),
)
WITHDRAW_LINK = _people_act(
    "withdraw_link",
    words=_("Link of a person withdrawn"),
    undo=_("Give a new link: the old one opens nothing any more."),
)
GIVE_LINK = _people_act(
    "give_link",
    words=_("Link given to a person"),
    undo=Reverse(does=_("The link opens nothing any more."), by=WITHDRAW_LINK, to=_person),
)
CORRECT_NAME = _people_act(
    "correct_name",
    words=_("Name of a player corrected"),
    seals=("team",),
    undo=_("Correct it again on the page of the person, among the regulars of the club."),
)
ERASE_NAME = Act(
    "erase_name",
    words=_("Name of a player erased"),
    right="settings",
    seals=("team",),
    moves_ranking=False,
    undo=_("What was erased is kept nowhere."),
)
USE_NAME = _people_act(
    "use_name",
    words=_("Use of a name changed"),
    undo=_("Take it back on the page of the person, among the regulars of the club."),
)
