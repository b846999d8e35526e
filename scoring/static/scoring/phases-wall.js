// The wall of pools and brackets: as big as the screen allows; what it cannot hold at once is shown page after page.

import { edge } from "./filling.js";
import { turning } from "./turning.js";

const BIGGEST = 60;
const WHOLE = 17; // letters smaller than this are hardly read at the back: better several pages
const SMALLEST = 8;
const BIGGER = 1.3;
const room = document.querySelector("[data-wall]");
const where = document.querySelector("[data-where]");
const wall = turning(() => pages.length, show);
let pages = [];

function height() {
  return window.innerHeight - room.getBoundingClientRect().top - window.scrollY - edge();
}

// A pool of long names is wider than its place: its last figures would lie under the next pool, or beyond the edge.
const narrow = (pool) => pool.offsetWidth <= parseFloat(getComputedStyle(pool.parentElement).gridTemplateColumns) + 1;

function fits() {
  const wide = [...room.querySelectorAll(".scroll-x")].every((one) => one.scrollWidth <= one.clientWidth + 1);
  return wide && [...room.querySelectorAll(".pool:not([hidden])")].every(narrow) && room.scrollHeight <= height();
}

// Blocks that are not split between pages: a sheet of a bracket, or a pool. Each is under the title of its phase.
function units() {
  return [...room.querySelectorAll(".pool, .tree-sheet")];
}

function only(chosen) {
  for (const unit of units()) unit.hidden = !chosen.includes(unit);
  for (const group of room.querySelectorAll(".tree-of, .phase")) {
    group.hidden = !chosen.some((unit) => group.contains(unit));
  }
}

function size(pixels) {
  document.documentElement.style.fontSize = `${pixels}px`;
  room.style.setProperty("--wall-height", `${height()}px`);
}

// The pages at the present size: as many units as fit on each.
function cut() {
  const found = [];
  let page = [];
  for (const unit of units()) {
    only([...page, unit]);
    if (page.length && !fits()) {
      found.push({ units: page });
      page = [];
    }
    page.push(unit);
  }
  if (page.length) found.push({ units: page });
  return found;
}

// Few units on a page are shown bigger than what the fullest page allows.
function grow(page, least) {
  page.size = least;
  for (let pixels = BIGGEST; pixels > least; pixels -= 1) {
    size(pixels);
    only(page.units);
    if (fits()) {
      page.size = pixels;
      return;
    }
  }
}

// Trees beside each other that would be much bigger alone are shown one after the other.
function apart(page) {
  if (page.units.length < 2 || page.units.some((unit) => unit.matches(".pool"))) return [page];
  const alone = page.units.map((unit) => ({ units: [unit] }));
  for (const one of alone) grow(one, page.size);
  return alone.every((one) => one.size >= BIGGER * page.size) ? alone : [page];
}

function allFit() {
  return pages.every((page) => {
    only(page.units);
    return fits();
  });
}

function lay() {
  room.classList.remove("paged");
  pages = [];
  if (!units().length) return;
  let pixels = BIGGEST;
  for (; pixels > SMALLEST; pixels -= 1) {
    size(pixels);
    pages = cut();
    if (!allFit()) continue;
    if (pages.length === 1 || pixels <= WHOLE) break;
  }
  size(pixels);
  pages = cut();
  for (const page of pages) grow(page, pixels);
  pages = pages.flatMap(apart);
}

function show(place) {
  room.classList.remove("paged");
  if (!pages.length) return;
  const page = pages[place];
  size(page.size);
  only(page.units);
  room.classList.toggle("paged", fits()); // what no letters make small enough is not cut: one scrolls to it
  where.textContent = pages.length > 1 ? `${place + 1}/${pages.length}` : "";
}

function again() {
  lay();
  wall.again();
}

room.addEventListener("live:changed", again);
window.addEventListener("resize", again);
again();
