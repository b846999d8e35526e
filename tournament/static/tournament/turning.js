// The pages of a wall one after the other: by themselves, or by hand with the space bar and the arrows.

const SECONDS = 9;

// `count` says how many pages there are now, `show` shows the one at a place; returns how to go to a place, and how to
// show the present one again after the pages were laid anew.
export function turning(count, show) {
  let place = 0;
  let timer = 0;

  function go(to) {
    const pages = count();
    place = pages ? (to + pages) % pages : 0;
    show(place);
    clearInterval(timer);
    timer = setInterval(() => go(place + 1), SECONDS * 1000);
  }

  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, " ": 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(place + by);
  });
  return { go, again: () => go(Math.min(place, Math.max(count() - 1, 0))) };
}
