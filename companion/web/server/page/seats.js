/* The marks of seats. */

import { icon } from "./elements.js";
import { page } from "./state.js";

/**
 * The mark of a player of the game that is open; null: it has none.
 * @param {string} name
 */
export function mark(name) {
  const seat = ((page.frame && page.frame.seats) || []).find((one) => one.name === name);
  return seat ? markOf(seat) : null;
}

/**
 * The mark of a seat; null: it has none.
 * @param {PageSeat} seat
 */
export function markOf(seat) {
  return seat.mark ? icon(seat.mark, "seat-" + seat.colour) : null;
}
