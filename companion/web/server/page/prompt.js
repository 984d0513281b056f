/* What is asked: its options as keys, on the page, in a menu or on the figure; what can be taken back. */

import { ask } from "./connection.js";
import { button, byId, icon, make, say, the, tone } from "./elements.js";
import { drawFigure, drawing, figureShown, spotsOf } from "./figure.js";
import { fill } from "./list.js";
import { mark } from "./seats.js";
import { draw, page } from "./state.js";
import { language, told, words } from "./words.js";

/** @typedef {import("./list.js").Entry<PageOption>} OptionEntry */

let held = ""; // key of the option that is chosen on the figure, until it is confirmed
let menuSince = 0; // when what is in the menu came before the eyes
let shown = ""; // what was asked in the last frame
/** What each option says, of which question, and where -> since when (performance.now). @type {Map<string, number>} */
let stood = new Map();

/**
 * Since when each of these options stands where it stands: one that has just come, moved or changed is not meant yet.
 * @param {readonly unknown[]} asked
 * @param {readonly PageOption[]} options
 */
function stand(asked, options) {
  const now = performance.now();
  const before = stood;
  stood = new Map(options.map((one, place) => {
    const face = standing(asked, one, place);
    return [face, before.get(face) || now];
  }));
  since = new Map(options.map((one, place) => [one.key, stood.get(standing(asked, one, place)) || now]));
}

/** Since when each option stands, by its key. @type {Map<string, number>} */
let since = new Map();

/**
 * @param {readonly unknown[]} asked
 * @param {PageOption} one
 * @param {number} place
 */
function standing(asked, one, place) {
  return JSON.stringify([asked, place, one.key, one.label, one.figure || "", Boolean(one.chosen)]);
}

/** All that is shown has moved: nothing of it is meant yet. */
export function moved() {
  stood = new Map();
}

/**
 * @param {PageOption} one
 * @param {Event} touch
 * @param {number} from
 */
function choose(one, touch, from) {
  const number = page.frame ? page.frame.number || "" : "";
  const seen_ms = Math.max(0, Math.floor(touch.timeStamp - from));
  ask((id) => ({ choose: { key: one.key, number, seen_ms, id } }), !one.leads && !one.chosen);
}

/** @param {PageOption} one */
function isClosed(one) {
  return Boolean(one.why) || !page.fresh || Boolean(page.pending);
}

/** @param {OptionEntry} entry */
function option(entry) {
  const one = entry.one;
  const key = button(one.key);
  key.className = (one.main ? "main " : "") + (one.chosen ? "chosen" : "");
  const drawn = one.drawing && figureShown() ? drawing(one.drawing) : null;
  if (one.figure) key.append(make("span", "figure " + tone(one.tone), one.figure));
  if (drawn) key.append(drawn);
  const sign = one.seat ? mark(one.seat) : null;
  if (sign) key.append(sign);
  else if (one.icon && !drawn) key.append(icon(one.icon, tone(one.tone)));
  const confirms = one.key === held && page.frame && page.frame.prompt && page.frame.prompt.confirm;
  const text = make("span", "words", confirms || one.label);
  if (one.chosen) text.append(make("span", "second", words.chosen));
  if (one.second) text.append(make("span", "second", one.second));
  for (const line of one.lines || []) text.append(signs(line));
  if (one.why) text.append(make("span", "second", one.why));
  key.append(text);
  if (one.chosen) key.setAttribute("aria-pressed", "true");
  key.onclick = (touch) => {
    const from = since.get(one.key) || 0;
    if (!isClosed(entry.one)) choose(entry.one, touch, byId("menu").contains(key) ? Math.max(from, menuSince) : from);
  };
  const item = make("li", one.key === held ? "confirm" : one.drawing ? "drawn" : "");
  item.append(key);
  return item;
}

/** @param {readonly PageSign[]} line */
function signs(line) {
  const row = make("span", "second");
  for (const sign of line) {
    if (sign.icon) row.append(icon(sign.icon));
    row.append(" " + (sign.text || "") + " ");
  }
  return row;
}

/**
 * @param {HTMLElement} item
 * @param {PageOption} one
 */
function dress(item, one) {
  for (const key of item.querySelectorAll("button")) key.setAttribute("aria-disabled", String(isClosed(one)));
}

/**
 * @param {PageOption} one
 * @param {Event} touch
 */
function touchSpot(one, touch) {
  if (isClosed(one)) return;
  if (one.leads) {
    choose(one, touch, since.get(one.key) || 0);
    return;
  }
  held = held === one.key ? "" : one.key;
  draw();
  const confirm = held ? byId("options").querySelector(".confirm button") : null;
  if (confirm instanceof HTMLElement) confirm.focus({ preventScroll: true });
}

/**
 * @param {PageFrame} frame
 * @param {string} seat
 */
export function drawPrompt(frame, seat) {
  const prompt = frame.prompt || null;
  drawWho(frame, prompt, seat);
  const title = prompt ? prompt.title : frame.asked || "";
  const asked = title + "|" + (frame.path || 0);
  const focused = document.activeElement;
  const inList = byId("ask").contains(focused) && focused && focused.closest("ul");
  say("asked", title);
  byId("ask").hidden = !title;
  say("hint", prompt ? [prompt.hint, prompt.text].filter(Boolean).join(" ") : "");
  const options = prompt && seat && prompt.mine ? prompt.options || [] : [];
  const spots = spotsOf(options);
  const places = new Set([...spots.values()].map((one) => one.place));
  if (!options.some((one) => one.key === held && spots.get(one.place || "") === one)) held = "";
  const keys = options.filter((one) => !places.has(one.place) || one.key === held);
  const first = keys.filter((one) => one.first || one.main || one.key === held);
  const more = first.length ? keys.filter((one) => !first.includes(one)) : [];
  const question = [asked, prompt ? prompt.who : "", prompt ? prompt.hint : ""];
  const listed = first.length ? [...first, ...more] : keys;
  stand(question, [...listed, ...spots.values()]);
  if (prompt) drawFigure(prompt, options, spots, held, touchSpot);
  else byId("figure").hidden = true;
  const face = (/** @type {PageOption} */ one) =>
    [language, question, { ...one, left_ms: 0 }, one.key === held, figureShown()];
  fill(byId("options"), first.length ? first : keys, face, option, dress);
  byId("options").classList.toggle("drawings", Boolean(figureShown()) && keys.some((one) => one.drawing && one.key !== held));
  byId("menu").hidden = !more.length;
  say("menu-title", words.more);
  fill(byId("more"), more, face, option, dress);
  if (inList && (asked !== shown || !byId("ask").contains(document.activeElement))) {
    byId("asked").focus({ preventScroll: true });
  }
  if (asked !== shown && !page.pending) {
    the("menu", HTMLDetailsElement).open = false;
    if (shown && !(frame.answer && !frame.answer.ok)) say("answer", "");
    shown = asked;
  }
  if (page.pending) say("answer", "");
  say("sent", page.pending ? words.sent : "");
  drawBack(frame, seat);
  byId("ask").classList.toggle("figured", !byId("figure").hidden);
}

/**
 * @param {PageFrame} frame
 * @param {PagePrompt | null} prompt
 * @param {string} seat
 */
function drawWho(frame, prompt, seat) {
  const who = byId("who");
  who.replaceChildren();
  byId("ask").classList.toggle("mine", Boolean(prompt && prompt.mine && seat));
  if (!prompt && (!frame.asked || frame.ended)) return;
  const name = (prompt ? prompt.who : frame.asks) || "";
  const sign = name ? mark(name) : null;
  if (sign) who.append(sign);
  if (!prompt) who.append(name || words.anybody);
  else if (name) who.append(name === seat ? words.yours : told(words.turn, { name }));
  else if (prompt.options) who.append(words.anybody);
}

/**
 * @param {PageFrame} frame
 * @param {string} seat
 */
function drawBack(frame, seat) {
  byId("back").hidden = !(seat && frame.path);
  say("back", words.back);
  const undo = byId("undo");
  undo.hidden = !(seat && frame.undo);
  undo.setAttribute("aria-disabled", String(Boolean(frame.undo_why)));
  say("undo", [told(words.undo, { what: frame.undo || "" }), frame.undo_why].filter(Boolean).join(" – "));
}

/* ---- a look is taken back by two ---- */

/** @param {PageFrame} frame */
export function drawTaking(frame) {
  const taking = frame.taking;
  byId("agreeing").hidden = !taking;
  say("takes", taking ? told(words.takes, { name: taking.by, what: taking.what }) : "");
  byId("agree").hidden = !(taking && taking.mine);
  byId("disagree").hidden = !(taking && frame.seat);
  say("agree", words.agree);
  say("disagree", words.disagree);
}

const number = () => (page.frame && page.frame.number) || "";

byId("menu").ontoggle = () => { menuSince = performance.now(); };
byId("back").onclick = () => ask((id) => ({ back: { id } }), false);
byId("undo").onclick = () => {
  const frame = page.frame;
  if (frame && frame.undo && !frame.undo_why) ask((id) => ({ undo: { number: number(), id } }), true);
};
byId("agree").onclick = () => ask((id) => ({ agree: { number: number(), id } }), false);
byId("disagree").onclick = () => ask((id) => ({ disagree: { id } }), false);
