"""The real process where something is missing or wrong: it says so, and works with the rest."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from companion.presentation.colours import C
from tests.games.infernal_wagon.place import place
from tests.patience import PATIENCE_S, until
from tests.process.machine import TABLE, Kiosk

pytestmark = pytest.mark.process
STRIP = (0.0, 0.0, 1.0, 0.07)
"""Where a notice stands on the home screen."""
DEAF = {"SDL_AUDIODRIVER": "nonsense"}


def test_no_reader_no_pins_no_sound(tmp_path: Path) -> None:
    with Kiosk(tmp_path, "", DEAF) as kiosk:
        kiosk.shows(lambda p: p.share(C.soot, STRIP) > 0.5, "a notice along the upper edge")
        told: list[dict[str, Any]] = []

        def heard() -> bool:
            told.extend(kiosk.say(games={}).get("notices", ()))
            return {notice["code"] for notice in told} == {"no_reader", "no_sound"}

        until(heard, "both are told")
        assert all("nonsense" in notice["message"] for notice in told if notice["code"] == "no_sound")
        assert kiosk.line(b'{"press":"start"}')["error"]["code"] == "no_panel"
        position = place(["Ana", "Bo"], [2, 3], 300_000, held=True, pile=2)
        kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "position": position})
        kiosk.move("resume")
        assert kiosk.move("exit_laid")["view"]["result"]["won"]
        assert kiosk.end(signal.SIGTERM) == 0
    assert "no_sound" in kiosk.said
    assert "no_reader" in kiosk.said
    assert "Traceback" not in kiosk.said


def test_a_broken_table_and_a_broken_box(tmp_path: Path) -> None:
    with Kiosk(tmp_path, '[pins]\nfactory = "steam"\n', DEAF) as kiosk:
        kiosk.shows(lambda p: p.share(C.danger, STRIP) > 0.5, "a grave notice")
        (told,) = [n for n in kiosk.say(games={})["notices"] if n["code"] == "config"]
        assert (told["facts"]["line"], told["facts"]["key"]) == (2, "pins.factory")
        assert f"{kiosk.config / 'table.toml'}:2" in kiosk.said

        box = kiosk.config / "infernal_wagon/box.json"
        box.write_text('{\n "box": oops')
        ask = {"game": "infernal_wagon", "seats": ["Ana", "Bo"]}
        before = kiosk.picture()
        refused = kiosk.line(b'{"open":{"game":"infernal_wagon","seats":["Ana","Bo"]}}')["error"]
        assert refused["code"] == "bad_box"
        assert str(box) in refused["message"]
        kiosk.shows(lambda p: p.changed(before, STRIP) > 0.02, "the notice of the card data")
        assert "refused: bad_box" in kiosk.said

        box.unlink()
        assert kiosk.say(open=ask)["view"]["phase"] == "setup"
        assert kiosk.end(signal.SIGTERM) == 0
    assert "Traceback" not in kiosk.said


def test_the_control_channel_is_asked_for_wrongly(tmp_path: Path) -> None:
    with Kiosk(tmp_path, TABLE, {"SDL_AUDIODRIVER": "dummy"}) as kiosk:
        before = kiosk.say(games={})["games"]
        for line, code in (
            (b"hello", "bad_input"),
            (b"{}", "bad_input"),
            (b'{"press":"start","release":"a"}', "bad_input"),
            (b'{"press":7}', "bad_input"),
            (b'{"press":"c"}', "no_button"),
            (b'{"lamp":[]}', "bad_input"),
            (b'{"quit":1}', "bad_input"),
            (b'{"picture":{}}', "bad_input"),
            (b'{"picture":"/dev/null/x.png"}', "no_picture"),
            (b'{"move":{"type":"start"}}', "no_game"),
            (b"[" * 20_000, "bad_input"),
        ):
            answer = kiosk.line(line)
            assert (answer["ok"], answer["error"]["code"]) == (False, code), line[:60]
        assert kiosk.say(games={})["games"] == before
        assert kiosk.picture().size == (800, 480)
        assert "Traceback" not in kiosk.said
        kiosk.say(quit={})
        assert kiosk.process.wait(timeout=PATIENCE_S) == 0
