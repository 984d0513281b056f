/* What the page knows, and that it is drawn whenever that has changed. */

/** @typedef {{ id: string, line: string, leaf: boolean }} Pending */

export const page = {
  /** @type {PageFrame | null} The last one. */
  frame: null,
  /** The frame came over the connection that is open now. */
  fresh: false,
  /** performance.now() when it came. */
  came: 0,
  /** @type {Pending | null} The answer that is under way. `leaf`: it ends an act. */
  pending: null,
  /** The seat is in use on another page of this phone. */
  elsewhere: false,
  /** The seat that this page had was taken from it. */
  ended: false,
};

/** Who plays on this page; "": it looks on. */
export function seat() {
  const frame = page.frame;
  return frame && frame.seat && frame.state === "table" ? frame.seat : "";
}

let drawing = () => {};

/** @param {() => void} draws */
export function onDraw(draws) {
  drawing = draws;
}

export function draw() {
  drawing();
}
