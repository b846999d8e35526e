// Keeps the parts of a page marked data-live as they are on the organiser's computer.
//
// It asks for the page, or for the address that the first part names, about every second, with its ETag: an unchanged
// page costs the server next to nothing. It stops while nobody looks. When the server has not answered for half a minute
// the last state stays, greyed, with its time.

import { isPressed, refill } from "../tournament/baseline.js";

const EVERY_MS = 800;
const JITTER_MS = 300; // so that the telephones of a hall do not all ask at the same instant
const SLOWER_MS = 3000; // while the server does not answer
const GIVE_UP_MS = 5000;
const LOST_MS = 30000;

let etag = null;
let answered = Date.now();
let timer = null;
let asking = false;

function schedule(delay) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, delay + Math.random() * JITTER_MS);
}

async function ask() {
  if (asking) return;
  asking = true;
  const abort = new AbortController();
  const limit = setTimeout(() => abort.abort(), GIVE_UP_MS);
  let delay = EVERY_MS;
  try {
    // "no-cache": the browser sends the ETag it has and gives its own copy when the answer is 304. Of a page that no
    // browser may keep it has none: the ETag of what is shown goes with the request, and the 304 comes here.
    const address = document.querySelector("[data-live]").dataset.live || location.href;
    const answer = await fetch(address, { cache: "no-cache", headers: etag ? { "If-None-Match": etag } : {}, signal: abort.signal });
    const unchanged = answer.status === 304;
    if (!(answer.ok || unchanged) || answer.redirected) throw new Error(String(answer.status)); // the log-in is not this page
    document.dispatchEvent(new CustomEvent("server:time", { detail: answer.headers.get("Date") }));
    const seen = answer.headers.get("ETag");
    const whole = unchanged || (seen !== null && seen === etag) || show(await answer.text());
    if (!unchanged) etag = whole ? seen : null;
    answered = Date.now();
    lost(false);
  } catch {
    delay = SLOWER_MS;
    if (Date.now() - answered > LOST_MS) lost(true);
  } finally {
    clearTimeout(limit);
    asking = false;
    schedule(delay);
  }
}

// A listener may look at what comes (`detail`) and refuse it for now: the next answer shows it. Tells whether all is shown.
function show(html) {
  let whole = true;
  const parts = new DOMParser().parseFromString(html, "text/html").querySelectorAll("[data-live]");
  const places = document.querySelectorAll("[data-live]");
  if (parts.length !== places.length) return whole;
  places.forEach((shown, n) => {
    const fresh = parts[n];
    if (!shown.dispatchEvent(new CustomEvent("live:changing", { bubbles: true, cancelable: true, detail: fresh }))) {
      whole = false;
      return;
    }
    if (fresh.innerHTML === shown.innerHTML) return;
    if (isPressed(shown)) { // what is being pressed would be gone before it is let go
      whole = false;
      return;
    }
    refill(shown, ...fresh.childNodes);
    shown.dispatchEvent(new CustomEvent("live:changed", { bubbles: true, detail: fresh }));
  });
  return whole;
}

function lost(yes) {
  document.body.classList.toggle("lost", yes);
  for (const note of document.querySelectorAll("[data-live-lost]")) note.hidden = !yes;
  for (const place of document.querySelectorAll("[data-live-time]")) {
    place.textContent = new Date(answered).toLocaleTimeString(document.documentElement.lang);
  }
}

document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : schedule(0)));
window.addEventListener("pageshow", (event) => event.persisted && schedule(0));
schedule(EVERY_MS);
