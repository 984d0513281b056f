"""What README and docs tell somebody to type does what it says, and what they show as a file is one."""

from __future__ import annotations

import io
import logging
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import options
from companion.__main__ import main, parser
from companion.engine.clock import ManualClock
from companion.engine.packaged import PACKAGED
from companion.games.infernal_wagon.data.box import load_box
from companion.headless import Headless
from companion.opening import build_table
from companion.presentation.i18n import Catalogue
from companion.tools.enrol import stick
from companion.uplink.outbox.key_file import make_owner_key
from companion.uplink.outbox.seal import OwnerKey
from drivers.config import ReaderConfig, load_table
from tests.project.test_locale import catalogue, originals
from tests.tools import doc_commands
from tests.tools.doc_commands import PAGES, DocCommand, words_of

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = sorted(doc_commands.read_commands())
SAYS = {"link adopt table-1": (1, "is it running"), "hub database": (1, "no PostgreSQL below")}
"""Where nothing runs that is asked: the exit status, and what is said."""


def others() -> Iterator[tuple[str, str]]:
    """Commands that stand elsewhere than on a page: in the help of the command, in settings files, in what is said."""
    kinds = next(action.choices for action in parser()._actions if isinstance(action.choices, dict))
    for name, command in kinds.items():
        for line in (command.epilog or "").partition("\n")[2].splitlines():
            for part in re.split(r"[;|]", line):
                yield f"{name} --help", part.strip()
    for file in sorted((ROOT / "config").rglob("*.toml")):
        for match in re.finditer(r"`(companion [^`]*)`", file.read_text("utf-8")):
            yield file.name, match[1]
    for message in catalogue("en"):
        for words in originals(message):
            for line in re.findall(r"`((?:sudo )?companion [^`]*)`", words):
                yield "words", re.sub(r"\{(\w+)\}", "some.file", line)


command_line = cache(parser)


def understood(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command line says against these words of a command of the companion; "" if nothing."""
    if words[0] == "update":  # an installed Pi's own
        return "" if '[ "$1" = update ]' in (ROOT / "systemd" / "command.sh").read_text("utf-8") else "no update"
    try:
        command_line().parse_args(list(words))
    except SystemExit as end:
        return "" if end.code == 0 else capsys.readouterr().err[-300:]
    return ""


def mentioned(words: tuple[str, ...], said: str) -> bool:
    """Whether a sentence only names the command or an option of it, not all that it wants."""
    return len(words) <= 2 and ("required" in said or "expected one argument" in said)


def test_every_command_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [(one.page, one.words) for one in COMMANDS if one.program == "companion"]
    for where, line in others():
        words = words_of(line)
        words = words[1:] if words[0] == "sudo" else words
        if words and words[0] == "companion":
            lines.append((where, words))
    wrong = []
    for where, words in lines:
        said = understood(words[1:], capsys)
        if said and not mentioned(words[1:], said):
            wrong.append((where, words, said))
    assert len(lines) > 100 and wrong == []


def test_somebody_thought_of_each_command() -> None:
    assert [one for one in COMMANDS if not one.kind] == []
    known = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {one.target for one in COMMANDS if one.target} - known == set()
    assert (doc_commands.CHEAP.keys() | doc_commands.LONG.keys()) - known == set()
    assert doc_commands.ELSEWHERE.keys() - {one.elsewhere for one in COMMANDS} == set()
    assert doc_commands.MACHINE.keys() - {one.program for one in COMMANDS} == set()


def test_every_module_that_python_is_told_to_run_is_there() -> None:
    named = {one.words[2] for one in COMMANDS if one.program == "python" and one.words[1:2] == ("-m",)}
    assert named
    assert {name for name in named if find_spec(name) is None} == set()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of somebody who has played three games, with files of all kinds."""
    home = tmp_path_factory.mktemp("kept")
    etc, data = home / "etc", home / ".local/share/infernal-companion"
    shutil.copytree(PACKAGED, etc)
    shutil.copy(PACKAGED / "cerbere/demo.toml", etc / "cerbere/box.toml")
    shutil.copy(PACKAGED / "infernal_wagon/demo.json", etc / "infernal_wagon/box.json")
    shutil.copytree(etc, home / "folder")
    data.mkdir(parents=True)
    table, _notices = build_table(data, etc, ManualClock())
    table.start()
    peer = Headless(table)
    for game in ("cerbere", "infernal_wagon", "cerbere"):
        peer.answer(f'{{"open": {{"game": "{game}", "seats": ["Ana", "Bo", "Cy"], "seed": 1}}}}')
        peer.answer('{"leave": {}}')
    table.close()
    make_owner_key(data)
    (home / "machine/etc/mosquitto").mkdir(parents=True)
    shutil.copytree(data, home / "state")
    (home / "stick/infernal-companion").mkdir(parents=True)
    shutil.copy(etc / "cerbere/box.toml", home / "stick/infernal-companion/cerbere-box.toml")
    for name in ("box.toml", "a.toml", "b.toml", "boxed.file"):
        shutil.copy(PACKAGED / "cerbere/demo.toml", home / name)
    shutil.copy(ROOT / "docs/wiring/timer.toml", home / "other.toml")
    return home


WRITES = ("-o", "--svg", "--png", "--lang")


def same(one: DocCommand) -> tuple[str, ...]:
    """The words of a command without the name of what it writes and its language: those do nothing else."""
    words = one.words
    return tuple(
        word for n, word in enumerate(words) if n == 0 or words[n - 1] not in ("-o", "--svg", "--png", "--lang")
    )


ONCE = {same(one): one for one in COMMANDS if one.kind == "suite"}


@pytest.mark.parametrize("one", ONCE.values(), ids=lambda one: f"{one.page}: {' '.join(one.words[1:])}")
def test_every_command_does_what_it_says(
    one: DocCommand, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = list(one.words[1:])
    if mentioned(one.words[1:], understood(one.words[1:], capsys)):
        return
    home = tmp_path / "home"
    shutil.copytree(kept, home, symlinks=True)
    for name in ("STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("COMPANION_ROOT", str(home / "machine"))
    monkeypatch.setattr(options, "SYSTEM_CONFIG", home / "etc")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"games": {}}\n'), isatty=lambda: False))
    monkeypatch.chdir(home)
    file = next((word for word in words if word.startswith("/") and word.endswith((".gz", "-1"))), "some.file")
    if words[0] == "restore":
        main(["backup", "-o", "some.file"])
    if words == ["link", "key"]:
        main([*words, "--new"])
    if words[0] == "import":
        shutil.copy(home / "state/journal.db", home / "some.file")
    if words[:2] == ["box", "import"] and "--file" in words:
        shutil.copy(home / "boxed.file", home / "some.file")
    if words[:2] == ["box", "share"]:
        words[2] = "infernal_wagon"  # of Cerbère's cards nothing is described
    monkeypatch.setattr(stick, "the_stick", lambda _root: home / "stick")
    words = ["some.file" if word == file else word for word in words]
    if words == ["link", "key"]:
        main([*words, "--new"])
    if words[:2] == ["link", "key"] and "--set" in words:
        words[-1] = OwnerKey.made().text
    handlers = set(logging.getLogger().handlers)
    try:
        status = main(words)
    except SystemExit as end:
        status = int(end.code or 0)
    for handler in set(logging.getLogger().handlers) - handlers:
        logging.getLogger().removeHandler(handler)
        handler.close()
    said = "".join(capsys.readouterr())
    expected, word = SAYS.get(" ".join(words), (0, ""))
    assert status == expected and word in said, (status, said)
    written = [words[i + 1] for i, word in enumerate(words[:-1]) if word in ("-o", "--svg", "--png")]
    assert [name for name in written if not (home / name).stat().st_size] == []


def blocks() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for text in re.findall(r"^```toml\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            yield page.name, text


@pytest.mark.parametrize(("page", "text"), sorted(blocks()), ids=lambda one: one[:12].strip())
def test_every_file_that_is_shown_can_be_loaded(page: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / ("box.toml" if text.startswith("[box]") else "table.toml")
    file.write_text(text)
    if file.stem == "box":
        assert load_box(file).cards
    else:
        assert load_table(file).readers


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "wiring").glob("*.toml")), ids=lambda file: file.stem)
def test_every_table_of_the_wiring_can_be_loaded(file: Path) -> None:
    load_table(file)


def test_the_table_of_a_readers_keys_is_whole() -> None:
    text = (ROOT / "docs" / "readers.md").read_text("utf-8").partition("All keys of a `[[readers]]`")[2]
    rows = re.findall(r"^\| (`[^|]+) \|", text.partition("\n\n")[2].partition("\n\n")[0], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(ReaderConfig.__struct_fields__)


def test_every_source_file_that_is_named_is_there() -> None:
    rooms = ("companion", "drivers", "kiosk", "tests")
    there = {file.name for room in rooms for file in (ROOT / room).rglob("*.py")}
    named = {(page.name, name) for page in PAGES for name in re.findall(r"`(?:[\w<>/]+/)?(\w+\.py)`", page.read_text())}
    assert sorted(one for one in named if one[1] not in there) == []


def test_every_folder_and_path_that_is_named_is_there() -> None:
    rooms = "companion|drivers|kiosk|tests|docs|config|systemd"
    missing = []
    for page in PAGES:
        for path in re.findall(rf"`((?:{rooms})/[^`\s]*)`", page.read_text("utf-8")):
            form = re.sub(r"<\w+>|GAME", "*", path).rstrip("/")
            if path.startswith(("companion/<table>/", "config/blueprints")):
                continue  # topics of the broker, a folder of Home Assistant
            if not any(ROOT.glob(form)) and not any(ROOT.glob(f"companion/{form}")):
                missing.append((page.name, path))
    assert missing == []


def test_the_first_game_of_the_readme_is_that_of_the_install_page() -> None:
    """Which is played, touch by touch, by `tests/kiosk/screens/test_story.py`."""

    def touched(page: str, begin: str, end: str) -> list[str]:
        text = (ROOT / page).read_text("utf-8").partition(begin)[2].partition(end)[0]
        return re.findall(r"\*\*([^*]+)\*\*", text)

    first = touched("README.md", "## Your first game", "\n2. ")
    assert first == touched("docs/install.md", "## Without any parts", "\n---") != []
    french = touched("README.fr.md", "## Ta première partie", "\n2. ")
    assert french == touched("docs/fr/install.md", "## Sans aucune pièce", "\n---")
    assert french == [Catalogue("fr").gettext(words) for words in first]
