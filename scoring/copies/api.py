"""Receive copies of concours from other programs, choose where one's own go, go on with one."""

from dataclasses import dataclass
from typing import Annotated

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import permissions
from rest_framework.exceptions import ValidationError

from scoring.copies import acts, receiving, selectors, services
from scoring.copies.models import CopyPlace, LeftLine
from scoring.copies.receiving import CopyReceipt
from scoring.transfer import acts as transfer
from scoring.transfer.api import FORM, ConcoursFileInput, FileView
from scoring.transfer.file import write_concours
from scoring.transfer.views import MEDIA
from tournament.api.authentication import BearerToken
from tournament.api.base import ANYONE, ApiView, ClubView, ConcoursView, act, page
from tournament.api.shapes import Page, PageQuery, Shown, one_of
from tournament.inputs import Declared
from tournament.inputs.fields import CleanText, StrictBoolean, StrictChoice, StrictInteger, StrictText
from tournament.page_access import or_404

TAG = "exports"

ReceiptOutput = Annotated[
    CopyReceipt,
    Shown("CopyReceiptOutput", "state lines hash epoch line", state=one_of(("kept", "moved", "two_homes", "refused"))),
    "What is kept of a concours. `kept`: as sent, or later; `moved`: it goes on here; `two_homes`: both went on, from "
    "line `line` of the journal; `refused`: what was sent cannot be gone on with here.",
]


class PairingInput(Declared):
    """The code that this computer shows, and the name of the one that sends copies."""

    code: Annotated[str, StrictText(max_length=20)]
    name: Annotated[str, CleanText(max_length=80)]


class PairedOutput(Declared):
    """`secret` is the token for copies into this club, shown this once."""

    club: int
    name: str
    secret: str


PlaceOutput = Annotated[
    CopyPlace, Shown("CopyPlaceOutput", "id=pk kind name address"), "A place where copies of the club's concours go."
]


class CopyPlaceInput(Declared):
    """`folder`: a folder of the laptop. `program`: another Dix de Der, by the `code` that it shows, or by `secret` and `club`."""

    kind: Annotated[str, StrictChoice(choices=list(CopyPlace.Kind.values))]
    address: Annotated[str, StrictText(max_length=500)]
    code: Annotated[str, StrictText(max_length=20, allow_blank=True)] = ""
    secret: Annotated[str, StrictText(max_length=200, allow_blank=True)] = ""
    club: Annotated[int, StrictInteger(min_value=0, max_value=2**53)] = 0


@dataclass(frozen=True)
class ConcoursCopiesOutput:
    """The state of the copies of a concours, and whether this is itself one (`copied_at`)."""

    copied_at: str | None
    epoch: str
    places: list[
        Annotated[selectors.PlaceLine, Shown("PlaceLineOutput", "place name kind state text"), "A place, in words."]
    ]
    left: list[
        Annotated[
            selectors.LeftScore,
            Shown("LeftLineOutput", "hash may_take settled taken"),
            "A line that a former computer wrote after the concours had gone on elsewhere.",
        ]
    ]


class TakeOverInput(Declared):
    """Why the concours goes on here; the journal keeps it."""

    reason: Annotated[str, CleanText(max_length=200)]


class LeftLineInput(Declared):
    """The answer to one line: the score that it says is taken, or the line is left."""

    take: Annotated[bool, StrictBoolean()]


class Copies(FileView, path="copies/"):
    """Other programs send here from the Wi-Fi too, with a token that opens nothing else."""

    public_page = True
    authentication_classes = [BearerToken]

    @act("copy", form=FORM, name="club-copies")
    def copies_post(self, data: ConcoursFileInput) -> ReceiptOutput:
        """Store a copy of the concours of the file. It takes no act here until somebody goes on with it."""
        content = data.content()
        file = data.read()
        return receiving.receive(file=file, content=content, club=self.club, by=self.user)


class CopyView(ClubView, path="copies/<str:identity>/"):
    """The copy of a concours, named by the hash of the first line of its journal."""

    public_page = True
    authentication_classes = [BearerToken]

    @act("copy", name="club-copy")
    def copy_get(self) -> ReceiptOutput:
        """Report what is kept of a concours that this club received or goes on with."""
        return or_404(receiving.receipt_of(self.club, self.kwargs["identity"]))

    @act("copy", "file/", sends=(MEDIA,), name="club-copy-file")
    def copy_file_get(self) -> HttpResponse:
        """Download the file of the concours as it is here: for the computer on which it was before."""
        concours = or_404(receiving.concours_of(self.club, self.kwargs["identity"]))
        headers = {"Cache-Control": "private, no-store"}
        return HttpResponse(write_concours(concours.pk).content, content_type=MEDIA, headers=headers)


class CopiesPairing(ApiView, path="copies/pairing/"):
    authentication_classes: list = []
    permission_classes = [permissions.AllowAny]
    public_page = True

    @act(ANYONE)
    def copies_pairing_post(self, data: PairingInput) -> PairedOutput:
        """Exchange the code shown on a second computer of the hall for a token that sends copies to it."""
        if not settings.EMBEDDED:
            raise Http404
        club, secret = services.spend_code(code=data.code, name=data.name)
        return PairedOutput(club=club.pk, name=club.name, secret=secret)


class CopyPlaces(ClubView):
    laptop_only = True

    @act("settings", "copy-places/")
    def copy_places_get(self, query: PageQuery) -> Page[PlaceOutput]:
        """List the places where copies of the club's concours go."""
        return page(CopyPlace.objects.filter(club=self.club), query)

    @act(acts.ADD_COPY_PLACE, "copy-places/", status=201)
    def copy_places_post(self, data: CopyPlaceInput) -> PlaceOutput:
        """Store copies of the club's concours at one more place from now on."""
        if data.kind == CopyPlace.Kind.FOLDER:
            return services.add_folder(club=self.club, folder=data.address, by=self.user)
        if data.code:
            return services.pair_program(club=self.club, address=data.address, code=data.code, by=self.user)
        if not data.secret:
            raise ValidationError({"secret": [_("Give the code that the other computer shows, or a key of it.")]})
        return services.add_program(
            club=self.club, address=data.address, secret=data.secret, other_club=data.club, by=self.user
        )

    @act(acts.REMOVE_COPY_PLACE, "copy-places/<int:place>/", name="copy-place")
    def copy_place_one_delete(self) -> None:
        """Send no copies there any more; those that are there stay."""
        place = get_object_or_404(CopyPlace, pk=self.kwargs["place"], club=self.club)
        services.remove_place(place_id=place.pk, by=self.user)


class ConcoursCopies(ConcoursView):
    @act("read", "copies/")
    def concours_copies_get(self) -> ConcoursCopiesOutput:
        """Report how the copies of the concours stand, and what a former computer still had."""
        copied = self.tournament.copied_at
        return ConcoursCopiesOutput(
            copied_at=copied.isoformat() if copied else None,
            epoch=self.tournament.epoch,
            places=selectors.place_lines(self.tournament),
            left=selectors.left_scores(self.tournament),
        )

    @act(transfer.TAKE_IN, "take-over/", name="take-over", laptop_only=True)
    def concours_take_over_post(self, data: TakeOverInput) -> ConcoursCopiesOutput:
        """Go on here with a concours of which this is a copy, as its computer is dead."""
        taken = services.take_over(reason=data.reason, **self.acting)
        return ConcoursCopiesOutput(copied_at=None, epoch=taken.epoch, places=[], left=[])

    @act(acts.SETTLE_LEFT_LINE, "left-lines/<str:left>/", name="left-line")
    def concours_left_line_post(self, data: LeftLineInput) -> None:
        """Take the score that a line of a former computer says, where its table has none, or leave the line."""
        get_object_or_404(LeftLine, tournament=self.tournament, hash=self.kwargs["left"])
        services.settle_left_line(line_hash=self.kwargs["left"], take=data.take, **self.acting)
