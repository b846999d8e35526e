"""The sentence for each error code: where, what was read, what was expected, what is kept, what to do."""

from django.utils.translation import gettext_lazy as _

from tournament.clubs.messages import ACCOUNTS
from tournament.registration.messages import DOOR
from tournament.rounds.messages import CLOCK

SENTENCES = {
    "closed": _("The palmarès is published: nothing can be corrected unless the organiser takes it back."),
    "entries_window": _("Registration from home opens %(days)s days before: it cannot close earlier than that."),
    "entry_ages": _("The highest age is below the lowest one, %(lowest)s."),
    "entries_shut": _("Registration from home is not open now. Nothing was changed."),
    "entries_sender": _("Too many registrations came from this place. Try again later, or telephone the organiser."),
    "entries_many": _("The list holds %(most)s registrations: no more are taken."),
    "entry_gone": _("This registration is not there any more. Nothing was changed."),
    "entry_before": _("The registration before it is no team. Register that one, or choose otherwise for this one."),
    "entry_changed": _("It was changed at this moment: look at it again."),
    "entry_key": _("Load the page of registration again, then send it once more."),
    "entry_paired": _("You play together now: part first, then change the names."),
    "entry_declined": _("You will not play with this person: ask another one."),
    "entry_partner": _("This person is no longer looking for a partner."),
    "entry_contact": _("“%(read)s” does not reach you. Type %(expected)s: the organiser needs it."),
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
    "members_changed": _(
        "Meanwhile somebody became a member, or is one no more: look at the list again. Nothing was changed."
    ),
    "members_none": _("The club has no members. Nothing was changed."),
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
    **DOOR,
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
    "name_in_use": _(
        "“%(name)s” has served already: money was taken there, or a team has it. Leave it on the list; others may be added."
    ),
    "till_first": _(
        "Money that was taken before the tills had names lies in “%(name)s”. Leave it the first one on the list; others may "
        "follow in any order."
    ),
    "qualified_called": _(
        "The qualified are called already, as teams or each player alone: it stays so. Take the calls back first among the "
        "last acts, as long as nobody has answered. Nothing was changed."
    ),
    "line_twice": _("“%(line)s” stands there already. Give each line a name of its own."),
    "lots_many": _("%(count)s lines were read, at most %(most)s fit. Put one on each line."),
    "prizes_none": _("There is no prize here to be added or given. Type one on each line."),
    "prize_unlisted": _("Prize no. %(number)s is not on the list: it was taken off meanwhile. Nothing was changed."),
    "prize_handed": _(
        "“%(prize)s” was handed over already. Take that back on the page of the prizes first; its value and its giver can be "
        "changed on the list of the prizes. Nothing was changed."
    ),
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
        "A consolante of those beaten follows a knock-out; none begins before it here. Choose other teams."
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
    **CLOCK,
    **ACCOUNTS,
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
    "row_odd": _(
        "“%(read)s” does not look like the rest of the list. Correct the line, or tick it if it was read rightly."
    ),
    "row_counted": _("The list says “%(read)s”, and %(teams)s lines of players were found: is one missing?"),
    "row_lost_letter": _("“%(read)s”: a letter was lost. Correct the name, or tick the line to register it so."),
    "row_too_many": _("More than two players stand on this line: %(read)s would be left out. A team here has two."),
    "row_titles": _("“%(read)s” may be the titles of the columns. Tick the line if it is people."),
    "row_state": _("The list says “%(read)s” of this line. Tick it to register it all the same."),
    "row_hidden": _(
        "This line is hidden in the workbook, by a filter or by hand. Tick it to register it all the same."
    ),
    "row_struck": _("This line is struck out in the workbook. Tick it to register it all the same."),
    "row_name_struck": _(
        "One name of this line is struck out in the workbook. Check who plays, then tick the line to register it."
    ),
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
    "row_not_admitted": _("%(why)s Tick it to let them in all the same."),
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
    "alike_away": _("%(count)s lines of which the list says that they may not play. Tick those that do:"),
    "away_not_coming": _("not coming (%(count)s)"),
    "away_refunded": _("refunded (%(count)s)"),
    "away_waiting": _("on the waiting list (%(count)s)"),
    "away_unsure": _("not sure (%(count)s)"),
    "away_hidden": _("hidden in the workbook (%(count)s)"),
    "away_struck": _("struck out (%(count)s)"),
    "away_coloured": _("coloured away (%(count)s)"),
    "alike_lost_letter": _("%(count)s lines whose accents were lost."),
    "alike_odd": _("%(count)s lines in which something does not look like the rest of the list."),
    "alike_two_lines": _("%(count)s teams written over two lines each."),
    "alike_two_people": _("%(count)s people who stand two on a line; here everyone enters alone."),
    "alike_of_message": _("%(count)s messages that may be read otherwise."),
    "alike_completes": _("%(count)s people who came alone and have a partner now."),
    "alike_line_unclear": _("%(count)s lines that may be read otherwise."),
    "alike_shared_surname": _("%(count)s teams of which one family name stands for both."),
    "alike_alone": _("%(count)s people alone on their line."),
    "alike_player_in_row": _("%(count)s lines name people who stand in another line already."),
    "alike_team_in_row": _("%(count)s lines repeat a team of another line."),
    "alike_player_registered": _("%(count)s lines name people who are registered already."),
    "alike_maybe_in_row": _("%(count)s lines name people who may stand in another line under another name."),
    "alike_maybe_registered": _("%(count)s lines name people who may be registered under another name."),
    "alike_maybe_twice": _("%(count)s teams whose two names may be the same person's."),
    "row_also_in": _("%(player)s is also in line %(row)s."),
    "row_also_in_more": _("%(player)s stands further down too (%(count)s more)."),
    "row_spelled": _("Registered as the club writes it: %(known)s."),
    "row_cut": _("%(role)s: too long, only the first %(most)s characters are kept."),
    "row_number_registered": _("Number %(number)s is already a registered team's: this one gets number %(free)s."),
    "row_number_in_row": _("Number %(number)s is already used in line %(row)s: this one gets number %(free)s."),
}


def sentence(code: str, params: dict[str, object]) -> str:
    """Return the sentence of *code* in the language of the moment, filled with *params*."""
    return str(SENTENCES[code]) % params
