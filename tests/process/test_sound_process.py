"""The sound's process beside the real kiosk: numpy is only there; killed it comes back, and it ends with the kiosk."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.sound import cache
from kiosk.sound.kit import RATE
from tests.correlation import best_place
from tests.patience import until
from tests.process.hearing import CLEAR, Ear, awake
from tests.process.machine import Kiosk

pytestmark = pytest.mark.process


def player_of(kiosk: Kiosk) -> int | None:
    """The process id of the kiosk's player, if there is one."""
    for task in Path(f"/proc/{kiosk.process.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            with suppress(OSError):  # it has ended meanwhile
                if b"kiosk.sound.process" in Path(f"/proc/{child}/cmdline").read_bytes():
                    return int(child)
    return None


def heard_of(bed: NDArray[np.float64], ear: Ear) -> float:
    """Which second of the bed was played last; 0 if none of it."""
    played = ear.samples()[-RATE // 10 :]
    if len(played) < RATE // 10:
        return 0.0
    there, score = best_place(np.diff(played), np.diff(bed))
    return there / RATE if score > CLEAR else 0.0


def test_a_player_that_is_killed_takes_up_the_bed_and_dies_with_the_kiosk(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        kiosk.wait_for_sound()
        kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo"}})
        kiosk.move("confirm")
        kiosk.move("start")
        first = player_of(kiosk)
        assert first is not None
        assert "numpy" not in Path(f"/proc/{kiosk.process.pid}/maps").read_text()
        assert "numpy" in Path(f"/proc/{first}/maps").read_text()
        ear = Ear(kiosk.sound, kiosk.data / "sound")
        ear.heard("A0_blast", since=0)
        os.kill(first, signal.SIGTERM)  # as systemd does: it waits for the kiosk
        os.kill(first, signal.SIGKILL)
        until(lambda: player_of(kiosk) not in {None, first}, "another player")
        second = player_of(kiosk)
        bed = np.asarray(cache.load_sounds(kiosk.data / "sound").bed[: 20 * RATE], np.float64)
        until(lambda: heard_of(bed, ear) > 2.0, "the bed at the place of the clock", pause=0.2)
        assert ear.place("A0_blast")[1] < CLEAR
        assert kiosk.phase == "open"
        assert kiosk.said.count("sound is begun again: signal 9") == 1
        assert kiosk.said.count("WARNING") == 3, "no_reader, that, and what is told of it"
        kiosk.end(signal.SIGKILL)
        until(lambda: not Path(f"/proc/{second}").exists(), "the end of the player")


def test_a_player_that_hangs_gives_way_to_another_one(tmp_path: Path) -> None:
    """On a busy machine the other one, too, may seem to hang: it is not counted how many there were."""
    with Kiosk(tmp_path, env={"COMPANION_TEST_HANGS": "1"}) as kiosk:
        kiosk.wait_for_sound()
        kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo"}})
        told: list[bool] = []

        def is_over() -> bool:
            notices = kiosk.say(view={}).get("notices", ())
            told.extend(notice.get("gone", False) for notice in notices if notice["code"] == "no_sound")
            return False in told and told[-1]

        first = player_of(kiosk)
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        until(is_over, "what is told of it, and that it is over")
        assert player_of(kiosk) not in {None, first}
        awake(kiosk, Ear(kiosk.sound, kiosk.data / "sound"))
        assert "sound is begun again: it gave no sign of life" in kiosk.said
