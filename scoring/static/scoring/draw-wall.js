// The wall of the tables: as big as the screen allows, page after page, by table and by name in turn.

import { edge, laid, small, squeeze } from "./filling.js";
import { turning } from "./turning.js";

const room = document.querySelector("[data-wall]");
const wall = turning(() => pages.length, show);
let pages = [];

function lay() {
  const sections = [...room.querySelectorAll("[data-list]")];
  pages = [];
  for (const section of sections) {
    for (const other of sections) other.hidden = other !== section;
    const lines = [...section.querySelectorAll("li")];
    for (const line of lines) line.hidden = false;
    if (small.matches) {
      section.querySelector("ul").removeAttribute("style");
      pages.push({ section, lines, page: 0, count: 1 });
      continue;
    }
    const most = Math.max(2, ...lines.map((line) => line.querySelectorAll(".camp").length));
    const tall = (section.dataset.lines * most) / 2; // a table of two camps has two lines, one of the escalier up to six
    const height = window.innerHeight - section.getBoundingClientRect().top - window.scrollY - edge();
    const fit = laid(section.querySelector("ul"), { height, ways: [["", tall]] });
    for (let page = 0; page < fit.pages; page += 1) {
      pages.push({ section, lines: lines.slice(page * fit.each, (page + 1) * fit.each), page, count: fit.pages });
    }
  }
}

function show(place) {
  if (!pages.length) return;
  const { section, lines, page, count } = pages[place];
  for (const other of room.querySelectorAll("[data-list]")) other.hidden = other !== section;
  for (const line of section.querySelectorAll("li")) line.hidden = !lines.includes(line);
  squeeze(lines.flatMap((line) => [...line.querySelectorAll(".camp, .who")]));
  const from = lines[0].dataset.key.trim();
  const to = lines[lines.length - 1].dataset.key.trim();
  const range = count > 1 ? ` · ${from} → ${to} · ${page + 1}/${count}` : "";
  room.querySelector("[data-where]").textContent = section.dataset.title + range;
}

room.addEventListener("live:changed", () => {
  lay();
  wall.go(0);
});
window.addEventListener("resize", () => {
  lay();
  wall.again();
});
lay();
wall.go(0);
