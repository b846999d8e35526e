"""Drive Chromium 80, the oldest browser of the baseline: Playwright knows only newer ones, its own protocol is enough."""

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.support.fixtures import PATIENCE
from tests.support.npm import packages, run

HERE = Path(__file__).parents[1] / "browsers"
UNPACK = "const [from, to] = process.argv.slice(1); const fs = require('fs'); fs.writeFileSync(to, require('zlib').brotliDecompressSync(fs.readFileSync(from)))"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })"


def program() -> Path:
    """Return Chromium 80 as npm's package brings it, unpacked once."""
    folder = packages(HERE)
    chromium = folder / "chromium-80"
    if not chromium.exists():
        aside = chromium.with_suffix(f".{os.getpid()}")
        run("node", "-e", UNPACK, folder / "chrome-aws-lambda/bin/chromium.br", aside, folder=folder)
        aside.chmod(0o755)
        aside.replace(chromium)
    return chromium


class Chromium80:
    """Chromium 80 with one page; what it is asked is a script in the page, what is typed comes as from a keyboard."""

    host = "0.0.0.0"

    def __init__(self) -> None:
        from_us, to_it = os.pipe()
        from_it, to_us = os.pipe()
        shell = f'exec "$0" "$@" 3<&{from_us} 4>&{to_us}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, str(program()), *FLAGS, "about:blank"],
            pass_fds=(from_us, to_us),
            stderr=subprocess.DEVNULL,
        )
        os.close(from_us)
        os.close(to_us)
        self._to, self._from = os.fdopen(to_it, "wb", 0), os.fdopen(from_it, "rb")
        self._number, self._session, self._target, self._refused = 0, "", "", ""

    def fresh(self, refused: str = "", *, before: str = "") -> None:
        """Open a page that knows nothing of those before it; the script *before* runs ahead of those of each address.

        *refused*: "storage" or "cookies" that pages are not given.
        """
        self._refused = refused
        session, self._session = self._session, ""
        if session:
            self._ask("Target.closeTarget", targetId=self._target)
        context = self._ask("Target.createBrowserContext")["browserContextId"]
        opened = self._ask("Target.createTarget", url="about:blank", width=360, height=740, browserContextId=context)
        self._target = opened["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        self._ask("Page.enable")
        scripts = [before, NO_STORAGE if self._refused == "storage" else ""]
        self._ask("Page.addScriptToEvaluateOnNewDocument", source="\n".join(scripts))

    def _ask(self, method: str, **params: Any) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = json.loads(self._read())
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _read(self) -> bytes:
        found = bytearray()
        while (byte := self._from.read(1)) != b"\0":
            assert byte, "Chromium 80 ended"
            found += byte
        return bytes(found)

    def goto(self, address: str) -> None:
        """Open *address*, and wait until it is loaded."""
        self.do("window.before = true")
        self._ask("Page.navigate", url=address)
        self.until("!window.before && document.readyState === 'complete'")

    def narrow(self, width: int = 320) -> None:
        """Show this page *width* px wide, as on a small telephone."""
        self._ask("Emulation.setDeviceMetricsOverride", width=width, height=640, deviceScaleFactor=1, mobile=False)

    def do(self, script: str) -> Any:
        """Return the value of *script*, None while a page is being changed for another."""
        return self._ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def until(self, script: str) -> Any:
        """Wait until *script* is true; return its value."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := self.do(script):
                return value
            time.sleep(0.05)
        raise AssertionError(f"{script}\n{self.do('document.body.innerText')}")

    def _find(self, selector: str) -> None:
        self.until(f"document.readyState === 'complete' && document.querySelector({selector!r}) !== null")
        if self._refused == "cookies":  # it has no such setting: none of those that came is sent
            self._ask("Network.clearBrowserCookies")

    def click(self, selector: str) -> None:
        """Click the element of *selector* once it is there."""
        self._find(selector)
        self.do(f"document.querySelector({selector!r}).click()")

    def fill(self, selector: str, text: str) -> None:
        """Type *text* in a field in place of what is there; "\\n" is Enter."""
        self._find(selector)
        self.do(f"document.querySelector({selector!r}).focus(), document.activeElement.select()")
        line, *after = text.split("\n")
        self._ask("Input.insertText", text=line)
        for _enter in after:
            for kind in ("keyDown", "keyUp"):
                self._ask("Input.dispatchKeyEvent", type=kind, key="Enter", windowsVirtualKeyCode=13, text="\r")

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        self._to.close()
        self._from.close()
