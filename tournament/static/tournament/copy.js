// The button that copies what stands beside it; without scripts it stays hidden, and one selects and copies by hand.
for (const button of document.querySelectorAll("[data-copy]")) {
  const shown = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(shown);
    try {
      await navigator.clipboard.writeText(shown.textContent);
    } catch {
      // Away from https and the laptop itself the clipboard has no other way.
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done;
  });
}
