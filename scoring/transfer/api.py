"""Have the file of a concours made and download it; compare one with what is here, take one in."""

import base64
import binascii
from dataclasses import dataclass
from typing import Annotated, Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from scoring.transfer import acts, services
from scoring.transfer.file import ConcoursFile
from scoring.transfer.selectors import compare
from scoring.transfer.views import MEDIA, send_club, send_file
from scoring.workbook.api import JobOutput
from tournament.api.base import ClubView, ConcoursView, act
from tournament.api.shapes import Shown, one_of
from tournament.api.strict import StrictJSONParser
from tournament.inputs import Declared
from tournament.inputs.fields import StrictText

TAG = "exports"
STATES = ("new", "same", "older", "longer", "fork", "moved", "behind", "removed", "elsewhere")
_MOST_TEXT = 16_700_000
FORM = "The file as it is: .belote."


class ConcoursFileInput(Declared):
    """The file in base64."""

    file: Annotated[str, StrictText(max_length=_MOST_TEXT)]

    def read(self) -> ConcoursFile:
        """Read what was sent. Raises ValidationError, and ScoringError as `read_concours`."""
        return services.read_at_once(self.content())

    def content(self) -> bytes:
        """Return the bytes that were sent. Raises ValidationError."""
        try:
            return base64.b64decode(self.file, validate=True)
        except (binascii.Error, ValueError):
            raise ValidationError({"file": [_("The file must be written in base64.")]}) from None


@dataclass(frozen=True)
class FileComparison:
    """A concours file beside what is here."""

    state: str
    concours: int | None
    parts_at: int
    name: str
    date: str
    club: str
    teams: int
    lines: int


ComparisonOutput = Annotated[
    FileComparison,
    Shown("ComparisonOutput", "state concours parts_at name date club teams lines", state=one_of(STATES)),
    "`state`: new and longer can be taken in. Where both went on, from line `parts_at` of the journal: moved is the file of "
    "a later computer, behind of a former one, fork of neither.",
]


class TakenClubOutput(Declared):
    """`taken`: how many concours are here now; `concours` as they were compared before, those refused too."""

    taken: int
    concours: list[ComparisonOutput]


def _shown(file: ConcoursFile, state: str, concours: int | None, parts_at: int) -> FileComparison:
    return FileComparison(state, concours, parts_at, file.name, file.date, file.club, file.teams, len(file.lines))


class ConcoursFileOne(ConcoursView):
    laptop_only = True

    @act("settings", "file/", sends=(MEDIA,), name="concours-file")
    def concours_file_one_get(self) -> HttpResponse:
        """Download the latest file of the concours."""
        return send_file(self.tournament)

    @act("settings", "file/", status=202)
    def concours_file_one_post(self) -> JobOutput:
        """Have the file of the concours made; a job that has not begun yet is used again."""
        return services.ask_file(tournament=self.tournament, by=self.user)


class FileView(ClubView):
    """An address to which a concours file is sent, as JSON or as a form."""

    parser_classes = [StrictJSONParser, MultiPartParser]

    def read_body(self, request: Request) -> Any:
        if not (request.content_type or "").startswith("multipart/"):
            return request.data
        files = [file for name in request.FILES for file in request.FILES.getlist(name)]
        if list(request.FILES) != ["file"] or len(files) != 1:
            raise ValidationError({"file": [_("A form carries the file, named file, and nothing else.")]})
        return {"file": base64.b64encode(files[0].read()).decode()}

    @act(acts.TAKE_IN, "concours-file/", status=201, form=FORM, laptop_only=True)
    def club_concours_file_post(self, data: ConcoursFileInput) -> ComparisonOutput:
        """Take the concours of the file into the club: a new one, or what the file has beyond the one that is here."""
        file = data.read()
        taken = services.take_in(file=file, club=self.club, by=self.user)
        return _shown(file, "same", taken.pk, 0)

    @act("settings", "concours-file/check/", form=FORM, laptop_only=True)
    def club_concours_file_check_post(self, data: ConcoursFileInput) -> ComparisonOutput:
        """Compare the concours of the file with what is here; nothing is taken in."""
        file = data.read()
        found = compare(file, self.club, self.user)
        return _shown(file, found.state, found.here.pk if found.here else None, found.parts_at)

    @act("settings", "file/", sends=(MEDIA,), name="club-file", laptop_only=True)
    def club_whole_file_get(self) -> HttpResponse:
        """Download the file of the club: all its concours, its people and its seasons."""
        return send_club(self.club)

    @act(acts.TAKE_IN, "file/", status=201, form=FORM, laptop_only=True)
    def club_whole_file_post(self, data: ConcoursFileInput) -> TakenClubOutput:
        """Take in the file of a club: each concours that may be, its people and its seasons; nothing here is replaced."""
        sent = services.read_all_at_once(data.content())
        found = [(file, compare(file, self.club, self.user)) for file in sent.concours]
        taken = services.take_all_in(sent=sent, club=self.club, by=self.user)
        return TakenClubOutput(
            taken=taken,
            concours=[_shown(file, one.state, one.here.pk if one.here else None, one.parts_at) for file, one in found],
        )
