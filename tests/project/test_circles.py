"""No import circle, also not through late imports: those inside a function or under `TYPE_CHECKING`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.program_source import ROOT, nodes, python_files

Graph = Mapping[str, set[str]]


LATE = {"import_module": "", "__import__": "", "Made": "kiosk.screens."}
"""Functions that import what their first word names, and what stands before it."""


def imports(source: Iterable[ast.AST], module: str, is_package: bool) -> Iterator[str]:
    """Every module that `source` (the nodes of `module`) imports, wherever it does so, in full; the screens that
    `kiosk.table.game_pages.Made` names, too."""
    package = module if is_package else module.rpartition(".")[0]
    for node in source:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            stem = ".".join(part for part in (base, node.module or "") if part)
            yield from (f"{stem}.{alias.name}" for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name | ast.Attribute)
            and (called := node.func.id if isinstance(node.func, ast.Name) else node.func.attr) in LATE
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield LATE[called] + str(node.args[0].value).partition(":")[0]


def name_of(path: Path) -> tuple[str, bool]:
    """The module in that file (from the project's root), and whether it is a package."""
    parts = path.with_suffix("").parts
    package = parts[-1] == "__init__"
    return ".".join(parts[:-1] if package else parts), package


def without_late(file: Path) -> Iterator[ast.AST]:
    """Its nodes less all functions and all that only a type checker runs."""

    class Early(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            return ast.copy_location(ast.Pass(), node)

        def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
            return ast.copy_location(ast.Pass(), node)

        def visit_If(self, node: ast.If) -> ast.AST:
            checked = ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
            return ast.copy_location(ast.Pass(), node) if checked else self.generic_visit(node)

    return ast.walk(Early().visit(ast.parse(file.read_text(encoding="utf-8"))))


def graph(files: Iterable[Path], *, late: bool) -> Graph:
    """Module -> the modules of `files` that it imports; `late`: wherever it does so."""
    modules = {name_of(file.relative_to(ROOT)): file for file in files}
    names = {name for name, _package in modules}

    def within(name: str) -> str:
        while name and name not in names:
            name = name.rpartition(".")[0]
        return name

    return {
        name: {within(one) for one in imports(nodes(file) if late else without_late(file), name, package)} - {"", name}
        for (name, package), file in modules.items()
    }


def circles(edges: Graph) -> list[set[str]]:
    """Sets of two and more modules of which each imports each, if by a detour (Tarjan), the largest first."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []
    for root in sorted(edges):
        work: list[tuple[str, Iterator[str]]] = []
        if root not in index:
            index[root] = lowest[root] = len(index)
            stack.append(root)
            work.append((root, iter(sorted(edges[root]))))
        while work:
            module, rest = work[-1]
            step = next(rest, None)
            if step is None:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[module])
                if lowest[module] == index[module]:
                    at = stack.index(module)
                    found.append(set(stack[at:]))
                    del stack[at:]
            elif step not in index:
                index[step] = lowest[step] = len(index)
                stack.append(step)
                work.append((step, iter(sorted(edges[step]))))
            elif step in stack:
                lowest[module] = min(lowest[module], index[step])
    return sorted((one for one in found if len(one) > 1), key=lambda one: (-len(one), min(one)))


def test_no_import_circle() -> None:
    every = graph(python_files(), late=True)
    found = circles(every)
    early = graph(python_files(), late=False) if found else {}
    told = [{module: (every[module] - early[module]) & circle for module in sorted(circle)} for circle in found]
    assert told == [], "circles, each module with its late imports in them"
