from scoring.access.models import CampCode, CodeAttempt, TableAccess, TableDevice
from scoring.evening.models import Palmares, PrizeTurn
from scoring.public.models import RenderedPage
from scoring.seasons.models import KeptEvening, Season, SeasonConcours
from scoring.sheets.models import (
    SHEET_KINDS,
    SHEET_STATES,
    Mark,
    Penalty,
    Photo,
    Reading,
    Ruling,
    RunningDonne,
    ScoreSheet,
    sheet_kind_choices,
    sheet_state_choices,
)
from scoring.standings.models import StandingsSnapshot
from scoring.transfer.models import ReceivedFile, WrittenFile
from scoring.webhooks.models import ClubWebhook, Delivery, Webhook
from scoring.workbook.models import Export

__all__ = [
    "ClubWebhook",
    "CampCode",
    "CodeAttempt",
    "Delivery",
    "Export",
    "KeptEvening",
    "Mark",
    "Palmares",
    "Penalty",
    "Photo",
    "PrizeTurn",
    "Reading",
    "ReceivedFile",
    "RenderedPage",
    "Ruling",
    "RunningDonne",
    "SHEET_KINDS",
    "SHEET_STATES",
    "ScoreSheet",
    "Season",
    "SeasonConcours",
    "StandingsSnapshot",
    "TableAccess",
    "TableDevice",
    "Webhook",
    "WrittenFile",
    "sheet_kind_choices",
    "sheet_state_choices",
]
