// Shows the screens of the wall in turn. Space or the arrows turn by hand; without scripts they stand one below the other.

import { turning } from "../tournament/turning.js";

const SMALLEST = 0.5; // of its letters: what is smaller is not read from the hall
const TWO_LINES = 0.6; // letters of half a line are read better than those of a line made smaller than this

function part(name) {
  return name.clientWidth ? Math.min(name.clientWidth / name.scrollWidth, 1) : 1;
}

function shrink(name) {
  const fits = part(name);
  if (fits < 1) name.style.fontSize = `${parseFloat(getComputedStyle(name).fontSize) * Math.max(0.98 * fits, SMALLEST)}px`;
}

// A name too long for its line is written smaller, and a very long one on two lines, a player on each.
function fit() {
  for (const name of document.querySelectorAll(".shown .wall-team")) {
    const players = [...name.querySelectorAll("span")];
    name.classList.remove("two");
    for (const one of [name, ...players]) one.style.fontSize = "";
    if (players.length > 1 && part(name) < TWO_LINES) name.classList.add("two");
    for (const one of [...players, name]) shrink(one);
  }
}

function screens() {
  return [...document.querySelectorAll("[data-screen]")];
}

function show(place) {
  const all = screens();
  document.body.classList.toggle("turning", all.length > 0);
  all.forEach((screen, at) => screen.classList.toggle("shown", at === place));
  fit();
  const note = document.querySelector("[data-screens]");
  if (note) note.textContent = all.length > 1 ? `${place + 1} / ${all.length}` : "";
}

const wall = turning(() => screens().length, show);
document.addEventListener("live:changed", wall.again);
window.addEventListener("resize", fit);
wall.go(0);
