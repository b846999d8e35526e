from tournament.clubs import urls as clubs
from tournament.concours import urls as concours
from tournament.people import urls as people
from tournament.prizes import urls as prizes
from tournament.registration import urls as registration
from tournament.registration.imports import urls as imports
from tournament.tokens import urls as tokens

urlpatterns = [
    *registration.urlpatterns,
    *imports.urlpatterns,
    *concours.urlpatterns,
    *clubs.urlpatterns,
    *people.urlpatterns,
    *prizes.urlpatterns,
    *tokens.urlpatterns,
]
