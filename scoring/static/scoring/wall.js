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
  const fit = laid(list, { height, ways: [["", 1.5], ["two-lines", 2.5]], labels: 0.8 });
  list.style.setProperty("--lines", fit.rows);
  for (let page = 0; page < fit.pages; page += 1) pages.push({ fit, list, lines: lines.slice(page * fit.each, (page + 1) * fit.each) });
}

// Above each column stand the names of its figures.
function label(list, lines, rows) {
  for (const old of list.querySelectorAll(".wall-labels")) old.remove();
  const labels = document.querySelector("[data-labels]").content.firstElementChild;
  for (let at = 0; at < lines.length; at += rows) lines[at].before(labels.cloneNode(true));
}

function show(place) {
  if (!pages.length) return;
  const { fit, list, lines } = pages[place];
  for (const line of list.querySelectorAll("li:not(.wall-labels)")) line.hidden = !lines.includes(line);
  label(list, lines, fit.rows);
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
