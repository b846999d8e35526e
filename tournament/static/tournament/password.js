// A button after each password shows what was typed, for fingers that slip; without scripts there is none.
const { show, hide } = document.querySelector("script[data-show]").dataset;
for (const input of document.querySelectorAll("input[data-password]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet show-password";
  button.textContent = show;
  button.setAttribute("aria-controls", input.id);
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    const shown = input.type === "password";
    input.type = shown ? "text" : "password";
    button.textContent = shown ? hide : show;
    button.setAttribute("aria-pressed", String(shown));
  });
  // Sent hidden, so that the browser keeps it as a password and not among the words once typed.
  input.form.addEventListener("submit", () => { input.type = "password"; });
  const line = document.createElement("div");
  line.className = "password-line";
  input.before(line);
  line.append(input, button);
  if (input.autofocus) input.focus();
}
