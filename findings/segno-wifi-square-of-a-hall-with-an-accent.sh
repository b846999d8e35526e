#!/usr/bin/env bash
# segno 1.6.6 writes a Wi-Fi square with an accent in ISO 8859-1, as the standard has it; jsQR 1.4.0 gives back an empty
# text and zbar (zbar-wasm 0.11.0) a text that is no longer UTF-8. With encoding="utf-8" and eci=True both read the name.
# Who meets it: everyone in a « Salle des fêtes » whose telephone reads squares with one of the two.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install segno==1.6.6 pypng==0.20220715.0
npm init -y >/dev/null && npm install --silent --no-fund --no-audit jsqr@1.4.0 @undecaf/zbar-wasm@0.11.0 pngjs@7.0.0
venv/bin/python - <<'PY'
import segno

text = "WIFI:T:WPA;S:Salle des fêtes;P:belote2026;;"
segno.make(text).save("plain.png", scale=8)
segno.make(text, encoding="utf-8", eci=True).save("eci.png", scale=8)
PY
cat > read.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { scanImageData } from "@undecaf/zbar-wasm";
import jsQR from "jsqr";
import { PNG } from "pngjs";

const text = "WIFI:T:WPA;S:Salle des fêtes;P:belote2026;;";
const decode = jsQR.default ?? jsQR;
for (const [name, right] of [["plain", false], ["eci", true]]) {
  const { data, width, height } = PNG.sync.read(readFileSync(`${name}.png`));
  const pixels = new Uint8ClampedArray(data);
  const first = decode(pixels, width, height)?.data;
  const [second] = (await scanImageData({ data: pixels, width, height })).map((symbol) => symbol.decode());
  console.log(name, "jsQR:", JSON.stringify(first), "zbar:", JSON.stringify(second));
  assert.strictEqual(first === text, right);
  assert.strictEqual(second === text, right);
}
JS
node read.mjs
