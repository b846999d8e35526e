// The button that opens the browser's own printing; without scripts it stays hidden.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
