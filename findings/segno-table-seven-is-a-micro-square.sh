#!/usr/bin/env bash
# segno 1.6.6, make(): a short text, « TABLE 7 » or the reference of a registration, becomes a Micro QR, the small square with one corner mark;
# jsQR 1.4.0 and zbar (zbar-wasm 0.11.0) read nothing in it, zxing-cpp 3.1.1 does. An address, longer, becomes a QR that all three read,
# so the printed sheet was tried and right. micro=False is what is meant. Who meets it: who prints squares for tables or places.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install segno==1.6.6 pypng==0.20220715.0 zxing-cpp==3.1.1 pillow==13.0.0
npm init -y >/dev/null && npm install --silent --no-fund --no-audit jsqr@1.4.0 @undecaf/zbar-wasm@0.11.0 pngjs@7.0.0
venv/bin/python - <<'PY'
import segno
import zxingcpp
from PIL import Image

for name, text, options in (("micro", "TABLE 7", {}), ("address", "https://b.fr/t/7", {}), ("full", "TABLE 7", {"micro": False})):
    square = segno.make(text, **options)
    square.save(f"{name}.png", scale=8)
    read = [one.text for one in zxingcpp.read_barcodes(Image.open(f"{name}.png").convert("L"))]
    print(name, square.designator, "zxing-cpp:", read)
    assert square.is_micro == (name == "micro") and read == [text], "this has changed"
PY
cat > read.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { scanImageData } from "@undecaf/zbar-wasm";
import jsQR from "jsqr";
import { PNG } from "pngjs";

const decode = jsQR.default ?? jsQR;
for (const [name, text] of [["micro", undefined], ["address", "https://b.fr/t/7"], ["full", "TABLE 7"]]) {
  const { data, width, height } = PNG.sync.read(readFileSync(`${name}.png`));
  const pixels = new Uint8ClampedArray(data);
  const first = decode(pixels, width, height)?.data;
  const [second] = (await scanImageData({ data: pixels, width, height })).map((symbol) => symbol.decode());
  console.log(name, "jsQR:", first, "zbar:", second);
  assert.strictEqual(first, text);
  assert.strictEqual(second, text);
}
JS
node read.mjs
