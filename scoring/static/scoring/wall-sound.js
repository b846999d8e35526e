// A bell at the limit and spoken calls, where this screen's computer can: both off until somebody presses their key,
// which a browser asks for before any sound.

import { isShown } from "../tournament/baseline.js";

const keys = { bell: document.querySelector("[data-wall-bell]"), voice: document.querySelector("[data-wall-voice]") };
const able = { bell: "AudioContext" in window, voice: "speechSynthesis" in window };
const heard = new Set();
let sound = null;

// The wall that is seen: on the screen that shows several in turn it stands in a frame, and this screen sounds for it.
function wall() {
  const frame = document.querySelector(".wall-frame.shown");
  return frame ? frame.contentDocument : document;
}

// Signs on the wall that sound: the hour of the limit, the last donnes, a message, a new draw.
function calls() {
  return [...wall().querySelectorAll("[data-spoken]")].filter(isShown).map((one) => ({
    text: one.textContent.replace(/\s+/g, " ").trim(),
    rings: "bell" in one.dataset,
  }));
}

function ring() {
  sound = sound || new AudioContext();
  for (const [after, tone] of [[0, 880], [0.9, 659]]) {
    const [voice, level] = [sound.createOscillator(), sound.createGain()];
    const start = sound.currentTime + after;
    voice.frequency.value = tone;
    level.gain.setValueAtTime(0.5, start);
    level.gain.exponentialRampToValueAtTime(0.001, start + 1.6);
    voice.connect(level).connect(sound.destination);
    voice.start(start);
    voice.stop(start + 1.6);
  }
}

// French as it is printed, written out: eSpeak, a voice of Linux, says « 20 h 30 » with the letter h and « 2e » as two letters.
function aloud(text) {
  if (document.documentElement.lang !== "fr") return text;
  return text
    .replace(/\b1re(?!\p{L})/gu, "première")
    .replace(/\b(\d+)e(?!\p{L})/gu, "$1ème")
    .replace(/\b(\d+)h(?=\d\d(?!\d))/gu, "$1 h ")
    .replace(/\b([01]) ?h(?![\p{L}\d])/gu, "$1 heure")
    .replace(/\b(\d+) ?h(?![\p{L}\d])/gu, "$1 heures")
    .replace(/\bn° ?(?=\d)/gi, "numéro ");
}

function speak(text) {
  const said = new SpeechSynthesisUtterance(aloud(text));
  said.lang = document.documentElement.lang;
  speechSynthesis.speak(said);
}

function on(key) {
  return keys[key].getAttribute("aria-pressed") === "true";
}

function listen() {
  for (const { text, rings } of calls()) {
    if (heard.has(text)) continue;
    heard.add(text);
    if (rings && on("bell")) ring();
    if (on("voice")) speak(text);
  }
}

for (const [name, key] of Object.entries(keys)) {
  key.hidden = !able[name] || window.parent !== window;
  key.addEventListener("click", () => {
    key.setAttribute("aria-pressed", !on(name));
    if (on(name) && name === "bell") ring(); // how loud it is
    if (on(name) && name === "voice") speak(key.textContent.trim());
  });
}
for (const { text } of calls()) heard.add(text); // what stood there before was heard, or is too late
setInterval(listen, 1000);
