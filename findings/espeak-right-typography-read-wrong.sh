#!/usr/bin/env bash
# eSpeak NG 1.52 (espeakng-loader 0.2.4), a voice of Linux, reads French written right wrong, and written wrong right:
# « 1 620 » with a no-break space is one, six hundred and twenty; « 20 h 30 » has the letter aitch, « 2e » is two and a letter,
# « n° » the letter n; "1 620" with a plain space, "20:30" and « 2ème » are read as meant. Who meets it: a hall with spoken calls.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install espeakng-loader==0.2.4
venv/bin/python - <<'PY'
import ctypes

import espeakng_loader

ONLY_SOUNDS, UTF_8, IPA = 2, 1, 2
voice = ctypes.CDLL(espeakng_loader.get_library_path())
voice.espeak_Info.restype = voice.espeak_TextToPhonemes.restype = ctypes.c_char_p
assert voice.espeak_Initialize(ONLY_SOUNDS, 0, espeakng_loader.get_data_path().encode(), 0) > 0
assert voice.espeak_SetVoiceByName(b"fr") == 0


def read(text):
    left, said = ctypes.c_char_p(text.encode()), []
    while left.value is not None:
        said.append(voice.espeak_TextToPhonemes(ctypes.byref(left), UTF_8, IPA).decode())
    return " ".join(said).replace("ˈ", "").replace("-", "")


print("eSpeak NG", voice.espeak_Info(None).decode())
EXPECTED = {
    "1 620": "mil sisɑ̃ vɛ̃",
    "1\u00a0620": "œ̃ sisɑ̃ vɛ̃",
    "1\u202f620": "œ̃ sisɑ̃ vɛ̃",
    "20:30": "vɛ̃t œʁ tʁɑ̃t",
    "20\u00a0h\u00a030": "vɛ̃ aʃ tʁɑ̃t",
    "2ème": "døz jɛm",
    "2e": "dø ə",
    "numéro 4": "nymeʁo katʁ",
    "n° 4": "ɛn katʁ",
}
for text, expected in EXPECTED.items():
    print(repr(text), read(text))
    assert read(text) == expected, (text, read(text), expected)
PY
