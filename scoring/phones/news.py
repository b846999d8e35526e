"""News of a concours in one small answer: telephones ask for it in place of their pages, which change seldom."""

import hashlib

from django.conf import settings
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.urls import reverse

from scoring.sheets.lifecycle import SheetAct
from scoring.sheets.models import Photo, Reading, RunningDonne, ScoreSheet
from tournament.concours.models import Tournament
from tournament.journal.models import JournalEntry
from tournament.prepared import prepared
from tournament.rounds.models import Round, Seat, Table

# Acts after which other tables are as before; of its own the mark is another one.
_OF_ONE_TABLE = [act.value for act in SheetAct if act is not SheetAct.CORRECT]


def last_act_of_all() -> Subquery:
    """Return, of each concours asked for, the last line of its journal that moves more than one table."""
    lines = JournalEntry.objects.filter(tournament=OuterRef("pk")).exclude(act__in=_OF_ONE_TABLE)
    return Subquery(lines.order_by("-number").values("number")[:1])


def news_address(tournament: Tournament) -> str:
    """Return where telephones ask first whether something happened; "" in a hall, whose program answers them all."""
    return "" if settings.EMBEDDED or not tournament.public else reverse("public-news", args=[tournament.slug])


def news_of(slug: str) -> dict[str, object] | None:
    """Return how far the concours whose public pages stand under *slug* is; None where there is none. Two queries.

    `line`: the last of its journal. `acts`: the last that moves more than one table. `tables`: by way into a table of this
    partie a mark of what stands there. The page of a table is the same as long as `acts` and its mark are.
    """
    concours = _concours.first(slug=slug)
    if concours is None:
        return None
    line, acts, partie = concours
    rows = _tables(partie=partie) if partie else []
    marks = {str(access): _mark(moments) for access, *moments in rows if any(moments)}
    return {"line": line, "acts": acts or 0, "tables": marks}


def _mark(moments: list) -> str:
    return hashlib.sha256(str(moments).encode()).hexdigest()[:8]


@prepared
def _concours(slug: str) -> QuerySet[Tournament, tuple]:
    parties = Round.objects.filter(tournament=OuterRef("pk"), state="published")
    last = {
        "acts": last_act_of_all(),
        "partie": Subquery(parties.order_by("-number").values("pk")[:1]),
    }
    found = Tournament.objects.filter(slug=slug, public=True).order_by().annotate(**last)
    return found.values_list("journal_number", *last)


@prepared
def _tables(partie: int) -> QuerySet[Table, tuple]:
    here = OuterRef("pk")
    sheets = ScoreSheet.objects.filter(table=here)
    moments = {
        "sheet": _last(sheets, "table", "pk"),
        "counted": _last(sheets.filter(counted=True), "table", "pk"),
        "read": _last(Reading.objects.filter(sheet__table=here), "sheet__table", "pk"),
        "noted": _last(RunningDonne.objects.filter(device__access__table=here), "device__access__table", "at"),
        "photo": _last(Photo.objects.filter(table=here), "table", "pk"),
        "missing": _last(Seat.objects.filter(table=here), "table", "missing_at"),
    }
    tables = Table.objects.filter(round=partie, access__isnull=False).order_by("pk").annotate(**moments)
    return tables.values_list("access", "called_at", *moments)


def _last(rows: QuerySet, table: str, column: str) -> Subquery:
    return Subquery(rows.order_by().values(table).annotate(last=Max(column)).values("last"))
