"""The sentences of refused acts on draws, partners and the clock."""

from django.utils.translation import gettext_lazy as _

DRAWS_AND_CLOCK = {
    # The draws.
    "already_drawn": _(
        "Partie %(round)s is already drawn (draw no. %(draw)s): here it is. Nothing was drawn a second time."
    ),
    "round_not_next": _(
        "Partie %(round)s cannot be drawn now: the next one is partie %(expected)s. Nothing was drawn."
    ),
    "parties_all_drawn": _(
        "All %(parties)s parties of this concours are drawn. To play one more, change the number of parties below."
    ),
    "teams_too_few": _(
        "To draw partie %(round)s at least %(least)s must be present; so far %(teams)s can play. Mark the arrivals at the door."
    ),
    "pool_changed": _(
        "A team came or left, or a result changed, since the fingerprint was shown. Nothing was drawn, the seed is kept. "
        "Show the new fingerprint to the room, then draw."
    ),
    "draw_impossible": _("No draw of partie %(round)s satisfies everything asked. %(why)s Nothing was drawn. %(way)s"),
    "team_in_two_phases": _(
        "In partie %(round)s nos. %(teams)s would sit twice, in two brackets at once. Nothing was drawn. Take back the "
        "last change of a result of these teams, then draw again."
    ),
    "seed_no_card": _(
        "“%(piece)s” is no card of the pack of 32. Correct it, or empty the field and the computer takes its own lot. "
        "Nothing was drawn."
    ),
    "seed_card_twice": _(
        "The card %(card)s was read twice: each card is cut once. Correct it, or empty the field and the computer takes "
        "its own lot. Nothing was drawn."
    ),
    "draw_not_for_this": _("This method cannot draw partie %(round)s. %(why)s Choose another one; nothing was drawn."),
    "draw_cancelled": _("Draw no. %(draw)s of partie %(round)s is cancelled already. Its record is kept."),
    "draw_stale": _(
        "Teams have changed since this draw of partie %(round)s. Come since: %(came)s. Gone since: %(left)s. Nothing was "
        "published. Cancel it with this reason and draw again, or put things right at the door."
    ),
    "draw_has_sheets": _(
        "Partie %(round)s has begun: a table already has a score, a photo, a penalty or a decision. "
        "Draw no. %(draw)s stays; nothing was changed."
    ),
    "swap_needs_a_draft": _(
        "The tables of partie %(round)s are no draft any more: teams are not exchanged there. Cancel the draw first."
    ),
    "swap_two_numbers": _("Type the numbers of the two teams that exchange their places."),
    "swap_same_team": _("Team %(team)s was typed twice. Type two different teams."),
    "swap_team_unknown": _("Team %(team)s has no place in partie %(round)s. Nothing was changed; check its number."),
    "swap_same_table": _("Teams %(first)s and %(second)s already face each other. Nothing was changed."),
    "swap_both_exempt": _("Teams %(first)s and %(second)s are both exempt. Nothing was changed."),
    "swap_breaks_a_rule": _(
        "Exchanging teams %(first)s and %(second)s breaks a rule of the concours. Nothing was changed: look at what it "
        "does, then confirm it if you really want it."
    ),
    "swap_in_a_bracket": _(
        "Teams %(first)s and %(second)s cannot be exchanged: in a knock-out the bracket says who meets whom, and each "
        "phase keeps its teams. Nothing was changed; cancel the draw and draw again."
    ),
    "late_not_in_a_phase": _(
        "The entrants of this phase were settled when it began: nobody can join it. Nothing was changed."
    ),
    "catch_up_not_now": _("No catch-up game can be seated in partie %(round)s. Nothing was changed."),
    "catch_up_not_exempt": _("Team %(team)s is not exempt in partie %(round)s. Nothing was changed."),
    "catch_up_guest": _(
        "Team %(team)s does not play partie %(round)s: choose a team that has finished its own table. Nothing was changed."
    ),
    "catch_up_met": _("Teams %(first)s and %(second)s have already met. Choose another team; nothing was changed."),
    "phases_over": _(
        "All that is played is drawn: there is nothing left to draw. The ranking says who finished where."
    ),
    "away_wrong": _(
        "Team %(team)s can be away for one partie still to be drawn, from %(lowest)s to %(highest)s; read: %(read)s. "
        "Nothing was changed."
    ),
    "method_of_game": _(
        "In escalier each plays for himself, at tables drawn for 3 to 6; the other games are played two against two. "
        "Choose a draw that goes with the rules of the game."
    ),
    "method_of_two": _(
        "In comptoir one plays against one: a mêlée or an escalier seats more at a table. Choose another draw: "
        "by lot, by ranking, knock-out …"
    ),
    "methods_mixed": _(
        "In a mêlée or an escalier people enter alone: it is the method of every partie. Choose the same for all."
    ),
    "relay_parties": _(
        "In the relay two teams make up for their rest after each second partie: the number of parties must be even, "
        "without finals; %(parties)s parties were read."
    ),
    "phases_of_singles": _("Finals are for teams: a mêlée or an escalier has none. Nothing was kept."),
    "phase_count": _("Say how many teams play this phase."),
    "phase_without_pools": _("This phase takes the teams of pools, but the common parties are not played in pools."),
    "phase_without_bracket": _(
        "A consolante of those beaten follows a knock-out; what comes before it here is none. Choose other teams."
    ),
    "consolante_play_offs": _(
        "Nobody would play this consolante: in its main table all those beaten play on for their places. Let them play "
        "from the quarter-finals on only, or take the consolante away."
    ),
    "phase_length": _(
        "These parties cannot have that length: a game without donnes or points to reach has no such limit, and only a "
        "knock-out has a final."
    ),
    "phase_third_place": _(
        "A third-place match is played in a knock-out only. Choose that way of drawing, or leave the match out."
    ),
    "late_round_over": _("Partie %(round)s is over or not the present one: nobody can join it. Nothing was changed."),
    "late_nobody_exempt": _(
        "Nobody is exempt in partie %(round)s: there is no opponent for a late team. It joins at the next partie, unless a "
        "second one comes late: the two can play each other."
    ),
    "late_team_unknown": _("Team %(team)s is not registered, or has withdrawn. Register it at the door first."),
    "late_has_a_place": _("Team %(team)s already has its place in partie %(round)s. Nothing was changed."),
    "late_have_met": _(
        "Teams %(team)s and %(other)s have already met. Nothing was changed. Tick “even if they have already met” to "
        "seat them all the same."
    ),
    "parties_out_of_range": _(
        "%(parties)s parties: expected a number from %(lowest)s, what is drawn already, to %(highest)s. Nothing was changed."
    ),
    # The clock
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
