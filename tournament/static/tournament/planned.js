// An hour that was counted from the fields of a form does not hold once one of them is changed: this is said at once,
// until it is changed back. `data-stale-form` finds the form; `data-stale-names`, if there, how its fields begin. What has
// no name, as a button, is no field.
for (const note of document.querySelectorAll("[data-stale-form]")) {
  const stale = !note.hidden, names = (note.dataset.staleNames ?? "").split(",");
  const counts = (field) => field.name && names.some((name) => field.name.startsWith(name));
  const differs = (field) => field.options
    ? field.selectedIndex !== Math.max([...field.options].findIndex((option) => option.defaultSelected), 0)
    : field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  const look = () => { note.hidden = !stale && ![...document.querySelector(note.dataset.staleForm).elements].filter(counts).some(differs); };
  for (const kind of ["input", "change", "reset"]) document.addEventListener(kind, () => setTimeout(look));
  look();
}
