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


class OldPage:
    """One page of Chromium 80; what it is asked is a script in the page."""

    def __init__(self, before: str = "") -> None:
        from_us, to_it = os.pipe()
        from_it, to_us = os.pipe()
        shell = f'exec "$0" "$@" 3<&{from_us} 4>&{to_us}'
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--single-process",
            "--no-zygote",
            "--remote-debugging-pipe",
        ]
        self._process = subprocess.Popen(
            ["bash", "-c", shell, str(program()), *flags, "about:blank"],
            pass_fds=(from_us, to_us),
            stderr=subprocess.DEVNULL,
        )
        os.close(from_us)
        os.close(to_us)
        self._to, self._from = os.fdopen(to_it, "wb", 0), os.fdopen(from_it, "rb")
        self._number, self._session = 0, None
        target = self._ask("Target.createTarget", url="about:blank", width=360, height=740)["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._ask("Page.enable")
        if before:
            self._ask("Page.addScriptToEvaluateOnNewDocument", source=before)

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
        """Open *address*."""
        self._ask("Page.navigate", url=address)

    def do(self, script: str) -> Any:
        """Return the value of *script*, None while a page is being changed for another."""
        return self._ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def until(self, script: str) -> Any:
        """Wait until *script* is true; return its value."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := self.do(script):
                return value
            time.sleep(0.1)
        raise AssertionError(f"{script}\n{self.do('document.body.innerText')}")

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        self._to.close()
        self._from.close()
