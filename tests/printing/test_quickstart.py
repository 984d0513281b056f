"""The quick start: two sides of A5, made of what the aid says."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.games.registry import GUIDES
from companion.presentation import i18n
from kiosk.table.aid import NoteEntry
from tests.patience import WHOLE_S
from tests.printing.conftest import Run
from tests.printing.pages import fonts, overlapping, size, text, words

GAMES = ("infernal_wagon", "cerbere", "hellrail")
DROPPED = {"effects", "exploits"}
"""Sections of the aid that have no room on the page."""


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_it_says_what_the_aid_on_the_screen_says_and_nothing_is_cut(
    game: str, lang: str, sheet: Run, tmp_path: Path
) -> None:
    reader = sheet("quickstart", game, "--lang", lang)
    assert [size(page) for page in reader.pages] == [(210.0, 148.0)] * 2
    assert all(fonts(reader).values())
    for page in words(tmp_path / "sheet.pdf"):
        assert len(page) > 150
        assert overlapping(page) == []
        for word in page:
            assert 5 <= word.left < word.right <= 100 or 110 <= word.left < word.right <= 205, word
            assert 5 <= word.top < word.bottom <= 143.5, word
    said = text(reader)
    i18n.set_language(lang)  # type: ignore[arg-type]
    pages = import_module(f"kiosk.screens.{game}.aid_pages")
    notes = [
        entry
        for section in pages.sections(SimpleNamespace(table=SimpleNamespace(update=None, books={})))
        if section.name not in DROPPED
        for entry in section.entries
        if isinstance(entry, NoteEntry)
    ]
    assert len(notes) > 20
    missing = [
        n.text for n in notes if " ".join(n.text.replace("\u00a0", " ").split()) not in said.replace("\u00a0", " ")
    ]
    assert missing == []


def test_a_changed_sentence_changes_the_page(sheet: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = text(sheet("quickstart", "cerbere", "--lang", "en"))
    note = GUIDES["cerbere"].chapters[0].notes[0]
    usual = i18n._

    def changed(message: str) -> str:
        return "Words of another evening." if message == note.text else usual(message)

    monkeypatch.setattr(i18n, "_", changed)
    after = text(sheet("quickstart", "cerbere", "--lang", "en"))
    assert usual(note.text) in before
    assert usual(note.text) not in after
    assert "Words of another evening." in after


@pytest.mark.process
def test_the_command_as_a_process_starts_no_window(tmp_path: Path) -> None:
    code = (
        "import sys; from companion.__main__ import main; "
        f"status = main(['quickstart', 'hellrail', '-o', {str(tmp_path / 'q.pdf')!r}, '--data', {str(tmp_path)!r}]); "
        "sys.exit(status or ('kivy' in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=WHOLE_S)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "q.pdf").read_bytes().startswith(b"%PDF")


def test_the_kiosk_does_not_load_the_pdf_library() -> None:
    code = (
        "import sys, companion.commands, companion.headless, companion.runtime, companion.__main__; "
        "import kiosk.window.pages; "
        "companion.__main__.parser(); "
        "print([name for name in ('fpdf', 'uharfbuzz', 'PIL', 'fontTools') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
