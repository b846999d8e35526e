"""The browsers of docs/devices.md, each started once a session and driven alike: the same flow is played in all of them."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.support.fixtures import PATIENCE, free_port, lacking
from tests.support.oldest import Chromium80

ENTER = "\ue007"
BROWSERS = ["chromium80", "firefox", "webkit"]
MINI_BROWSERS = "webkit2gtk-4.*/MiniBrowser"


class Driven:
    """A browser behind a driver of selenium's kind."""

    host = "0.0.0.0"  # of this computer, which the browser does not know: a page is there as on plain http in the hall

    def __init__(self) -> None:
        self.driver: Any = None
        self.errors: tuple[type[Exception], ...] = ()
        self._usual: dict[str, int] = {}  # the place and size of its window before it was narrowed

    def goto(self, address: str) -> None:
        """Open *address*, and wait until it is loaded."""
        raise NotImplementedError

    def do(self, script: str) -> Any:
        """Return the value of *script*."""
        return self.driver.execute_script(f"return ({script})")

    def until(self, script: str) -> Any:
        """Wait until *script* is true; return its value. Nothing is true while a page is being changed for another."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(*self.errors):
                if value := self.do(script):
                    return value
            time.sleep(0.05)
        raise AssertionError(f"{script}\n{self.do('document.body.innerText')}")

    def element(self, selector: str) -> Any:
        """Return the element of *selector* once it and the scripts of the page are there."""
        self.until(f"document.readyState === 'complete' && document.querySelector({selector!r}) !== null")
        return self.driver.find_element("css selector", selector)

    def narrow(self, width: int = 320) -> None:
        """Show this page *width* px wide, as on a small telephone, or as narrow as its window can be."""
        self._usual = self._usual or self._rect()
        self.driver.set_window_rect(width=width, height=640)

    def widen(self) -> None:
        """Restore the size of the window that it had before it was narrowed."""
        if self._usual:
            self.driver.set_window_rect(**self._usual)
            self._usual = {}

    def _rect(self) -> dict[str, int]:
        return self.driver.get_window_rect()

    def click(self, selector: str) -> None:
        """Click where a person would."""
        self.element(selector).click()

    def fill(self, selector: str, text: str) -> None:
        """Type *text* in a field in place of what is there; "\\n" is Enter."""
        field = self.element(selector)
        field.clear()
        field.send_keys(text.replace("\n", ENTER))

    def fresh(self, refused: str = "") -> None:
        """Forget what pages kept here; from now on keep from them what *refused* names, "storage" or "cookies"."""
        raise NotImplementedError

    def close(self) -> None:
        """End the program."""


class Firefox(Driven):
    """Firefox, by Mozilla's own driver: Debian has no geckodriver."""

    def __init__(self, program: str, folder: Path) -> None:
        super().__init__()
        from marionette_driver.errors import MarionetteException
        from marionette_driver.marionette import Marionette

        self.errors = (MarionetteException,)
        prefs = {"network.socket.ip_addr_any.disabled": False, "intl.accept_languages": "fr"}
        log, port = str(folder / "firefox.log"), free_port()
        self.driver = Marionette(bin=program, headless=True, port=port, prefs=prefs, gecko_log=log)
        self.driver.start_session()

    def goto(self, address: str) -> None:
        self.driver.navigate(address)

    def narrow(self, width: int = 320) -> None:
        """Show this page *width* px wide: twice as large, since its window is never narrower than 450 px."""
        self._zoom(2)
        self._usual = self._usual or self._rect()
        self.driver.set_window_rect(width=2 * width, height=1280)

    def widen(self) -> None:
        self._zoom(1)
        super().widen()

    def _zoom(self, times: int) -> None:
        with self.driver.using_context("chrome"):
            self.driver.execute_script(f"gBrowser.selectedBrowser.fullZoom = {times}")

    def _rect(self) -> dict[str, int]:
        return self.driver.window_rect

    def printed(self) -> bytes:
        """Print the page on A4 with the margins of the dialog; return the PDF."""
        asked = {"page": {"width": 21.0, "height": 29.7}}
        return b64decode(self.driver._send_message("WebDriver:Print", asked, key="value"))

    def fresh(self, refused: str = "") -> None:
        self.driver.navigate("about:blank")  # what a page still asks for would bring cookies after they are cleared
        self.driver.set_pref("dom.storage.enabled", refused != "storage")
        self.driver.set_pref("network.cookie.cookieBehavior", 2 if refused == "cookies" else 0)
        clear = "Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, { onDataDeleted: arguments[0] })"
        with self.driver.using_context("chrome"):
            self.driver.execute_async_script(clear)
        self.widen()

    def close(self) -> None:
        self.driver.quit(in_app=False)
        self.driver.cleanup()


class WebKit(Driven):
    """WebKitGTK's own small browser, by its own driver, on a screen that nobody sees."""

    host = "[::ffff:7f00:1]"
    REFUSING: ClassVar = {"storage": "--enable-html5-local-storage=false", "cookies": "--cookies-policy=never"}

    def __init__(self, program: Path, display: str) -> None:
        super().__init__()
        self._program, self._display, self._refused = program, display, None

    def goto(self, address: str) -> None:
        self.driver.get(address)

    def fresh(self, refused: str = "") -> None:
        if self.driver is not None and refused == self._refused:
            self.driver.delete_all_cookies()
            self.driver.execute_script("localStorage.clear(); sessionStorage.clear()")
            self.widen()
        else:
            self._start(refused)

    def _start(self, refused: str) -> None:
        from selenium import webdriver
        from selenium.common.exceptions import WebDriverException

        self.errors, self._refused, self._usual = (WebDriverException,), refused, {}
        self.close()
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(self._program)
        options.add_argument("--automation")
        if refused:
            options.add_argument(self.REFUSING[refused])
        environment = os.environ | {"DISPLAY": self._display, "LANGUAGE": "fr", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        service = webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"), env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)

    def close(self) -> None:
        if self.driver is not None:
            self.driver.quit()
            self.driver = None


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """Start a screen that nobody sees; yield its name."""
    if not shutil.which("Xvfb"):
        lacking("webkit", "No Xvfb here, the screen of WebKitGTK: its flows are left out.")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield f":{server.stdout.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def _mini_browser() -> Path:
    found = sorted(Path("/usr/lib").glob(f"*/{MINI_BROWSERS}"))
    if not (found and shutil.which("WebKitWebDriver")):
        lacking("webkit", "No WebKitGTK with its driver here (Debian: webkit2gtk-driver): its flows are left out.")
    return found[-1]


@contextlib.contextmanager
def started(name: str) -> Iterator[Driven | Chromium80]:
    """Start a browser: "chromium80", "firefox" or "webkit"."""
    with contextlib.ExitStack() as stack:
        browser: Driven | Chromium80
        if name == "chromium80":
            browser = Chromium80()
        elif name == "firefox":
            program = shutil.which("firefox-esr") or shutil.which("firefox")
            if not program:
                lacking("firefox", "No Firefox here (Debian: firefox-esr): its flows are left out.")
            browser = Firefox(program, Path(stack.enter_context(tempfile.TemporaryDirectory())))
        else:
            browser = WebKit(_mini_browser(), stack.enter_context(screen()))
        stack.callback(browser.close)
        yield browser


class Browsers:
    """The browsers of a session, one at a time: one that is asked for again is still there, with what it kept."""

    def __init__(self) -> None:
        self._name = ""
        self._stack = contextlib.ExitStack()
        self._browser: Any = None

    def __call__(self, name: str) -> Driven | Chromium80:
        """Return the browser *name*, started."""
        if name != self._name:
            self.close()
            self._browser = self._stack.enter_context(started(name))
            self._name = name
        return self._browser

    def close(self) -> None:
        """End the one that runs."""
        self._name = ""
        self._stack.close()


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    """Yield a browser by its name: a test begins with `fresh`."""
    every = Browsers()
    yield every
    every.close()


@pytest.fixture(scope="session", params=BROWSERS)
def browser_name(request: pytest.FixtureRequest) -> str:
    """Return the name of each browser: of the session, so that the tests of one browser come together."""
    return request.param


@pytest.fixture
def browser(browser_name: str, browsers: Browsers) -> Driven | Chromium80:
    """Yield each browser of the baseline: a test begins with `fresh`."""
    return browsers(browser_name)
