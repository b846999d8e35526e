// Print as JSON what two readers of telephones see in each picture given (PNG): jsQR and zbar.
import { readFileSync } from "node:fs";
import { scanImageData } from "@undecaf/zbar-wasm";
import jsQR from "jsqr";
import { PNG } from "pngjs";

const decode = jsQR.default ?? jsQR;
const seen = [];
for (const path of process.argv.slice(2)) {
  const { data, width, height } = PNG.sync.read(readFileSync(path));
  const pixels = new Uint8ClampedArray(data);
  const [symbol] = await scanImageData({ data: pixels, width, height });
  seen.push({ jsQR: decode(pixels, width, height)?.data ?? "", zbar: symbol?.decode() ?? "" });
}
console.log(JSON.stringify(seen));
