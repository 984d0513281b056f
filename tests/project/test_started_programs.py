"""Other programs are started in one place, with a time limit (`companion.engine.program`)."""

from __future__ import annotations

import ast

from tests.program_source import ROOT, nodes, python_files

STARTS = {
    *("Popen", "run", "call", "check_call", "check_output"),
    *("system", "popen", "execv", "execvp", "execvpe", "spawnl"),
}
OURS = {"companion/child.py", "kiosk/sound/remote.py", "kiosk/sound/render_process.py", "kiosk/sound/decode.py"}
"""They start the companion itself."""


def test_nobody_else_starts_a_program() -> None:
    starts = set()
    for file in python_files():
        for node in nodes(file):
            match node:
                case ast.Call(func=ast.Attribute(ast.Name("subprocess" | "os"), name)) if name in STARTS:
                    starts.add(str(file.relative_to(ROOT)))
    assert starts - {"kiosk/measure/run.py"} == OURS | {"companion/engine/program.py"}
