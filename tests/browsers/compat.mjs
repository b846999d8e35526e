// The browsers of docs/devices.md ("browserslist" of package.json), asked for in MDN's browser-compat-data.
import fs from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
export const data = require("@mdn/browser-compat-data");
const oldest = JSON.parse(fs.readFileSync(new URL("package.json", import.meta.url))).browserslist.map((one) => one.split(" "));

const number = (version) => (typeof version === "string" ? Number.parseFloat(version.replace("≤", "")) : Infinity);

// The first version that has a feature without a prefix or a flag.
function since(support) {
  const whole = [support].flat().filter((one) => one && !one.prefix && !one.alternative_name && !one.flags && !one.version_removed);
  return Math.min(Infinity, ...whole.map((one) => (one.version_added === true ? 0 : number(one.version_added))));
}

// The browsers that lack a feature, in words: "chrome 86"; none for a feature the data does not know.
export function lacking(feature) {
  if (!feature || !feature.__compat) return [];
  return oldest
    .map(([browser, version]) => [browser, Number(version), since(feature.__compat.support[browser])])
    .filter(([, version, from]) => from > version)
    .map(([browser, , from]) => (from === Infinity ? `${browser} never` : `${browser} ${from}`));
}
