"""The sentences of refused acts at the door: names, numbers, places, fees."""

from django.utils.translation import gettext_lazy as _

DOOR = {
    "not_admitted": _("%(why)s To let them in all the same, the door notes why: the journal keeps it."),
    "not_admitted_home": _("%(why)s If it is a mistake, ask the organiser: the desk can register you."),
    "not_member": _("Not known as members of the club: %(who)s."),
    "not_of_age": _("Not of the age asked, %(ages)s: %(who)s."),
    "age_unknown": _("Year of birth not known, it is written on the page of the person: %(who)s."),
    "not_of_category": _("The team is not of the category “%(category)s”."),
    "not_qualified": _("Not qualified: %(who)s."),
    "qualified_declined": _("Qualified, but does not come: %(who)s."),
    "qualified_lapsed": _("Qualified, but did not answer in time, so that the place went to the next: %(who)s."),
    "birth_year_unasked": _("No concours of the club asks for ages: the year of birth is not kept."),
    "birth_year_range": _("Expected a year between %(lowest)s and %(highest)s; read: “%(read)s”."),
    "player_name_missing": _("A player's name needs at least one letter; read: “%(read)s”. Type the name again."),
    "player_name_long": _(
        "The name “%(read)s” has %(length)s characters; at most %(most)s are kept. Shorten it: nothing was registered."
    ),
    "player_name_unreadable": _(
        "This name piles up more accents on one letter than can be shown. Type it again with ordinary accents."
    ),
    "players_missing": _("Type the names of the two players of the team."),
    "player_missing": _("Type the name of the person who enters."),
    "single_expected": _(
        "Everyone enters alone in this concours; a second name was read: “%(read)s”. Register it apart; nothing was "
        "registered."
    ),
    "partner_missing": _(
        "%(read)s has no partner: a team is two players. Type the second name, or tick “Alone”; the first one is kept."
    ),
    "singles_too_few": _("Two people without a partner are needed to draw partners; %(count)s is here."),
    "single_unknown": _(
        "Nobody without a partner has number %(number)s. Choose among those on the page; nothing was changed."
    ),
    "same_single": _("Number %(number)s was chosen twice. Choose two people."),
    "not_formed": _(
        "Team %(number)s is not as it was formed of two people who came alone. Correct it on its own page; nothing was "
        "changed."
    ),
    "singles_unpaired": _(
        "Here, but still without a partner: %(names)s. Draw the partners first, or say that the draw is made without "
        "them. Nothing was drawn."
    ),
    "too_many_players": _("A team is two players; %(count)s names were read."),
    "team_already_there": _(
        "This team is already registered: %(where)s. Nothing was added. If they are other people with the same "
        "names, confirm it."
    ),
    "team_left": _(
        "This team was here and has left: %(where)s. Nothing was added. Take it back: it keeps its number and what it has "
        "played. If they are other people with the same names, confirm it."
    ),
    "team_was_excluded": _(
        "This team was excluded: %(where)s. Nothing was added. The exclusion is taken back on its page, with a reason; if they "
        "are other people with the same names, confirm it."
    ),
    "team_resembles": _(
        "This looks like %(where)s — is it the same team? Nothing was added. If it is another team, confirm it."
    ),
    "phone_unread": _("“%(read)s” is no telephone number. Type its figures, for example 06 12 34 56 78."),
    "player_already_there": _(
        "Already in a team of this concours: %(where)s. Nothing was added. If this is another person with the same "
        "name, confirm it."
    ),
    "same_player_twice": _(
        "“%(read)s” is written twice in this team. If they are two people with the same name, confirm it; otherwise "
        "correct the second name."
    ),
    "teams_not_alike": _(
        "The teams of before cannot be taken over: this game or this club seats people otherwise. Untick the box."
    ),
    "number_range": _("Expected a number from 1 to %(most)s; read: %(read)s."),
    "number_reused": _(
        "Number %(number)s is another team's by now. Give that one another number, then try again; nothing was changed."
    ),
    "number_taken": _(
        "Number %(read)s is already another team's. Number %(free)s is free; leave the field empty to get it."
    ),
    "number_drawn": _("A draw has been made: team %(number)s keeps its number, because the draw's record names it so."),
    "numbers_drawn": _("A draw has been made: the teams keep their numbers, because the draw's record names them so."),
    "too_late": _("All %(parties)s parties are drawn: this team would not play any. It was not registered."),
    "reason_needed": _("Say why in a few words: this is written in the journal. Nothing was changed."),
    "already_withdrawn": _("Team %(number)s had already withdrawn, from partie %(round)s on."),
    "places_full": _(
        "All %(places)s places are taken. Wait until somebody leaves, or give the concours more places in its settings."
    ),
    "not_waiting": _("No. %(number)s is not on the waiting list: there is nothing to do."),
    "team_waiting": _("No. %(number)s is on the waiting list. Give the place first, on the page of the registration."),
    "not_withdrawn": _("Team %(number)s has not withdrawn: there is nothing to do."),
    "already_excluded": _("Team %(number)s is excluded already, from partie %(round)s on. Nothing was changed."),
    "not_excluded": _("Team %(number)s is not excluded: there is nothing to take back."),
    "team_excluded": _(
        "Team %(number)s was excluded, it did not leave by itself: take the exclusion back, with a reason. Nothing was "
        "changed."
    ),
    "withdraw_round": _(
        "The team can leave from partie %(earliest)s to partie %(parties)s; read: %(read)s. What it has played stays."
    ),
    "restore_gone": _(
        "This team cannot come back as it was: a draw was published since it was deleted. Register it again."
    ),
    "restore_player": _(
        "%(name)s is in team %(number)s by now: the deleted team cannot come back as it was. Nothing was changed."
    ),
    "team_seated": _(
        "Team %(number)s has been drawn to a table: it cannot be deleted any more. Let it withdraw instead; what it "
        "played stays."
    ),
    "draft_pending": _(
        "The draw of partie %(round)s is being prepared with these teams. Publish or cancel it first; nothing was "
        "deleted."
    ),
    "mark_unread": _("The mark was not understood; nothing was changed."),
    "team_gone": _("This team is no longer there: somebody has just deleted it. Nothing was changed."),
    "table_kept": _("Table %(read)s is already kept for team %(number)s. Choose another one."),
    "text_too_long": _("“%(read)s” has %(length)s characters; at most %(most)s are kept. Shorten it."),
    "category_unknown": _("The category “%(read)s” is unknown. Choose one from the list."),
    "origin_unknown": _("No one registered comes from “%(read)s”. Nothing was changed."),
    "means_unknown": _("The means of payment “%(read)s” is unknown. Nothing was kept. Choose one of: %(known)s."),
    "team_has_paid": _(
        "No. %(number)s has paid %(paid)s. Nothing was deleted. Say first what becomes of the money: given back, kept by the "
        "club, or noted by mistake."
    ),
    "refund_too_much": _("No. %(number)s has paid %(paid)s: %(read)s cannot be given back. Nothing was changed."),
    "reduction_unknown": _(
        "The reduction “%(read)s” is not one of this concours. Choose at most one a player: %(known)s."
    ),
    "till_unknown": _("There is no till “%(read)s” in this concours. Nothing was kept. Its tills are: %(known)s."),
    "item_unknown": _("“%(read)s” is not sold here. Nothing was kept. The till sells: %(known)s."),
    "quantity_range": _("“%(item)s”: expected how many, at most %(most)s. Nothing was kept."),
    "quantity_unread": _("Expected how many, as 2; read: “%(read)s”. Nothing was kept."),
    "nothing_sold": _("Nothing was chosen: type how many of something, or let the team pay its fee."),
    "fee_of_nobody": _("Whose fee is it? Type the number of the team, and how it pays. Nothing was kept."),
    "due_of_nobody": _("Who pays later? Type the number of the team or a name. Nothing was kept."),
    "till_team_unknown": _(
        "No one has the number %(read)s here. Nothing was kept. Look for the team in the registration."
    ),
    "nothing_due": _("There is nothing left to pay here. Nothing was changed."),
    "money_kind": _("“%(read)s” is no kind of movement. Choose one of: %(known)s."),
    "remark_needed": _("What is it for? Type it in a few words. Nothing was kept."),
    "same_till": _("Both are the same till. Choose another one. Nothing was kept."),
    "difference_less": _(
        "You counted %(counted)s, the till should hold %(expected)s: %(difference)s are missing. Count again, or say why: "
        "the difference is kept under that name."
    ),
    "difference_more": _(
        "You counted %(counted)s, the till should hold %(expected)s: %(difference)s too much. Count again, or say why: the "
        "difference is kept under that name."
    ),
    "coin_unknown": _("“%(read)s” is no note or coin. Nothing was kept."),
    "coins_range": _("Of %(coin)s type how many there are, at most %(most)s. Nothing was kept."),
    "count_missing": _("Nothing was counted yet: type the notes and coins, or the sum."),
    "line_unknown": _("The till has no line %(read)s. Nothing was changed."),
    "line_corrected": _("Line %(line)s of the till is corrected already. Nothing was changed."),
    "line_of_fee": _("Line %(line)s is a fee: correct it on the page of its team. Nothing was changed."),
    "amount_missing": _("Type the amount, as 14 or 7,50. Nothing was kept."),
    "amount_range": _("An amount is between %(lowest)s and %(most)s, as 12 or 12,50. Nothing was kept."),
    "paid_range": _("An amount paid is between 0 and %(most)s €."),
}
