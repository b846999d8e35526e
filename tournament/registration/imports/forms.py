"""The file or the pasted list, how its columns are read, and the answers to its preview."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import names
from tournament.inputs.forms import list_file_field, pasted_list_field
from tournament.registration.imports.columns import PARTNER_ROLES, ROLES, Layout
from tournament.registration.imports.reading import MOST_BYTES
from tournament.registration.imports.selectors import ImportPlan

ROLE_LABELS = {
    "ignore": _("not taken"),
    "number": _("Number"),
    "player_1": _("Player 1"),
    "player_2": _("Player 2"),
    "both": _("Both players in one cell"),
    "last_1": _("Family name of player 1"),
    "first_1": _("First name of player 1"),
    "last_2": _("Family name of player 2"),
    "first_2": _("First name of player 2"),
    "origin": _("Club or commune"),
    "category": _("Category"),
    "paid": _("Paid"),
    "phone": _("Telephone"),
    "remark": _("Remark"),
    "comes": _("Comes that day: yes or no"),
    "origin_2": _("Club or commune of player 2"),
    "phone_2": _("Telephone of player 2"),
    "team_name": _("Name of the team"),
}


SINGLES_LABELS = {
    "player_1": _("Name and first name"),
    "last_1": _("Family name"),
    "first_1": _("First name"),
}


class UploadForm(forms.Form):
    """A file, or the list itself copied from a spreadsheet."""

    file = list_file_field()
    pasted = pasted_list_field(
        _(
            "From a spreadsheet: copy the rows with their header. From a mail: copy the message as it is, one team a line, "
            "each written in its own way; greetings and sentences are left out, and what cannot be told is asked."
        ),
        most=MOST_BYTES,
    )


def role_choices(layout: Layout, *, singles: bool) -> list[tuple[str, object]]:
    """List the roles of a column; where people enter alone, no partner but one read already."""
    labels = ROLE_LABELS | (SINGLES_LABELS if singles else {})
    return [(role, labels[role]) for role in ROLES if not singles or role not in PARTNER_ROLES or role in layout.roles]


def answers_in(
    data: Mapping[str, str], plan: ImportPlan, given: Mapping[str, dict[str, object]]
) -> dict[int, dict[str, object]]:
    """Return the answers that a sent preview holds for the rows of *plan*; those *given* before stand for the rows of a
    long list that have no tick of their own.
    """
    answers: dict[int, dict[str, object]] = {}
    for line in plan.lines:
        row = line.entry.row
        if line.entry.kind != "team":
            continue
        together = {"take": True, "shown": list(line.doubts)} if line.alike and data.get("alike") == line.alike else {}
        if not line.may_tick:
            if kept := together or given.get(str(row)):
                answers[row] = kept
            continue
        shown = [code for code in data.get(f"shown-{row}", "").split(",") if code.isidentifier()]
        answer: dict[str, object] = {"shown": shown[:10]}
        if line.state != "refused":
            answer["take"] = f"take-{row}" in data
        for field in (*(f"player_{place}" for place in range(1, len(line.entry.players) + 1)), "number"):
            typed = names.clean(data.get(f"{field}-{row}", "")[:200])
            if field == "number":
                # A number the preview proposed is no answer: kept as one, it would be held for a row left out.
                present = [str(line.entry.number), str(line.number)]
            else:
                present = [line.entry.players[int(field[-1]) - 1]]
            if typed and typed not in present:
                answer[field] = typed
        origin, written = (
            names.clean(text[:200]) for text in (data.get(f"origin-{row}", line.entry.origin), line.entry.origin)
        )
        if origin != written:
            answer["origin"] = origin
        answers[row] = answer | together
    return answers
