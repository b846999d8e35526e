// Lays the lines of a wall in columns of one letter size: the biggest with which all of them fit, else on as many pages
// as it takes for letters that are read from afar.

export const GAP = 40; // between columns, in pixels
// The part of the height below the last line that televisions crop.
export const edge = () => Math.max(16, window.innerHeight / 40);
const SMALLEST = 54; // lines of this part of the screen's height are still read at the back of a hall
const BIGGEST = 11;
const SQUEEZED = 0.7; // of its width: a longer name is set narrower, as high as all the others; narrower still is not read

export const small = window.matchMedia("(max-width: 40rem)"); // a telephone: one scrolls, nothing is fitted

// How wide the lines of a list are, in heights of a letter. The few longest names are set narrower, their numbers and
// figures are not.
function measured(list) {
  list.classList.add("measuring");
  const lines = [...list.children].filter((line) => !line.hidden);
  const widths = lines.map((line) => line.offsetWidth).sort((a, b) => a - b);
  const tagged = lines.map((line) => [line.offsetWidth, line.querySelector(".wall-part .wall-left")?.offsetWidth]).filter(([, tag]) => tag);
  const least = lines.map((line) => line.offsetWidth - (1 - SQUEEZED) * (line.querySelector(".wall-team, .two, .who")?.offsetWidth ?? 0));
  list.classList.remove("measuring");
  const usual = widths[Math.floor((widths.length - 1) * 0.7)] * 1.1;
  const longest = widths[widths.length - 1];
  // The name of a bracket beside that of its winner takes nothing of the room that a name has.
  const beside = tagged.map(([whole, tag]) => Math.min(whole, usual + tag + 9));
  return Math.max(Math.min(longest, usual), ...least, ...beside) / 20 + 0.3;
}

// The arrangement of `count` lines, each `tall` letters high: size, columns, rows, lines on a page, pages. `labels`: a
// line with the names of the figures stands above each column.
function plan({ count, width, height, wide, tall, labels }) {
  // The width decides on a screen that stands upright, and where the longest line fills it: more pages make no larger letters.
  const smallest = Math.min(window.innerHeight / SMALLEST, window.innerWidth / SMALLEST, (0.99 * width) / wide);
  for (let pages = 1; ; pages += 1) {
    const each = Math.ceil(count / pages);
    let best = { size: 0 };
    for (let columns = 1; columns <= Math.min(each, 8); columns += 1) {
      const rows = Math.ceil(each / columns);
      if (Math.ceil(each / rows) < columns) continue; // the last column would be empty
      const high = height / (rows + labels) / tall;
      const size = Math.min(window.innerHeight / BIGGEST, high, (width - GAP * (columns - 1)) / columns / wide);
      if (size > best.size) best = { size, columns, rows, each, pages: Math.ceil(count / each) };
    }
    if (best.size >= smallest || each <= 1) return best;
  }
}

// The best arrangement of `list`; `ways` are the classes it may take, each with the height of its lines in letters.
export function laid(list, { height, ways, labels = 0 }) {
  const count = list.children.length;
  let best = { size: 0 };
  for (const [way, tall] of ways) {
    list.classList.toggle("two-lines", way === "two-lines");
    const found = plan({ count, width: list.clientWidth, height, wide: measured(list), tall, labels });
    if (!best.size || found.pages < best.pages || (found.pages === best.pages && found.size > best.size)) best = { ...found, way };
  }
  list.classList.toggle("two-lines", best.way === "two-lines");
  list.style.setProperty("--size", `${Math.floor(best.size * 10) / 10}px`);
  list.style.setProperty("--columns", best.columns);
  list.style.setProperty("--rows", best.rows + labels);
  list.style.setProperty("--height", `${height}px`);
  return best;
}

// A name that is still too long for its line is set narrower: nothing is cut off, and all letters stay as high.
export function squeeze(names) {
  for (const name of names) name.style.transform = "";
  const parts = [...names].map((name) => (name.clientWidth ? name.clientWidth / name.scrollWidth : 1));
  [...names].forEach((name, at) => {
    if (parts[at] < 1) name.style.transform = `scaleX(${parts[at] * 0.99})`;
  });
}
