#!/usr/bin/env bash
# email-reply-parser 0.5.12 (PyPI): of a mail « voici nos équipes : » with « -Roux Jean / Petit Luc » on each line, the list and the « Merci
# » below it are a signature and are left out; with a space behind the dash all is kept. mail-parser-reply 1.36: its body loses both.
# Who meets it: a club that writes its teams with dashes.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install email-reply-parser==0.5.12 mail-parser-reply==1.36
venv/bin/python - <<'PY'
from email_reply_parser import EmailReplyParser
from mailparser_reply import EmailReplyParser as MailParserReply

INTRODUCTION = "Bonjour, voici nos équipes :"
for dash, kept in (("-", False), ("- ", True)):
    mail = f"{INTRODUCTION}\n\n{dash}Roux Jean / Petit Luc\n{dash}Morel Anne / Brun Zoé\n\nMerci"
    one = EmailReplyParser.parse_reply(mail)
    other = MailParserReply(languages=["fr"]).read(mail).replies[0].body
    print(repr(one), repr(other), sep="\n")
    assert one == (mail if kept else INTRODUCTION)
    assert other == INTRODUCTION
PY
