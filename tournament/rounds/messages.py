"""The sentences of refused acts on the clock of a partie."""

from django.utils.translation import gettext_lazy as _

CLOCK = {
    "clock_no_partie": _("Partie %(round)s is not seated: its draw is not published. Nothing was changed."),
    "clock_partie_over": _(
        "Partie %(round)s is over: the next one is seated. Its clock stays as it was; nothing was changed."
    ),
    "clock_minutes": _(
        "“%(read)s” was read as what the clock shows; a whole number of minutes from 0 to %(most)s is expected. The "
        "clock runs on as it was."
    ),
    "clock_cutoff_stands": _(
        "The last donnes of partie %(round)s are announced: its clock keeps running. Take the announcement back first; "
        "nothing was changed."
    ),
    "cutoff_donnes": _(
        "“%(read)s” was read as the number of last donnes; a whole number from 1 to %(most)s is expected. Nothing was "
        "announced."
    ),
    "cutoff_stands": _(
        "Last donnes are announced already in partie %(round)s (%(donnes)s), and stand. To announce another number, take "
        "this one back first."
    ),
    "cutoff_not_here": _(
        "Here a partie ends with its last manche: no last donnes can be imposed on partie %(round)s. Nothing was "
        "announced."
    ),
    "cutoff_none": _("No last donnes are announced in partie %(round)s. Nothing was noted."),
    "cutoff_after": _(
        "Table %(table)s: “%(read)s” was read as the donnes played when the last ones were announced; a whole number "
        "from 0 to %(most)s is expected. Nothing was noted."
    ),
}
