"""The wiring: a virtual reader and panel feed the table, its lamps follow, what is missing is said; all closes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.engine.game import Player
from companion.engine.journal import Journal, JournalInUse
from companion.engine.requests import MakeMove, Now, Open
from companion.games.registry import BOXES
from companion.options import JOURNAL, PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from tests.engine.tables import Ear
from tests.patience import until

OPEN = Open("infernal_wagon", (Player("Ana"), Player("Bo")), {"box": "demo"}, seed=1)
RAIL = "DE7705A54B"
"""A card of the demo box."""


def wait_for(condition: Callable[[], bool]) -> None:
    until(condition, "what was waited for")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A copy of the packaged config to spoil."""
    return Path(shutil.copytree(PACKAGED_CONFIG, tmp_path / "config"))


@pytest.fixture
def runtime(tmp_path: Path, config: Path) -> Iterator[Runtime]:
    made = Runtime(KioskOptions(tmp_path / "data", config, simulate=True))
    yield made
    made.close()


def test_the_boxes_are_read_before_the_first_tag(runtime: Runtime) -> None:
    runtime.start()
    assert not runtime._tags
    runtime.ready(lambda call: call())
    wait_for(lambda: set(runtime._tags) == set(BOXES))


def test_a_tap_and_a_press_go_all_the_way(runtime: Runtime) -> None:
    ear = Ear()
    runtime.table.listen(ear)
    runtime.start()
    assert runtime.reader is not None and runtime.panel is not None
    runtime.table.ask(OPEN)
    runtime.panel.press("start")
    wait_for(lambda: "setup" in ear.events)
    runtime.table.ask(MakeMove({"type": "start"}))
    dark = runtime.panel.colour
    runtime.reader.tap(RAIL)
    wait_for(lambda: "card_placed" in ear.events)
    assert "tap" in [cue.name for update in ear.heard for cue in update.cues]
    wait_for(lambda: runtime.panel is not None and runtime.panel.colour != dark)
    runtime.reader.unplug()
    wait_for(lambda: any(n.code == "reader_lost" and not n.gone for u in ear.heard for n in u.notices))
    runtime.reader.plug()
    wait_for(lambda: any(n.code == "reader_lost" and n.gone for u in ear.heard for n in u.notices))
    runtime.close()
    journal = Journal(runtime.options.data / JOURNAL)
    assert journal.games()[0].entries >= 3
    journal.close()


def test_a_turn_of_a_dial_goes_all_the_way(runtime: Runtime) -> None:
    ear = Ear()
    runtime.table.listen(ear)
    runtime.start()
    runtime.table.ask(Open("cerbere", tuple(Player(name) for name in ("Ana", "Bo", "Cy"))))
    assert runtime.panel is not None
    runtime.panel.turn("rage", 2)
    runtime.panel.turn("speed", -1)
    wait_for(lambda: table_of(runtime) == (6, 4))  # three players begin at 4, with 5
    heard = [cue.name for update in ear.heard for cue in update.cues]
    # steps that wait for the engine are one
    assert list(dict.fromkeys(name for name in heard if name in ("doors", "chain_up", "growl"))) == [
        "doors",
        "chain_up",
        "growl",
    ]


def table_of(runtime: Runtime) -> tuple[int, int]:
    """Rage and speed."""
    view = runtime.table.ask(Now()).answer.view
    return view.rage.die, view.rage.speed


def test_a_screen_lights_a_cue_of_its_own(runtime: Runtime) -> None:
    runtime.start()
    assert runtime.panel is not None
    before = runtime.panel.colour
    runtime.light("reveal")
    assert runtime.panel.colour != before


def test_a_table_without_hardware_works_and_says_what_is_missing(tmp_path: Path, config: Path) -> None:
    (config / "table.toml").write_text("")
    runtime = Runtime(KioskOptions(tmp_path / "data", config))
    ear = Ear()
    runtime.table.listen(ear)
    runtime.start()
    assert runtime.table.ask(OPEN).events is not None
    assert "no_reader" in {n.code for u in ear.heard for n in u.notices}
    runtime.close()


def test_a_broken_hardware_file_is_a_notice_with_line_and_key(tmp_path: Path, config: Path) -> None:
    (config / "table.toml").write_text('[pins]\nfactory = "steam"\n')
    runtime = Runtime(KioskOptions(tmp_path / "data", config, simulate=True))
    ear = Ear()
    runtime.table.listen(ear)
    runtime.start()
    runtime.table.ask(OPEN)
    (notice,) = [n for u in ear.heard for n in u.notices if n.code == "config"]
    assert (notice.facts["line"], notice.facts["key"]) == (2, "pins.factory")
    assert str(notice.facts["file"]).endswith("table.toml")
    runtime.close()


def test_a_second_rig_on_the_same_data_is_refused(runtime: Runtime) -> None:
    with pytest.raises(JournalInUse):
        Runtime(runtime.options)
