from scoring.access.models import CampCode, CodeAttempt, TableAccess, TableDevice
from scoring.copies.models import CopyPlace, HeldCopy, LeftLine, PlaceState
from scoring.evening.models import Palmares
from scoring.prizes.models import HandedPrize, PrizeDraw, PrizePhoto, PrizeTurn
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
    "CopyPlace",
    "Delivery",
    "Export",
    "HeldCopy",
    "HandedPrize",
    "KeptEvening",
    "LeftLine",
    "Mark",
    "Palmares",
    "Penalty",
    "Photo",
    "PlaceState",
    "PrizeDraw",
    "PrizePhoto",
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
