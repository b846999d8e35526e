from tournament.api.base import urls
from tournament.clubs.api import clubs, second_factor, session
from tournament.concours import api as concours
from tournament.people import api as people
from tournament.prizes import api as prizes
from tournament.registration import api as teams
from tournament.registration.imports import api as imports
from tournament.tokens import api as tokens

urlpatterns = urls(session, second_factor, clubs, concours, tokens, people, prizes, teams, imports)
