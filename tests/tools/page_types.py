"""Checks the types of the pages for phones: what their modules read of a frame and send to the table is what
`companion/web/desk/` declares, which is written out as TypeScript for that.

    python -m tests.tools.page_types

The checker is TypeScript's own, in Deno: one file from the index of Python's packages, pinned with the other tools,
where npm's would bring Node.js and some hundred Debian packages into `make test`. None of it is on a phone: the modules
are served as they are written.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from companion.web.desk import frame, lines, requests
from companion.web.server.web import PAGE
from companion.web.server.words import WORDS

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "page-types"
PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
OPTIONS = {
    "checkJs": True,
    "strict": True,
    "noUnusedLocals": True,
    "noUnusedParameters": True,
    "noImplicitReturns": True,
    "noFallthroughCasesInSwitch": True,
    "lib": ["es2020", "dom", "dom.iterable"],
}


def written(kind: Any) -> str:
    """Return a type of Python in TypeScript.

    >>> written(list[str]), written(int | None), written(Literal["look", "close"])
    ('string[]', 'number | null', '"look" | "close"')
    """
    origin, args = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Annotated:
        return written(args[0])
    if origin is list:
        inside = written(args[0])
        return f"({inside})[]" if "|" in inside else f"{inside}[]"
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in args)
    if origin in (Union, UnionType):
        return " | ".join(written(one) for one in args if one is not UnsetType)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind.__name__
    raise TypeError(kind)


def interface(kind: type[Struct], sent: bool) -> Iterator[str]:
    """Yield an interface, line by line. `sent`: a page sends it, so what has a default may be left out."""
    yield f"interface {kind.__name__} {{"
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        left_out = _has_default(field) if sent else _has_default(field) and kind.__struct_config__.omit_defaults
        yield f"  {field.name}{'?' if left_out else ''}: {written(hints[field.name])};"
    yield "}"


def _has_default(field: FieldInfo) -> bool:
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


def declared() -> str:
    """Return all that a page reads and sends."""
    kinds = [*structs(frame), *structs(lines)]
    text = [line for kind in dict.fromkeys(kinds) for line in interface(kind, sent=False)]
    text += [line for kind in dict.fromkeys(requests.KINDS.values()) for line in interface(kind, sent=True)]
    sent = (f"{{ {name}: {kind.__name__} }}" for name, kind in requests.KINDS.items())
    text += [f"type PageRequest = {' | '.join(sent)};", "interface PageWords {"]
    text += [*(f"  {name}: string;" for name in WORDS), "}"]
    return "\n".join(text) + "\n"


def structs(module: Any) -> list[type[Struct]]:
    """Return the structs that a module declares."""
    found = (one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Struct))
    return [one for one in found if one.__module__ == module.__name__]


def main() -> int:
    """Return 0 if nothing is wrong."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "page.d.ts").write_text(declared(), "utf-8")
    config = {"compilerOptions": {**OPTIONS, "types": ["./page.d.ts"]}}
    (FOLDER / "deno.json").write_text(json.dumps(config, indent=2), "utf-8")
    deno = str(Path(sys.executable).with_name("deno"))
    command = [deno, "check", "--quiet", "--config", str(FOLDER / "deno.json"), str(PAGE / "start.js")]
    ours = {"DENO_DIR": str(FOLDER / "cache"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **ours}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
