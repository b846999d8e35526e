"""The pictures of the guide: taken while the evening is played, and held against it ever after."""

import io
import json
import os

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from scoring.guide.guide import PICTURES

TAKING = bool(os.environ.get("DIX_GUIDE"))
LABELS = """labels => [...new Set(labels.filter(label => label.checkVisibility()).map(label => {
    const own = label.cloneNode(true);
    own.querySelectorAll("select").forEach(list => list.remove());
    return own.textContent.replace(/[\\d\\s]+/g, " ").trim();
}))].sort()"""


def picture(page, name: str, *, width: int = 1200) -> None:
    """Keep what *page* shows as the picture *name* where DIX_GUIDE is set, with the headings and buttons it has.

    Else the page must still have these; what stands in the rows of a table, or comes with another list, does not count.
    """
    size, path = page.viewport_size, PICTURES / f"{name}.png"
    page.set_viewport_size({"width": width, "height": 750})
    labels = page.locator("h1, h2, th, label, summary, :is(button, [role=button]):not(td *)").evaluate_all(LABELS)
    if TAKING:
        page.evaluate("scrollTo(0, 0)")
        image = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        about = PngInfo()
        about.add_itxt("Labels", json.dumps(labels, ensure_ascii=False))
        image.quantize(48, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=about)
    gone = set(json.loads(Image.open(path).text["Labels"])) - set(labels)
    assert not gone, f"{path.name} is old, make guide takes it again: {gone}"
    page.set_viewport_size(size)
