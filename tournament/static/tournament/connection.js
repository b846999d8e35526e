// Tells whether the page still knows what it shows. Every few seconds, while somebody looks, it asks whether this device,
// this log-in and this right still hold; when they do not, or nobody answers, it says so and greys what was known.

import { request } from "./baseline.js";

const EVERY_MS = 4000;
const GIVE_UP_MS = 5000;

const root = document.body;
const note = document.querySelector("[data-connection-lost]");
const link = note.querySelector("a");
const away = document.querySelector("script[data-away]").dataset.away;
const address = new URL(root.dataset.connection, location.href);
let answered = new Date();
let timer = null;
let asking = false;

address.searchParams.set("next", location.pathname + location.search);
if (root.dataset.concours) address.searchParams.set("concours", root.dataset.concours);

async function ask() {
  clearTimeout(timer);
  if (asking || document.hidden) return;
  asking = true;
  try {
    const answer = await request(address, { cache: "no-store" }, GIVE_UP_MS);
    if (!answer.ok) throw new Error(String(answer.status));
    const said = await answer.json();
    if (said.message === "") answered = new Date();
    show(said);
  } catch {
    show({ message: away });
  } finally {
    asking = false;
    timer = setTimeout(ask, EVERY_MS);
  }
}

function show({ message, act, address: leads }) {
  root.classList.toggle("ended", message !== "");
  note.hidden = message === "";
  if (message === "" || note.querySelector("b").textContent + link.textContent === message + (act || "")) return;
  note.querySelector("b").textContent = message;
  link.hidden = !act;
  link.textContent = act || "";
  if (leads) link.href = leads;
  note.querySelector("time").textContent = answered.toLocaleTimeString(document.documentElement.lang);
}

document.addEventListener("visibilitychange", ask);
window.addEventListener("pageshow", (event) => event.persisted && ask());
for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(failed, ask);
timer = setTimeout(ask, EVERY_MS);
