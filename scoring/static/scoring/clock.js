// Runs the clocks of a page. A telephone's own time is never trusted: what it shows is counted from the time of the
// organiser's computer, told by the page as it was made, or with each answer to a page that is kept.

import { request } from "../tournament/baseline.js";

let ahead = null; // this device's clock less the organiser's, in ms

function read() {
  for (const clock of document.querySelectorAll("[data-clock][data-now]")) {
    ahead = Date.now() - Number(clock.dataset.now);
    clock.removeAttribute("data-now");
  }
}

function shown(seconds) {
  const two = (figure) => String(figure).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

function tick() {
  read();
  if (ahead === null) return;
  for (const message of document.querySelectorAll("[data-ends]")) {
    const over = Date.now() - ahead >= Number(message.dataset.ends);
    if (message.hidden === over) continue;
    message.hidden = over;
    window.dispatchEvent(new Event("resize")); // a wall has more room without it, and lays its lines anew
  }
  for (const clock of document.querySelectorAll("[data-clock][data-started]")) {
    const seconds = Math.max(Math.floor((Date.now() - ahead - Number(clock.dataset.started)) / 1000), 0);
    const place = clock.querySelector("[data-clock-time]");
    if (place && place.dataset.shown !== shown(seconds)) place.dataset.shown = shown(seconds);
    const minutes = seconds / 60;
    clock.classList.toggle("over", Number(clock.dataset.limit) > 0 && minutes >= Number(clock.dataset.limit));
    const left = clock.querySelector("[data-clock-left]");
    if (left) left.dataset.shown = shown(Math.max(Number(clock.dataset.limit) * 60 - seconds, 0));
    for (const limit of clock.querySelectorAll("[data-clock-limit]")) {
      const { from = 0, until = Infinity } = limit.dataset;
      limit.hidden = minutes < Number(from) || minutes >= Number(until);
    }
  }
}

// A page that is kept tells no time of its own: the organiser's is asked for once, so that the clock runs from the start.
async function ask() {
  if (ahead !== null || !document.querySelector("[data-clock][data-started], [data-ends]")) return;
  try {
    const answer = await request(location.href, { method: "HEAD", cache: "no-store" });
    document.dispatchEvent(new CustomEvent("server:time", { detail: answer.headers.get("Date") }));
  } catch {
    // no connection: what keeps the page up to date says so
  }
}

// From the scripts that keep a page up to date: the organiser's time as an answer told it, to the second.
document.addEventListener("server:time", (event) => {
  const said = Date.parse(event.detail);
  if (Number.isNaN(said)) return;
  const found = Date.now() - said - 500;
  if (ahead === null || Math.abs(found - ahead) > 1500) ahead = found;
  tick();
});
document.addEventListener("live:changed", tick, true);
document.addEventListener("htmx:afterSwap", tick);
tick();
ask();
setInterval(tick, 250);
