"""The sentence for each error code of scores: where, what was read, what was expected, what is kept, what to do."""

from django.utils.translation import gettext_lazy as _

from tournament import messages

SENTENCES: dict[str, object] = {
    # Entering scores.
    "sheet_key_wrong": _("This form has no valid number of its own. Nothing was recorded. Open the entry page again."),
    "sheet_key_elsewhere": _(
        "This form has already served for another table. Nothing was recorded for table %(table)s; your figures are "
        "kept below. Press Enter again to record them."
    ),
    "sheet_key_used": _(
        "Table %(table)s: this form is already recorded otherwise: %(recorded)s (receipt %(receipt)s). Nothing was "
        "changed. To correct it, open the table again."
    ),
    "sheet_kind_unknown": _("“%(kind)s” is no way to report a table: totals, donne by donne, or forfeit."),
    "sheet_already_recorded": _(
        "Partie %(round)s, table %(table)s: %(who)s recorded %(recorded)s at %(at)s. Your figures are kept below and "
        "nothing was changed. If yours are right, say why and record the correction."
    ),
    "sheet_conflict": _(
        "Partie %(round)s, table %(table)s: you started from version %(base)s, but %(who)s has since recorded "
        "version %(version)s: %(recorded)s, at %(at)s. Your figures are kept below and nothing was changed. If yours "
        "are right, say why and record the correction."
    ),
    "sheet_reason_missing": _(
        "Table %(table)s already has %(recorded)s. A correction needs a reason, for example “sheet misread”."
    ),
    "forfeit_reason_missing": _(
        "Table %(table)s: a forfeit needs a reason, for example “not there after ten minutes”."
    ),
    "forfeit_camp": _("Say which of the two teams is absent."),
    "control_failed": _("Table %(table)s: %(said)s"),
    "round_not_published": _(
        "The draw of partie %(round)s is not published: its tables have no scores yet. Publish the draw first."
    ),
    "table_empty": _("Nobody sits at this table any more: the draw was cancelled. Nothing was recorded."),
    "table_camps": _("This table has other camps (%(camps)s) than this sheet: its score cannot be entered this way."),
    "table_unknown": _(
        "There is no table %(table)s in partie %(round)s: its tables are %(tables)s. Nothing was recorded."
    ),
    "team_unseated": _("Team %(team)s sits at no table in partie %(round)s. Nothing was recorded."),
    "points_missing": _("The points of camp %(camp)s are missing."),
    "figure_wrong": _("Camp %(camp)s: “%(value)s” is not a whole number from 0 to %(highest)s."),
    "figure_unread": _("Read “%(value)s”: only digits are expected, at most five, such as 1012. Type it again."),
    "figure_unread_guess": _("Read “%(value)s”: is it %(guess)s? Type the digits alone, without space or sign."),
    "words_wrong": _("The reason cannot be read. Write it again in plain words."),
    "words_long": _("The reason has %(length)s characters; at most 200 are kept. Shorten it."),
    "donnes_missing": _("No donne was entered. Nothing was recorded."),
    "donnes_many": _("%(count)s donnes: a sheet holds at most 200."),
    "donnes_shape": _("The sheet cannot be read: %(said)s"),
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
    "partie_unfinished": _(
        "The partie is not over after the %(played)s donnes of this sheet. Add those that are missing; if it was "
        "stopped, record it all the same and say why."
    ),
    # Scores proposed from telephones, read again, disputed.
    "way_unknown": _("This code opens no table. Look at the code on your sheet and type it again."),
    "codes_many": _("Too many codes were tried. Wait a minute, then try again; or hand in the sheet of paper."),
    "camp_unknown": _("Say which of the two teams is yours."),
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
        "Table %(table)s is disputed: %(recorded)s. Your figures are kept below. Say why they are right, then record."
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
    # The next partie.
    "tables_awaited": _(
        "Partie %(next)s cannot be drawn yet: in partie %(round)s, %(count)s table(s) have no score that counts "
        "(%(named)s). Enter or settle them, then draw."
    ),
    # The end of a concours.
    "nothing_played": _("No partie has been drawn yet: there is no ranking to publish."),
    "tables_missing": _(
        "The palmarès is not published: the score of some tables is missing (partie : tables) — %(tables)s. Enter them, "
        "then publish."
    ),
    "draft_open": _(
        "The palmarès is not published: the draw of partie %(round)s is being prepared. Publish or cancel it first."
    ),
    "parties_left": _(
        "The palmarès is not published: %(played)s of the %(parties)s parties announced are played. Draw the next one, "
        "or say why the concours stops here."
    ),
    "not_closed": _("The palmarès of this concours is not published: there is nothing to take back."),
    "reopen_reason": _("Say why the palmarès is taken back: it is kept in the journal."),
}


def sentence(code: str, params: dict[str, object]) -> str:
    """The sentence of *code* in the language of the moment, filled with *params*."""
    return str((SENTENCES | messages.SENTENCES)[code]) % params
