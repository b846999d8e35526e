# ruff: noqa: F401  # the models of each subject, and the functions that migrations name
from scoring.access.models import CampCode, CodeAttempt, TableAccess, TableDevice
from scoring.copies.models import CopyPlace, HeldCopy, LeftLine, PlaceState
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
from scoring.standings.models import Palmares, StandingsSnapshot
from scoring.transfer.models import ReceivedFile, WrittenFile
from scoring.webhooks.models import ClubWebhook, Delivery, Webhook
from scoring.workbook.models import Export
