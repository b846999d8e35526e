"""A photo of a score sheet."""

import io

from PIL import Image


def picture(kind="JPEG", size=(320, 240), **more):
    written = io.BytesIO()
    Image.new("RGB", size, "white").save(written, kind, **more)
    return written.getvalue()
