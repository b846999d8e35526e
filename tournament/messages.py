"""The sentence for each error code: where, what was read, what was expected, what is kept, what to do."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "closed": _("The palmarès is published: nothing can be corrected unless the organiser takes it back."),
    "entries_window": _("Registration from home opens %(days)s days before: it cannot close earlier than that."),
    "entries_shut": _("Registration from home is not open now. Nothing was changed."),
    "entries_sender": _(
        "Too many registrations came from this place within an hour. Wait, or telephone the organiser."
    ),
    "entries_many": _("The list holds %(most)s registrations: no more are taken."),
    "entry_gone": _("This registration is not there any more. Nothing was changed."),
    "entry_changed": _("It was changed at this moment: look at it again."),
    "entry_key": _("Load the page of registration again, then send it once more."),
    "entry_paired": _("You play together now: part first, then change the names."),
    "entry_partner": _("This person is no longer looking for a partner."),
    "entry_consent": _("Tick the box: without it nothing is kept."),
    "entry_contact": _("The organiser needs it to reach you; read: “%(read)s”."),
    "entries_unread": _("This is not a list of registrations from home. Take the file again from the site."),
    "entries_late": _("The draw is made: tell the organiser by telephone."),
    "request_out": _("There is nothing to tell the desk now."),
    "request_many": _("This telephone has asked for much already: go to the desk."),
    "removed": _("This concours was removed. Restore it first, on the page of all the concours. Nothing was changed."),
    "is_copy": _(
        "This is a copy: the concours goes on at another computer, where scores are typed. Nothing was changed. If that "
        "computer is dead, go on here, on the page of the copies."
    ),
    "not_removed": _("This concours is not among the removed ones: there is nothing to do."),
    "not_rehearsal": _(
        "“%(name)s” is not marked as a rehearsal: it is removed, then erased by its name. Nothing was erased."
    ),
    "removed_while_played": _(
        "“%(name)s” has a draw and no palmarès: tables may be playing, and their telephones and the walls would go dark. "
        "Tick the box if it is to go all the same. Nothing was changed."
    ),
    "name_differs": _("The name of the concours is “%(name)s”; read: “%(read)s”. Type it again. Nothing was erased."),
    "program_not_ours": _(
        "The program was not started for an evening here: it is closed in the window where it was started. Nothing was stopped."
    ),
    "person_gone": _(
        "One of these people is no longer on the list: erased, or brought together with another meanwhile. Nothing was changed."
    ),
    "people_few": _("Choose at least two people. Nothing was changed."),
    "people_too_many": _("Choose at most %(most)s people at once. Nothing was changed."),
    "people_many": _("A club keeps at most %(most)s people. Take some off the list first. Nothing was kept."),
    "people_same_evening": _("They both played in “%(concours)s”: they are two people. Nothing was changed."),
    "naming_unknown": _("The answer about the name is not one of those offered (read: %(read)s)."),
    "erase_unsure": _("Tick the box if this person is to be erased: nothing brings it back. Nothing was changed."),
    "list_long": _("The list has %(count)s lines; at most %(most)s are read at once. Nothing was kept."),
    "list_empty": _("No name was found in this list. Its first line should say which column has the names."),
    "places_few": _("Tick the evenings that are another person's. Nothing was changed."),
    "places_all": _("At least one evening stays with this person. Nothing was changed."),
    "link_none": _("This person has no link. Nothing was changed."),
    "club_line_stays": _("This cannot be taken back. %(why)s"),
    "club_closed": _(
        "The host of this site has closed the club: everything can be read, nothing changed. Nothing was kept; ask the host."
    ),
    "link_spent": _("This link has already served, or is too old. Ask the host of the site for another one."),
    "club_state": _(
        "The club is not in the state that this needs any more: look at the list again. Nothing was changed."
    ),
    # The door
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
    # A concours and its settings.
    "name_missing": _("The concours has no name. Type one, for example « Concours de la Saint-Martin »."),
    "date_wrong": _("“%(value)s” is no date. Nothing was kept. Choose the day of the concours."),
    "text_long": _("This text has %(length)s characters, at most %(longest)s fit. Shorten it."),
    "setting_range": _("“%(value)s” was read; a whole number from %(lowest)s to %(highest)s is expected."),
    "setting_word": _("“%(value)s” was read; expected is one of: %(known)s."),
    "setting_type": _("“%(value)s” is not what is expected here. Nothing was kept."),
    "setting_unknown": _("There is no setting “%(value)s”. Nothing was kept."),
    "settings_frozen": _(
        "A draw is published: the players began under the settings as announced, they cannot change any more. Name, "
        "date, place, prizes and publication can still be changed."
    ),
    "rule_option": _("%(said)s"),
    "limit_missing": _("A partie must end: give a number of donnes, a number of points, or both."),
    "criteria_missing": _("Choose at least one criterion for the ranking."),
    "criterion_twice": _("The same criterion stands twice in the ranking. Choose another one or leave the line empty."),
    "price_line": _(
        "“%(line)s” has no price that can be read. Write a name, a colon and the price, as “Meal 20:00: 12 €” or “Coffee: 1,50”."
    ),
    "line_twice": _("“%(line)s” stands there already. Give each line a name of its own."),
    "lots_many": _("%(count)s lines were read, at most %(most)s fit. Put one on each line."),
    "prizes_none": _("There is no prize here to be added or given. Type one on each line."),
    "prize_unlisted": _("Prize no. %(number)s is not on the list: it was taken off meanwhile. Nothing was changed."),
    "prize_whom": _(
        "“%(read)s” is nobody’s place here. For a rank type “4th” or “5th to 8th”, else “Last”, “Consolante, 2nd”, “First "
        "women’s team”, “Best team from Casson”, “Youngest together” or “Drawn among those present”. Nothing was changed."
    ),
    "prize_what": _(
        "“%(read)s” cannot be read again as the words of a prize: type at least a word, without a colon, and value and giver "
        "in their own fields. Nothing was changed."
    ),
    "penalties_many": _("%(count)s penalties were read, at most %(most)s fit. Put together those that cost the same."),
    "penalty_label": _("Penalty %(line)s has no name: say what the fault is, or empty the whole line."),
    "penalty_points": _("Penalty %(line)s has no points: type how many, or 0 for a warning."),
    "penalty_twice": _("“%(label)s” stands twice among the penalties (line %(line)s). Keep one of the two lines."),
    "caps_half": _(
        "For caps, say all three: from which partie, and the most that the winner and the loser keep. Or leave all three "
        "empty."
    ),
    "caps_order": _(
        "The cap of the winner (%(winner)s) must be above that of the loser (%(loser)s): a cap never changes who won."
    ),
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
    "phases_over": _("The knock-out is over: there is nothing left to draw. The ranking says who finished where."),
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
    # Accounts.
    "accounts_exist": _("There is an organiser here already. Log in, or ask the organiser for an account."),
    "club_name_missing": _("The club has no name. Type the one that your players know."),
    "account_name_missing": _("Type a name with at least one letter or figure: it is the one to log in with."),
    "account_name_taken": _(
        "There is already an account for “%(name)s”. Add an initial or a first name, for example “%(name)s 2”."
    ),
    "password_weak": _("%(said)s"),
    "login_wrong": _("This name and this password do not go together, or the account is closed. Type both again."),
    "idempotency_key": _(
        "The header Idempotency-Key takes 1 to 100 plain letters, figures and signs. Nothing was changed."
    ),
    "key_other_request": _(
        "This Idempotency-Key was sent with another request. Make a new key for each act; nothing was changed now."
    ),
    "answer_not_kept": _(
        "This was done already, under the same Idempotency-Key, and is not done again. Its answer was not kept: it was "
        "too long, or held something secret."
    ),
    "token_wrong": _("No key is known that reads so. Copy it again from where you keep it, or have another one made."),
    "token_ended": _("This key was revoked, or its last day is past. An organiser of the club can make another one."),
    "token_scope": _("This token does not open this. Make one with the scope %(scopes)s: nothing was changed."),
    "token_refused": _("A key does not open accounts, passwords and keys. Log in with a name and a password."),
    "token_wait": _("Too many wrong keys. Wait %(seconds)s seconds, and check the key before you send it again."),
    "token_name_missing": _("Type what the key is for, for example: the site of the club."),
    "token_scopes": _("Tick at least one thing that the key allows."),
    "token_concours": _("Tick at least one concours of the club, or give the key all of them."),
    "token_end": _("The last day of a key is between today and %(latest)s; read: %(read)s."),
    "tokens_many": _("This club has %(most)s keys already. Revoke those that nobody uses; none was made."),
    "login_wait": _(
        "Too many tries. Wait %(seconds)s seconds, then type your name and password again. On another computer you "
        "need not wait."
    ),
    "second_factor_needed": _(
        "A code follows the password of this account. Type the one that your telephone shows now, or a recovery code."
    ),
    "second_factor_wrong": _(
        "This code is not the right one, or it was used already. Type the next one that your telephone shows. It is "
        "%(time)s here: a telephone whose clock is a minute off shows other codes; a recovery code always opens."
    ),
    "second_factor_wait": _(
        "Too many wrong codes. Wait %(seconds)s seconds, then type the one that your telephone shows. A recovery code "
        "opens at once."
    ),
    "second_factor_on": _("Your log-in asks for a code already. Nothing was changed."),
    "second_factor_off": _("Your log-in asks for no code. Nothing was changed."),
    "second_factor_begin": _("The preparation took more than a quarter of an hour, or was not begun. Begin again."),
    "second_factor_required": _(
        "The club “%(club)s” asks every organiser for a code: yours cannot be switched off. Nothing was changed."
    ),
    "second_factor_own_first": _(
        "Switch on the code of your own account first, on the page “Code at the log-in”: otherwise you would be kept out "
        "of your club. Nothing was changed."
    ),
    "password_given": _("This is the password that you were given, which serves once. Choose another one."),
    "own_password_missing": _("The password that you were given serves once: choose your own first."),
    "second_factor_missing": _("Your club asks its organisers for a code at the log-in: prepare yours first."),
    "last_organiser": _(
        "This is the last organiser of the club: without one nobody could change anything any more. Make someone else "
        "an organiser first."
    ),
    "account_shared": _(
        "This account also serves another club, or is the maintainer's: only its owner may change its password. You "
        "can change its role here, or close it for your club."
    ),
    # The import of a list: the file
    "file_empty": _("There is nothing to read: no row of a list was found. Choose the file, or paste the rows."),
    "file_too_big": _(
        "The file is too big: more than %(most)s MB. A list of registrations is much smaller: keep only the sheet with "
        "the teams, without pictures, and send it again. Nothing was registered."
    ),
    "file_too_heavy": _(
        "This workbook unpacks to far more than a list of registrations. Copy the rows of the teams into a new "
        "workbook, save it as .xlsx, and send that. Nothing was registered."
    ),
    "account_queue": _(
        "Too much was asked for at once with this account, or by its club. Nothing was done: wait until the other pages are "
        "there, then send it again."
    ),
    "account_day": _(
        "This account has sent %(most)s forms today, the most that it may. Nothing was done; another account of the club goes on."
    ),
    "club_day": _(
        "The accounts of this club have sent %(most)s forms today, the most that they may. Nothing was done."
    ),
    "file_queue": _("Several files are being read at this moment. Yours was not read: send it again in a few seconds."),
    "teams_many": _("A concours has at most %(most)s teams, those that left among them. Nothing was registered."),
    "file_locked": _(
        "This workbook is protected by a password and cannot be read. Save it without the password (File, "
        "Information, Protect), and send it again."
    ),
    "file_xlsb": _(
        "This is a binary Excel workbook (.xlsb). Open it, choose “Save as”, the type “Excel workbook (.xlsx)”, and "
        "send that file."
    ),
    "file_macros": _(
        "This workbook holds macros (.xlsm), which are programs: they are refused. Choose “Save as”, the type “Excel "
        "workbook (.xlsx)”, without macros, and send that file."
    ),
    "file_links": _(
        "This workbook is linked to other files. Copy the rows of the teams, paste them into a new workbook as values, "
        "save it as .xlsx, and send that."
    ),
    "file_hostile": _(
        "This workbook is built in a way no spreadsheet program uses; it was refused unread. Copy the rows of the "
        "teams into a new workbook and send that."
    ),
    "file_broken": _(
        "This workbook is damaged or incomplete and cannot be read. Open it, save it again as .xlsx, and send that."
    ),
    "file_no_list": _(
        "This file is not a spreadsheet. Send a workbook (.xlsx, .ods, .xls) or a text with separators (.csv)."
    ),
    "file_not_text": _(
        "This file is neither a workbook nor a text. Send a workbook (.xlsx, .ods, .xls) or a text with separators (.csv)."
    ),
    "file_encoding": _(
        "Line %(line)s has letters that could not be read. Save the list as “CSV UTF-8” or as .xlsx, and send it again."
    ),
    "file_quote": _(
        'Line %(line)s opens a quotation mark (") that nothing closes: what follows cannot be cut into cells. Remove '
        "the mark and send the list again. Nothing was registered."
    ),
    "file_rows": _(
        "The list goes on at line %(line)s; at most %(most)s lines are read. Keep only the rows of the teams, and send "
        "it again."
    ),
    "file_columns": _(
        "Line %(line)s has something in column %(column)s; at most %(most)s columns are read. Keep only the columns of "
        "the teams, and send it again."
    ),
    # The import of a list: its preview
    "import_gone": _(
        "This list is no longer waiting: it was imported, put aside, or left too long. Look at the teams below, or send "
        "the list again."
    ),
    "import_changed": _(
        "Teams were registered or changed while you were looking: nothing was imported. Here is the list again, as it "
        "would be now; look, then import."
    ),
    "import_unsettled": _(
        "Nothing was imported yet: look at line %(rows)s again, where something is missing or has just been found."
    ),
    "import_sheet": _(
        "This workbook has several lists: say first which sheet is read, or all of them. Nothing was registered."
    ),
    "import_columns": _("Say first which columns hold the names. Nothing was registered."),
    "import_nothing": _("No line is ticked: there is nothing to import."),
    "import_layout": _("This choice of columns was not understood; nothing was changed."),
    "import_role_twice": _(
        "Two columns were given the same meaning; each meaning is for one column. The list is read as before."
    ),
    # The import of a list: what is said of a row
    "row_blank": _("Blank: passed over."),
    "row_title": _("Not a team: passed over (“%(read)s”)."),
    "row_header": _("Header: passed over."),
    "row_total": _("Line of a total: passed over (“%(read)s”)."),
    "row_formula": _(
        "Player %(player)s is a formula, %(read)s, not a name: this line is left out unless you type the name."
    ),
    "row_cell_error": _(
        "Player %(player)s is an error of the spreadsheet, %(read)s: this line is left out unless you type the name."
    ),
    "row_alone": _(
        "%(read)s has no partner. Tick the line to register this person alone (the partner is drawn later), or type the "
        "second name."
    ),
    "row_two_people": _(
        "%(names)s stand on one line, but here everyone enters alone. Tick the line to register this person."
    ),
    "row_names_missing": _("No name on this line: it is left out unless you type the names."),
    "row_cell_left_out": _("%(role)s: the cell holds %(read)s, not a text; it is left empty."),
    "row_not_a_name": _(
        "“%(read)s” is no name of a person. Correct the names, or the columns of the list; tick the line if it is one."
    ),
    "row_too_many": _("More than two players stand on this line: %(read)s would be left out. A team here has two."),
    "row_titles": _("“%(read)s” may be the titles of the columns. Tick the line if it is people."),
    "row_state": _("The list says “%(read)s” of this line. Tick it to register it all the same."),
    "row_hidden": _(
        "This line is hidden in the workbook, by a filter or by hand. Tick it to register it all the same."
    ),
    "row_struck": _("This line is struck out in the workbook. Tick it to register it all the same."),
    "row_coloured": _("This line is red or grey in the workbook. Tick it to register it all the same."),
    "row_two_lines": _("With line %(last)s, one player a line: are %(names)s one team?"),
    "row_place_in_name": _("Club or commune written behind the name: %(read)s."),
    "row_pair_in_one_cell": _("Both players were written together: read as %(read)s."),
    "row_shared_surname": _("“%(read)s”: understood as %(names)s. Is it the same family name for both?"),
    "row_line_unclear": _(
        "“%(read)s”: read as %(names)s. Tick the line if the names, the club and the team's own name are right, else "
        "correct them."
    ),
    "row_of_message": _(
        "%(writer)s writes “%(read)s”: read as %(names)s. Tick the line if that is right, else correct the names."
    ),
    "row_number_unread": _("“%(read)s” is no team number: the next free one is given."),
    "row_category_unread": _("The category “%(read)s” is not known: left empty."),
    "row_category_ambiguous": _("Category “%(read)s”: men or mixed? Left empty; choose it on the team's page."),
    "row_category_letter": _("Category “%(read)s” read as: %(category)s."),
    "row_paid_unread": _("Paid: “%(read)s” was not understood, noted as not paid."),
    "row_phone_unread": _("The telephone number “%(read)s” was not understood: left out."),
    "row_phone_zero": _("Telephone: the first 0, lost by the spreadsheet, is put back."),
    "row_same_twice": _("%(player)s is written twice in this team. Tick the line if they are two people."),
    "row_team_left": _(
        "This is no. %(number)s, gone since. It is taken back at the door, with its number and what it has played. Left out "
        "unless you tick the line."
    ),
    "row_team_registered": _("This team is already registered: number %(number)s. Left out unless you tick the line."),
    "row_team_resembles": _(
        "This resembles no. %(number)s, %(players)s. Left out unless you tick the line: another team."
    ),
    "row_left_resembles": _(
        "This resembles no. %(number)s, %(players)s, gone since. It is taken back at the door, with its number and what it has "
        "played. Left out unless you tick the line: another team."
    ),
    "row_registered_state": _(
        "This team is registered as number %(number)s, and the list now says “%(read)s” of it. If it no longer comes, remove it "
        "at the door."
    ),
    "row_completes": _(
        "%(player)s came alone as number %(number)s: tick the line to write %(partner)s beside, in the same team."
    ),
    "row_team_in_row": _("The same team stands in line %(row)s. Left out unless you tick the line."),
    "row_player_registered": _(
        "%(player)s is already in team %(number)s. Left out unless you tick the line: another person of the same name."
    ),
    "row_player_in_row": _(
        "%(player)s is also in line %(row)s. Left out unless you tick the line: another person of the same name."
    ),
    "row_person_registered": _(
        "%(player)s is already registered: number %(number)s. Left out unless you tick the line: another person of the same "
        "name."
    ),
    "row_maybe_registered": _(
        "%(player)s may be %(other)s, number %(number)s. Left out unless you tick the line: another person."
    ),
    "row_maybe_in_row": _(
        "%(player)s may be %(other)s, in line %(row)s. Left out unless you tick the line: another person."
    ),
    "row_maybe_twice": _("%(player)s and %(other)s may be the same person. Tick the line if they are two."),
    # The same question of several rows
    "alike_state": _("%(count)s lines of which the list says “%(read)s”."),
    "alike_two_lines": _("%(count)s teams written over two lines each."),
    "alike_two_people": _("%(count)s people who stand two on a line; here everyone enters alone."),
    "alike_of_message": _("%(count)s messages that may be read otherwise."),
    "alike_completes": _("%(count)s people who came alone and have a partner now."),
    "alike_line_unclear": _("%(count)s lines that may be read otherwise."),
    "alike_shared_surname": _("%(count)s teams of which one family name stands for both."),
    "alike_alone": _("%(count)s people alone on their line."),
    "alike_hidden": _("%(count)s lines hidden in the workbook."),
    "alike_struck": _("%(count)s lines struck out in the workbook."),
    "alike_coloured": _("%(count)s lines coloured away in the workbook."),
    "alike_player_in_row": _("%(count)s lines name people who stand in another line already."),
    "alike_team_in_row": _("%(count)s lines repeat a team of another line."),
    "alike_player_registered": _("%(count)s lines name people who are registered already."),
    "alike_maybe_in_row": _("%(count)s lines name people who may stand in another line under another name."),
    "alike_maybe_registered": _("%(count)s lines name people who may be registered under another name."),
    "alike_maybe_twice": _("%(count)s teams whose two names may be the same person's."),
    "row_also_in": _("%(player)s is also in line %(row)s."),
    "row_also_in_more": _("%(player)s stands further down too (%(count)s more)."),
    "row_cut": _("%(role)s: too long, only the first %(most)s characters are kept."),
    "row_number_registered": _("Number %(number)s is already a registered team's: this one gets number %(free)s."),
    "row_number_in_row": _("Number %(number)s is already used in line %(row)s: this one gets number %(free)s."),
}


def sentence(code: str, params: dict[str, object]) -> str:
    """Return the sentence of *code* in the language of the moment, filled with *params*."""
    return str(SENTENCES[code]) % params
