"""Makes the recorded games of `test_recorded.py` anew, after a rule or the protocol changed: all of them, or those
whose names begin with the words given: `python -m tests.tools.record cerbere`.

Every request is asked again. One that was answered and is refused now is left out, with a line that names it.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from companion.engine.requests import Export
from companion.headless import Headless
from tests import open_files
from tests.engine.test_recorded import GAMES_RECORDED, HERE, companion, lines
from tests.patience import PATIENCE_S


def anew(name: str) -> None:
    """Write one game and its export."""
    table = companion(open_files.journal())
    headless = Headless(table, reveal=True, moves=True)
    record, kept = lines(f"{name}.jsonl.gz"), list[bytes]()
    for i in range(0, len(record), 2):
        answer = headless.answer(record[i]).rstrip(b"\n")
        if json.loads(record[i + 1])["ok"] and not json.loads(answer)["ok"]:
            print(f"{name}: left out {record[i].decode()}: {answer.decode()}")
            continue
        kept += [record[i], answer]
    _write(HERE / f"{name}.jsonl.gz", kept)
    _write(HERE / f"{name}.export.jsonl.gz", list(table.ask(Export(None, reveal=True), PATIENCE_S).answer))
    table.close()


def _write(path: Path, rows: list[bytes]) -> None:
    path.write_bytes(gzip.compress(b"\n".join(rows) + b"\n", mtime=0))


if __name__ == "__main__":
    wanted = tuple(sys.argv[1:]) or ("",)
    chosen = [name for name in GAMES_RECORDED if name.startswith(wanted)]
    if not chosen:
        sys.exit(f"none of {', '.join(GAMES_RECORDED)}")
    for name in chosen:
        anew(name)
