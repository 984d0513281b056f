"""A question is worded in its prompt and nowhere else: no screen of the kiosk has words of its own for one."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache

from tests.program_source import ROOT, nodes, python_files

MARKED = {"_", "N_", "ngettext"}
"""What marks words for the catalogues."""


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


@cache
def _ids() -> set[str]:
    """The ids of all prompts."""
    found = set()
    for file in python_files("companion/games"):
        for node in nodes(file):
            if isinstance(node, ast.Call) and _called(node) == "Prompt" and node.args:
                found |= {n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)}
    return {id for id in found if isinstance(id, str)}


def _of_prompt(node: ast.AST) -> bool:
    """`prompt.id`, `self.prompt.id`, `asked.id`: whether the id of a prompt is looked at."""
    if not isinstance(node, ast.Attribute) or node.attr != "id":
        return False
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return name in ("prompt", "asked")


def _words(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        yield from (ast.unparse(one) for one in ast.walk(node) if _called(one) in MARKED)


def worded(source: Iterable[ast.AST]) -> list[str]:
    """The marked words that a source has beside the id of a prompt."""
    found: list[str] = []
    for node in source:
        match node:
            case ast.Match(subject=subject, cases=cases) if any(map(_of_prompt, ast.walk(subject))):
                found += _words([line for case in cases for line in case.body])
            case ast.If(test=test, body=body) if any(map(_of_prompt, ast.walk(test))):
                found += _words([*body])
            case ast.IfExp(test=test, body=chosen) if any(map(_of_prompt, ast.walk(test))):
                found += _words([chosen])
            case ast.Dict(keys=keys, values=values):
                names = {key.value for key in keys if isinstance(key, ast.Constant)}
                if len(names) > 1 and names <= _ids():
                    found += _words([*values])
    return found


def test_the_kiosk_words_no_question_itself() -> None:
    files = {file: worded(nodes(file)) for file in python_files("kiosk")}
    assert not {str(file.relative_to(ROOT)): words for file, words in files.items() if words}


def test_it_is_seen_where_words_stand_beside_an_id() -> None:
    def parsed(text: str) -> Iterator[ast.AST]:
        return ast.walk(ast.parse(text))

    assert {"route", "caught", "turn"} <= _ids()
    assert worded(parsed("def f(self):\n match self.prompt.id:\n  case 'route': return _('Touch the end')"))
    assert worded(parsed("if prompt.id == 'caught': title = _('Who was caught?')"))
    assert worded(parsed("title = _('Who?') if asked.id in HUNT else ''"))
    assert worded(parsed("WORDS = {'route': N_('Where to?'), 'landing': N_('Over to where?')}"))
    assert not worded(parsed("title = spoken(prompt.title)"))
