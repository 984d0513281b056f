"""A table with pages as a process of its own, to be killed: `python -m tests.tools.soak.pages_table FOLDER`.

It reads a JSON object a line (`{"open": "cerbere"}`, `{"resume": 0}`, `{"token": "Ana"}`, `{"moves": 0}`) and answers
each with a line.
"""

from __future__ import annotations

import json
import queue
import sys
from pathlib import Path
from typing import Any

from companion.engine.clock import RealClock
from companion.engine.entry import EntryKind
from companion.engine.game import Player
from companion.engine.refused import Refused
from companion.engine.requests import Export, Leave, ListGames, Open, Resume
from companion.games import registry
from companion.opening import build_table
from companion.web.desk.server import PagesServer

SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))


def main() -> None:
    folder = Path(sys.argv[1])
    table, _notices = build_table(folder, None, RealClock(), registry.Games(None))
    server = PagesServer(table, folder / "pages.sock", folder / "phones.json")
    table.listen(server.hear)
    table.start()
    server.start()

    counted: dict[int, int] = {}

    def answer(name: str, value: Any) -> Any:
        match name:
            case "open":
                table.ask(Open(value, SEATS, seed=3))
                return True
            case "resume":
                try:
                    table.ask(Resume())
                except Refused:
                    return False
                return True
            case "leave":
                table.ask(Leave(for_good=True))
                return True
            case "token":
                got: queue.Queue[str] = queue.Queue()
                server.mint(value, got.put)
                return got.get()
            case _:  # all moves of all games, and the games: an answer may begin another one
                rows = table.ask(ListGames()).answer
                for number, row in enumerate(rows):
                    if number < 2 or row.id not in counted:
                        lines = table.ask(Export(row.id, True)).answer
                        counted[row.id] = sum(1 for line in lines if json.loads(line).get("kind") == EntryKind.MOVE)
                return len(rows) + sum(counted[row.id] for row in rows)

    for line in sys.stdin:
        ((name, value),) = json.loads(line).items()
        print(json.dumps(answer(name, value)), flush=True)


if __name__ == "__main__":
    main()
