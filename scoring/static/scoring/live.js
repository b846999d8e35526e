// Keeps the parts of a page marked data-live as they are on the organiser's computer.
//
// It asks for the page, or for the address that the first part names, about every second, with its ETag: an unchanged
// page costs the server next to nothing. A site has them ask as seldom as its answers may be kept (max-age), and a page
// that few read ask first how far the concours is (`data-news`), the same small answer for all. It stops while nobody
// looks. When the server has not answered for half a minute the last state stays, greyed, with its time.

import { focusOf, isPressed, refill, request } from "../tournament/baseline.js";

const EVERY_MS = 800;
const JITTER_MS = 300; // so that the telephones of a hall do not all ask at the same instant
const SLOWER_MS = 3000; // while the server does not answer
const GIVE_UP_MS = 5000;
const LOST_MS = 30000;

let etag = null;
let answered = Date.now();
let timer = null;
let asking = false;
const { news } = document.querySelector("[data-live]").dataset;

function schedule(delay) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, delay + Math.random() * JITTER_MS);
}

async function ask() {
  if (asking) return;
  asking = true;
  let delay = EVERY_MS;
  try {
    const address = new URL(document.querySelector("[data-live]").dataset.live || location.href, location.href);
    if (news) {
      const told = await get(news);
      const { line } = await told.json();
      address.searchParams.set("line", line); // or a cache gives the page of before
      delay = pause(told);
      if (String(line) !== document.querySelector("[data-line]").dataset.line) await look(address);
    } else {
      delay = pause(await look(address));
    }
    answered = Date.now();
    lost(false);
  } catch {
    delay = SLOWER_MS;
    if (Date.now() - answered > LOST_MS) lost(true);
  } finally {
    asking = false;
    schedule(delay);
  }
}

// "no-cache": the browser sends the ETag it has and gives its own copy when the answer is 304.
async function get(address, headers = {}) {
  const answer = await request(address, { cache: "no-cache", headers }, GIVE_UP_MS);
  if (!(answer.ok || answer.status === 304) || answer.redirected) throw new Error(String(answer.status)); // the log-in is not this page
  document.dispatchEvent(new CustomEvent("server:time", { detail: answer.headers.get("Date") }));
  return answer;
}

// Of a page that no browser may keep it has none: the ETag of what is shown goes with the request, and the 304 comes here.
async function look(address) {
  const answer = await get(address, etag ? { "If-None-Match": etag } : {});
  const unchanged = answer.status === 304;
  const seen = answer.headers.get("ETag");
  const whole = unchanged || (seen !== null && seen === etag) || show(await answer.text());
  if (!unchanged) etag = whole ? seen : null;
  return answer;
}

// How long to wait: as an answer may be kept, less the moment that its way takes.
function pause(answer) {
  const [, seconds] = /max-age=(\d+)/.exec(answer.headers.get("Cache-Control")) || [0, 0];
  return Math.max(EVERY_MS, seconds * 1000 - JITTER_MS);
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
    const giveBack = focusOf(shown);
    refill(shown, ...fresh.childNodes);
    giveBack(shown);
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
