"""The sentences of refused acts on accounts, the log-in and keys."""

from django.utils.translation import gettext_lazy as _

ACCOUNTS = {
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
    "token_scope": _(
        "This token does not open this. One of the club with the scope %(scopes)s does: nothing was changed."
    ),
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
}
