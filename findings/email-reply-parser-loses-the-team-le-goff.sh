#!/usr/bin/env bash
# email-reply-parser 2.3.9 (npm) keeps what somebody answers to a mail: a last line « Le Goff Jean / Petit Luc » right above « Le lun. 2
# nov. 2026 … a écrit : » goes with the old mail, for both begin with « Le ». « Petit Luc / Le Goff Jean » is kept. quotequail 0.5.4 (PyPI)
# loses it too, and makes it a part of the date.
# Who meets it: a team of Brittany that registered by mail.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null && npm install --silent --no-fund --no-audit email-reply-parser@2.3.9
python3 -m venv venv && venv/bin/pip -q install quotequail==0.5.4
cat > answer.mjs <<'JS'
import assert from "node:assert";
import EmailReplyParser from "email-reply-parser";

const Parser = EmailReplyParser.default ?? EmailReplyParser;
const old = "Le lun. 2 nov. 2026 à 18:04, Anne Morel <anne@exemple.test> a écrit :\n> Combien d'équipes ?\n";
for (const [last, kept] of [["Le Goff Jean / Petit Luc", false], ["Petit Luc / Le Goff Jean", true]]) {
  const answer = new Parser().read(`Bonjour,\nLe Gall Zoé / Brun Anne\n${last}\n${old}`).getVisibleText();
  console.log(JSON.stringify(answer));
  assert(answer.includes("Le Gall Zoé / Brun Anne") && !answer.includes("Anne Morel"));
  assert.strictEqual(answer.includes(last), kept);
}
JS
node answer.mjs
venv/bin/python - <<'PY'
import quotequail

OLD = "Le lun. 2 nov. 2026 à 18:04, Anne Morel <anne@exemple.test> a écrit :\n> Combien d'équipes ?\n"
for last, date in (
    ("Le Goff Jean / Petit Luc", "Goff Jean / Petit Luc Le lun. 2 nov. 2026 à 18:04"),
    ("Petit Luc / Le Goff Jean", "lun. 2 nov. 2026 à 18:04"),
):
    answer = quotequail.unwrap(f"Bonjour,\nLe Gall Zoé / Brun Anne\n{last}\n{OLD}")
    print(answer)
    assert answer["date"] == date and (last in answer["text_top"]) == (last[:2] != "Le")
PY
