// Keeps the part of a public page marked data-live as it is on the organiser's computer.
//
// It asks for the page about every second, with its ETag: an unchanged page costs the server next to nothing. It stops
// while nobody looks. When the server has not answered for half a minute the last state stays, greyed, with its time.

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
    // "no-cache": the browser sends the ETag it has and gives its own copy when the answer is 304.
    const answer = await fetch(location.href, { cache: "no-cache", signal: abort.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    document.dispatchEvent(new CustomEvent("server:time", { detail: answer.headers.get("Date") }));
    const seen = answer.headers.get("ETag");
    if (seen === null || seen !== etag) show(await answer.text());
    etag = seen;
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

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
  const shown = document.querySelector("[data-live]");
  if (fresh === null || fresh.innerHTML === shown.innerHTML) return;
  shown.replaceChildren(...fresh.childNodes);
  shown.dispatchEvent(new CustomEvent("live:changed", { bubbles: true }));
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
