// The sum of what is chosen, while it is chosen, and the change to give; the sum of notes and coins. The server computes
// again what is kept.

const money = (cents) => (cents / 100).toLocaleString(document.documentElement.lang, { style: "currency", currency: "EUR" });
const whole = (text) => (/^[-−]?\d{1,5}$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : 0);
const cents = (text) => {
  const match = /^\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "0").padEnd(2, "0")) : null;
};

function add(form) {
  let sum = 0;
  for (const input of form.querySelectorAll("[data-cents]")) {
    const count = input.type === "checkbox" ? Number(input.checked) : whole(input.value);
    sum += count * Number(input.dataset.cents);
  }
  form.querySelector("[data-sum]").value = money(sum);
  const given = form.querySelector("[data-given]");
  if (!given) return;
  const got = cents(given.value);
  form.querySelector("[data-change]").value = got === null || got < sum ? "" : money(got - sum);
}

for (const form of document.querySelectorAll("[data-adds]")) {
  for (const part of form.querySelectorAll("[data-with-script]")) part.hidden = false;
  form.addEventListener("input", () => add(form));
  form.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const input = form.elements.namedItem(step.dataset.of);
    input.value = String(whole(input.value) + Number(step.dataset.step) || "");
    add(form);
  });
  add(form);
}
