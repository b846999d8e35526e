// A part of the page that asks again by itself does not change while something in it is pressed: the click would be lost.
// Nor does it change for what it shows already: the words that one selects or has read out would be lost every few
// seconds. The control that has the keyboard keeps it, in the part or beside it: htmx would give it to the part's own first
// one each time, and the letters of a message to the hall were lost.
import { ACT_MS, SILENCE_MS, focusOf, instead, isPressed } from "./baseline.js";

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

// htmx waits as long as a browser does, which on a network that swallows every word is minutes.
document.addEventListener("htmx:configRequest", ({ detail }) => { detail.timeout = detail.verb === "get" ? SILENCE_MS : ACT_MS; });

// The second click of a double click does nothing: the button under it is by then the one that takes the first act back,
// « non » instead of present, the referee sent away again. Whatever is typed or chosen between two clicks parts them.
const TURNING = "button.toggle, #phone-help button";
const TWICE_MS = 500;
const NEAR = 12; // pixels
const NONE = { at: -TWICE_MS, x: 0, y: 0 };
let last = NONE;

document.addEventListener("click", (event) => {
  const button = event.target.closest(TURNING);
  if (!event.detail || !button) { // keys count no clicks
    last = NONE;
    return;
  }
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const twice = at - last.at < TWICE_MS && Math.abs(x - last.x) + Math.abs(y - last.y) < NEAR;
  last = { at, x, y };
  if (twice) instead(event, () => event.stopImmediatePropagation());
}, true);
document.addEventListener("input", () => { last = NONE; }, true);

// An Enter that is held down acts once: what it opened has the keyboard on a button that would go on by itself, as where a
// correction shows first what it moves.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat && !event.target.matches("textarea")) {
    instead(event, () => event.stopImmediatePropagation());
  }
}, true);

// Safari empties the forms and fields that no browser is to fill in by itself when one comes back to a page that it kept as
// it was, some time after it has told so. Which these are it asks before a timer of that page runs again: until then, none is.
const left = [];
window.addEventListener("pagehide", (event) => {
  if (event.persisted) left.push(...document.querySelectorAll("[autocomplete=off]"));
  for (const part of left) part.autocomplete = "on";
});
window.addEventListener("pageshow", () => setTimeout(() => {
  for (const part of left.splice(0)) part.autocomplete = "off"; // also those of one who left again before this
}));
