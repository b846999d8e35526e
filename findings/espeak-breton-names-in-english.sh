#!/usr/bin/env bash
# eSpeak NG 1.52 (espeakng-loader 0.2.4), French voice: a Breton family name with c'h is handed to the
# English voice, « Kerc'hoat » and « Guivarc'h » as well as « Le Moal »; « Le Goff » and « Petit » are read in French. A player Vi
# written in capitals is « six romain ». Who meets it: a player called to a table by a voice.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install espeakng-loader==0.2.4
venv/bin/python - <<'PY'
import ctypes

import espeakng_loader

ONLY_SOUNDS, UTF_8, IPA = 2, 1, 2
voice = ctypes.CDLL(espeakng_loader.get_library_path())
voice.espeak_TextToPhonemes.restype = ctypes.c_char_p
assert voice.espeak_Initialize(ONLY_SOUNDS, 0, espeakng_loader.get_data_path().encode(), 0) > 0
assert voice.espeak_SetVoiceByName(b"fr") == 0


def read(name):
    return voice.espeak_TextToPhonemes(ctypes.byref(ctypes.c_char_p(name.encode())), UTF_8, IPA).decode()


for name, english in {"Le Floc’h": True, "Kerc'hoat": True, "Guivarc'h": True, "Le Moal": True, "Le Goff": False, "Petit": False}.items():
    print(name, read(name))
    assert ("(en)" in read(name)) == english, name
print("Jean Vi", read("Jean Vi"), "Jean VI", read("Jean VI"))
assert "ʁom" in read("Jean VI") and "ʁom" not in read("Jean Vi")
PY
