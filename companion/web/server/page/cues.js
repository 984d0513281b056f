/* Cues: it is this seat's turn, the last minute begins. By light, vibration and, where it is wanted, sound. */

import { byId, say } from "./elements.js";
import { drawPrompt, moved } from "./prompt.js";
import { draw, page } from "./state.js";
import { words } from "./words.js";

const SOUND = "infernal-companion-sound";

let yours = false; // it is this seat's turn to answer, as the frame before said
let lastMinute = false; // the clock's last minute was announced
let armed = false; // the page was touched: until then a browser lets it neither vibrate nor sound
let pressed = false; // a finger is down
/** @type {AudioContext | null} */
let audio = null;

/** @param {readonly number[]} beats a pattern of ms on and off */
function cue(beats) {
  document.body.classList.remove("cue");
  document.body.getBoundingClientRect(); // or the animation would not begin anew
  document.body.classList.add("cue");
  if (!armed) return;
  if (navigator.vibrate) navigator.vibrate([...beats]);
  if (!audio) return;
  let at = audio.currentTime;
  for (const [place, ms] of beats.entries()) {
    if (place % 2 === 0) beep(audio, at, ms / 1000);
    at += ms / 1000;
  }
}

/**
 * @param {AudioContext} into
 * @param {number} at s
 * @param {number} lasts s
 */
function beep(into, at, lasts) {
  const tone = into.createOscillator();
  const level = into.createGain();
  tone.frequency.value = 660;
  level.gain.value = 0.2;
  tone.connect(level);
  level.connect(into.destination);
  tone.start(at);
  tone.stop(at + lasts);
}

/** A browser makes a sound only after a touch, so it is prepared by one. */
function prepareSound() {
  const wanted = sounds();
  if (wanted && !audio && window.AudioContext) audio = new AudioContext();
  if (!wanted && audio) {
    audio.close();
    audio = null;
  }
}

function sounds() {
  try {
    return localStorage.getItem(SOUND) === "on";
  } catch (fault) {
    return false;
  }
}

/** @param {string} seat */
export function drawSound(seat) {
  byId("sound").hidden = !seat || !window.AudioContext;
  say("sound", sounds() ? words.sound : words.quiet);
  say("armed", seat ? (armed ? words.armed : words.arm) : "");
}

/**
 * The keys come into view, unless a finger is down; what has moved so is not meant yet.
 * @param {PageFrame} frame
 * @param {string} seat
 */
function bringUp(frame, seat) {
  const place = byId("ask").getBoundingClientRect();
  if (pressed || (place.top >= 0 && place.bottom <= window.innerHeight)) return;
  byId("ask").scrollIntoView({ block: "start" });
  moved();
  drawPrompt(frame, seat);
}

/**
 * Tell the player that it is to answer.
 * @param {PageFrame} frame
 * @param {string} seat
 */
export function notice(frame, seat) {
  const now = Boolean(page.fresh && seat && frame.prompt && frame.prompt.mine && frame.prompt.who === seat);
  if (now && !yours) {
    cue([150]);
    bringUp(frame, seat);
  }
  yours = now;
  document.title = [now ? "● " + words.asks : "", seat, frame.title || words.title].filter(Boolean).join(" · ");
  const sign = now ? "/asked.svg" : "/icon.svg";
  if (byId("sign").getAttribute("href") !== sign) byId("sign").setAttribute("href", sign);
}

/**
 * Tell everybody that the last minute begins.
 * @param {boolean} last
 */
export function noticeLast(last) {
  const clock = page.frame && page.frame.clock;
  if (last && !lastMinute && clock && clock.running && page.fresh) cue([90, 90, 90, 90, 90]);
  lastMinute = last;
}

byId("sound").onclick = () => {
  try {
    localStorage.setItem(SOUND, sounds() ? "off" : "on");
  } catch (fault) {
    return; // a private window keeps nothing
  }
  prepareSound();
  draw();
};

document.addEventListener("pointerdown", () => {
  document.body.classList.add("touched");
  pressed = true;
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { pressed = false; });
document.addEventListener("click", () => {
  prepareSound();
  if (!armed) {
    armed = true;
    draw();
  }
});
document.addEventListener("keydown", () => document.body.classList.remove("touched"));
