"""Make messages of journal lines for the addresses of other sites.

A message says what its line of the journal says, not how things are when it is sent. A site that keeps the message with
the highest journal number has the present state. Names are those that public pages show on the web: initials where the
organiser did not allow names there, for a message leaves the hall.
"""

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules import OTHER
from scoring.evening import acts as evening_acts
from scoring.ranking import winner_of
from scoring.referee import acts as referee_acts
from scoring.standings.models import Palmares
from scoring.standings.selectors import Label, labels, outstanding_of
from tournament.concours import acts as concours_acts
from tournament.concours.models import Tournament
from tournament.journal.acts import ACTS, Event
from tournament.journal.models import JournalEntry
from tournament.people.naming import public_audience
from tournament.rounds import acts as rounds_acts
from tournament.rounds.models import Draw, Seat
from tournament.rounds.selectors import CAMPS

# The events that an organiser can choose, in the words of the page.
EVENTS = {
    "scores": _("each score that counts, or is corrected or taken off"),
    "draws": _("each draw that is published, changed or cancelled"),
    "palmares": _("the palmarès, when it is published or taken back"),
    "concours": _("the concours itself, when it is made, changed, removed or restored"),
}
TEST = "test"


class MessageMaker:
    """Makes the messages of one concours; what all of them need is read once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def _labels(self) -> dict[int, Label]:
        audience = public_audience(online=self.tournament.names_online, leaves=True)
        return labels(self.tournament, audience)

    @cached_property
    def _seats(self) -> dict[tuple[int, int | None], list[tuple[str, int]]]:
        """The (camp, team number) of each (partie, table), in the order of the camps; a table of None: exempt."""
        seats: dict[tuple[int, int | None], list[tuple[str, int]]] = {}
        rows = Seat.objects.filter(round__tournament=self.tournament, round__state="published").order_by(
            "round__number", "table__number", "pk"
        )
        for round_number, table, camp, team in rows.values_list(
            "round__number", "table__number", "camp", "team__number"
        ):
            seats.setdefault((round_number, table), []).append((camp, team))
        order = {camp: place for place, camp in enumerate(CAMPS)}
        return {where: sorted(one, key=lambda seat: order.get(seat[0], 9)) for where, one in seats.items()}

    @cached_property
    def _by_forfeit(self) -> set[tuple[int, int]]:
        """Return the (partie, team number) of those who win without a table."""
        seats = Seat.objects.filter(round__tournament=self.tournament, table=None, forfeited_by__isnull=False)
        return set(seats.values_list("round__number", "team__number"))

    @cached_property
    def _published(self) -> dict[int, int]:
        """The number of the published draw of each partie."""
        draws = Draw.objects.filter(round__tournament=self.tournament, state="published")
        return dict(draws.values_list("round__number", "number"))

    @cached_property
    def _last_partie(self) -> int:
        """Return the last partie of the evening as things stand: with finals it follows from the teams."""
        return outstanding_of(self.tournament, drawn=0, missing=True).last

    def message(self, line: JournalEntry) -> tuple[str, str] | None:
        """Return (type, body) of the message that *line* makes; None for a line of which nobody is told."""
        event = ACTS[line.act].tells if line.act in ACTS else None
        made = _MAKERS[event](self, line) if event else None
        return (made[0], self._body(made[0], line, made[1])) if made else None

    def test(self, at: str) -> tuple[str, str]:
        """Return (type, body) of a test."""
        return TEST, self._whole(TEST, at, 0, {"note": "This is a test."})

    def _body(self, kind: str, line: JournalEntry, data: Mapping[str, Any]) -> str:
        return self._whole(kind, line.at.isoformat(), line.number, data)

    def _whole(self, kind: str, at: str, number: int, data: Mapping[str, Any]) -> str:
        one = self.tournament
        concours = {"id": one.pk, "slug": one.slug, "name": one.name, "date": one.date.isoformat()}
        whole = {"type": kind, "timestamp": at, "journal_number": number, "concours": concours, "data": data}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))

    def _name(self, team: int) -> str:
        label = self._labels.get(team)
        return label.name if label is not None else ""

    def score(self, line: JournalEntry) -> tuple[str, dict] | None:
        """The tables whose score changed."""
        after = line.after
        round_number, table = after["round"], after["table"]
        if line.act == referee_acts.EXCHANGE_SHEETS.key:
            one, other = (_named_winner(after, which) for which in ("", "other_"))
            tables = [(table, None, after["marks"], one), (after["other_table"], None, after["other_marks"], other)]
        elif line.act == referee_acts.WITHDRAW_SHEET.key:
            tables = [(table, None, None, "")]
        elif "marks" in after and not (line.act in _BESIDE and after["version"] == line.before.get("version")):
            tables = [(table, after.get("version"), after["marks"], _named_winner(after))]
        else:
            return None  # a penalty, say: it moves the ranking and no score
        shown = [self._table(round_number, *one) for one in sorted(tables)]
        kind = "score.counted" if any(one["counted"] for one in shown) else "score.withdrawn"
        return kind, {"round": round_number, "tables": shown}

    def _table(
        self, round_number: int, table: int, version: int | None, marks: Mapping[str, Any] | None, ruled: str
    ) -> dict:
        held = self.tournament.ranking_held and round_number >= self._last_partie
        told = marks if marks is not None and not held else {}
        camps = [
            {"camp": camp, "team": team, "name": self._name(team), "points": told.get(camp, {}).get("points")}
            for camp, team in self._seats.get((round_number, table), [])
        ]
        winner = winner_of({camp: one["points"] for camp, one in told.items()}, ruled=ruled) or None
        return {"table": table, "counted": marks is not None, "version": version, "winner": winner, "camps": camps}

    def draw(self, line: JournalEntry) -> tuple[str, dict] | None:
        """The tables of a draw."""
        facts = {**line.before, **line.after}
        number, draw = facts["round"], facts.get("draw")
        if line.act == rounds_acts.CANCEL_DRAW.key:
            if line.before.get("state") != "published":
                return None
            return "draw.cancelled", {"round": number, "draw": draw, "tables": None, "exempt": [], "by_forfeit": []}
        stands = number in self._published and draw in (None, self._published[number])
        if line.act != rounds_acts.PUBLISH_DRAW.key and not stands:
            return None  # a draft that was changed
        tables = [
            {"table": table, "places": [self._place(*seat) for seat in seats]}
            for (partie, table), seats in self._seats.items()
            if partie == number and table is not None
        ]
        exempt = [team for _camp, team in self._seats.get((number, None), [])]
        kind = "draw.published" if line.act == rounds_acts.PUBLISH_DRAW.key else "draw.changed"
        return kind, {
            "round": number,
            "draw": draw if draw is not None else self._published.get(number),
            "tables": tables if stands else None,
            "exempt": exempt if stands else [],
            "by_forfeit": [team for team in exempt if (number, team) in self._by_forfeit] if stands else [],
        }

    def _place(self, camp: str, team: int) -> dict:
        return {"camp": camp, "team": team, "name": self._name(team)}

    def palmares(self, line: JournalEntry) -> tuple[str, dict] | None:
        """The final ranking; nothing while it is kept for the prize giving."""
        published = Palmares.objects.filter(tournament=self.tournament, journal_number__lte=line.number)
        one = published.order_by("-number").first()
        if one is None:
            return None
        if line.act == evening_acts.REOPEN_TOURNAMENT.key:
            return "palmares.withdrawn", {"number": one.number, "rows": None}
        if self.tournament.ranking_held or (
            line.act == evening_acts.SHOW_RANKING.key and self.tournament.closed_at is None
        ):
            return None
        rows = [
            {"rank": rank, "team": team, "name": self._name(team), "points": points}
            for rank, team, points, *_values in one.rows
        ]
        return "palmares.published", {"number": one.number, "rows": rows}


def _concours(maker: MessageMaker, line: JournalEntry) -> tuple[str, dict]:
    """Return the concours itself."""
    one = maker.tournament
    facts = ("place", "parties", "public", "listed")
    data = {"club": one.club_id, "club_name": one.club.name} | {name: getattr(one, name) for name in facts}
    return _OF_CONCOURS[line.act], data


# Acts beside a score, which may write another one: a donne gone or back, a partie lost.
_BESIDE = {act.key for act in (referee_acts.RULE_EXCLUSION, referee_acts.RULE_PENALTY, referee_acts.RULE_PENALTY_BACK)}
_OF_CONCOURS = {
    concours_acts.CREATE_TOURNAMENT.key: "concours.made",
    concours_acts.CHANGE_SETTINGS.key: "concours.changed",
    concours_acts.REMOVE_TOURNAMENT.key: "concours.removed",
    concours_acts.RESTORE_TOURNAMENT.key: "concours.restored",
}


def _named_winner(after: Mapping[str, Any], which: str = "") -> str:
    """Return the camp that a line of the journal names beside the points: by the règlement, or since the other forfeits."""
    return after.get(f"{which}winner") or OTHER.get(after.get(f"{which}absent", ""), "")


_MAKERS: dict[Event, Callable[[MessageMaker, JournalEntry], tuple[str, dict] | None]] = {
    "scores": MessageMaker.score,
    "draws": MessageMaker.draw,
    "palmares": MessageMaker.palmares,
    "concours": _concours,
}


def acts_of(events: list[str]) -> list[str]:
    """Return the acts of the journal that make messages of these *events*."""
    return [act.key for act in ACTS.values() if act.tells in events]
