/* Lists of the page for phones on elements without a browser: prints, step by step, which elements a list has. */

class Element {
  constructor(value) {
    this.value = value;
    this.children = [];
    this.parent = null;
    this.dressed = 0;
  }
  insertBefore(one, next) {
    one.remove();
    one.parent = this;
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, one);
  }
  remove() {
    if (!this.parent) return;
    if (document.activeElement === this) document.activeElement = null;
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }
  contains(one) {
    return Boolean(one) && (one === this || this.children.some((child) => child.contains(one)));
  }
  querySelectorAll() {
    return this.children;
  }
  focus() {
    document.activeElement = this;
  }
}
globalThis.document = { activeElement: null };
globalThis.HTMLButtonElement = Element;

const { fill } = await import("../../companion/web/server/page/list.js");

const list = new Element("list");
const made = new Map(); // element -> its number
const entries = [];

function show(...all) {
  const face = (one) => [one.key, one.says];
  const make = (entry) => {
    const element = new Element(entry.one.key);
    made.set(element, made.size);
    entries.push(entry);
    return element;
  };
  fill(list, all, face, make, (element, one) => { element.dressed = one.n || 0; });
  return list.children.map((one) => made.get(one));
}

const step = {};
step.first = show({ key: "a" }, { key: "b" }, { key: "c" });
const b = list.children[1];
b.focus();
step.same = show({ key: "a" }, { key: "b", n: 7 }, { key: "c" });
step.now = [entries[1].one.n, b.dressed];
step.before = show({ key: "x" }, { key: "b" }, { key: "c" });
step.focused = made.get(document.activeElement);
step.other = show({ key: "x" }, { key: "b", says: "else" }, { key: "c" });
step.refocused = made.get(document.activeElement);
step.turned = show({ key: "c" }, { key: "x" });
step.twice = show({ key: "c" }, { key: "c" });
step.none = show();
console.log(JSON.stringify(step));
