"""The languages of the program: French, its own; English, which its code is written in; each that has a catalogue.

`deploy/locale/nl/LC_MESSAGES/django.po` is all that Dutch needs (docs/languages.md); nothing else names a language.
"""

from pathlib import Path

from django.conf.locale import LANG_INFO

SPOKEN = ("fr", "en")
_LOCALE = Path(__file__).resolve().parents[1] / "locale"


def languages(folder: Path = _LOCALE) -> list[tuple[str, str]]:
    """Return each language as (code, its own name): French, English, then those with a catalogue in *folder*.

    >>> languages()[:2]
    [('fr', 'français'), ('en', 'English')]
    """
    files = (file for end in ("po", "mo") for file in folder.glob(f"*/LC_MESSAGES/django.{end}"))
    others = {file.parents[1].name.replace("_", "-").lower() for file in files} - set(SPOKEN)
    return [(code, LANG_INFO.get(code, {}).get("name_local", code)) for code in (*SPOKEN, *sorted(others))]


def stale_catalogues(folder: Path = _LOCALE) -> list[Path]:
    """Return each django.po of a checkout whose compiled file is missing or older; none where the program is installed."""

    def is_stale(written: Path) -> bool:
        compiled = written.with_suffix(".mo")
        return not compiled.exists() or compiled.stat().st_mtime_ns <= written.stat().st_mtime_ns

    return [written for written in sorted(folder.glob("*/LC_MESSAGES/django.po")) if is_stale(written)]
