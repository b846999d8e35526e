// The title of a fold tells what its fields held when the page was made. Once one of them is changed it says so instead,
// until it is changed back: nobody reads an old figure beside a closed fold.
const differs = (field) => field.options
  ? [...field.options].some((option) => option.selected !== option.defaultSelected)
  : field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

for (const told of document.querySelectorAll("[data-when-changed]")) {
  const saved = told.textContent, fold = told.closest("details");
  fold.addEventListener("input", () => {
    const changed = [...fold.querySelectorAll("input, select, textarea")].some(differs);
    told.textContent = changed ? told.dataset.whenChanged : saved;
  });
}
