"""The journal in words: filters, pages, and the chain that shows a change made behind our back."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.copies import acts as copy_acts
from scoring.errors import ScoringError
from scoring.history import check as checking, selectors as questions, views as pages
from scoring.history.check import check
from scoring.seasons import acts as season_acts
from scoring.sheets.entry import submit_sheet
from tests.scoring import builders
from tests.support.accounts import account
from tests.tournament import journal as journal_tests
from tests.tournament.journal.builders import stranger
from tournament import names
from tournament.concours.acts import CHANGE_SETTINGS
from tournament.concours.lock import lock_tournament
from tournament.concours.services import change_settings
from tournament.journal import services as journal
from tournament.journal.acts import Act
from tournament.models import JournalEntry, Player, Table, Team
from tournament.people import acts as people_acts
from tournament.places import Places
from tournament.registration import paying, services as registration
from tournament.registration.services import change_team, register_team

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
# The lines of these acts are those of a club, whose pages have words of their own.
OF_CLUBS = (people_acts, season_acts, copy_acts)


@pytest.fixture
def concours():
    return builders.seated(2, forfeit_points=1100)


@pytest.fixture
def anne(concours):
    return account("anne", concours.club)


@pytest.fixture
def paul(concours):
    return account("paul", concours.club, "scorer")


@pytest.fixture
def evening(concours, anne, paul):
    """A score, its correction by another, a forfeit and a payment."""
    first, second = Table.objects.order_by("number")
    marks = {"NS": {"points": 1012, "belotes": 1}, "EO": {"points": 952, "belotes": 0}}
    submit_sheet(table_id=first.pk, key="a" * 20, kind="totals", marks=marks, by=anne)
    marks = {"NS": {"points": 952, "belotes": 0}, "EO": {"points": 1012, "belotes": 1}}
    submit_sheet(
        table_id=first.pk, key="b" * 20, kind="totals", marks=marks, by=paul, base_version=1, reason="camps inversés"
    )
    submit_sheet(table_id=second.pk, key="c" * 20, kind="forfeit", absent="EO", reason="en retard", by=paul)
    paying.set_paid(team_id=Team.objects.get(number=3).pk, paid_cents=1400, by=anne)
    concours.refresh_from_db()
    return concours


@pytest.fixture
def read(client, anne, evening):
    client.force_login(anne)

    def page(**filters):
        answer = client.get(reverse("journal", args=[evening.pk]), filters)
        assert answer.status_code == 200
        body = re.search(r"<tbody>(.*?)</tbody>", answer.content.decode(), re.DOTALL)
        return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in (body[1].split("</tr>")[:-1] if body else [])]

    page.whole = lambda **filters: client.get(reverse("journal", args=[evening.pk]), filters).content.decode()
    return page


def test_every_key_of_a_golden_line_has_its_words():
    of_clubs = {act.key for module in OF_CLUBS for act in vars(module).values() if isinstance(act, Act)}
    golden = json.loads((Path(journal_tests.__file__).parent / "lines.json").read_text("utf-8"))
    missing = {
        line["act"]: unnamed
        for line in golden
        if line["act"] not in of_clubs
        and (unnamed := {*line["before"], *line["after"]} - {*questions._WHERE, "teams"} - questions.FIELDS.keys())
    }
    assert not missing, f"give these keys their words in FIELDS of scoring/history/selectors.py: {missing}"


def test_lines_are_sentences_newest_first(read):
    lines = read()
    assert [line.split()[0] for line in lines] == ["5", "4", "3", "2", "1"]
    paid, forfeit, corrected, entered, _made = lines
    assert "Anne" in paid
    assert "équipe 3" in paid
    assert "14\u00a0€" in paid or "14 €" in paid
    assert "Paul" in forfeit
    assert "NS 1100 – EO 0" in forfeit
    assert "« en retard »" in forfeit
    assert "NS 1012 – EO 952, belotes 1–0 → NS 952 – EO 1012, belotes 0–1" in corrected
    assert "« camps inversés »" in corrected
    assert "partie 1, table 1" in entered
    assert all("{" not in line and "None" not in line for line in lines)


@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        ({"table": "1"}, ["3", "2"]),
        ({"round": "1", "table": "2"}, ["4"]),
        ({"round": "2"}, []),
        ({"act": "correct_sheet"}, ["3"]),
        ({"act": "'; --"}, []),
        ({"table": "abc"}, []),
        ({"by": "99999999999999999999"}, []),
        ({"by": "1_0"}, []),
    ],
)
def test_filters(read, filters, numbers):
    assert [line.split()[0] for line in read(**filters)] == numbers


def test_the_filter_by_person(read, paul):
    assert [line.split()[0] for line in read(by=str(paul.pk))] == ["4", "3"]


def test_an_account_that_is_gone_still_has_its_number(evening, paul):
    number = paul.pk
    JournalEntry.objects.filter(by=paul).update(by=None)
    lines = questions.lines_of(evening, questions.entries_of(evening, act="correct_sheet"))
    assert str(number) in lines[0].who
    assert check(evening).broken_at is None


def test_settings_are_said_in_words_and_only_those_that_changed(evening, anne):
    before = {"rule_options": {"limite_donnes": 12, "arrondi": False}, "next_method": "classement"}
    after = {"rule_options": {"limite_donnes": 12, "arrondi": True}, "next_method": "sort"}
    with transaction.atomic():
        locked = lock_tournament(evening.pk)
        journal.write(tournament=locked, act=CHANGE_SETTINGS, by=anne, before=before, after=after)
    line = questions.lines_of(evening, questions.entries_of(evening))[0]
    # PostgreSQL keeps the keys of a line in an order of its own.
    method, options = sorted(line.changes, key=lambda change: change.before.endswith("non"))
    assert options.before.endswith("non")
    assert options.after.endswith("oui")
    assert "12" not in options.after
    assert (method.before, method.after) != ("classement", "sort")
    assert method.after


def test_codes_and_numbers_of_rows_are_said_in_words(evening, anne):
    team = registration.register_team(tournament_id=evening.pk, players=["Rémi Daniel", "Jean Gicquel"], by=anne)
    paying.set_paid(team_id=team.pk, paid_cents=1400, paid_by="cash", by=anne)
    lines = questions.lines_of(evening, questions.entries_of(evening))
    changes = {change.label: change.after for line in lines[:2] for change in line.changes}
    assert (changes["joueurs"], changes["moyen de paiement"]) == ("Rémi Daniel, Jean Gicquel", "espèces")


def test_an_act_that_nobody_put_into_words_is_shown_all_the_same(evening):
    with transaction.atomic():
        locked = lock_tournament(evening.pk)
        journal.write(
            tournament=locked, act=stranger("new_act"), by=None, after={"strange": [1, {"deep": None}], "round": 1}
        )
    line = questions.lines_of(evening, questions.entries_of(evening))[0]
    assert (line.title, line.where) == ("new_act", "partie 1")
    assert line.changes[0].label == "strange"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: JournalEntry.objects.filter(number=3).update(reason="rien"),
        lambda: JournalEntry.objects.filter(number=3).update(after={}),
        lambda: JournalEntry.objects.filter(number=3).delete(),
    ],
)
def test_a_change_behind_our_back_shows_where(read, evening, spoil):
    assert check(evening).broken_at is None
    spoil()
    evening.refresh_from_db()
    assert check(evening).broken_at == 3
    assert "notice error" in read.whole()
    with pytest.raises(CommandError):
        call_command("verify_journal", stdout=StringIO(), stderr=StringIO())


def test_a_long_journal_is_checked_when_it_is_asked_for(read, evening, monkeypatch):
    JournalEntry.objects.filter(number=3).update(reason="rien")
    monkeypatch.setattr(checking, "AT_EACH_READING", 2)
    monkeypatch.setattr(pages, "AT_EACH_READING", 2)
    assert "notice error" not in read.whole() and "?check" in read.whole()
    assert "notice error" in read.whole(check="")


def test_few_long_journals_are_checked_at_once(evening, monkeypatch):
    monkeypatch.setattr(checking, "AT_EACH_READING", 2)
    monkeypatch.setattr(checking, "_long", Places(at_once=1, queue=0, seconds=1))
    with checking._long.hold(), pytest.raises(ScoringError) as refused:
        check(evening)
    assert refused.value.code == "journal_queue" and refused.value.status == 503
    monkeypatch.setattr(checking, "AT_EACH_READING", 10_000)
    with checking._long.hold():
        assert check(evening).whole


def test_all_the_scores_are_read_without_the_journal(evening):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert questions.scores_since(evening, 0)
    assert "journalentry" not in " ".join(query["sql"] for query in asked).lower()


def test_lines_cut_off_at_the_end_show(evening):
    JournalEntry.objects.filter(number__gte=4).delete()
    assert check(evening).broken_at == 4


def test_a_chain_forged_anew_is_held_against_what_the_concours_remembers(evening):
    JournalEntry.objects.filter(number__gte=5).delete()
    entry = JournalEntry.objects.get(number=4)
    entry.reason = "forged"
    JournalEntry.objects.filter(pk=entry.pk).update(reason="forged", hash=journal.entry_hash(entry))
    type(evening).objects.filter(pk=evening.pk).update(journal_number=4)
    assert check(evening).broken_at == 4


def test_the_command_verifies_one_or_all(evening):
    said = StringIO()
    call_command("verify_journal", stdout=said)
    call_command("verify_journal", str(evening.pk), stdout=said)
    assert said.getvalue().count("5") >= 2
    with pytest.raises(CommandError):
        call_command("verify_journal", "999999", stdout=said)


def test_the_command_verifies_a_club_or_those_since_a_number(evening):
    other = builders.concours(teams=2)

    def verified(**options) -> list[str]:
        said = StringIO()
        call_command("verify_journal", stdout=said, **options)
        return [line for line in said.getvalue().splitlines() if "chaîne" in line]

    assert len(verified()) == len(verified(since=min(evening.pk, other.pk))) == 2
    assert [line.startswith(f"Concours {other.pk}") for line in verified(club=other.club_id)] == [True]
    assert len(verified(since=max(evening.pk, other.pk))) == 1
    assert verified(since=max(evening.pk, other.pk) + 1) == verified(club=0) == []


def test_pages_of_fifty_and_the_same_number_of_queries(client, anne, concours):
    client.force_login(anne)
    address = reverse("journal", args=[concours.pk])
    team = Team.objects.first()
    costs = []
    for _ in range(2):
        for paid in range(60):
            paying.set_paid(team_id=team.pk, paid_cents=paid, by=anne)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(address).content.decode()
        costs.append(len(queries))
    assert page.count('<td class="n">') == 50
    assert costs[0] == costs[1] <= 45
    assert "page=2" in page
    assert client.get(address, {"page": "3"}).content.decode().count('<td class="n">') == 21
    assert client.get(address, {"page": "x"}).status_code == 200


def test_the_phases_of_the_evening_are_said_in_words(concours, anne):
    after = {"phases": [{"method": "elimination", "start": 5, "who": "first", "count": 8, "options": {}}]}
    with transaction.atomic():
        journal.write(tournament=lock_tournament(concours.pk), act=CHANGE_SETTINGS, by=anne, after=after)
    (line,) = questions.lines_of(concours, questions.entries_of(concours, act="change_settings"))
    (change,) = line.changes
    assert change.after.startswith("à partir de la partie 5, ")
    assert change.after.endswith(" 8")
    assert not {"elimination", "first", "count"} & set(change.after.split())


def test_the_texts_that_were_changed_are_named_in_words():
    """The workbook had « textes modifiés : origin »."""
    changed = [*registration.TEXTS, "players", "phones"]
    assert questions.value_words("texts", changed) == "nom de l’équipe, club, famille, remarque, joueurs, téléphones"


def test_prizes_changed_for_as_many_others_are_named_and_not_told(concours, anne):
    """The line « Réglages modifiés » said nothing: the journal keeps how many prizes there are, and no word of them."""
    for lots in (["2 jambons", "2 pâtés"], ["2 pâtés", "2 jambons"]):
        change_settings(tournament_id=concours.pk, changes={"lots": lots}, by=anne)
    line, _first = questions.lines_of(concours, questions.entries_of(concours, act="change_settings"))
    assert [(one.label, one.before, one.after) for one in line.changes] == [
        ("nombre de lots", "2", "2, aux libellés modifiés")
    ]


def test_a_line_of_players_whom_nobody_has_any_more_is_not_told_of_those_who_came_after():
    concours = builders.concours(teams=0)
    for name in ("Cora Dur", "Dany Fay"):
        Player.objects.create(club=concours.club, name=name, key=names.key(name))
    team = register_team(tournament_id=concours.pk, players=["Aimé Bon", "Bob Cru"], by=None)
    change_team(team_id=team.pk, players=["Cora Dur", "Dany Fay"], by=None)
    line = questions.lines_of(concours, questions.entries_of(concours, act="register_team"))[0]
    assert line.where == f"équipe {team.number}"
