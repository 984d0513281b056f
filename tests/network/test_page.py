"""The page is ES2020, and uses what Safari 14.0 and Chrome 87 know: all that is not on these lists fails.

What is added here is looked up first: in both browsers, and without a secure context, for pages come by plain HTTP.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import tree_sitter_javascript
from msgspec import Struct
from msgspec.structs import fields
from tree_sitter import Language, Node, Parser

from companion.hub import figures, wall
from companion.hub.words import WORDS as WALL_WORDS
from companion.uplink.link import wire
from companion.web.desk import frame, requests
from companion.web.server.web import CODE, FONTS, PAGE
from companion.web.server.words import WORDS


class Page:
    """
    :param name: of its script, which the head names; with others beside it, its first module.
    :param own: names that its messages and words have.
    :param linked: files that its head names besides icon, style and script. `fonts`: those that its style names.
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        style: str,
        own: set[str],
        *files: str,
        linked: tuple[str, ...] = (),
        fonts: Collection[str] = (),
    ) -> None:
        self.files = ["/icon.svg", *linked, f"/{style}.css", f"/{name}.js", *files]
        self.fonts = set(fonts)
        self.script = b"\n".join(script.read_bytes() for script in sorted(folder.glob("*.js")))
        self.style = re.sub(r"/\*.*?\*/", "", (folder / f"{style}.css").read_text(encoding="utf-8"), flags=re.S)
        self.html = (folder / "index.html").read_text(encoding="utf-8")
        self.own = own
        tree = Parser(Language(tree_sitter_javascript.language())).parse(self.script)
        assert not tree.root_node.has_error
        self.nodes = list(nodes(tree.root_node))


def names(module: ModuleType) -> set[str]:
    structs = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Struct)]
    return {field.name for struct in structs for field in fields(struct)}


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


WALL_NAMES = {"wrong", "tables", "count", "number", "name", "en", "all", "low", "middle", "high", "n"}
PAGES = {
    "table": Page(
        PAGE,
        "start",
        "style",
        names(frame) | names(requests) | set(WORDS) | set(requests.KINDS),
        CODE,
        linked=("/icon-180.png", "/manifest.json"),
        fonts=FONTS,
    ),
    "wall": Page(wall.PAGE, "wall", "wall", names(wall) | names(figures) | names(wire) | set(WALL_WORDS) | WALL_NAMES),
}


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest) -> Page:
    return PAGES[request.param]


SYNTAX = """
    arguments array array_pattern arrow_function assignment_expression assignment_pattern
    augmented_assignment_expression await_expression binary_expression call_expression catch_clause comment
    computed_property_name else_clause export_statement expression_statement false for_in_statement
    formal_parameters function_declaration identifier if_statement import_clause import_specifier import_statement
    lexical_declaration member_expression named_imports namespace_import new_expression null number object
    object_pattern pair parenthesized_expression program property_identifier regex regex_flags regex_pattern
    return_statement shorthand_property_identifier shorthand_property_identifier_pattern spread_element
    statement_block string string_fragment subscript_expression ternary_expression throw_statement true
    try_statement unary_expression undefined variable_declarator
"""
SIGNS = """
    ! !== " % && ( ) * ** + += , - . ... / : ; < <= = === => > >= ? [ ] { } || as async await catch const else export
    for from function if import in instanceof let new of return throw try
"""  # `||=`, `?.=`, `#`, `1_000`, `class` with fields: younger than ES2020
GLOBALS = """
    Array AudioContext Boolean clearTimeout crypto Date document DOMParser fetch history HTMLButtonElement
    HTMLDetailsElement HTMLElement HTMLImageElement HTMLInputElement Infinity isNaN JSON localStorage location Map Math
    navigator Node Number Object performance sessionStorage Set setInterval setTimeout String TypeError Uint32Array
    WeakMap WebSocket window
"""
MEMBERS = """
    activeElement add addEventListener alt append AudioContext baseVal block body bottom catch ceil children class
    classList className clientHeight clientWidth clientX clientY close closest connect contains createElement
    createElementNS createGain createOscillator currentTime cx cy data dataset day destination documentElement
    entries filter find findIndex floor focus focusable forEach frequency from gain get getAttribute
    getBoundingClientRect getElementById getItem getRandomValues has hash height hidden host hour href hypot id
    importNode includes innerHeight innerWidth insertBefore join json key keys lang language left length level map
    matches matchMedia max maximumFractionDigits min minute month now onclick onclose onkeydown onmessage onopen
    onsubmit ontoggle OPEN open padStart parse parseFromString preventDefault preventScroll protocol push
    querySelector querySelectorAll r readyState reduce reload remove removeAttribute removeItem replace
    replaceChildren replaceState role scope scrollIntoView scrollLeft scrollTop send set setAttribute setItem size
    slice some start startsWith stop stringify style svg tabindex target textContent then timeStamp title toggle
    toLocaleString toLowerCase top toString trim type value values vibrate viewBox width x y year
"""
ASKED_FOR = {"wakeLock", "request", "release", "standalone"}
"""Of `navigator`, where it has them: the page asks first."""
LOCAL = """
    came faces frame fresh goOn handOver keep kept leaf line one pending places scanned speakNow take throwAway wake
"""
"""Of the modules' own objects and namespaces; their types are checked (tests/tools/page_types.py)."""
PROPERTIES = """
    -webkit-tap-highlight-color -webkit-text-size-adjust align-content align-items align-self animation background
    border border-bottom border-collapse border-color border-left border-left-style border-radius border-style
    border-top border-width bottom box-sizing clip color cursor display fill fill-opacity filter flex flex-direction
    flex-wrap float font font-display font-family font-size font-variant-numeric font-weight gap grid-auto-flow
    grid-auto-rows grid-column grid-row grid-template-columns grid-template-rows height justify-content left
    line-height list-style margin margin-bottom margin-left margin-right margin-top max-height max-width min-height
    min-width object-fit object-position opacity order outline outline-offset overflow overflow-wrap overflow-y
    padding padding-left position right src stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-width
    text-align top touch-action transform vertical-align white-space width z-index
"""
FUNCTIONS = {
    "var",
    "rgba",
    "rect",
    "calc",
    "min",
    "minmax",
    "repeat",
    "radial-gradient",
    "translateY",
    "grayscale",
    "url",
}
SELECTORS = {":root", ":focus", ":active", ":not", ":empty", ":first-child", ":last-child"}
FEATURES = {
    "(min-width: 60rem)",
    "(prefers-reduced-motion: no-preference)",
    "(forced-colors: active)",
    "(orientation: landscape) and (max-height: 30rem) and (max-width: 60rem)",
    "(prefers-color-scheme: light) and (max-width: 60rem)",
}
"""A query that is not known is false: nothing of it is used."""


def text(node: Node) -> str:
    return (node.text or b"").decode()


def test_the_script_is_es2020(page: Page) -> None:
    assert {node.type for node in page.nodes} - set(SYNTAX.split()) - set(SIGNS.split()) == set()
    assert [
        text(node) for node in page.nodes if node.type == "number" and not re.fullmatch(r"[\d.]+", text(node))
    ] == []


def test_it_uses_globals_that_old_browsers_have(page: Page) -> None:
    made = set()
    for node in page.nodes:
        if node.type in ("variable_declarator", "function_declaration"):
            name = node.child_by_field_name("name") or node
            made |= {text(child) for child in name.named_children} or {text(name)}
        elif node.type == "for_in_statement":
            made.add(text(node.child_by_field_name("left") or node))
        elif node.type == "catch_clause":
            made.add(text(node.child_by_field_name("parameter") or node))
        elif node.type == "formal_parameters":
            made |= {text(child) for child in node.named_children}
        elif node.type == "arrow_function" and (one := node.child_by_field_name("parameter")) is not None:
            made.add(text(one))
        elif node.type in ("import_specifier", "namespace_import"):
            made.add(text(node.named_children[-1]))
    used = {text(node) for node in page.nodes if node.type == "identifier"}
    assert used - made - set(GLOBALS.split()) == set()


def test_it_uses_members_that_old_browsers_have(page: Page) -> None:
    """Or that are the frames' own, the words', the requests'."""
    known = page.own | set(MEMBERS.split()) | set(LOCAL.split()) | ASKED_FOR
    used = {text(node) for node in page.nodes if node.type == "property_identifier"}
    assert used - known == set()


@pytest.mark.parametrize(
    "never",
    [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval", "Function(", "serviceWorker",
        "caches", "randomUUID", "clipboard", "subtle", "mediaDevices", "geolocation", "document.cookie",
        "replaceAll",
    ],
)  # fmt: skip
def test_never(page: Page, never: str) -> None:
    """HTML that is made of what somebody typed, and what a page by plain HTTP does not have."""
    assert never not in page.script.decode()


def test_the_style_uses_what_old_browsers_know(page: Page) -> None:
    assert page.style.count("{") == page.style.count("}")
    for at in re.findall(r"@[\w-]+[^{;]*", page.style):
        assert at.split()[0] in ("@media", "@keyframes", "@font-face"), at
        assert at.split()[0] != "@media" or at.removeprefix("@media").strip() in FEATURES, at
    declared = re.findall(r"[{;]\s*(-{0,2}[a-z][\w-]*)\s*:(?=[^{}]*[;}])", page.style)
    assert {name for name in declared if not name.startswith("--")} - set(PROPERTIES.split()) == set()
    assert (
        set(re.findall(r"([\w-]+)\(", re.sub(r"@media[^{]*", "", page.style).replace(":not(", ""))) - FUNCTIONS == set()
    )
    heads = re.findall(r"(?:^|[{};])\s*([^{};@]+)\{", page.style)
    pseudo = {found for head in heads for found in re.findall(r"::?[a-z-]+", head)}
    assert pseudo - SELECTORS == set()
    assert not re.search(r"\d(?:dvh|svh|lvh|cqw|cqi)\b|&|!(?!important)", page.style)


def test_a_gap_is_between_the_cells_of_grids_alone(page: Page) -> None:
    """Safari 14.0 has none between flexible boxes."""
    for body in re.findall(r"\{([^{}]*)\}", page.style):
        assert "gap:" not in body or "display: grid" in body, body


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(page: Page) -> None:
    """The policy of the pages' server would refuse it."""
    assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:", page.html)
    assert re.findall(r"<script[^>]*>([^<]*)</script>", page.html) == [""]
    assert re.findall(r"""(?:src|href)="([^"]*)\"""", page.html) == page.files
    assert set(re.findall(r'url\("([^"]*)"\)', page.style)) == page.fonts and "@import" not in page.style
    assert set(re.findall(r"https?://[^\"']+", page.script.decode())) == {"http://www.w3.org/2000/svg"}
