"""The journal in words, and whether its chain is whole."""

from rest_framework import serializers
from rest_framework.request import Request

from scoring.selectors import journal as questions
from tournament.api.base import ConcoursView, Page, act, page, pages_of
from tournament.api.strict import AskedFigure, Word
from tournament.models import JournalEntry


class JournalQuery(Page):
    """`by` is the id of an account; `team` a number, for the lines of its tables too."""

    round = AskedFigure(min_value=1, max_value=20, required=False)
    table = AskedFigure(min_value=1, max_value=99_999, required=False)
    team = AskedFigure(min_value=1, max_value=99_999, required=False)
    by = AskedFigure(min_value=1, required=False)
    act = Word(choices=list(questions.ACTS), required=False, default="")


class ChangeOutput(serializers.Serializer):
    label = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class JournalLineOutput(serializers.Serializer):
    """A line in words, and as it was written: identifiers and figures, chained by their hashes."""

    number = serializers.IntegerField(source="entry.number")
    at = serializers.DateTimeField(source="entry.at")
    by = serializers.IntegerField(source="entry.by_number", allow_null=True)
    who = serializers.CharField()
    act = serializers.CharField(source="entry.act")
    title = serializers.CharField()
    where = serializers.CharField(allow_blank=True)
    changes = ChangeOutput(many=True)
    reason = serializers.CharField(allow_blank=True)
    before = serializers.DictField(source="entry.before")
    after = serializers.DictField(source="entry.after")
    previous = serializers.CharField(source="entry.previous", allow_blank=True)
    hash = serializers.CharField(source="entry.hash")


class ChainOutput(serializers.Serializer):
    """`broken_at`: the first line that is not as it was written; null for a whole chain."""

    whole = serializers.BooleanField()
    broken_at = serializers.IntegerField(allow_null=True)
    lines = serializers.IntegerField()


JournalList = pages_of(JournalLineOutput)


class Journal(ConcoursView):
    @act("read", asks=JournalQuery, gives=JournalList)
    def get(self, request: Request, query: dict) -> dict:
        """Who did what, when, from what to what and why; the newest first."""
        entries = questions.entries_of(
            self.tournament,
            round_number=query.get("round"),
            table=query.get("table"),
            team=query.get("team"),
            by=query.get("by"),
            act=query["act"],
        )

        def shown(lines: list[JournalEntry]) -> list[questions.Line]:
            return questions.lines_of(self.tournament, lines)

        return page(entries, query, shown)


class JournalCheck(ConcoursView):
    @act("read", gives=ChainOutput)
    def get(self, request: Request) -> dict:
        """Whether the journal is as it was written."""
        broken = questions.broken_at(self.tournament)
        return {"whole": broken is None, "broken_at": broken, "lines": self.tournament.journal_number}
