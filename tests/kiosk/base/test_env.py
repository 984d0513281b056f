"""The environment Kivy is started in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from kivy.config import Config

from kiosk.display import env


def test_too_late(window: object) -> None:
    with pytest.raises(RuntimeError, match="before Kivy"):
        env.prepare_kivy((800, 480))


def test_nothing_of_kivys_own_is_read_or_written(tmp_path: Path) -> None:
    """Neither settings and modules that lie in its folder, nor what its environment asks for."""
    own = tmp_path / "own"
    (own / "mods").mkdir(parents=True)
    (own / "config.ini").write_text("[modules]\ninspector =\n[kivy]\nexit_on_escape = 1\n")
    program = (
        "import json, sys; from kiosk.display import env; env.prepare_kivy((800, 480)); from kivy.config import Config;"
        " import kivy.modules; print(json.dumps([Config.items('modules'), Config.get('kivy', 'exit_on_escape'),"
        " [path for path in sys.path if path.endswith('mods')]]))"
    )
    asked = {
        "KIVY_HOME": str(own),
        "KCFG_MODULES_INSPECTOR": "",
        "KCFG_KIVY_EXIT_ON_ESCAPE": "1",
        "KIVY_MODULES_DIR": str(own / "mods"),
        "HOME": str(tmp_path),
    }
    said = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert json.loads(said.stdout.splitlines()[-1]) == [[], "0", []], said.stderr
    assert said.stderr == ""
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["config.ini", "mods", "own"]


def test_one_source_of_touches(window: object) -> None:
    assert [name for name, _ in Config.items("input")] == ["mouse"]
    assert os.environ["SDL_TOUCH_MOUSE_EVENTS"] == "0"
    assert os.environ["KIVY_METRICS_DENSITY"] == "1"


@pytest.mark.parametrize(
    ("given", "fullscreen"),
    [
        ({"SDL_VIDEODRIVER": "kmsdrm"}, "auto"),
        ({}, "auto"),
        ({"DISPLAY": ":7"}, "0"),
        ({"WAYLAND_DISPLAY": "wayland-7"}, "0"),
        ({"SDL_VIDEODRIVER": "offscreen"}, "0"),
    ],
)
def test_without_a_desktop_it_takes_the_display_as_it_is(
    tmp_path: Path, given: dict[str, str], fullscreen: str
) -> None:
    """A window of 800x480 would make SDL choose a mode near that size on a display that has several."""
    program = (
        "import sys; from pathlib import Path; from kiosk.display import env; env.prepare_kivy((800, 480));"
        " from kivy.config import Config; print(Config.get('graphics', 'fullscreen'))"
    )
    known = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "KIVY_"))}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        known.pop(name, None)
    said = subprocess.run(
        [sys.executable, "-c", program, tmp_path], env={**known, **given}, capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == [fullscreen]


def offscreen(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a Python program says that is given this folder."""
    known = {name: value for name, value in os.environ.items() if name != "LP_NUM_THREADS"}
    return subprocess.run(
        [sys.executable, "-c", program, folder], env={**known, "SDL_VIDEODRIVER": "offscreen"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip


def test_software_gl_leaves_a_core_to_the_engine(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from kiosk.display import env; env.prepare_kivy((800, 480));"
        " import kivy.core.window;"
        " print(sum(task.read_text().startswith('llvmpipe-') for task in Path('/proc/self/task').glob('*/comm')))"
    )
    said = offscreen(program, tmp_path)
    assert 1 <= int(said.stdout.splitlines()[-1]) <= max(1, (os.cpu_count() or 1) - 1)


def test_no_rules_of_style_are_read(tmp_path: Path) -> None:
    """The kiosk has no widget that has any; Kivy's other data (shaders, the icon) is found."""
    program = (
        "import json, sys; from pathlib import Path; from kiosk.display import env; env.prepare_kivy((800, 480));"
        " import kivy, kiosk.window.root_widget; from kivy.lang import Builder;"
        " styled = [name for name in sys.modules if name.startswith('kivy.uix.') and name != 'kivy.uix.widget'];"
        " print(json.dumps([len(Builder.rules), styled, Path(kivy.kivy_data_dir, 'glsl').is_dir()]))"
    )
    said = offscreen(program, tmp_path)
    assert json.loads(said.stdout.splitlines()[-1]) == [0, [], True], said.stderr


def test_the_first_screen_waits_for_no_rules(tmp_path: Path) -> None:
    """Home imports neither a game's rules, questions and words nor the doctor."""
    program = (
        "import sys; from pathlib import Path; from companion.options import PACKAGED_CONFIG, KioskOptions;"
        " from companion.runtime import Runtime; from kiosk.display import env; data = Path(sys.argv[1]);"
        " options = KioskOptions(data, PACKAGED_CONFIG); env.prepare_kivy((800, 480)); runtime = Runtime(options);"
        " from kiosk.window.app import Kiosk; kiosk = Kiosk(runtime, options); kiosk.prepare(); kiosk.build();"
        " runtime.close();"
        " print([name for name in sys.modules if name.startswith('companion.games.') and set(name.split('.')) &"
        " {'plugin', 'game', 'guide', 'virtual', 'words', 'prompts'}"
        " or name.startswith(('drivers.doctor', 'drivers.wiring', 'serial.tools'))])"
    )
    said = offscreen(program, tmp_path)
    assert said.stdout.splitlines()[-1] == "['companion.games.plugin']", said.stderr
