// The button that opens the browser's own printing; without scripts it stays hidden, and a line says how to print.
for (const hint of document.querySelectorAll("[data-print-hint]")) hint.hidden = true;
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
