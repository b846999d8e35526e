// One screen for a whole evening: the walls that the moment needs, each as long as it takes to read it (turning.js).
//
// The next wall is loaded behind the one that is shown, and takes its place once it is laid: the screen is never empty,
// and what stands there stays while the organiser's computer does not answer.

import { request } from "../tournament/baseline.js";

const EVERY_MS = 3000;
const GIVE_UP_MS = 15000;
const address = new URL(location.href);
address.searchParams.set("part", "live");
let shown = document.querySelector(".wall-frame");
let at = shown.getAttribute("src");
let coming = null;
let walls = [at];

function show(frame) {
  frame.classList.add("shown");
  shown.remove();
  shown = frame;
  at = frame.getAttribute("src");
  coming = null;
  frame.contentWindow.focus(); // its keys: pause, next page
}

function load(wall) {
  if (coming || wall === at) return;
  const frame = shown.cloneNode();
  frame.classList.remove("shown");
  frame.src = wall;
  shown.after(frame);
  coming = frame;
  setTimeout(() => {
    if (coming !== frame) return;
    frame.remove(); // it did not come: what is shown stays
    coming = null;
  }, GIVE_UP_MS);
}

async function look() {
  try {
    const answer = await request(address, { cache: "no-store" });
    if (answer.ok) {
      const told = await answer.json();
      walls = told.walls;
      document.querySelector(".wall-keys").classList.toggle("alone", told.alone); // the laptop may join a Wi-Fi meanwhile
    }
    if (!walls.includes(at)) load(walls[0]);
  } catch {
    // the wall that is shown says itself that it is old
  }
  setTimeout(look, EVERY_MS);
}

window.addEventListener("message", (event) => {
  if (event.origin !== location.origin) return;
  if (event.data === "wall:laid" && coming && event.source === coming.contentWindow) show(coming);
  if (event.data === "wall:read" && event.source === shown.contentWindow) load(walls[(walls.indexOf(at) + 1) % walls.length]);
});
setTimeout(look, EVERY_MS);
