"""Figures that mean something on an emulated processor: the kiosk against a bare Kivy window, and a finger's way."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

from kiosk.measure.figure import percentile
from tests.tools.pi.patience import CLOCK, MachineError, until
from tests.tools.pi.play import GATE, fresh
from tests.tools.pi.session import ANSWER_S, PATIENCE_S, Session
from tests.tools.pi.steps import step

PLAYED = ("wagon", "tracker", "board", "keeper", "map")
PROBES = ("home", "clock", "home-fingers", *(f"{mode}-taps" for mode in PLAYED))
"""Modes of the kiosk's probe. All icons are painted before: an emulated processor takes minutes for that."""
TAPS = 60
SCRIPT = f"""
import json
from tests.tools.bench import kiosk as bench
found = {{mode: bench.probe(mode, sound=False, taps={TAPS}) for mode in ("bare", "bare-taps")}}
found |= {{mode: bench.at_rest(mode, sound=False, taps={TAPS}) for mode in {PROBES}}}
found["clock, sound"] = bench.at_rest("clock", taps={TAPS})
print(json.dumps(found))
"""
ROOT = Path(__file__).resolve().parents[3]
CARRIED = "/root/bench"
"""Where the bench is in the guest: an installed companion has none."""
TOUCHES = 20
ASIDE = (400.0, 470.0)
"""Where no key is on the wide screen, px."""
KEY = (0.03, 0.2, 0.34, 0.8)
"""Left, top, right and bottom of the gate of Infernal Wagon with its ring, as shares of the wide screen."""
SHOWN = 0.002
"""The share of its clearly different pixels from which something is to be seen."""


def bench_tar() -> bytes:
    """The bench, and what it needs of `tests`, as a tar file."""
    body = io.BytesIO()
    with tarfile.open(fileobj=body, mode="w") as tar:
        for name in ("__init__.py", "random_play.py", "tools/__init__.py", "tools/bench"):
            tar.add(ROOT / "tests" / name, f"tests/{name}", filter=_carried)
    return body.getvalue()


def _carried(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """What is to be in it; what counts instructions has a guest of its own."""
    return None if {"__pycache__", "counted"} & set(Path(entry.name).parts) else entry


@step("bench", "rows of `make bench` as ratios: the kiosk against a bare Kivy window in the same guest")
def bench(session: Session) -> str:
    """On the display, as the kiosk does: off screen Mesa's threads draw a queue of frames that nobody waits for."""
    machine = session.want()
    machine.run("systemctl stop companion.service", 120)
    machine.run(f"rm -rf {CARRIED} && mkdir {CARRIED}")
    machine.write(f"{CARRIED}/bench.tar", bench_tar())
    machine.write(f"{CARRIED}/bench.py", SCRIPT)
    python = f"SDL_VIDEODRIVER=kmsdrm PYTHONPATH={CARRIED} /opt/companion/current/bin/python"
    said = machine.run(f"cd {CARRIED} && tar -xf bench.tar && {python} bench.py 2>/root/bench.log", 5400)
    found = json.loads(said.splitlines()[-1])
    bare, home, wagon, sounding = (found[mode] for mode in ("bare", "home", "clock", "clock, sound"))
    machine.run("systemctl start companion.service", 1200)
    session.wait_for_kiosk()
    start, least = home["first_flipped_ms"] / 1e3, bare["first_flipped_ms"] / 1e3
    told = found["bare-taps"]["flipped"]
    return "; ".join(
        (
            f"cold start {start:.1f} s, {start / least:.2f} x bare Kivy",
            f"memory home {home['rss_mb']:.0f} MB, game clock {wagon['rss_mb']:.0f} MB, bare {bare['rss_mb']:.0f} MB",
            f"idle CPU home {home['idle_cpu']:.1f} %, game clock {wagon['idle_cpu']:.1f} %,"
            f" with sound {sounding['idle_cpu']:.1f} %, bare {bare['idle_cpu']:.1f} %",
            _ways("finger's bytes", found["home-fingers"]["flipped"], told),
            *(_ways(f"{mode}: serial byte", found[f"{mode}-taps"]["flipped"], told) for mode in PLAYED),
            f"bare, thread to frame p50 {percentile(told, 0.5):.0f} ms, p99 {percentile(told, 0.99):.0f} ms",
        )
    )


def _ways(what: str, taken: list[float], bare: list[float]) -> str:
    """How long it took (ms) to the frame, and as multiples of what a bare window took."""
    shares = []
    for part in (0.5, 0.99):
        own = percentile(taken, part)
        shares.append(f"p{100 * part:.0f} {own:.0f} ms, {own / percentile(bare, part):.2f} x")
    slowest = max(taken[:10]) / percentile(taken, 0.5)
    return f"{what} to frame {', '.join(shares)}, slowest of the first ten {slowest:.1f} x the median"


@step("latency", "from a finger on the glass to the key that shows it on the display, through the devices")
def latency(session: Session) -> str:
    """By the guest's own clock."""
    fresh(session, "table")
    session.still("now")
    now = session.machine.uptime
    looks: list[float] = []
    took: list[float] = []
    while len(took) < TOUCHES:
        before = session.look()
        begun = now()
        session.machine.fingers((0, *GATE))
        end = CLOCK() + PATIENCE_S
        while CLOCK() < end:
            asked = now()
            shown = session.look().changed(before, KEY) > SHOWN
            seen = now()
            looks.append(seen - asked)
            if shown:
                took.append(seen - begun)
                break
        else:
            raise MachineError("a finger was not shown")
        session.machine.fingers((0, *ASIDE))  # off the key: it does nothing
        session.machine.lift(0)
        until(lambda: session.look().changed(before, KEY) < SHOWN, "the key is as before", ANSWER_S)  # noqa: B023
    p50, p90, look = (1e3 * percentile(values, part) for values, part in ((took, 0.5), (took, 0.9), (looks, 0.5)))
    return f"{len(took)} fingers: p50 {p50:.0f} ms, p90 {p90:.0f} ms, of which up to {look:.0f} ms is the look itself"
