"""Screens kept to be looked at: DIX_SHOTS names a folder for them."""

import os

SHOTS = os.environ.get("DIX_SHOTS", "")


def shot(page, name: str, *, full_page: bool = False) -> None:
    """Keep what *page* shows, where somebody asked for that."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=full_page)
