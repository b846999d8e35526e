"""Write a database of this version, every act in it, for the versions to come (databases/README.md).

python -m tests.deploy.make_database NAME.sql
"""

import json
import os
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

NOT_OF_A_CONCOURS = ("host-", "own-", "program-", "welcome", "first-", "session", "account-", "donnes-check")
# Refused on the evenings of the tests of pairs; `whole_evening` does most of them.
LEAVES_NOTHING = {
    "settings PATCH", "renumber POST", "team-admit POST", "import-confirm POST", "show-ranking POST", "prize-order POST",
    "clock-stop POST", "draws POST", "draw-publish POST", "draw-catch-up POST", "tie POST", "read-again POST",
    "withdraw POST", "withdraw-effects POST", "unite-origins POST", "phone-answer", "phone-missing", "phone-same",
    "phone-late", "close POST", "cancel of what is played",
}  # fmt: skip
SHOWN, ORGANISER = "Toute une soirée", "zoe-de-la-soiree"
KEY = "the-secret-key-of-the-version-before-0123456789"


def main(target: Path) -> None:
    """Make the database in a folder of its own, and write it to *target*."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DIX_DATA": folder, "SECRET_KEY": KEY, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection
        from django.test.utils import setup_test_environment
        from rest_framework.throttling import SimpleRateThrottle

        from deploy.celery import app

        setup_test_environment()
        SimpleRateThrottle.allow_request = lambda *_: True  # type: ignore[method-assign]
        app.loader.import_default_modules()
        call_command("migrate", verbosity=0)
        call_command("demo")
        told = fill()
        connection.close()
        link = sqlite3.connect(Path(folder) / "dix.sqlite3")
        (most,) = link.execute("SELECT max(tournament_id) FROM scoring_renderedpage").fetchone()
        link.execute("DELETE FROM scoring_renderedpage WHERE tournament_id < ?", (most,))
        link.commit()
        link.execute("VACUUM")
        lines = [line.encode("utf-8", "surrogatepass").decode() for line in link.iterdump()]
        link.close()
    target.write_text("\n".join([f"-- {json.dumps(told)}", *lines, ""]))


def fill() -> dict:
    """Play concours of every preset, then every act once; return the ways in that a later version must still open."""
    from tests.scoring.phones.builders import comes_in, way
    from tests.support import pairs as acts
    from tests.support.api import PASSWORD
    from tournament.concours.presets import PRESETS
    from tournament.jobs import services as jobs
    from tournament.journal.acts import ACTS
    from tournament.models import Job, JournalEntry, Tournament

    for preset in PRESETS:
        play(preset)
    work()
    phones = evening("playing")
    table = phones.tables()[2]
    client, address = comes_in(table, "NS")
    codes = way(table, "EO")
    refused = whole_evening()
    mine: dict[str, acts.Evening] = {}
    # Acts that end the evening or take names off it come last; acts on the program or an account are left out.
    of_concours = [name for name in acts.ACTS if not name.startswith(NOT_OF_A_CONCOURS)]
    for name in sorted(of_concours, key=lambda name: name in acts.ENDS):
        act = acts.ACTS[name]
        # On the evening of the acts before, else on one of its own, where those left nothing to act on.
        for turn in range(1 if name in LEAVES_NOTHING else 2):
            if turn or act.state not in mine:
                mine[act.state] = evening(act.state)
            try:
                answer = act.prepare(mine[act.state], 0)()
            except Exception as error:  # what prepares an act says so by many of them
                refused[name] = repr(error)[:80]
                continue
            refused[name] = str(answer.status_code)
            if answer.status_code < 400:
                del refused[name]
                break
    work()
    # Of the workers of that version some were busy when it ended.
    for tournament in Tournament.objects.order_by("pk")[:3]:
        jobs.enqueue(kind="pages", tournament=tournament)
        jobs.enqueue(kind="workbook", tournament=tournament)
    jobs.claim_due(limit=2)
    last = Job.objects.filter(state="queued").order_by("pk").first()
    Job.objects.filter(pk=last.pk).update(state="running", attempts=1, started_at=last.created_at)
    print("refused:", refused)
    print("not in any journal:", sorted(set(ACTS) - set(JournalEntry.objects.values_list("act", flat=True))))
    return {
        "secret_key": KEY,
        "password": PASSWORD,
        "name": ORGANISER,
        "shown": SHOWN,
        "phone": [address, client.cookies["dix_table"].value],
        "token": codes.token,
    }


def whole_evening() -> dict[str, str]:
    """Do what the evenings of the tests of pairs have no place for, by the API; return what was refused."""
    import datetime
    import io

    from PIL import Image

    from scoring.models import Ruling
    from scoring.sheets.photos import add_photo
    from tests.scoring.phones.builders import answer, phone, propose
    from tests.support.api import account, api_for
    from tournament.concours.services import create_tournament
    from tournament.models import Club, ImportDraft, Table, Team
    from tournament.registration.imports.selectors import plan_import
    from tournament.rounds.clock import seat_missing

    club = Club.objects.create(name="Amicale de Casson")
    odile = account(ORGANISER, club)
    settings = {"fee_cents": 1400, "counts_when": "both_camps", "parties": 2, "hold_ranking": True}
    made = create_tournament(
        club=club, preset="4x12-points", name=SHOWN, date=datetime.date(2026, 11, 23), by=odile,
        overrides={"fee_cents": 1400},
    )  # fmt: skip
    api, refused = api_for(odile), {}

    def send(address: str, method: str = "POST", **data: object) -> dict:
        answer = api.send(f"concours/{made.pk}/{address}", data, method)
        if answer.status_code >= 400:
            refused[f"{method} {address}"] = f"{answer.status_code} {answer.json()['message'][:90]}"
        return answer.json() if answer.content else {}

    def last(act: str) -> int:
        return made.journal.filter(act=act).latest("number").number

    def decide(table: Table, kind: str, **data: object) -> None:
        counts = table.sheets.filter(counted=True).values_list("version", flat=True).first()
        seen = Ruling.objects.filter(table=table).count()
        at = f"parties/{table.round.number}/tables/{table.number}"
        send(f"{at}/rulings/", kind=kind, seen=seen, base_version=counts, reason="so", **data)

    for name, value in settings.items():
        send("settings/", "PATCH", **{name: value})
    for turn in range(2):
        send("imports/", pasted="n;joueur 1;joueur 2\n12;Aimé Bon;Bob Cru\n13;Carl Dru;Éva Fine\n")
        draft = ImportDraft.objects.latest("pk")
        send(f"imports/{draft.pk}/confirm/", seen=plan_import(draft).seen, present=True)
        if turn == 0:
            send("undo/", line=last("import_teams"), reason="another list")
    for number in range(7):
        send(
            "teams/",
            players=[f"Léo {number} Premier", f"Éva {number} Seconde"],
            origin=("Casson", "CASSON")[number % 2],
        )
    send("settings/", "PATCH", max_teams=5)
    waiting = send("teams/", players=["Tard Venu", "Tard Venue"]).get("id")
    send("settings/", "PATCH", max_teams=40)
    send(f"teams/{waiting}/admit/")
    send("teams/unite-origins/", origin="Casson")
    gone = Team.objects.filter(tournament=made).latest("pk")
    send(f"teams/{gone.pk}/", "DELETE")
    send("undo/", line=last("delete_team"), reason="it is there")
    send("teams/renumber/")
    send("teams/all-present/")
    send(f"teams/{gone.pk}/paid/", paid_cents=1400, paid_by="card")
    for number in (1, 2):
        draw = send("tirages/", seed="R♥ 7♣ 10♠")
        send(f"tirages/{draw.get('id')}/publish/")
        send(f"parties/{number}/clock/start/")
        send(f"parties/{number}/clock/stop/")
        send(f"parties/{number}/clock/start/")
        tables = list(Table.objects.filter(round__tournament=made, round__number=number).order_by("number"))
        for table in tables:
            camps = [phone(table, camp) for camp in ("NS", "EO")]
            seat_missing(table_id=table.pk, camp="NS")
            version = propose(camps[0], 1012, key=f"table-{table.pk}").sheet.version
            answer(camps[1], version, key=f"said-{table.pk}", agrees=table.number != 2)
        at = f"parties/{number}/tables"
        photo = io.BytesIO()
        Image.new("RGB", (40, 30), "white").save(photo, "JPEG")
        add_photo(table_id=tables[0].pk, version=1, data=photo.getvalue(), by=odile)
        sheet = {"kind": "totals", "marks": {"NS": {"points": 932}, "EO": {"points": 1012}}}

        decide(tables[1], "keep", version=1)
        decide(tables[0], "correct", sheet=sheet)
        seat = tables[0].seats.select_related("team").first()
        decide(tables[0], "penalty", team=seat.team.number, label="talk", way="on_top", points=50)
        decide(tables[0], "penalty_back", penalty=1)
        decide(tables[2], "forfeit", absent="EO")
        send(f"{at}/4/withdraw/", base_version=1, reason="of another table")
        again = {"NS": {"points": 1000}, "EO": {"points": 944}}
        send(f"{at}/4/sheets/", key=f"again-{number}".ljust(20, "k"), kind="totals", marks=again)
        decide(tables[3], "keep", version=2)
    send("close/", reason="late")
    send("show-ranking/")
    send("workbooks/", language="fr")
    return refused


def evening(state: str):
    """Return an evening of the tests of pairs, its people renamed so that the next one has names of its own."""
    from tests.support.pairs import make_evening
    from tournament.models import Membership

    made = make_evening(state)

    for row in Membership.objects.filter(club=made.tournament.club).select_related("user"):
        row.user.username += f"-{made.tournament.pk}"
        row.user.save(update_fields=["username"])
    for person in made.people:
        person.refresh_from_db()
    return made


def play(preset: str) -> None:
    """Play a concours of *preset*: all its parties, or those that can be; the palmarès where it can be published."""
    from django.db import transaction

    from scoring.evening import closing
    from scoring.management.commands.demo import marks
    from scoring.rounds import services as rounds
    from scoring.sheets.entry import submit_sheet
    from tests.support.phases import set_up
    from tournament.concours.lock import lock_tournament
    from tournament.errors import TournamentError
    from tournament.journal import services as journal
    from tournament.models import Table
    from tournament.rounds import services as draws

    tournament = set_up(preset, 10)
    with transaction.atomic():
        journal.seal_all(lock_tournament(tournament.pk), None)
    chance = random.Random(preset)
    try:
        for _number in range(7):
            drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣ 10♠")
            draws.publish_draw(draw_id=drawn.pk, by=None)
            for table in Table.objects.filter(round=drawn.round):
                said = {"kind": "forfeit", "absent": "EO"}
                try:
                    said = {"kind": "totals", "marks": marks(tournament, chance)}
                except Exception:  # a game that the demonstration does not play
                    pass
                submit_sheet(table_id=table.pk, key=f"{preset}-{table.pk}".ljust(20, "k"), by=None, **said)
    except TournamentError as error:
        print(preset, error.code)
    try:
        closing.close_tournament(tournament_id=tournament.pk, reason="late", by=None)
    except TournamentError as error:
        print(preset, error.code)


def work() -> None:
    """Do the jobs that wait, as a worker does."""
    from tournament.jobs import services as jobs
    from tournament.models import Job

    for pk in list(Job.objects.filter(state="queued").exclude(kind="webhooks").values_list("pk", flat=True)):
        jobs.run(str(pk))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
