"""The process that opens a photo: bytes on standard input; on standard output a line of JSON, then the photo drawn anew."""

import io
import json
import struct
import sys
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from scoring.errors import ScoringError
from tournament.limited_child import limit_resources

MEMORY, SECONDS_OF_WORK = 400_000_000, 10
# A telephone of today has 50 million dots; its JPEG is read small at once. What must be unpacked whole (PNG, WebP, a
# JPEG in several scans) has fewer.
HIGHEST_PIXELS, HIGHEST_WHOLE = 60_000_000, 12_000_000
QUALITY = 80
# The formats that telephones and scanners write; the library opens no other.
FORMATS = ("JPEG", "PNG", "WEBP")


def redrawn(data: bytes, longest: int) -> tuple[bytes, int, int]:
    """Return *data* as a plain JPEG of ours with its width and height.

    It is at most *longest* pixels long, upright, without a word beside the picture (place, date, owner, thumbnail). Raises
    ScoringError photo_unread or photo_pixels.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the next lines judge the size
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
            # MPO: several JPEG in one, as some telephones write.
            small = picture.format in ("JPEG", "MPO") and not picture.info.get("progressive")
            if picture.width * picture.height > (HIGHEST_PIXELS if small else HIGHEST_WHOLE):
                raise ScoringError("photo_pixels", field="photo")
            if small:
                picture.draft("RGB", (longest, longest))
            picture.load()
            picture.thumbnail((longest, longest))
    except (Image.DecompressionBombError, MemoryError) as error:
        raise ScoringError("photo_pixels", field="photo") from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, struct.error) as error:
        # The library says in many ways that a file is not what it claims to be.
        raise ScoringError("photo_unread", field="photo") from error
    plain = ImageOps.exif_transpose(picture).convert("RGB")
    clean = Image.new("RGB", plain.size)
    clean.paste(plain)
    written = io.BytesIO()
    clean.save(written, "JPEG", quality=QUALITY)
    return written.getvalue(), clean.width, clean.height


def main() -> None:
    """Answer for the photo on standard input; the longest side is the first argument."""
    limit_resources(MEMORY, SECONDS_OF_WORK)
    content = b""
    try:
        content, width, height = redrawn(sys.stdin.buffer.read(), int(sys.argv[1]))
        head: dict[str, object] = {"width": width, "height": height}
    except ScoringError as error:
        head = {"code": error.code}
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + content)
