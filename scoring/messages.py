"""The sentence for each error code of scores: where, what was read, what was expected, what is kept, what to do."""

from django.utils.translation import gettext_lazy as _

from tournament import messages

SENTENCES: dict[str, object] = {
    # Registrations from home, taken from another site.
    "entries_away": _("%(why)s The last list stays as it was."),
    "entries_key": _(
        "The site refuses this key: make a new one there, on the page Accounts. The last list stays as it was."
    ),
    # The qualified.
    "qualifying_unknown": _("Choose concours and seasons of this club; a concours does not qualify for itself."),
    "qualifying_twice": _("The same ranking is chosen twice. Nothing was changed."),
    "qualifying_places": _("The number of the first who are qualified is from 1 to %(most)s."),
    "qualifying_many": _("At most %(most)s rankings qualify for a concours."),
    "qualifying_called": _("Somebody was called by a ranking that is left out: it stays. Nothing was changed."),
    "qualifying_running": _(
        "No ranking is final yet: publish the palmarès first, of a season those of all its evenings."
    ),
    "qualified_over": _("The concours is drawn or over: nobody is called any more."),
    "qualified_nobody": _("Every place is somebody’s, or the ranking has no one left to call. Nothing was changed."),
    "qualified_unranked": _("This is nobody of that ranking who may be called: left, excluded or erased."),
    "qualified_twice": _("They were called already: see their line."),
    "qualified_unknown": _("This place is not there any more: look at the page again."),
    "qualified_answer": _("“%(read)s” is no answer."),
    "qualified_erased": _("This person was erased: there is nobody left to answer."),
    # The message to the hall, and the prize giving.
    "message_empty": _("The message is empty. Type what the hall is to read."),
    "ranking_not_held": _("The ranking of the last partie is not held back: walls and telephones show it already."),
    "tie_teams": _("The order must name each team of one shared rank once. Nothing was changed."),
    "prize_team": _("No. %(team)s is not in the final ranking. Nothing was changed."),
    "tie_card": _(
        "“%(read)s”, drawn by no. %(team)s, is no card of a pack of 32: type it as “R♥”, “10 pique” or “as de coeur”."
    ),
    "tie_equal": _(
        "No. %(team)s and no. %(other)s drew cards of the same height: they draw again. Nothing was changed."
    ),
    "prize_nothing": _("No. %(team)s takes no prize that could be given to another. Nothing was changed."),
    "prize_same": _("No. %(team)s has that prize itself: choose another team. Nothing was changed."),
    "prize_choose": _("Choose what no. %(team)s takes among the prizes left, or type it. Nothing was changed."),
    "prize_not_left": _("Prize no. %(prize)s is not among those left: it was taken meanwhile. Choose another one."),
    "prize_unknown": _("Prize no. %(prize)s is not one that is drawn among those present. Nothing was changed."),
    "prize_drawn": _("Prize no. %(prize)s was handed over already. Take that back before it is drawn again."),
    "prize_nobody": _("Nobody is left in the hall among whom it could be drawn. Nothing was changed."),
    "prize_moved": _("These prizes were called again meanwhile: look at the page of the prizes. Nothing was changed."),
    "years_range": _("The ages of no. %(team)s together are given in years, from 1 to %(most)s; read: %(read)s."),
    # The addresses that are told.
    "webhook_address": _(
        "This is no address that messages can be sent to: it begins with https:// and has no password in it and no #. "
        "Nothing was kept."
    ),
    "webhook_https": _("The address must begin with https://, so that nobody on the way reads the messages."),
    "webhook_private": _(
        "This address is one of a network of its own. Give the address that the site has on the Internet."
    ),
    "webhook_events": _("Choose at least one thing that this address is told."),
    "webhook_many": _("A concours tells at most %(most)s addresses. Remove one first."),
    "webhook_twice": _("This address is told already."),
    # The file of a concours.
    "transfer_foreign": _(
        "This is no file of a concours. Choose the file that “Take away” made: its name ends in .belote or .belotes. Nothing was "
        "changed."
    ),
    "transfer_altered": _(
        "This file is not as it was written: it was cut or changed on its way. Copy it once more from the computer where "
        "it was made. Nothing was changed."
    ),
    "transfer_large": _("This file is larger than that of any concours: at most %(most)s MB. Nothing was changed."),
    "transfer_newer": _(
        "This file was written by a newer version of Dix de Der (form %(version)s). Install that version here, then take "
        "it in. Nothing was changed."
    ),
    "transfer_chain": _(
        "The journal in this file is not whole: line %(line)s was changed, or is missing. Take the concours away once more "
        "from the computer where it was made. Nothing was changed."
    ),
    "transfer_unfit": _(
        "What stands in this file was changed otherwise than by Dix de Der: it does not agree with its journal. Take the "
        "concours away once more from the computer where it was made. Nothing was changed."
    ),
    "transfer_same": _("This concours is here already, with the same lines. There is nothing to take in."),
    "transfer_older": _("This concours is here already, and further than in this file. There is nothing to take in."),
    "transfer_fork": _(
        "This concours went on here and elsewhere: from line %(line)s of the journal on, the file says something else than "
        "what is here. Nothing was changed. Choose the computer on which it goes on."
    ),
    "transfer_moved": _(
        "The concours went on at another computer, where this file was made: from line %(line)s of the journal on, what is "
        "here is not in it. Nothing was changed."
    ),
    "transfer_behind": _(
        "This file is of the computer on which the concours was before: from line %(line)s of the journal on, it says "
        "something else than what is here. Nothing was changed."
    ),
    "transfer_removed": _(
        "This concours was removed here. Restore it first, then take the file in. Nothing was changed."
    ),
    "transfer_elsewhere": _("This concours is here already, in another club: %(club)s. Nothing was changed."),
    "transfer_queue": _("Another file is being read at this moment. Send yours again in a few seconds."),
    "transfer_none": _("Choose a file first."),
    "transfer_lost": _("This file is no longer there: plug the stick in again, then choose it once more."),
    "transfer_unready": _("No file of this concours was made yet. Have it made first."),
    "transfer_gone": _("This file is no longer kept here: send it once more."),
    # Copies, and going on with one.
    "copy_no_folders": _("Copies go to a folder on a laptop alone. Here, connect another Dix de Der by its address."),
    "copy_folder": _(
        "There is no such folder on this computer. Plug the stick in, or type the whole path of the folder."
    ),
    "copy_own_folder": _("The program keeps its own data in this folder: choose another one, best on another disk."),
    "copy_twice": _("Copies go there already."),
    "copies_many": _("Copies go to %(most)s places already. Remove one first."),
    "copy_code_wrong": _(
        "This is not the code that the other computer shows, or it is too old. Ask for a new one there and type it again."
    ),
    "copy_unreachable": _(
        "No Dix de Der answers at this address. Is the other computer on the same Wi-Fi, and is the program open there?"
    ),
    "copy_private": _("This address is of a network of its own, where a hosted program sends nothing."),
    "copy_secret": _("This is no key of a Dix de Der: copy it once more, whole."),
    "copy_is_home": _("The concours goes on here already. There is nothing to do."),
    "left_settled": _("This line is settled already."),
    "left_other": _("This line says no score of a table that is here: do by hand what it tells."),
    "left_counted": _("Table %(table)s has a score that counts. Correct it there if the other one is right."),
    # Entering scores.
    "checks_queue": _(
        "Many totals are being controlled at this moment. Yours were not recorded and are kept on this page: send them "
        "again in a few seconds."
    ),
    "journal_queue": _("Long journals are being checked at this moment. Ask for this one again in a few seconds."),
    "sheet_key_wrong": _("This form has no valid number of its own. Nothing was recorded. Open the entry page again."),
    "sheet_key_elsewhere": _(
        "This form has already served for another table. Nothing was recorded for table %(table)s; your figures are "
        "kept. Press Enter again to record them."
    ),
    "sheet_key_used": _(
        "Table %(table)s: this form is already recorded otherwise: %(recorded)s (receipt %(receipt)s). Nothing was "
        "changed. To correct it, open the table again."
    ),
    "sheet_kind_unknown": _("“%(kind)s” is no way to report a table: totals, donne by donne, or forfeit."),
    "sheet_already_recorded": _(
        "Partie %(round)s, table %(table)s: %(who)s recorded %(recorded)s at %(at)s. Your figures are kept and "
        "nothing was changed. If yours are right, say why and record the correction."
    ),
    "sheet_conflict": _(
        "Partie %(round)s, table %(table)s: you started from version %(base)s, but %(who)s has since recorded "
        "version %(version)s: %(recorded)s, at %(at)s. Your figures are kept and nothing was changed. If yours "
        "are right, say why and record the correction."
    ),
    "sheet_reason_missing": _(
        "Table %(table)s already has %(recorded)s. A correction needs a reason, for example “sheet misread”."
    ),
    "forfeit_reason_missing": _(
        "Table %(table)s: a forfeit needs a reason, for example “not there after ten minutes”."
    ),
    "forfeit_camp": _("Say which of the two teams is absent."),
    "forfeit_gone": _(
        "Table %(table)s: no. %(team)s is no longer in the concours and wins nothing by forfeit. If nobody is there, say "
        "that both camps are absent."
    ),
    "control_failed": _("Table %(table)s: %(said)s"),
    "control_doubtful": _(
        "Table %(table)s: %(said)s Look at the sheet again. If points of a litige were lost at the end, tick it below."
    ),
    "control_reason": _(
        "Table %(table)s: these totals cannot be. To record them all the same, say in some words what happened at the "
        "table, for example “two donnes were counted by hand”."
    ),
    "control_right": _(
        "Table %(table)s: these totals cannot be. Only the organiser or a referee may record them all the same. "
        "Call one of them with the sheet; the figures are kept."
    ),
    "round_not_published": _(
        "The draw of partie %(round)s is not published: its tables have no scores yet. Publish the draw first."
    ),
    "table_empty": _("Nobody sits at this table any more: the draw was cancelled. Nothing was recorded."),
    "table_camps": _("This table has other camps (%(camps)s) than this sheet: its score cannot be entered this way."),
    "read_since": _("Table %(table)s has changed since it was read. Read it again, then send. Nothing was recorded."),
    "table_unknown": _(
        "There is no table %(table)s in partie %(round)s: its tables are %(tables)s. Nothing was recorded."
    ),
    "team_unseated": _("Team %(team)s sits at no table in partie %(round)s. Nothing was recorded."),
    "points_missing": _("The points of camp %(camp)s are missing."),
    "figure_wrong": _("Camp %(camp)s: “%(value)s” is not a whole number from 0 to %(highest)s."),
    "figure_unread": _("Read “%(value)s”: only digits are expected, at most five, such as 1012. Type it again."),
    "figure_dash": _("Read “%(value)s”: type 0 where nothing was marked, or leave the field empty."),
    "figure_unread_guess": _("Read “%(value)s”: is it %(guess)s? Type the digits alone, without space or sign."),
    "words_wrong": _("The reason cannot be read. Write it again in plain words."),
    "words_long": _("The reason has %(length)s characters; at most 200 are kept. Shorten it."),
    "donnes_missing": _("No donne was entered. Nothing was recorded."),
    "donnes_many": _("%(count)s donnes: a sheet holds at most 200."),
    "donnes_shape": _("The sheet cannot be read: %(said)s"),
    "cutoff_used": _(
        "The last donnes of partie %(round)s stay announced: the sheets of these tables ended by them: %(named)s. "
        "Correct those first, if they are wrong; nothing was changed."
    ),
    "cutoff_counted": _(
        "Table %(table)s: its sheet counts already, read with the donnes noted before. Correct the sheet first; "
        "nothing was changed."
    ),
    "referee_atout": _("Say the atout: what the cards are worth depends on it."),
    "referee_taker": _(
        "Trick %(trick)s: say which camp took it; or lay its cards in order of play, and say the atout and who led the "
        "first trick."
    ),
    "referee_tricks": _(
        "%(kept)s tricks kept, but there were only %(before)s before the fault. Check which trick it was."
    ),
    "cutoff_half": _(
        "For donnes imposed by the organiser, say both: after which donne, and how many are still to play. Or leave "
        "both empty."
    ),
    "manche_empty": _("Manche %(donne)s is empty. Enter what each player announced and made."),
    "donne_empty": _("Donne %(donne)s is empty. Enter it, or choose “Passed” if all four passed twice."),
    "donne_passed_with_figures": _("Donne %(donne)s is marked as passed but has figures. Keep one or the other."),
    "donne_wrong": _("%(said)s Nothing was recorded; the other donnes are kept."),
    "donnes_unfinished": _(
        "The sheet has %(played)s donnes that count, the partie has %(expected)s. Add those that are missing; if the "
        "partie was stopped, record it all the same and say why."
    ),
    "winner_asked": _("Table %(table)s: %(said)s"),
    "winner_wrong": _(
        "With %(NS)s–%(EO)s the winner can be %(winners)s only. Read the totals again, or take the answer back."
    ),
    "donnes_tied": _(
        "%(points)s each after the last donnes: one more donne is played, until a camp is ahead. Write it too; if the "
        "table stopped there, record all the same and say why."
    ),
    "donnes_uncut": _(
        "The partie is not over after the %(played)s donnes of this sheet, and its last %(cutoff)s donnes were "
        "announced. Say below after which donne that was; or add the donnes that are missing."
    ),
    "cutoff_other": _(
        "The organiser announced the last %(cutoff)s donnes of this partie, after donne %(after)s of this table: the "
        "sheet "
        "says otherwise. Correct it below, or have the organiser correct what was announced; nothing was recorded."
    ),
    "partie_unfinished": _(
        "The partie is not over after the %(played)s donnes of this sheet. Add those that are missing; if it was "
        "stopped, record it all the same and say why."
    ),
    # Sheets kept on telephones, photos of the paper.
    "donne_number": _("Donne “%(read)s” cannot be: a sheet has donnes 1 to %(most)s. Nothing was changed."),
    "donne_refused": _("%(said)s This is not noted: correct the figures, then note them again."),
    "donne_field": _("%(label)s: %(said)s"),
    "running_none": _("The other camp keeps no sheet on its telephone: there is nothing to take over."),
    "cutoff_phone": _(
        "Table %(table)s: how many donnes were finished when the last ones were announced? Type the number alone, "
        "such as 9."
    ),
    "cutoff_many": _(
        "Table %(table)s: your camp has already changed this number %(most)s times. Go to the table de marque; nothing was "
        "changed."
    ),
    "photo_unread": _(
        "This is no photo that can be read (JPEG, PNG or WebP). The score is kept. Take the photo again and send it."
    ),
    "photo_large": _(
        "This photo is larger than %(most)s MB. The score is kept. Take it again with a lower quality, or keep the "
        "paper."
    ),
    "photos_full": _(
        "The photos of this concours weigh %(most)s MB together, as much as its file holds. The score is kept. Keep the "
        "paper, or remove photos that nobody needs any more."
    ),
    "prize_photos_full": _(
        "The photos of the prizes weigh %(most)s MB together, as much as the file of a concours holds. Nothing was changed. "
        "Remove one, or leave this prize without a photo."
    ),
    "transfer_photos": _(
        "The photos of this concours make its file larger than %(most)s MB: no copy was made. Remove photos that nobody needs any more."
    ),
    "transfer_club_large": _(
        "All these concours together make a file larger than %(most)s MB. Nothing was changed. Take each concours away by "
        "itself, or a copy of everything (“Close the program”)."
    ),
    "photo_pixels": _(
        "This picture has too many dots to be opened. The score is kept. Take the photo again with a telephone."
    ),
    "photo_no_sheet": _("Table %(table)s has given no score yet. Propose the score first, then send the photo."),
    "photo_many": _("Table %(table)s already has %(most)s photos. They are kept; keep the paper too."),
    # Scores proposed from telephones, read again, disputed.
    "way_unknown": _(
        "This code opens no table now: perhaps it is of a partie that is over. Look at the code on your sheet of this partie "
        "and type it again."
    ),
    "table_gone": _(
        "This table is not open on this telephone any more: its partie is over, or the draw was made again. What you "
        "typed stays here; if it does not count yet, show it to the table de marque."
    ),
    "codes_many": _("Too many codes were tried. Wait a minute, then try again; or hand in the sheet of paper."),
    "telephone_other_camp": _(
        "This telephone already speaks for the other camp of this table. Use another telephone, or give the score to the "
        "table de marque."
    ),
    "telephones_many": _(
        "Table %(table)s: %(most)s telephones already speak for this camp. Give the score to the table de marque."
    ),
    "reports_many": _(
        "Table %(table)s: your camp has already sent %(most)s scores or answers. Go to the table de marque; nothing was "
        "sent."
    ),
    "versions_many": _(
        "Table %(table)s: this score was already written %(most)s times. Have a referee or an organiser type it; nothing was "
        "recorded."
    ),
    "camp_unknown": _("Say which of the two teams is yours."),
    "proposal_unfinished": _(
        "The partie is not over after the %(played)s donnes of this sheet. Add those that are missing; if it was "
        "stopped, call the referee. Nothing was sent."
    ),
    "proposal_tied": _(
        "%(points)s each after the last donnes: one more donne is played, until a camp is ahead. Write it too; if your "
        "table must stop there, call the referee. Nothing was sent."
    ),
    "proposal_doubtful": _(
        "%(said)s Count the sheet again with the other camp. If points of a litige were lost at the end, tick it and "
        "propose again; nothing was sent."
    ),
    "proposal_control": _("%(said)s Count the sheet again with the other camp; nothing was sent."),
    "answer_key_used": _("Table %(table)s: this answer was already given otherwise. Load the page again."),
    "sheet_changed": _("Table %(table)s: the score has changed meanwhile. Look at it again."),
    "sheet_disputed": _(
        "Table %(table)s is disputed: two different scores were given. The table de marque or the referee settles it."
    ),
    "own_proposal": _("Table %(table)s: your camp proposed this score. The other camp must confirm it."),
    "own_reading": _("Table %(table)s: you have read these figures already. Somebody else must read them again."),
    "already_counted": _("Table %(table)s: %(recorded)s already counts, validated by %(who)s at %(at)s."),
    "dispute_reason": _(
        "Table %(table)s is disputed: %(recorded)s. Your figures are kept. Say why they are right, then record."
    ),
    "dispute_referee": _(
        "Table %(table)s is disputed. In this concours an organiser or a referee settles it; nothing was changed."
    ),
    "correction_referee": _(
        "Table %(table)s already counts, with the agreement of two. An organiser or a referee corrects it; nothing was "
        "changed."
    ),
    "forfeit_referee": _(
        "Table %(table)s: in this concours both camps must agree to a score, so an organiser or a referee gives a "
        "forfeit. Nothing was recorded."
    ),
    # Decisions of the referee; sheets on the wrong table.
    "ruled_referee": _(
        "Table %(table)s: the referee has decided its score. Only a referee or an organiser may change it now; nothing "
        "was recorded. Hand the sheet to the referee."
    ),
    "ruling_referee": _("Table %(table)s: only a referee or an organiser decides. Nothing was changed."),
    "ruling_reason": _("Say why it is so decided: the reason is kept, and the players read it."),
    "ruling_missing": _("This decision needs “%(name)s”. Nothing was changed."),
    "ruling_version": _("Table %(table)s has no version %(version)s. Look at the table again; nothing was changed."),
    "ruling_donne": _("There is no donne %(donne)s to cancel on this sheet: it has %(last)s. Nothing was changed."),
    "ruling_sheet_needed": _(
        "Table %(table)s already counts (%(recorded)s), with the donne that falls away. Give the new totals, without "
        "that donne and without the penalty; nothing was changed."
    ),
    "effects_changed": _(
        "Something came in meanwhile: what would change is no longer what was shown. Look once more; nothing was "
        "recorded."
    ),
    "redraw_none": _(
        "No draw is to be made again: none would be another one, or its scores are in. Nothing was recorded."
    ),
    "result_followed": _(
        "%(match)s (partie %(round)s, table %(table)s): no. %(team)s has sat down in partie %(next)s, and this concours "
        "lets nobody else win any more. Cancel first the draws that follow, the last one first (%(parties)s), on the page of "
        "draws; then record this, and draw again. Nothing was recorded."
    ),
    "result_played_on": _(
        "%(match)s (partie %(round)s, table %(table)s): no. %(team)s has sat down in partie %(next)s, and this concours "
        "lets nobody else win any more. Something is recorded at the tables of partie %(next)s or of a later one: its draw "
        "stays. An organiser may choose in the settings that the result is set right and the tables stay. Nothing was "
        "recorded."
    ),
    "keep_terms": _(
        "Table %(table)s: version %(version)s (%(recorded)s) was counted with another number of donnes than today’s "
        "decisions leave. Set the score right instead, or take the penalty back first; nothing was changed."
    ),
    "case_changed": _(
        "Table %(table)s has changed meanwhile: %(what)s, by %(who)s at %(at)s. Look at it again, then decide; nothing "
        "was changed."
    ),
    "case_empty": _(
        "Table %(table)s has no score that counts any more. Look at it again, then decide; nothing was changed."
    ),
    "donne_not_cancelled": _("No donne of this table is cancelled: there is nothing to give back."),
    "no_donne_left": _("So many donnes cannot be taken off: the sheet of this table has only %(limit)s left."),
    "penalty_label": _("Say what the fault was."),
    "penalty_way": _("Choose how the penalty is marked; where everyone plays for himself, only on top of the donnes."),
    "penalty_points": _("“%(value)s” points: a whole number from 0 (a warning) to %(highest)s is expected."),
    "penalty_team": _("Team %(team)s does not sit at this table. Choose one that does."),
    "penalty_camp": _("Say which of the others marks the points: %(camps)s."),
    "penalty_unknown": _("This table has no penalty no. %(penalty)s. Look at it again; nothing was changed."),
    "penalty_gone": _("Table %(table)s: “%(label)s” is already taken back. Nothing was changed."),
    "terms_changing": _(
        "Table %(table)s: its penalties are being changed at this very moment. Your figures are kept; record them "
        "again."
    ),
    "nothing_to_swap": _("Table %(table)s has no score that counts: there is nothing to move."),
    "swap_not_here": _("Table %(table)s: where everyone plays for himself there are no camps to swap."),
    "undo_unknown": _("The journal has no line %(line)s. Nothing was changed."),
    "undo_none": _("Line %(line)s cannot be taken back here. %(why)s"),
    "undo_changed": _(
        "Line %(since)s of the journal is about the same and came since: take that one back first. Nothing was changed."
    ),
    "exchange_same": _("Give the number of another table: a sheet cannot be exchanged with itself."),
    "exchange_unknown": _("There is no table %(other)s in partie %(round)s. Nothing was changed."),
    "exchange_parties": _("Tables %(table)s and %(other)s are not of the same partie. Nothing was changed."),
    "exchange_late": _(
        "Table %(other)s has no score, and a later partie is already drawn: table %(table)s would be left without one. "
        "Enter the sheet of table %(other)s, then exchange; nothing was changed."
    ),
    # The next partie.
    "tables_awaited": _(
        "Partie %(next)s cannot be drawn yet: scores that count are missing in partie %(round)s (table no. %(named)s). "
        "Enter or settle them, then draw."
    ),
    # The end of a concours.
    "nothing_played": _("No partie has been drawn yet: there is no ranking to publish."),
    "tables_missing": _(
        "The palmarès is not published: the score of some tables is missing (partie : tables) — %(tables)s. Enter "
        "them, then publish."
    ),
    "draft_open": _(
        "The palmarès is not published: the draw of partie %(round)s is being prepared. Publish or cancel it first."
    ),
    "tie_none": _("No. %(team)s has no match of equal totals in partie %(round)s."),
    "tie_drawn": _(
        "Partie %(next)s is drawn from this choice. Cancel its draw no. %(draw)s first, on the page of that draw; once a "
        "score of it is in, who goes on can no longer change."
    ),
    "tie_void": _(
        "This choice holds no more: the score of table %(table)s, partie %(round)s, or who goes on was changed since."
    ),
    "plan_hours": _("The evening begins and ends at the same hour. Type when the hall must be empty."),
    "hour_unread": _("“%(read)s” is no hour. Type it as 20:30."),
    "parties_left": _(
        "The palmarès is not published: %(played)s of the %(parties)s parties announced are played. Draw the next one, "
        "or say why the concours stops here."
    ),
    "not_closed": _("The palmarès of this concours is not published: there is nothing to take back."),
    "reopen_reason": _("Say why the palmarès is taken back: it is kept in the journal."),
    # The seasons of a club.
    "season_name": _("Type a name for the season, of at most %(most)s characters. Nothing was kept."),
    "seasons_many": _("This club has %(most)s seasons already. No other one was made."),
    "season_no_ranks": _(
        "This season counts ranks: type the points of the ranks, from the first one on. Nothing was kept."
    ),
    "season_ranks": _("The points of the ranks go down, or stay, from the first rank on. Nothing was kept."),
    "season_put_away": _(
        "This season is put away. Bring it back first, on the page of the seasons. Nothing was changed."
    ),
    "season_not_away": _("This season is not put away: there is nothing to bring back."),
    "season_evening": _("The concours no. %(read)s is not one of this club. The choice stays as it was."),
    "season_evenings_many": _("A season has at most %(most)s concours. The choice stays as it was."),
    "season_rehearsal": _("“%(name)s” is a rehearsal: it counts for nothing. The choice stays as it was."),
    "season_weight": _("A concours counts 1 to 9 times. The choice stays as it was."),
    "season_card": _(
        "Type the place of each of those who cut a card: 1 for the best card, then 2, each place once. Nothing was kept."
    ),
    "season_line": _("Line %(number)s cannot be taken back: a later one changed the same. Take that one back first."),
}


def sentence(code: str, params: dict[str, object]) -> str:
    """Return the sentence of *code* in the language of the moment, filled with *params*."""
    return str((SENTENCES | messages.SENTENCES)[code]) % params
