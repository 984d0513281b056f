"""The version that does not start, of `make prove-install` and `make prove-pi`: it is what the kiosk's start calls."""

from __future__ import annotations

import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import run_kiosk
from tests.tools.pi.care import BREAK_START, START
from tests.tools.pi.roots import ROOT


def test_it_ends_with_an_error_and_a_spoilt_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ModuleType("kiosk.window.start")
    exec((ROOT / START).read_text(encoding="utf-8") + BREAK_START, broken.__dict__)
    monkeypatch.setitem(sys.modules, "kiosk.window.start", broken)
    monkeypatch.setattr(signal, "signal", lambda *_words: None)
    with pytest.raises(RuntimeError, match="broken on purpose"):
        run_kiosk(KioskOptions(tmp_path, PACKAGED_CONFIG))
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)


def test_both_proofs_break_the_same_file() -> None:
    script = (ROOT / ".ci/prove-install-inside").read_text(encoding="utf-8")
    assert f"cat tests/process/broken_start.py >>{START}" in script
