// Courtesies of the tirage pages: cards as buttons, a click that fills in the exchange, printing.

const seed = document.querySelector("#seed");
const cards = document.querySelector("[data-cards]");
if (seed && cards) {
  cards.hidden = false;
  cards.addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]");
    if (!card) return;
    seed.value = `${seed.value.trim()} ${card.dataset.card}`.trim();
    seed.focus();
  });
}

const swap = document.querySelector("[data-swap]");
if (swap) {
  const [first, second] = [swap.elements.first, swap.elements.second];
  for (const team of document.querySelectorAll(".drawn [data-team]")) {
    team.classList.add("clickable");
    team.addEventListener("click", () => {
      const place = first.value && !second.value ? second : first;
      if (place === first) second.value = "";
      place.value = team.dataset.team;
      swap.closest("details").open = true;
      for (const other of document.querySelectorAll(".drawn [data-team]")) {
        other.classList.toggle("moved", [first.value, second.value].includes(other.dataset.team));
      }
      if (second.value) swap.querySelector("button").focus();
    });
  }
}

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  document.querySelector("[data-print-hint]").hidden = true;
  print.addEventListener("click", () => window.print());
}
