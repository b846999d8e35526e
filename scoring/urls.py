from scoring.clock import urls as clock
from scoring.copies import urls as copies
from scoring.entries import urls as entries
from scoring.evening import urls as evening
from scoring.guide import urls as guide
from scoring.history import urls as history
from scoring.people import urls as people
from scoring.phones import urls as phones
from scoring.planner import urls as planner
from scoring.prizes import urls as prizes
from scoring.public import urls as public
from scoring.referee import urls as referee
from scoring.rounds import urls as rounds
from scoring.rulebook import urls as rulebook
from scoring.seasons import urls as seasons
from scoring.sheets import urls as sheets
from scoring.standings import urls as standings
from scoring.till import urls as till
from scoring.transfer import urls as transfer
from scoring.undo import urls as undo
from scoring.webhooks import urls as webhooks
from scoring.workbook import urls as workbook

urlpatterns = [
    *public.urlpatterns,
    *rulebook.urlpatterns,
    *phones.urlpatterns,
    *people.urlpatterns,
    *sheets.urlpatterns,
    *referee.urlpatterns,
    *history.urlpatterns,
    *evening.urlpatterns,
    *prizes.urlpatterns,
    *seasons.urlpatterns,
    *till.urlpatterns,
    *undo.urlpatterns,
    *clock.urlpatterns,
    *planner.urlpatterns,
    *workbook.urlpatterns,
    *webhooks.urlpatterns,
    *transfer.urlpatterns,
    *copies.urlpatterns,
    *entries.urlpatterns,
    *rounds.urlpatterns,
    *standings.urlpatterns,
    *guide.urlpatterns,
]
