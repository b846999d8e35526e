// The sum of what is chosen, while it is chosen, and the change to give; the sum of notes and coins. The server computes
// again what is kept.

const money = (cents) =>
  (cents / 100).toLocaleString(document.documentElement.lang, { style: "currency", currency: "EUR" }).replace("-", "−");
const whole = (text) => (/^[-−]?\d{1,5}$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : 0);
const cents = (text) => {
  const match = /^\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "0").padEnd(2, "0")) : null;
};

// Return what the team pays of its fee; null where nobody knows the team.
function fee(form) {
  const box = form.querySelector("[data-fees]");
  if (!box?.checked) return 0;
  return JSON.parse(document.getElementById(box.dataset.fees).textContent)[form.elements.team.value.trim()] ?? null;
}

function add(form) {
  let sum = 0;
  for (const input of form.querySelectorAll("[data-cents]")) {
    sum += whole(input.value) * Number(input.dataset.cents);
  }
  const owed = fee(form);
  if (owed !== null) sum += owed;
  // A sum without the fee of a team that is not known yet is asked of nobody.
  form.querySelector("[data-sum]").value = owed === null ? "…" : money(sum);
  const given = form.querySelector("[data-given]");
  if (!given) return;
  const got = cents(given.value);
  form.querySelector("[data-change]").value = got === null || owed === null || got < sum ? "" : money(got - sum);
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
