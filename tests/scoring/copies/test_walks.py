"""Walks at random over acts, copies, cuts, takeovers and returns: nothing that a copy had is lost, nothing is merged or doubled."""

import random

import pytest

from scoring.copies import places, sending, services
from scoring.copies.models import LeftLine, PlaceState
from scoring.history.check import check
from scoring.transfer import reader
from scoring.transfer.file import write_concours
from scoring.webhooks.sending import UndeliverableError
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import add_line, brought, second_program
from tests.support.counts import tries
from tests.support.random_evenings import KINDS, RandomEvening, overrides
from tournament.journal.epochs import Epoch
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


class TwoComputers:
    """A concours at one computer, its copy at another, and a Wi-Fi between them that is cut now and then."""

    def __init__(self, chance: random.Random, monkeypatch) -> None:
        self.chance = chance
        brought(monkeypatch)
        first = builders.evening(teams=4, parties=1)
        self.by = [account(f"odile{first.pk}", first.club)]
        self.other, zoe = second_program(monkeypatch, f"zoe{first.pk}")
        self.by.append(zoe)
        services.pair_program(club=first.club, address="192.168.1.31:8000", code=self.other.show(), by=self.by[0])
        self.first = first.pk
        self.whole, self.cut_off = places.exchange, False
        monkeypatch.setattr(places, "exchange", self.exchange)
        self.safe: set[str] = set()  # lines that both had when the copy was up to date
        self.copy()

    def exchange(self, **sent):
        if self.cut_off:
            raise UndeliverableError("refused")
        return self.whole(**sent)

    def homes(self) -> list[Tournament]:
        clubs = [Tournament.objects.get(pk=self.first).club_id, self.other.club.pk]
        return list(Tournament.objects.filter(club__in=clubs).order_by("pk"))

    def act(self) -> None:
        homes = [one for one in self.homes() if one.copied_at is None]
        add_line(self.chance.choice(homes), f"act {self.chance.random()}")

    def copy(self) -> None:
        PlaceState.objects.update(next_try=None, checked_at=None)
        sending.deliver()
        self.other.work()
        both = self.homes()
        if not self.cut_off and len(both) == 2 and both[0].journal_hash == both[1].journal_hash:
            self.safe = set(both[0].journal.values_list("hash", flat=True))

    def cut(self) -> None:
        self.cut_off = not self.cut_off

    def take_over(self) -> None:
        copies = [one for one in self.homes() if one.copied_at is not None]
        for one in copies[:1]:
            by = self.by[one.club_id == self.other.club.pk]
            services.take_over(tournament_id=one.pk, reason="dead", by=by)

    def check(self) -> None:
        for one in self.homes():
            assert check(one).broken_at is None
            hashes = list(one.journal.values_list("hash", flat=True))
            assert len(hashes) == len(set(hashes))
            known = set(hashes) | set(LeftLine.objects.filter(tournament=one).values_list("hash", flat=True))
            assert self.safe <= known, "what was up to date at both is lost at none"
        homes = [one for one in self.homes() if one.copied_at is None]
        assert homes, "somebody always goes on"
        epochs = [Epoch.read(one.epoch).number for one in homes]
        assert len(set(epochs)) == len(epochs), "two homes differ in their epochs"

    def meet(self) -> None:
        """At the end the Wi-Fi is whole: one home is left, the other computer has its lines."""
        self.cut_off = False
        said = {line for one in self.homes() for line in one.journal.values_list("hash", flat=True)}
        for _time in range(3):
            self.copy()
        first, second = self.homes()
        assert first.journal_hash == second.journal_hash and (first.copied_at is None) != (second.copied_at is None)
        left = set(LeftLine.objects.values_list("hash", flat=True))
        assert said <= set(first.journal.values_list("hash", flat=True)) | left, (
            "each line is in the journal or left to the referee"
        )


@pytest.mark.parametrize("turn", range(tries(3, 200)))
def test_a_walk_ends_with_one_home_and_every_line_accounted_for(turn, monkeypatch):
    chance = random.Random(f"copies {turn}")
    two = TwoComputers(chance, monkeypatch)
    for _step in range(tries(12, 30)):
        chance.choice([two.act, two.act, two.copy, two.cut, two.take_over])()
        two.check()
    two.meet()


@pytest.mark.parametrize("turn", range(tries(2, 200)))
def test_the_reader_of_the_standard_library_agrees_on_any_concours(turn):
    """Of each format and with every act at any moment: chain, seals, draws and ranking."""
    chance = random.Random(f"read {turn}")
    preset, more = KINDS[turn * 7 % len(KINDS)]
    one = RandomEvening(chance, preset, chance.choice([4, 5, 8]), **overrides(chance, preset) | more)
    for _moment in one.play():
        pass
    assert list(reader.problems(reader.FileMembers.read(write_concours(one.pk).content))) == []
