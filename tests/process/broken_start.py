"""An update that passes its check, does not start, and spoils the journal: appended to kiosk/window/start.py."""

import sqlite3
from contextlib import closing
from typing import Any


def run(options: Any, _make_runtime: Any) -> int:
    """Instead of the one above."""
    with closing(sqlite3.connect(options.data / "journal.db")) as db:
        db.execute("PRAGMA user_version = 99")
    raise RuntimeError("broken on purpose")
