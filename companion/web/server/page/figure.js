/* The figure: options that lie somewhere on it are touched there. */

import { byId, element, sketch } from "./elements.js";
import { draw, page } from "./state.js";

const CELL = 100; // units of a figure, of one space
const CELL_PX = 76; // so wide a space is at first, at least
const APART_PX = 26; // so far apart its places are at first, at least
const MOST_PX = 130; // but no space is wider than that
const FINGER_PX = 26; // so far from its middle a place is still meant

/** @typedef {{ x: number, y: number, r: number }} Place */
/** @typedef {{ name: string, svg: SVGSVGElement | null, places: Map<string, Place> }} Figure */
/** @typedef {(one: PageOption, touch: Event) => void} Touched */

/** @returns {Figure} */
const none = (name = "") => ({ name, svg: null, places: new Map() });

let figure = none();
let zoom = 0; // width of the figure in widths of its frame; 0: as its places need it
let cellPx = 0; // how wide a space of the figure is, where nobody asked for more or less
let shown = "";
/** @type {SVGGElement | null} */
let overlay = null;

/** What it is, once it has come; "": there is none. */
export function figureShown() {
  return figure.svg ? figure.name : "";
}

/**
 * Have the figure of a frame, as soon as it comes.
 * @param {string} name
 * @param {boolean} wanted
 */
export function follow(name, wanted) {
  if (name && wanted && figure.name !== name) bring(name);
  if (!name) figure = none();
}

/** @param {string} name */
async function bring(name) {
  figure = none(name);
  let text = "";
  try {
    const came = await fetch("/picture/" + name + ".svg");
    if (!came.ok) return;
    text = await came.text();
  } catch (fault) {
    return; // options have keys as long as there is no figure
  }
  if (figure.name !== name) return;
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(read, true)));
  const places = new Map();
  for (const one of svg.querySelectorAll("[data-place]")) {
    const [x, y, r] = ["cx", "cy", "r"].map((key) => Number(one.getAttribute(key)));
    places.set(one.getAttribute("data-place"), { x, y, r });
    one.remove();
  }
  svg.setAttribute("aria-hidden", "true");
  figure = { name, svg, places };
  draw();
}

/**
 * Of these options those that lie on the figure, each at a place of its own.
 * @param {readonly PageOption[]} options
 * @returns {Map<string, PageOption>}
 */
export function spotsOf(options) {
  const spots = new Map();
  if (!figure.svg) return spots;
  for (const one of options) {
    if (one.place && figure.places.has(one.place) && !spots.has(one.place)) spots.set(one.place, one);
  }
  const drawn = options.filter((one) => one.drawing && one.place);
  return spots.size === 1 && drawn.length > 1 ? new Map() : spots; // all at one place: which drawing is asked
}

/**
 * What an option looks like, in the figure's own parts.
 * @param {readonly string[]} parts
 */
export function drawing(parts) {
  const made = sketch("drawing", "3 3 94 94");
  for (const part of parts) made.append(element("use", { href: "#f-d-" + part, width: 100, height: 100 }));
  return made;
}

/**
 * Draw what is asked on it.
 * @param {PagePrompt} prompt
 * @param {readonly PageOption[]} options
 * @param {Map<string, PageOption>} spots
 * @param {string} held key of the option that is chosen on it, until it is confirmed
 * @param {Touched} touched
 */
export function drawFigure(prompt, options, spots, held, touched) {
  const place = byId("figure");
  const drawn = options.map((one) => (one.drawing && one.place) || "").filter((at) => figure.places.has(at));
  const trail = placesOf(prompt.trail || []);
  place.hidden = !spots.size && !drawn.length && trail.length < 2;
  const now = place.hidden ? "" : [figure.name, prompt.id].join(" ");
  const moved = shown !== now;
  if (overlay) overlay.remove();
  overlay = null;
  shown = now;
  place.classList.toggle("asks", Boolean(spots.size));
  const svg = figure.svg;
  if (moved) byId("map").replaceChildren(...(place.hidden || !svg ? [] : [svg]));
  if (place.hidden || !svg) return;
  overlay = element("g", { class: "spots" });
  if (trail.length) {
    const points = trail.map((at) => at.x + "," + at.y).join(" ");
    overlay.append(element("polyline", { class: "trail", points }));
    const last = trail[trail.length - 1];
    overlay.append(element("circle", { class: "trail-end", cx: last.x, cy: last.y, r: 9 }));
  }
  for (const at of spots.size ? [] : placesOf([...new Set(drawn)])) {
    overlay.append(element("circle", { class: "asked", cx: at.x, cy: at.y, r: at.r }));
  }
  for (const [at, one] of spots) overlay.append(...placesOf([at]).map((where) => spot(where, one, held, touched)));
  svg.append(overlay);
  svg.removeAttribute("aria-hidden");
  svg.onclick = (touch) => {
    const one = spotAt(svg, touch, spots);
    if (one) touched(one, touch);
  };
  fit(svg, moved ? [...spots.keys(), ...drawn] : []);
}

/**
 * Where these places are, those that there are.
 * @param {readonly string[]} names
 * @returns {Place[]}
 */
function placesOf(names) {
  /** @type {Place[]} */
  const found = [];
  for (const name of names) {
    const at = figure.places.get(name);
    if (at) found.push(at);
  }
  return found;
}

/**
 * @param {Place} at
 * @param {PageOption} one
 * @param {string} held
 * @param {Touched} touched
 */
function spot(at, one, held, touched) {
  const chosen = held === one.key || one.chosen;
  const state = (one.why ? " closed" : "") + (chosen ? " chosen" : "");
  const key = element("g", { class: "spot" + state, role: "button", tabindex: "0", "data-key": one.key });
  key.setAttribute("aria-label", [one.label, one.second, one.why].filter(Boolean).join(", "));
  key.setAttribute("aria-disabled", String(Boolean(one.why) || !page.fresh || Boolean(page.pending)));
  if (chosen) key.setAttribute("aria-pressed", "true");
  key.append(element("circle", { cx: at.x, cy: at.y, r: at.r }));
  for (const part of (chosen && one.drawing) || []) {
    key.append(element("use", { href: "#f-d-" + part, x: at.x - 50, y: at.y - 50, width: 100, height: 100 }));
  }
  key.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    touched(one, event);
  };
  return key;
}

/**
 * The option whose place is the nearest to where a finger came, if it is near enough.
 * @param {SVGSVGElement} svg
 * @param {MouseEvent} touch
 * @param {Map<string, PageOption>} spots
 * @returns {PageOption | null}
 */
function spotAt(svg, touch, spots) {
  const frame = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / frame.width;
  const x = (touch.clientX - frame.left) * scale;
  const y = (touch.clientY - frame.top) * scale;
  let best = null;
  let least = Infinity;
  for (const [at, one] of spots) {
    for (const place of placesOf([at])) {
      const away = Math.hypot(place.x - x, place.y - y) / Math.max(place.r, FINGER_PX * scale);
      if (away <= 1 && away < least) {
        least = away;
        best = one;
      }
    }
  }
  return best;
}

/**
 * As wide as asked for; `names`: places that are brought into its frame.
 * @param {SVGSVGElement} svg
 * @param {readonly string[]} names
 */
function fit(svg, names) {
  const map = byId("map");
  const box = svg.viewBox.baseVal;
  const wide = map.clientWidth;
  if (!wide) return;
  const at = placesOf(names);
  let apart = Infinity;
  at.forEach((one, i) => at.slice(0, i).forEach((other) => {
    apart = Math.min(apart, Math.hypot(one.x - other.x, one.y - other.y));
  }));
  if (at.length) cellPx = Math.min(MOST_PX, Math.max(CELL_PX, (APART_PX * CELL) / Math.max(1, apart)));
  const least = (cellPx * box.width) / CELL / wide;
  svg.style.width = 100 * Math.max(1, zoom || least) + "%";
  const scale = svg.getBoundingClientRect().width / box.width;
  if (!at.length) return;
  const middle = (/** @type {number[]} */ values) => (Math.min(...values) + Math.max(...values)) / 2;
  map.scrollLeft = middle(at.map((one) => one.x)) * scale - wide / 2;
  map.scrollTop = middle(at.map((one) => one.y)) * scale - map.clientHeight / 2;
}

/** @param {number} factor */
function zoomBy(factor) {
  if (!figure.svg) return;
  const map = byId("map");
  const now = figure.svg.getBoundingClientRect().width / map.clientWidth;
  const x = (map.scrollLeft + map.clientWidth / 2) / now;
  const y = (map.scrollTop + map.clientHeight / 2) / now;
  zoom = Math.min(6, Math.max(1, now * factor));
  fit(figure.svg, []);
  map.scrollLeft = x * zoom - map.clientWidth / 2;
  map.scrollTop = y * zoom - map.clientHeight / 2;
}

byId("closer").onclick = () => zoomBy(1.4);
byId("farther").onclick = () => zoomBy(1 / 1.4);
