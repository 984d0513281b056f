"""Devices of a kind that the machine has never seen before, plugged in while the kiosk runs."""

from __future__ import annotations

import time

from tests.process.demo_box import TAGS, WINNING
from tests.tools.pi.devices import lines, on_track, open_wagon
from tests.tools.pi.patience import until
from tests.tools.pi.play import fresh, phase
from tests.tools.pi.session import PATIENCE_S, Session
from tests.tools.pi.steps import step


@step("first-ones", "the first reader and the first sound card ever are plugged in while the kiosk runs")
def first_ones(session: Session) -> str:
    """Nothing has loaded their drivers when the unit's list of devices is made."""
    machine = fresh(session, "table", boot={"sound": False, "readers": 0})
    open_wagon(session)
    session.push("start", lambda view: phase(view) == "open", "the start")
    until(lambda: lines(session, "no_sound"), "the notice that there is no sound", PATIENCE_S, 2.0)
    begun = time.monotonic()
    machine.plug_reader(0)
    until(lambda: lines(session, "reader table: connected"), "the first reader", PATIENCE_S)
    told = [f"reader taken after {time.monotonic() - begun:.0f} s"]
    session.tap(TAGS[WINNING[0]], on_track(WINNING[0]), WINNING[0])
    begun = time.monotonic()
    machine.plug("usb-audio", id="card", audiodev="card", bus="usb.0")
    until(lambda: machine.true("grep -q USB /proc/asound/cards"), "the card", PATIENCE_S)
    until(lambda: lines(session, "sound through alsa"), "the companion takes it", PATIENCE_S, 1.0)
    told.append(f"sound card after {time.monotonic() - begun:.0f} s")
    return ", ".join(told)
