"""Going on with a copy: a new epoch, the old home that becomes a copy, what it still had, and two homes that both see it."""

import json
import secrets

import pytest
from django.urls import reverse

from scoring.copies import receiving, sending, services
from scoring.copies.models import HeldCopy, LeftLine, PlaceState
from scoring.copies.selectors import left_scores, place_lines, rival_line
from scoring.errors import ScoringError
from scoring.history.check import check
from scoring.public import serving
from scoring.public.pages import refresh_pages
from scoring.seasons import services as seasons
from scoring.seasons.selectors import read_season
from scoring.sheets.entry import submit_sheet
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import shown_name
from scoring.standings.selectors import standing
from scoring.transfer import reader
from scoring.transfer.file import read_concours, write_concours
from scoring.webhooks import services as webhooks
from scoring.webhooks.models import Delivery
from scoring.workbook.services import ask_workbook, build_workbook
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import a_left_line, add_line, brought, second_program
from tests.support.refusals import refuses
from tournament.errors import TournamentError
from tournament.journal.epochs import Epoch
from tournament.models import Table, TeamMember, Tournament
from tournament.registration.services import register_team

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    brought(monkeypatch)


@pytest.fixture
def first() -> Tournament:
    return builders.evening(teams=8, parties=1, missing=2)


@pytest.fixture
def pair(first, monkeypatch):
    """The concours at home, its organiser, the second program, and its copy there."""
    odile = account("odile", first.club)
    other, _zoe = second_program(monkeypatch)
    services.pair_program(club=first.club, address="192.168.1.31:8000", code=other.show(), by=odile)
    sending.deliver()
    other.work()
    return first, odile, other, Tournament.objects.get(club=other.club)


def again() -> None:
    """Let the first computer look after its copies now."""
    PlaceState.objects.update(next_try=None, checked_at=None)
    sending.deliver()


def enter(tournament: Tournament, table: int, north: int, by):
    place = Table.objects.get(round__tournament=tournament, round__number=1, number=table)
    most = 1944  # twelve donnes
    marks = {
        "NS": {"points": north, "belotes": 0, "capots": 0},
        "EO": {"points": most - north, "belotes": 0, "capots": 0},
    }
    return submit_sheet(table_id=place.pk, key=secrets.token_hex(16), kind="totals", marks=marks, by=by)


def missing_tables(tournament: Tournament) -> list[int]:
    counted = ScoreSheet.objects.filter(table__round__tournament=tournament, counted=True).values("table")
    rest = Table.objects.filter(round__tournament=tournament).exclude(pk__in=counted).order_by("number")
    return list(rest.values_list("number", flat=True))


@pytest.mark.parametrize("more", [0, 1, 2])
def test_what_the_old_computer_had_made_of_its_own_lines_is_gone_with_them(pair, client, monkeypatch, more):
    """It had gone on further than the new home, with pages and workbooks of that: it could not become a copy."""
    monkeypatch.setattr(serving, "MEMORY_SECONDS", 0)
    first, odile, other, copy = pair
    table, another = missing_tables(first)
    season = seasons.make_season(club_id=first.club_id, by=None, name="Challenge", evenings=[(first.pk, 1)])
    webhooks.add_webhook(tournament_id=first.pk, url="https://example.org/", events=["scores"], by=odile)
    again()
    other.work()
    taken = services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    enter(first, table, 1000, odile)
    enter(taken, another, 900, other.by)
    for _line in range(more):
        add_line(first)
    refresh_pages(tournament_id=first.pk)
    assert webhooks.make_messages() == 1
    build_workbook(ask_workbook(tournament=first, by=odile, language="fr"), lambda _percent, _step="": None)
    at = reverse("public-standings", args=[first.slug])
    public = {name: client.get(f"{at}{name}") for name in ("", "equipe/1/")}
    assert {answer.status_code for answer in public.values()} == {200}
    again()
    first.refresh_from_db()
    assert first.copied_at is not None and first.journal_hash == Tournament.objects.get(pk=taken.pk).journal_hash
    assert check(first).differences == [] and not first.exports.exists()
    webhooks.make_messages()
    assert [one["table"] for one in json.loads(Delivery.objects.get().body)["data"]["tables"]] == [another]
    now = [client.get(f"{at}{name}").content for name in public]
    assert not {answer.content for answer in public.values()} & {*now}
    points = {row.who[0]: row.total for row in read_season(season).table.rows}
    teams = {person: member.team.number for person in points for member in TeamMember.objects.filter(person=person)}
    shown = {row.number: row.points for row in standing(first).rows if row.points}
    assert {teams[who]: total for who, total in points.items()} == shown


def test_going_on_begins_an_epoch_that_every_later_line_names(pair):
    first, _odile, other, copy = pair
    before = list(copy.journal.values_list("hash", flat=True))
    taken = services.take_over(tournament_id=copy.pk, reason="L'ordinateur est mort", by=other.by)
    line = taken.journal.last()
    assert (line.act, line.reason, line.after) == ("take_in", "L'ordinateur est mort", {"lines": len(before)})
    assert Epoch.read(line.epoch).number == 2 and taken.copied_at is None
    add_line(taken)
    assert set(taken.journal.filter(number__gt=len(before)).values_list("epoch", flat=True)) == {line.epoch}
    assert list(taken.journal.values_list("hash", flat=True))[: len(before)] == before, "former hashes stay"
    assert check(taken).broken_at is None and check(taken).differences == []
    written = write_concours(taken.pk).content
    assert read_concours(written).epoch == Epoch.read(line.epoch)
    assert list(reader.broken_chain(reader.FileMembers.read(written))) == []
    # An epoch that was changed breaks the chain.
    taken.journal.filter(number=len(before) + 1).update(epoch="3/aaaaaaaa")
    assert check(taken).broken_at == len(before) + 1
    assert first.epoch == ""


def test_who_goes_on_must_say_why_and_only_with_a_copy(pair):
    first, odile, other, copy = pair
    with refuses("reason_needed"):
        services.take_over(tournament_id=copy.pk, reason=" ", by=other.by)
    with refuses("copy_is_home", ScoringError):
        services.take_over(tournament_id=first.pk, reason="why not", by=odile)
    services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    with refuses("copy_is_home", ScoringError):
        services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)


def test_going_on_takes_what_came_last_even_if_its_rows_were_not_written_yet(pair):
    first, _odile, other, copy = pair
    add_line(first)
    again()
    copy.refresh_from_db()
    assert copy.journal_number < HeldCopy.objects.get().journal_number
    taken = services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    first.refresh_from_db()
    assert taken.journal.get(number=first.journal_number).hash == first.journal_hash


def test_the_old_computer_becomes_a_copy_and_shows_what_it_had(pair):
    first, odile, other, copy = pair
    table, another = missing_tables(first)
    taken = services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    enter(first, table, 1000, odile)
    enter(taken, another, 900, other.by)
    forked = taken.journal_number
    again()
    first.refresh_from_db()
    taken.refresh_from_db()
    assert first.copied_at is not None and first.journal_hash == taken.journal_hash and first.epoch == taken.epoch
    with refuses("is_copy"):
        register_team(tournament_id=first.pk, players=["Anne", "Bob"], by=odile)
    assert place_lines(first)[0].state == "wait" and "continue là-bas" in place_lines(first)[0].text
    # Both show the line; the referee of the new home takes it, once.
    assert [one.may_take for one in left_scores(first)] == [False]
    (left,) = left_scores(taken)
    # The same number is another account here: the line is of whoever wrote it there.
    assert {one.words.who for one in (left, *left_scores(first))} == {shown_name(odile)} != {shown_name(other.by)}
    assert left.may_take and (left.words.round, left.words.table) == (1, table)
    services.settle_left_line(tournament_id=taken.pk, line_hash=left.hash, take=True, by=other.by)
    assert missing_tables(taken) == []
    with refuses("left_settled", ScoringError):
        services.settle_left_line(tournament_id=taken.pk, line_hash=left.hash, take=True, by=other.by)
    assert check(taken).differences == [] and forked
    # The old computer follows the new one from now on, and says so when nothing is new either.
    for _time in range(2):
        again()
        first.refresh_from_db()
        taken.refresh_from_db()
        assert first.journal_hash == taken.journal_hash
        assert "continue là-bas" in place_lines(first)[0].text


def test_what_the_old_computer_had_stands_above_the_evening_as_soon_as_it_is_known(pair, client):
    """It stood below everything, in the card of the copies, which nobody who types ever reads."""
    _first, _odile, other, copy = pair
    taken = services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    a_left_line(taken)
    client.force_login(other.by)
    page = client.get(reverse("concours", args=[taken.pk])).content.decode()
    assert (
        page.index("ancien ordinateur avait") < page.index('id="evening-now"') and page.count('id="copies-alarm"') == 1
    )
    asked = client.get(reverse("copies-state", args=[taken.pk])).content.decode()
    assert "ancien ordinateur avait" in asked.partition('id="copies-alarm" hx-swap-oob="true"')[2]


def test_a_line_whose_table_has_a_score_is_left(pair):
    first, odile, other, copy = pair
    table, _another = missing_tables(first)
    taken = services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    enter(first, table, 1000, odile)
    enter(taken, table, 900, other.by)
    again()
    (left,) = left_scores(taken)
    assert not left.may_take
    with refuses("left_counted", ScoringError):
        services.settle_left_line(tournament_id=taken.pk, line_hash=left.hash, take=True, by=other.by)
    services.settle_left_line(tournament_id=taken.pk, line_hash=left.hash, take=False, by=other.by)
    assert LeftLine.objects.get(tournament=taken).taken is False
    assert taken.journal.last().act == "settle_left_line"


def test_a_stick_on_which_the_second_computer_went_on_tells_the_first(first, tmp_path):
    odile = account("odile", first.club)
    services.add_folder(club=first.club, folder=str(tmp_path), by=odile)
    sending.deliver()
    (file,) = tmp_path.glob("*-a.belote")
    from tournament.models import Club

    club = Club.objects.create(name="Amicale")
    zoe = account("zoe", club)
    from scoring.transfer.services import take_in

    taken = take_in(file=read_concours(file.read_bytes()), club=club, by=zoe, reason="dead")
    services.add_folder(club=club, folder=str(tmp_path), by=zoe)
    sending.serve(taken.pk)
    add_line(first, "typed on the old one")
    again()
    first.refresh_from_db()
    assert first.copied_at is not None and first.journal_hash == Tournament.objects.get(pk=taken.pk).journal_hash
    assert [one.line["reason"] for one in LeftLine.objects.filter(tournament=first)] == ["typed on the old one"]


def test_two_who_go_on_from_the_same_line_both_see_it_and_nothing_is_merged(pair):
    first, odile, other, copy = pair
    content = write_concours(first.pk).content
    services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    # The same copy went on in the first club too, as on a third computer.
    first.copied_at = copy.copied_at or first.changed_at
    first.save(update_fields=["copied_at"])
    services.take_over(tournament_id=first.pk, reason="dead here too", by=odile)
    before = [list(one.journal.values_list("hash", flat=True)) for one in (first, copy)]
    again()
    assert [list(one.journal.values_list("hash", flat=True)) for one in (first, copy)] == before
    line = len(read_concours(content).lines) + 1
    assert rival_line(first) == line and rival_line(Tournament.objects.get(pk=copy.pk)) == line
    assert place_lines(first)[0].state == "bad" and f"ligne {line}" in place_lines(first)[0].text


def test_two_homes_are_settled_by_choosing_one(pair):
    first, odile, other, copy = pair
    services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    first.copied_at = first.changed_at
    first.save(update_fields=["copied_at"])
    services.take_over(tournament_id=first.pk, reason="dead here too", by=odile)
    again()
    file = read_concours(write_concours(copy.pk).content)
    kept = receiving.become_copy(file=file, club=first.club, by=odile)
    assert kept.pk == first.pk and kept.copied_at is not None
    assert [one.line["reason"] for one in LeftLine.objects.filter(tournament=kept)] == ["dead here too"]
    again()
    assert place_lines(kept)[0].state != "bad" and rival_line(kept) is None


def test_no_line_is_written_into_a_copy(pair):
    from django.db import transaction

    from tournament.journal import services as journal

    copy = pair[3]
    with pytest.raises(TournamentError) as refused, transaction.atomic():
        journal.seal_all(copy, None, "behind its back")
    assert refused.value.code == "is_copy"


def test_the_page_of_a_copy_offers_no_act_but_to_go_on_here(pair, client):
    first, odile, other, copy = pair
    for tournament, by, offered in ((first, odile, True), (copy, other.by, False)):
        client.force_login(by)
        page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        assert (reverse("entry", args=[tournament.pk]) in main) is offered
        assert (reverse("concours-settings", args=[tournament.pk]) in main) is offered
        assert ('method="post"' in main) is offered
        elsewhere = client.get(reverse("entry", args=[tournament.pk])).content.decode()
        assert ("le concours continue sur un autre ordinateur" in elsewhere) is not offered, (
            "nobody types there without knowing"
        )
        assert reverse("copies", args=[tournament.pk]) in main and reverse("transfer-out", args=[tournament.pk]) in main


def test_older_reordered_and_replayed_files_change_nothing(pair):
    from scoring.copies.receiving import receive

    first, _odile, other, copy = pair
    files = [write_concours(first.pk).content]
    for _time in range(3):
        add_line(first)
        files.append(write_concours(first.pk).content)
    for at in (3, 1, 0, 3, 2):
        receive(file=read_concours(files[at]), content=files[at], club=other.club, by=other.by)
        other.work()
    copy.refresh_from_db()
    first.refresh_from_db()
    assert copy.journal_hash == first.journal_hash
    taken = services.take_over(tournament_id=copy.pk, reason="dead", by=other.by)
    for content in files:
        assert receive(file=read_concours(content), content=content, club=other.club, by=other.by).state == "moved"
    assert Tournament.objects.get(pk=taken.pk).journal_hash == taken.journal_hash


def test_a_file_of_another_concours_or_club_is_another_one(pair, monkeypatch):
    first, _odile, other, copy = pair
    foreign = builders.evening(teams=4, parties=1)
    assert receiving.meet(first, write_concours(foreign.pk).content, None)[0] != "moved"
    first.refresh_from_db()
    assert first.copied_at is None
    assert receiving.meet(first, b"no file at all", None) == ("unreadable", 0)
