"""The groups in which the form shows the settings of a concours."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.concours.kinds import Text


@dataclass(frozen=True)
class SettingGroup:
    """Settings that stand together in the form, under one title."""

    title: Text
    help: Text = ""


# In the order of the form: the first group is always open, the others are folded.
FIRST, ADMISSION = "first", "admission"
GROUPS: Mapping[str, SettingGroup] = {
    FIRST: SettingGroup(""),
    "fee": SettingGroup(_("Fee and prizes")),
    "till": SettingGroup(_("The till")),
    "marque": SettingGroup(_("The marque")),
    "draws": SettingGroup(_("The draw")),
    "phases": SettingGroup(
        _("Finals, main table, consolante"),
        _("Each line begins with its first partie. A line without it is not played."),
    ),
    "ranking": SettingGroup(_("The ranking")),
    "absent": SettingGroup(_("Exempt team, absent team")),
    "incidents": SettingGroup(_("Late, away, left, excluded; caps")),
    "penalties": SettingGroup(
        _("Penalties"),
        _(
            "The points go to the other camp, on a line of their own beside the score. 0 points: a warning. "
            "“From fault no. 2”: the first one is a warning. The referee may decide otherwise."
        ),
    ),
    "clock": SettingGroup(_("The clock")),
    "scores": SettingGroup(_("The scores")),
    "names": SettingGroup(_("Telephones and names")),
    "entries": SettingGroup(
        _("Registration from home"),
        _("On a site open on the Internet, people register on the public pages of the concours, without an account."),
    ),
    ADMISSION: SettingGroup(
        _("Who may register"),
        _(
            "Checked at the door, in a list and from home, each time with the reason. You may let somebody in all the same."
        ),
    ),
    "model": SettingGroup(_("A model of your own")),
}
