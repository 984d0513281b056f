"""Power on, the picture, the units and their walls."""

from __future__ import annotations

import re
import time

import numpy as np

from tests.process.pictures import Picture
from tests.tools.pi.patience import until
from tests.tools.pi.session import BOOT_S, SOUND_INDEX, Session
from tests.tools.pi.steps import step

MOST_EXPOSED = 1.0
"""Of systemd's reckoning, 0 to 10, for what stays running."""
OWN_SHARE = 0.8
"""Of the memory limit, what the companion may hold besides cached files."""
UNITS = ("companion.target", "companion.service", "companion-splash.service")


def colours(picture: Picture) -> int:
    """How many colours a picture has: one if nothing is drawn, few for text of a console."""
    every_fourth = picture.pixels[::4, ::4].astype(np.uint32)
    return len(np.unique(every_fourth @ np.array([1 << 16, 1 << 8, 1], np.uint32)))


@step("boot", "power on to the first picture of the kiosk, the start-up picture before it", usual=True)
def boot(session: Session) -> str:
    machine = session.power_on()
    times: dict[str, float] = {}

    def drawn() -> bool:
        return colours(session.look()) > 16

    until(drawn, "the start-up picture", BOOT_S, 0.5)
    times["start-up picture"] = machine.seconds
    splash = session.picture("boot-1-splash")
    machine.ready(BOOT_S)
    times["agent"] = machine.seconds

    def other() -> bool:
        picture = session.look()
        return picture.changed(splash) > 0.05 and colours(picture) > 100

    until(other, "another picture than that of the start", BOOT_S, 0.5)
    times["kiosk"] = machine.seconds
    session.picture("boot-2-first")
    session.wait_for_kiosk()
    times["active"] = machine.seconds
    session.still("boot-3-home")
    state = machine.run("systemctl is-active companion-splash.service", check=False)
    assert state == "active", f"the start-up picture's service is {state}"
    return ", ".join(f"{what} {seconds:.0f} s" for what, seconds in times.items())


@step("units", "all units are active, none has failed, the sandbox is as shipped", usual=True)
def units(session: Session) -> str:
    machine = session.want()
    running = lambda: machine.run("systemctl is-system-running", check=False)  # noqa: E731
    until(lambda: running() not in ("initializing", "starting"), "the end of the start", BOOT_S, 2.0)
    times = machine.run(
        "systemd-analyze time; systemd-analyze critical-chain --no-pager; systemd-analyze blame --no-pager"
    )
    (session.out / "units.txt").write_text(times + "\n", encoding="utf-8")
    failed = machine.run("systemctl list-units --failed --plain --no-legend", check=False)
    assert not failed, f"failed units: {failed}"
    assert running() == "running"
    for unit in UNITS:
        assert machine.run(f"systemctl is-active {unit}", check=False) == "active", unit
    restarts = machine.run("systemctl show --property=NRestarts --value companion.service")
    assert restarts == "0", f"the kiosk was restarted {restarts} times"
    drop_ins = machine.run("systemctl show --property=DropInPaths --value companion.service")
    assert set(drop_ins.split()) <= {
        "/etc/systemd/system/companion.service.d/slow.conf",
        "/etc/systemd/system/companion.service.d/control.conf",
    }, drop_ins
    assert machine.run("ps -o user= -p $(systemctl show --property=MainPID --value companion.service)") == "companion"
    exposed = {}
    for unit in UNITS[1:]:
        said = machine.run(f"systemd-analyze security --no-pager {unit}")
        exposed[unit] = float(re.findall(r"exposure level for .*?: (\d+\.\d+)", said)[0])
        assert exposed[unit] <= MOST_EXPOSED, f"{unit}: {exposed[unit]}"
    return "exposure " + ", ".join(f"{unit.removesuffix('.service')} {level}" for unit, level in exposed.items())


@step("memory", "the memory of the kiosk against its limit")
def memory(session: Session) -> str:
    """While the sound is rendered and after it: that is the most that it ever does at once.

    The limit counts for the kiosk and the sound's process together; cached files may fill it, as they can be dropped.
    """
    machine = session.want()
    group = "/sys/fs/cgroup/system.slice/companion.service"
    own: list[int] = []

    def rendered() -> bool:
        own.append(int(machine.run(f"sed -n 's/^anon //p' {group}/memory.stat")))
        return machine.true(f"ls {SOUND_INDEX}")

    until(rendered, "the sound, rendered once", BOOT_S, 2.0)
    time.sleep(5)
    rendered()
    show = "systemctl show --value --property="
    peak, limit = (int(machine.run(f"{show}{name} companion.service")) for name in ("MemoryPeak", "MemoryMax"))
    now = int(machine.run(f"{show}MemoryCurrent companion.service"))
    events = dict(line.split() for line in machine.run(f"cat {group}/memory.events").splitlines())
    assert events["oom_kill"] == "0", events
    assert max(own) <= OWN_SHARE * limit, f"{max(own)} of {limit} bytes cannot be dropped"
    each = _proportional_sizes(session)
    assert len(each) == 2, f"processes of companion.service: {each}"
    mib = [round(value / 2**20) for value in (peak, max(own), now, own[-1], limit)]
    return (
        f"peak {mib[0]} MiB with the page cache, {mib[1]} without it; now {mib[2]} and {mib[3]}; limit {mib[4]} MiB, "
        f"reached {events['max']} times, killed {events['oom_kill']}; "
        + ", ".join(f"{name} {kib >> 10} MiB" for name, kib in each.items())
    )


def _proportional_sizes(session: Session) -> dict[str, int]:
    """`kiosk`, `sound` (another one: its id) -> memory in KiB (PSS), for the processes of the kiosk's unit."""
    group = "/sys/fs/cgroup/system.slice/companion.service"
    sizes = {}
    for pid in session.machine.run(f"cat {group}/cgroup.procs").split():
        words = session.machine.run(f"tr '\\0' '\\n' </proc/{pid}/cmdline").split()
        name = "sound" if "kiosk.sound.process" in words else "kiosk"
        sizes[name if name not in sizes else pid] = int(
            session.machine.run(f"sed -n 's/^Pss: *//p' /proc/{pid}/smaps_rollup").split()[0]
        )
    return sizes
