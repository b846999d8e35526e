from scoring.clock import api as clock
from scoring.copies import api as copies
from scoring.entries import api as entries
from scoring.evening import api as evening
from scoring.history import api as history
from scoring.people import api as people
from scoring.planner import api as planner
from scoring.prizes import api as prizes
from scoring.public import api as public
from scoring.referee.api import rulings, teams
from scoring.rounds import api as rounds
from scoring.seasons import api as seasons
from scoring.sheets.api import desk, entry, sheets
from scoring.standings import api as standings
from scoring.till import api as till
from scoring.transfer import api as transfer
from scoring.undo import api as undo
from scoring.webhooks import api as webhooks
from scoring.workbook import api as workbook
from tournament.api.base import urls

urlpatterns = urls(
    entry,
    sheets,
    desk,
    rulings,
    teams,
    clock,
    planner,
    people,
    rounds,
    standings,
    evening,
    prizes,
    seasons,
    till,
    history,
    undo,
    workbook,
    webhooks,
    transfer,
    copies,
    entries,
    public,
)
