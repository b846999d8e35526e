// Shows the screens of the wall in turn. Space or the arrows turn by hand; without scripts they stand one below the other.

const EACH_MS = 9000;

let place = 0;
let timer = null;

function screens() {
  return [...document.querySelectorAll("[data-screen]")];
}

// A name too long for its line is written smaller, as far as it can still be read.
function fit() {
  for (const name of document.querySelectorAll(".shown .wall-team, .shown .wall-team span")) {
    name.style.fontSize = "";
    const over = name.scrollWidth / name.clientWidth;
    if (name.clientWidth && over > 1) {
      name.style.fontSize = `${parseFloat(getComputedStyle(name).fontSize) * Math.max(0.98 / over, 0.5)}px`;
    }
  }
}

function show() {
  const all = screens();
  place = all.length ? (place + all.length) % all.length : 0;
  document.body.classList.toggle("turning", all.length > 0);
  all.forEach((screen, at) => screen.classList.toggle("shown", at === place));
  fit();
  const note = document.querySelector("[data-screens]");
  if (note) note.textContent = all.length > 1 ? `${place + 1} / ${all.length}` : "";
}

function turn(by) {
  place += by;
  show();
  clearInterval(timer);
  timer = setInterval(() => turn(1), EACH_MS);
}

document.addEventListener("live:changed", show);
window.addEventListener("resize", fit);
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === " ") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
});
turn(0);
