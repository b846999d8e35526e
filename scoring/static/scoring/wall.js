// Shows the screens of the wall in turn. Space or the arrows turn by hand; without scripts they stand one below the other.

const EACH_MS = 9000;

let place = 0;
let timer = null;

function screens() {
  return [...document.querySelectorAll("[data-screen]")];
}

function show() {
  const all = screens();
  place = all.length ? (place + all.length) % all.length : 0;
  document.body.classList.toggle("turning", all.length > 0);
  all.forEach((screen, at) => screen.classList.toggle("shown", at === place));
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
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === " ") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
});
turn(0);
