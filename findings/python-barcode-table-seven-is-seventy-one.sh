#!/usr/bin/env bash
# python-barcode 0.16.1, Code 39: « TABLE 7 » is printed under its bars as « TABLE 71 », and zbar (zbar-wasm 0.11.0) reads « TABLE 71 »: the
# check character, which the standard leaves optional, is there unless add_checksum=False, and a reader takes it for a part of the text.
# Who meets it: whoever prints the numbers of tables for a hand scanner; a big evening has both tables.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install python-barcode==0.16.1 pillow==13.0.0
npm init -y >/dev/null && npm install --silent --no-fund --no-audit @undecaf/zbar-wasm@0.11.0 pngjs@7.0.0
venv/bin/python - <<'PY'
from barcode.codex import Code39
from barcode.writer import ImageWriter

for name, code in (("usual", Code39("TABLE 7", writer=ImageWriter())), ("plain", Code39("TABLE 7", ImageWriter(), add_checksum=False))):
    code.save(name)
PY
cat > read.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { scanImageData } from "@undecaf/zbar-wasm";
import { PNG } from "pngjs";

for (const [name, expected] of [["usual", "TABLE 71"], ["plain", "TABLE 7"]]) {
  const { data, width, height } = PNG.sync.read(readFileSync(`${name}.png`));
  const [read] = (await scanImageData({ data: new Uint8ClampedArray(data), width, height })).map((symbol) => symbol.decode());
  console.log(name, read);
  assert.strictEqual(read, expected);
}
JS
node read.mjs
