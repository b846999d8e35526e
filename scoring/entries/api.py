"""The registrations from home, for the program of the hall that takes them."""

from typing import Annotated

from scoring.entries import services
from tournament.api.base import ConcoursView, act
from tournament.api.shapes import Shown

TAG = "teams"

EntryOutput = Annotated[
    services.ListedEntry,
    Shown("EntryOutput", "key arrival players commune withdrawn version at"),
    "A registration from home. `withdrawn`: taken back, left out by the desk, or with the partner whom it found, in whose"
    " registration it is.",
]
EntriesOutput = Annotated[list[EntryOutput], Shown("EntriesOutput", "entries=")]


class Entries(ConcoursView):
    @act("register", "entries/")
    def entries_get(self) -> EntriesOutput:
        """List the registrations from home in the order of arrival, those too that were taken back."""
        return services.list_of(self.tournament)
