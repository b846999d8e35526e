"""Show which data are kept, where and how long, and how to have them erased, from the settings that decide it."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, ngettext

from deploy.laptop import keeper
from scoring.access import services as tokens
from scoring.phones.views import coming_in
from scoring.public import kept_parts
from scoring.transfer import services as transfer
from scoring.webhooks import delivery as hooks
from tournament.clubs import devices, logging_in, second_factor
from tournament.entries import services as entries
from tournament.jobs import services as jobs
from tournament.page_access import public_page
from tournament.people import ages
from tournament.registration.imports import services as imports
from tournament.tokens import answers


@dataclass(frozen=True)
class Kept:
    """A kind of thing that is kept: *what*, *where*, and *until* when."""

    what: str
    where: str
    until: str


@public_page
def kept(request: HttpRequest) -> HttpResponse:
    """Show what the program keeps of people."""
    return render(request, "kept.html", {"sections": sections()})


def sections() -> list[tuple[str, list[Kept]]]:
    """Return the things kept, by whom they are about."""
    database = _("database of this computer") if settings.EMBEDDED else _("database of this site")
    erased = _("the concours is erased")
    cookie = _("your browser, as a cookie that says nothing else")
    evening = [
        Kept(_("Names of players and teams, club or commune, telephone, presence, what was paid"), database, erased),
        Kept(
            _(
                "Registrations from home: names, commune, how to reach people, a keyed hash of the address of the sender"
            ),
            database,
            _("%(time)s after the day of the concours; how to reach people also once they take the registration back")
            % _time(entries.KEPT_FOR),
        ),
        Kept(
            _("Requests of teams to the desk, a keyed hash of the address of the sender"),
            database,
            _("the desk answers, or %(time)s after the day of the concours") % _time(entries.KEPT_FOR),
        ),
        Kept(_("Money of an evening: amounts, by what means, for whom or what as it was typed"), database, erased),
        Kept(_("Scores, rulings, rankings, photos of score sheets"), database, erased),
        Kept(
            _("Prizes: what they are, who gives them, their photos, who had them; ages typed for the youngest"),
            database,
            erased,
        ),
        Kept(_("The journal: who did what and when, by number; reasons as they were typed"), database, erased),
        Kept(
            _(
                "Regulars of a club: name, commune, needs, whether they are members, telephone where the club writes it, and what was done with them"
            ),
            database,
            _("the person is erased on its page among the regulars, or by the term of its club after its last evening"),
        ),
        Kept(
            _("Year of birth of a regular, only where a concours is for some ages"),
            database,
            _("%(time)s after the last concours of the club that asks for ages") % _time(ages.AGES_KEPT_FOR),
        ),
        Kept(_("Who is qualified for a concours, by which rank, and the answer"), database, erased),
        Kept(
            _("Seasons of a club: their rules, the concours that count, cut cards by numbers of people"),
            database,
            _("as long as the club itself: a season that was put away may come back"),
        ),
        Kept(
            _("Workbooks that were made"),
            database,
            _("a name in them is corrected or erased, then they are made again; or the concours is erased"),
        ),
        Kept(
            _("Pages of walls and telephones as they were shown"),
            _("memory of the program, and the %(database)s") % {"database": database},
            _("the next act; %(time)s at most, a name that was erased not at all")
            % _time(timedelta(seconds=kept_parts.SECONDS)),
        ),
        Kept(
            _("Other sites that the organiser has named: what they were told of scores and draws"),
            _("there, and in the %(database)s") % {"database": database},
            _("here the last %(count)s messages; there, ask those sites") % {"count": hooks.KEPT},
        ),
        Kept(_("The file of a concours that was taken away"), database, erased),
        Kept(
            _("The file of a concours that was sent in"),
            database,
            _("taken or dropped, %(time)s at most") % _time(transfer.KEPT_FOR),
        ),
        Kept(
            _("Copies of a concours: the places where they go, and what another computer sent"),
            _("there, and in the %(database)s") % {"database": database},
            _("as long as the concours; on a stick, until you erase the file"),
        ),
        Kept(_("A list that was sent in"), database, _("taken or dropped, %(time)s at most") % _time(imports.KEPT_FOR)),
    ]
    phones_there = [
        Kept(_("A telephone let in at a table: a fingerprint of its secret"), database, _("the partie and %(time)s") % _time(tokens.GRACE)),
        Kept(_("The secret itself"), cookie, _time(timedelta(seconds=coming_in.COOKIE_SECONDS))["time"]),
        Kept(_("Figures typed and not sent yet, no name"), _("the telephone"), _("they are sent, or you erase them")),
        Kept(_("Wrong codes of tables: the address"), database, _("ten minutes after the next wrong one")),
    ]  # fmt: skip
    accounts = [
        Kept(_("Account: name, hashed password and whether it was given, role, last log-in"), database, _("the organiser closes it; the row stays for the journal")),
        Kept(_("Code at the log-in: the key of the telephone, hashes of the recovery codes"), database, _("it is switched off")),
        Kept(_("Log-in"), _("database, and a cookie"), _("you log out, a day passes without use, or %(time)s") % _time(timedelta(seconds=settings.SESSION_COOKIE_AGE))),
        Kept(_("A device that was in before"), cookie, _time(logging_in.DEVICE_KNOWN)["time"]),
        Kept(_("A device that is asked for no code"), cookie, _time(second_factor.DEVICE_TRUSTED)["time"]),
        Kept(_("Wrong passwords: a keyed hash of the name, the address"), database, _("the next right one, or %(time)s without a try") % _time(logging_in.FORGOTTEN_AFTER)),
    ]  # fmt: skip
    accounts.append(
        Kept(_("A program let in by a token: its name, a hash of the token"), database, _("the token is withdrawn"))
    )
    accounts.append(Kept(_("Answers to a program, should it send again"), database, _time(answers.KEPT)["time"]))
    if settings.EMBEDDED:
        accounts.append(Kept(_("A paired device: a fingerprint of its secret"), database, _("the planned evening and an hour, %(least)s hours at least, %(most)s at most") % {"least": devices.PAIRED_SECONDS // 3600, "most": devices.MOST_SECONDS // 3600}))  # fmt: skip
    else:
        accounts.append(
            Kept(
                _("What the maintainer did with a club (made, closed, hidden, opened again, handed over): when, and numbers of accounts"),
                _("%(database)s; no page shows it, who runs the site can read it there") % {"database": database},
                _("as long as the site itself: no act erases it"),
            )
        )  # fmt: skip
    machine = [
        Kept(_("Jobs of the program"), database, _("%(time)s after they are done") % _time(jobs.KEPT)),
        Kept(_("Log: times, addresses of pages, kinds of errors; no names, no passwords"), _("where the program runs"), _("its host decides")),
    ]  # fmt: skip
    if settings.EMBEDDED:
        copies = {"evening": keeper.COPIES_KEPT, "upgrade": keeper.UPGRADES_KEPT}
        until = _("newer ones take their place: %(evening)s of play, %(upgrade)s before an upgrade") % copies
        machine.insert(0, Kept(_("Copies of the whole database"), _("this computer, in the folder “backups”"), until))
    else:
        machine.insert(0, Kept(_("Copies of the whole database"), _("at the host"), _("its host decides")))
    return [
        (_("An evening"), evening),
        (_("Telephones of the tables"), phones_there),
        (_("Accounts"), accounts),
        (_("The program"), machine),
    ]


def _time(span: timedelta) -> dict[str, str]:
    """Return a length of time in the words of a sentence: days, hours or minutes."""
    minutes = int(span.total_seconds()) // 60
    if minutes % 1440 == 0:
        words = ngettext("%(count)s day", "%(count)s days", minutes // 1440) % {"count": minutes // 1440}
    elif minutes % 60 == 0:
        words = ngettext("%(count)s hour", "%(count)s hours", minutes // 60) % {"count": minutes // 60}
    else:
        words = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return {"time": words}
