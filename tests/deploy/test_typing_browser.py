"""Every field that asks the server while one types: a key acts on what was typed, never on what is still on the screen.

The fields are found by typing: into all those of each page, then by what the page asks of the server with them. Whoever
adds such a field has it tried here.
"""

import re
import time
from email import message_from_bytes
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.handlers.base import BaseHandler
from django.urls import reverse

from scoring.access import services as tokens
from tests.deploy.pages import make_evening
from tests.support.axe import addresses, log_in
from tournament.models import Job, JournalEntry, Table

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

KEY_MS = 30
AT_ONCE = 12  # pages that wait together for what their scripts ask
SLOW = 0.6  # seconds that the server takes for each answer to a script
FIRST, THEN = "2", "13"  # team and table 2 are there, so is 1; 13 is not
# Open all folds, for a field there asks as well.
OPEN = "() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
FILL = """(text) => {
  let filled = 0;
  for (const one of document.querySelectorAll('main :is(input:not([type]), [type=text], [type=search], [type=tel])')) {
    if (!one.checkVisibility() || one.disabled || one.readOnly) continue;
    one.value = text;
    one.dispatchEvent(new Event('input', {bubbles: true}));
    filled++;
  }
  return filled;
}"""


def sent(request) -> list[tuple[str, str]]:
    """Return the fields that *request* carries, in its address and in its body."""
    body, kind = request.post_data_buffer or b"", request.headers.get("content-type", "")
    fields = parse_qsl(urlsplit(request.url).query, keep_blank_values=True)
    if kind.startswith("multipart/"):
        parts = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).get_payload()
        fields += [
            (part.get_param("name", header="content-disposition"), part.get_payload(decode=True).decode())
            for part in parts
        ]
    else:
        fields += parse_qsl(body.decode(), keep_blank_values=True)
    return fields


def fields_that_ask(page, asked: list) -> list[str]:
    """Return the names of the fields of *page* that its scripts sent once they were typed into; one of those alike."""
    carried = {name for request in asked for name, value in sent(request) if value == FIRST}
    fields = [name for name in sorted(carried) if page.locator(f'main [name="{name}"]:visible').count()]
    return list({re.sub(r"\d+", "#", name): name for name in reversed(fields)}.values())


def telephone(page, live_server, evening) -> str:
    """Join a table that still plays, as the telephone of one camp; return the address of its page."""
    table = Table.objects.filter(round__tournament=evening.tournament, sheets=None).order_by("number").first()
    way = tokens.codes_of(round_id=table.round_id)[table.number]["NS"]
    page.goto(live_server.url + reverse("phone-enter", args=[way.token]))
    page.locator("button[name=camp]").first.click()
    page.wait_for_url("**/t/*/")
    return urlsplit(page.url).path


def test_a_key_acts_on_what_was_typed_wherever_the_page_asks_as_one_types(live_server, browser_page, monkeypatch):
    evening = make_evening()
    Job.objects.update(state=Job.State.DONE)
    page = browser_page()
    log_in(page, live_server, evening)
    broken: list = []

    def opened(reader, address) -> tuple:
        """Return a tab on *address*, and what its scripts ask from then on."""
        tab, asked = reader.context.new_page(), []
        tab.on("request", lambda one: asked.append(one) if one.resource_type in ("fetch", "xhr") else None)
        tab.on("pageerror", lambda error: broken.append(f"page error: {error}"))
        tab.goto(live_server.url + address)
        tab.evaluate(OPEN)
        asked.clear()
        return tab, asked

    found = {}
    phone = browser_page(width=360, height=740)
    everywhere = [*addresses(evening), ("phone", telephone(phone, live_server, evening))]
    assert {"public-standings", "public-tables", "public-referee"} <= {name for name, _address in everywhere}
    for first in range(0, len(everywhere), AT_ONCE):
        typed = []
        for name, address in everywhere[first : first + AT_ONCE]:
            reader = phone if name.startswith(("phone", "public-")) else page
            tab, asked = opened(reader, address)
            if tab.evaluate(FILL, FIRST):
                typed.append((name, reader, address, tab, asked))
            else:
                tab.close()
        page.wait_for_timeout(700)
        for name, reader, address, tab, asked in typed:
            for field in fields_that_ask(tab, asked):
                found.setdefault((name, re.sub(r"\d+", "#", field)), (reader, address, field))
            tab.close()
    assert len(found) >= 8, found
    assert {("door", "q"), ("door", "player_#"), ("entry", "points_NS"), ("sheet-donnes", "d#-points_NS")} <= set(found)

    real, slowed = BaseHandler.get_response, False

    def answer(handler, request):
        if slowed and (request.headers.get("HX-Request") or request.headers.get("X-Requested-With")):
            time.sleep(SLOW)
        return real(handler, request)

    monkeypatch.setattr(BaseHandler, "get_response", answer)
    wrong = []
    for (name, _field), (reader, address, field) in found.items():
        slowed = False
        tab, asked = opened(reader, address)
        place = tab.locator(f'main [name="{field}"]:visible').first
        place.fill("")
        place.press_sequentially(FIRST)
        tab.wait_for_timeout(700)  # what was found for it stands on the screen
        place.select_text()
        lines, slowed = JournalEntry.objects.count(), True
        tab.keyboard.type(THEN, delay=KEY_MS)
        asked.clear()
        tab.keyboard.press("Enter")
        tab.wait_for_timeout(1000 * (2 * SLOW + 0.8))
        values = {value for request in asked for key, value in sent(request) if key == field}
        acted = {value for one in asked if one.method == "POST" for key, value in sent(one) if key == field}
        left = place.input_value() if place.count() else ""
        if values - {THEN, ""} or acted - {THEN}:
            wrong.append(f"{name}, {field}: {THEN} was typed, {values} was sent")
        if left != THEN and THEN not in values:
            wrong.append(f"{name}, {field}: {THEN} was typed, {left!r} is left of it")
        if JournalEntry.objects.count() > lines and THEN not in acted:
            wrong.append(f"{name}, {field}: something was done that nobody typed")
        tab.close()
    browser_page.expected[:] = [one for one in browser_page.expected if "422" not in one]
    wrong += broken
    assert not wrong, "\n".join(wrong)
