/* Lists that follow what they show. An entry that is the same one keeps its element, so that a finger that is down keeps
   its key, and who reads with the keyboard keeps the place. */

/**
 * An entry as it is now.
 * @template T
 * @typedef {{ one: T }} Entry
 */

/** @type {WeakMap<Element, { faces: string[], entries: Entry<any>[] }>} */
const shown = new WeakMap();

/**
 * Have a list show these.
 * @template T
 * @param {Element} place
 * @param {readonly T[]} all
 * @param {(one: T, place: number) => unknown} face which one it is, and what its element says as long as it is there
 * @param {(entry: Entry<T>) => Element} made makes its element, which reads the entry whenever it is touched
 * @param {(made: any, one: T) => void} [dress] has the element show what may change meanwhile
 */
export function fill(place, all, face, made, dress) {
  const before = shown.get(place) || { faces: [], entries: [] };
  const elements = [...place.children];
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  /** @type {{ faces: string[], entries: Entry<T>[] }} */
  const now = { faces: [], entries: [] };
  const next = all.map((one, at) => {
    const said = JSON.stringify(face(one, at));
    const old = before.faces.findIndex((known, i) => known === said && !now.entries.includes(before.entries[i]));
    const entry = old < 0 ? { one } : before.entries[old];
    entry.one = one;
    now.faces.push(said);
    now.entries.push(entry);
    return old < 0 ? made(entry) : elements[old];
  });
  shown.set(place, now);
  if (next.length !== elements.length || next.some((one, at) => one !== elements[at])) arrange(place, next);
  if (dress) next.forEach((one, at) => dress(one, all[at]));
  if (focused && !place.contains(focused)) refocus(place, focused);
}

/**
 * Have these be its children, moving none that is in its place among the others.
 * @param {Element} place
 * @param {readonly Element[]} next
 */
function arrange(place, next) {
  for (const old of [...place.children]) if (!next.includes(old)) old.remove();
  next.forEach((one, at) => {
    if (place.children[at] !== one) place.insertBefore(one, place.children[at] || null);
  });
}

/**
 * Go on with the keyboard at the key that does the same as one that is gone.
 * @param {Element} place
 * @param {Element} gone
 */
function refocus(place, gone) {
  if (!(gone instanceof HTMLButtonElement)) return;
  const same = [...place.querySelectorAll("button")].find((one) => one.value === gone.value);
  if (same) same.focus({ preventScroll: true });
}
