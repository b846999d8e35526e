from tournament.api.base import urls
from tournament.subjects import modules

urlpatterns = urls(*modules("scoring", "api"))
