/* What a page is made of. All text is set as text. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  return the(id, HTMLElement);
}

/**
 * The element of that name, of that kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function the(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(id);
  return found;
}

/**
 * Have an element say something; what says it already is left alone.
 * @param {string} id
 * @param {string} text
 */
export function say(id, text) {
  const place = byId(id);
  if (place.textContent !== text) place.textContent = text;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/**
 * @param {string} value
 * @returns {HTMLButtonElement}
 */
export function button(value) {
  const made = make("button");
  made.type = "button";
  made.value = value;
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElementTagNameMap[T]}
 */
export function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const name of Object.keys(attributes)) made.setAttribute(name, String(attributes[name]));
  return made;
}

/**
 * A picture for the eye alone.
 * @param {string} className
 * @param {string} viewBox
 */
export function sketch(className, viewBox) {
  return element("svg", { class: className, viewBox, "aria-hidden": "true", focusable: "false" });
}

/**
 * @param {string} name
 * @param {string} [className]
 */
export function icon(name, className) {
  const made = sketch("icon " + (className || ""), "0 0 1 1");
  made.append(element("use", { href: "#i-" + name }));
  return made;
}

/**
 * The class of a tone.
 * @param {string} [name]
 */
export function tone(name) {
  return name ? "tone-" + name : "";
}
