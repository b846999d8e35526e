"""The HTML of a page without the white space that no browser shows: a test of it does not depend on where lines break."""

import re
from collections import Counter

SPACE = r"[ \t\r\n\f]"
BLOCKS = (
    "address|article|body|br|caption|dd|details|div|dl|dt|fieldset|figcaption|footer|form|h[1-6]|head|header|hr|html|legend|li|"
    "link|main|meta|nav|ol|optgroup|option|p|script|section|select|summary|table|tbody|td|template|tfoot|th|thead|title|"
    "tr|ul"
)


def laid_out(html: str) -> str:
    """Return *html* with one space where there is white space, and none beside a block or at the ends of an element.

    >>> laid_out('<ul>\\n  <li\\n    class="a"> <b> 3 </b> / 4\\n</li> <li>5</li></ul>')
    '<ul><li class="a"><b>3</b> / 4</li><li>5</li></ul>'
    """
    text = re.sub(f"{SPACE}+", " ", html)
    text = re.sub(r" (/?>)", r"\1", text)
    text = re.sub(rf" ?(</?(?:{BLOCKS})\b(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*>) ?", r"\1", text)
    text = re.sub(r"(<[a-z](?:\"[^\"]*\"|'[^']*'|[^<>\"'])*>) ", r"\1", text)
    return re.sub(r" (</[a-z])", r"\1", text)


_TEMPLATE = re.compile(r"<template\b.*?</template>", re.DOTALL)
_ID = re.compile(r"""\sid=["']([^"']+)["']""")
_REFERENCE = re.compile(r"""\s(for|aria-describedby|aria-labelledby|aria-controls)=["']([^"']*)["']""")
_WRONG = re.compile(r"""<\w+\b(?:[^<>"']|"[^"]*"|'[^']*')*?\saria-invalid=["']true["'](?:[^<>"']|"[^"]*"|'[^']*')*>""")


def unnamed(html: str) -> list[str]:
    """Return what *html* names by an id that is not there or stands twice, and its wrong fields without a reason.

    >>> unnamed('<label for="a">A</label><input id="b" aria-invalid="true">')
    ['for="a" names nothing', 'no reason with <input id="b" aria-invalid="true">']
    """
    shown = _TEMPLATE.sub("", html)
    ids = Counter(_ID.findall(shown))
    faults = [f"{count} times id {name}" for name, count in ids.items() if count > 1]
    for kind, names in _REFERENCE.findall(shown):
        if not names.split() or not set(names.split()) <= ids.keys():
            faults.append(f'{kind}="{names}" names nothing')
    return faults + [f"no reason with {field}" for field in _WRONG.findall(shown) if "aria-describedby" not in field]
