// The call by one key: Enter hands over (the button has the focus), A says absent; not while somebody types.
const now = document.querySelector("[data-prize-now]");
const typing = (target) => target.closest("input, select, textarea, [contenteditable]");

addEventListener("keydown", (event) => {
  if (!now || event.repeat || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
  const button = now.querySelector(`[data-key="${event.key.length === 1 ? event.key.toLowerCase() : event.key}"]`);
  if (!button || (event.key === "Enter" && event.target.closest("a, button, summary"))) return;
  button.click();
  event.preventDefault();
});
