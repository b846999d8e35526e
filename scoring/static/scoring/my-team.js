// Remember on this telephone its team, and the table whose score it gives. The public pages are the same for
// everybody and kept rendered, so it is written into them here; without scripts one looks for one's number again.

const concours = document.querySelector("[data-concours]").dataset.concours;
const TEAM = `dix-team-${concours}`;
const TABLE = `dix-table-${concours}`;

function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function remember(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // nothing is kept: the number is asked for again
  }
}

function show() {
  const team = recall(TEAM);
  const page = document.querySelector("[data-team]");
  const table = recall(TABLE);
  for (const link of document.querySelectorAll("a[data-team-page]")) {
    link.href = team ? link.dataset.teamPage.replace("/0/", `/${team}/`) : link.dataset.anyTable;
    if (page) link.toggleAttribute("aria-current", page.dataset.team === team);
  }
  if (table) for (const link of document.querySelectorAll("a[data-our-score]")) link.href = table;
  for (const part of document.querySelectorAll("[data-mine]")) {
    part.hidden = (part.dataset.mine === "yes") !== (page?.dataset.team === team);
  }
}

const seat = document.querySelector("[data-our-table]");
if (seat) {
  remember(TABLE, seat.dataset.ourTable);
  if (seat.dataset.ourTeam) remember(TEAM, seat.dataset.ourTeam);
}
// The square of a team's card says whose it is; what was looked for is ours as long as nothing else is known.
const found = document.querySelector("[data-found-team]")?.dataset.foundTeam;
const here = document.querySelector("[data-team]")?.dataset.team;
if (location.hash === "#moi" && here) remember(TEAM, here);
else if (!recall(TEAM) && (found || location.hash === "#trouve")) remember(TEAM, found || here);

document.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-choose]");
  if (!choice) return;
  remember(TEAM, choice.dataset.choose);
  show();
});
show();
