// A part of the page that asks again by itself does not change while something in it is pressed: the click would be lost.
// Nor does it change for what it shows already: the words that one selects or has read out would be lost every few
// seconds. The control that has the keyboard keeps it, in the part or beside it: htmx would give it to the part's own first
// one each time, and the letters of a message to the hall were lost.
import { focusOf, instead, isPressed } from "./baseline.js";

const shown = new Map(); // by the id of a part, what came last, without what differs each time
const bare = (html) => html.replace(/(name="csrfmiddlewaretoken" value|data-now)="[^"]*"/g, "");
let giveBack = null;

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, serverResponse } = detail;
  giveBack = null;
  if (!/\bevery /.test(detail.elt.getAttribute("hx-trigger") || "")) return;
  if (isPressed(target) || shown.get(target.id) === bare(serverResponse)) {
    detail.shouldSwap = false;
    return;
  }
  shown.set(target.id, bare(serverResponse));
  detail.serverResponse = serverResponse.replace(/ autofocus\b/g, "");
  giveBack = focusOf(target);
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const fresh = giveBack && document.getElementById(detail.target.id);
  if (fresh) giveBack(fresh);
  giveBack = null;
});

// The second click of a double click does nothing, nor does Enter while it is held down: the button under it is by then
// another one, of the next page too. It took the first act back, « non » instead of present, or handed the prize of the
// next team over. Whatever is typed or chosen between two clicks parts them.
const TWICE_MS = 500;
const NEAR = 12; // pixels
const KEPT = "dix-pressed";
const NONE = { at: 0, x: 0, y: 0 };

function clickBefore() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) || NONE;
  } catch {
    return NONE; // a browser that keeps nothing
  }
}

function keep(click) {
  if (click === NONE && last === NONE) return;
  last = click;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(click));
  } catch { /* the next page knows nothing of it */ }
}

let last = clickBefore();

document.addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest("button:not([type=button])")) return keep(NONE); // keys count no clicks
  const { clientX: x, clientY: y } = event;
  const at = Date.now();
  const twice = at - last.at < TWICE_MS && Math.abs(x - last.x) + Math.abs(y - last.y) < NEAR;
  keep({ at, x, y });
  if (twice) instead(event, () => event.stopImmediatePropagation());
}, true);
document.addEventListener("input", () => keep(NONE), true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && !event.target.closest("textarea")) instead(event, () => event.stopImmediatePropagation());
}, true);
