// A file that is too large is said before it is sent, which would take minutes for nothing.

const said = document.getElementById("file-large");
const input = document.querySelector("input[type=file]");
const button = input.form.querySelector("button:last-of-type");

input.addEventListener("change", () => {
  const large = (input.files[0]?.size || 0) > Number(said.dataset.most);
  said.hidden = !large;
  button.disabled = large;
});
