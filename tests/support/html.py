"""The HTML of a page without the white space that no browser shows: a test of it does not depend on where lines break."""

import re

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
