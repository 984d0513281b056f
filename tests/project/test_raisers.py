"""Whatever is said to be wrong with a file is a msgid that has French, and every place in it is filled."""

from __future__ import annotations

import ast
import gettext
import string
from collections.abc import Iterator
from functools import cache

import pytest

from companion.engine.printed_names import named
from companion.engine.text import Text, in_words
from tests.program_source import ROOT, module, nodes, python_files

RAISERS = {"BadValue", "ConfigError", "BoxError", "NoRoom", "PinsUnavailable", "NotWritten", "UnknownProtocol"}
"""Errors that carry a `Text`. Every `Text` in a file that raises one is looked at."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def called(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


@cache
def modules() -> dict[str, ast.Module]:
    """The files that raise one, by their path."""
    found = {}
    for file in python_files():
        defined = any(isinstance(n, ast.ClassDef) and n.name in RAISERS for n in nodes(file))
        if defined or any(called(node, RAISERS) for node in nodes(file)):
            found[str(file.relative_to(ROOT))] = module(file)
    return found


class Words:
    """Every `Text(...)` of a file: its msgids and the names of its facts."""

    def __init__(self, file: str) -> None:
        self.file, self.tree = file, modules()[file]

    def __iter__(self) -> Iterator[tuple[int, set[str], set[str]]]:
        for scope in [self.tree, *(n for n in ast.walk(self.tree) if isinstance(n, Function))]:
            for call in self._own(scope):
                if called(call, {"Text"}):
                    assert isinstance(call, ast.Call)
                    keywords = {k.arg: k.value for k in call.keywords}
                    facts = call.args[1] if len(call.args) > 1 else keywords.get("facts")
                    yield call.lineno, self.msgids(call.args[0], scope), self.facts(facts, scope)

    @staticmethod
    def _own(scope: ast.AST) -> Iterator[ast.AST]:
        """The nodes of a scope without those of the functions in it."""
        waiting = list(ast.iter_child_nodes(scope))
        while waiting:
            node = waiting.pop()
            if not isinstance(node, Function):
                yield node
                waiting += ast.iter_child_nodes(node)

    def msgids(self, node: ast.expr, scope: ast.AST) -> set[str]:
        """All that it may be."""
        match node:
            case ast.Call(func=ast.Name(id="N_"), args=[ast.Constant(value=str(msgid))]):
                return {msgid}
            case ast.IfExp(body=one, orelse=other):
                return self.msgids(one, scope) | self.msgids(other, scope)
            case ast.Dict(values=values):
                return set().union(*(self.msgids(value, scope) for value in values))
            case ast.Subscript(value=ast.Name() as name):
                return self.msgids(name, scope)
            case ast.Name(id=name):
                before = [value for line, value in self.assigned(scope, name) if line < node.lineno]
                for value in before[-1:] or [value for _line, value in self.assigned(self.tree, name)]:
                    return self.msgids(value, scope)
        raise AssertionError(f"{self.file}:{node.lineno}: no msgid marked by N_: {ast.unparse(node)}")

    def facts(self, node: ast.expr | None, scope: ast.AST) -> set[str]:
        """Those that are given whichever way the code goes."""
        match node:
            case None:
                return set()
            case ast.Dict(keys=keys, values=values):
                found: set[str] = set()
                for key, value in zip(keys, values, strict=True):
                    found |= self.facts(value, scope) if key is None else {ast.literal_eval(key)}
                return found
            case ast.Name(id=name):
                before = [value for line, value in self.assigned(scope, name) if line < node.lineno]
                return self.facts(before[-1], scope)
        raise AssertionError(f"{self.file}:{node.lineno}: facts that cannot be followed: {ast.unparse(node)}")

    @staticmethod
    def assigned(scope: ast.AST, name: str) -> list[tuple[int, ast.expr]]:
        """What is assigned to a name, line by line."""
        found: list[tuple[int, ast.expr]] = []
        for node in ast.walk(scope):
            match node:
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                    found.append((node.lineno, value))
                case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                    found.append((node.lineno, value))
        return sorted(found, key=lambda one: one[0])


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(named(text, "en")) if name}


@pytest.fixture(scope="module")
def french() -> gettext.NullTranslations:
    return gettext.translation("companion", str(ROOT / "companion/presentation/locale"), ["fr"])


def test_every_fault_is_told_in_french_with_its_facts(french: gettext.NullTranslations) -> None:
    for file in modules():
        for line, msgids, facts in Words(file):
            for msgid in msgids:
                assert french.gettext(msgid) != msgid, f"{file}:{line}: no French for {msgid!r}"
                assert gaps(msgid) <= facts, f"{file}:{line}: {msgid!r} lacks {gaps(msgid) - facts}"
                for translate in (str, french.gettext):
                    assert "{" not in in_words(Text(msgid, dict.fromkeys(facts, "x")), translate)


def test_the_raisers_are_found() -> None:
    counted = {file: len(list(Words(file))) for file in modules()}
    for file in (
        "companion/engine/config.py",
        "companion/tools/enrol/store.py",
        "companion/games/cerbere/data/faces.py",
        "companion/games/hellrail/data/deck_faults.py",
        "companion/games/infernal_wagon/data/box.py",
        "companion/tools/machine/settings.py",
        "drivers/config.py",
        "drivers/light_table.py",
        "kiosk/sound/config.py",
    ):
        assert counted[file], file
