"""Every bit of the journal's first page, one after another: each start goes well, twice, and no game is lost."""

from __future__ import annotations

import logging
import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path

from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Player
from companion.engine.journal import Journal, JournalError
from companion.engine.journal_file import PAGE
from companion.engine.journal_names import copies_of
from companion.options import JOURNAL
from tests.tools.soak.report import Finding

GAMES, ENTRIES = 4, 30


def _make(path: Path) -> dict[int, Saved]:
    """A journal with games, some of which ended; they are as they should come back."""
    journal = Journal(path)
    for number in range(GAMES):
        game = journal.begin("toy", "table", (Player("Ana"),), b"{}" * 50, "")
        ends = number % 2 == 1
        for seq in range(1, ENTRIES + 1):
            last = ends and seq == ENTRIES
            entry = Entry(seq, seq, EntryKind.MOVE, None, b"{}" * 40, b"[]")
            journal.commit(game, entry, b"{}" if last else None, Status.ENDED if last else Status.OPEN)
    truth = {row.id: saved for row in journal.games() if (saved := journal.load(row.id))}
    assert len(truth) == GAMES
    journal.close()
    return truth


def soak_first_page(step: int) -> Finding:
    """Flip every `step`-th bit of the first page, with copies beside the journal and without."""
    begun = time.perf_counter()
    broken: list[str] = []
    outcomes: Counter[str] = Counter()
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-soak-") as folder:
            base, case = Path(folder) / "base", Path(folder) / "case"
            truth = _make(base / JOURNAL)
            copied = Journal(base / JOURNAL)
            copied.copy()
            copied.close()
            text = (base / JOURNAL).read_bytes()
            for number, bit in enumerate(range(0, PAGE * 8, step)):
                shutil.copytree(base, case)
                if number % 2:
                    for copy in copies_of(case / JOURNAL):
                        copy.unlink(missing_ok=True)
                spoilt = bytearray(text)
                spoilt[bit // 8] ^= 1 << bit % 8
                (case / JOURNAL).write_bytes(spoilt)
                for start in (1, 2):
                    fault = _start(case / JOURNAL, truth, start, outcomes)
                    if fault:
                        broken.append(f"bit {bit}, start {start}: {fault}")
                shutil.rmtree(case)
                outcomes["bits"] += 1
    finally:
        logging.disable(before)
    figures = {**dict(sorted(outcomes.items())), "seconds": int(time.perf_counter() - begun)}
    return Finding("first page", figures, "; ".join(broken[:5]) if broken else None)


def _start(path: Path, truth: dict[int, Saved], start: int, outcomes: Counter[str]) -> str:
    """What is wrong with a start; "" if nothing is."""
    try:
        journal = Journal(path)
    except JournalError as error:
        return f"it does not start ({error})"
    try:
        said = {notice.code for notice in journal.take_news() if not notice.gone}
        outcomes[f"said at start {start}"] += bool(said)
        wrong = [number for number, saved in truth.items() if journal.load(number) != saved]
        if wrong or (start == 2 and said):
            return f"games {wrong} are others; said {sorted(said)}"
        journal.begin("toy", "table", (), b"{}", "")
        journal.flush()
        return ""
    except JournalError as error:
        return str(error)
    finally:
        journal.close()
