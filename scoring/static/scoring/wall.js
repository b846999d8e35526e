// The wall of the ranking: every team with one size of letters, as big as the screen allows, page after page.

import { laid, small, squeeze } from "./filling.js";
import { turning } from "./turning.js";

const wall = turning(() => pages.length, show);
let pages = [];

function lay() {
  const list = document.querySelector("[data-lines]");
  pages = [];
  if (!list) return;
  document.body.classList.toggle("turning", !small.matches);
  for (const label of list.querySelectorAll(".wall-labels")) label.remove();
  const lines = [...list.children];
  for (const line of lines) line.hidden = false;
  if (small.matches) {
    list.removeAttribute("style");
    list.classList.add("two-lines");
    pages.push({ fit: { rows: lines.length, way: "two-lines" }, list, lines });
    return;
  }
  const foot = document.querySelector(".wall-foot");
  const height = window.innerHeight - list.getBoundingClientRect().top - window.scrollY - foot.offsetHeight - 12;
  const fill = (tall) => {
    const fit = laid(list, { height, ways: [["", tall], ["two-lines", Math.max(2.5, tall)]], labels: 0.8 });
    list.style.setProperty("--lines", fit.rows);
    return Array.from({ length: fit.pages }, (_, page) => ({ fit, list, lines: lines.slice(page * fit.each, (page + 1) * fit.each) }));
  };
  // A long prize goes on in the next line of letters: all lines are made higher until it stands within its own.
  let tall = 1.5;
  for (pages = fill(tall); tall < 6 && !pages.every(within); pages = fill(tall)) tall += 1;
}

// Show the lines of a page alone, with the names of their figures above each column.
function turnTo({ fit, list, lines }) {
  for (const line of list.querySelectorAll("li:not(.wall-labels)")) line.hidden = !lines.includes(line);
  label(list, lines, fit.rows);
}

// Return whether all that stands in the lines of a page is as high as they are, or less.
function within({ fit, list, lines }) {
  turnTo({ fit, list, lines });
  const fits = lines.every((line) => [...line.children].every((part) => part.offsetHeight <= line.offsetHeight));
  for (const line of [...list.children]) {
    if (line.matches(".wall-labels")) line.remove();
    else line.hidden = false;
  }
  return fits;
}

// Above each column stand the names of its figures.
function label(list, lines, rows) {
  for (const old of list.querySelectorAll(".wall-labels")) old.remove();
  const labels = document.querySelector("[data-labels]").content.firstElementChild;
  for (let at = 0; at < lines.length; at += rows) lines[at].before(labels.cloneNode(true));
}

function show(place) {
  if (!pages.length) return;
  const { fit, lines } = pages[place];
  turnTo(pages[place]);
  const names = fit.way === "two-lines" ? ".wall-team span" : ".wall-team";
  squeeze(lines.flatMap((line) => [...line.querySelectorAll(names)]));
  const note = document.querySelector("[data-screens]");
  if (note) note.textContent = pages.length > 1 ? `${place + 1} / ${pages.length}` : "";
}

function again() {
  lay();
  wall.again();
}

document.addEventListener("live:changed", again);
window.addEventListener("resize", again);
again();
