/* The words of the page itself; those of a game come with each frame. */

/** @type {PageWords} */
export let words = /** @type {PageWords} */ ({});
export let language = (navigator.language || "en").toLowerCase().startsWith("fr") ? "fr" : "en";

/**
 * Fetch the words of a language.
 * @param {string} wanted
 */
export async function speak(wanted) {
  const found = await fetch("/words." + wanted + ".json");
  words = await found.json();
  language = wanted;
}

/**
 * Words with something in the place of `{name}`.
 * @param {string} text
 * @param {Record<string, string>} facts
 */
export function told(text, facts) {
  return Object.keys(facts).reduce((said, name) => said.replace("{" + name + "}", facts[name]), text || "");
}
