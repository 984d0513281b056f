"""`make prove-board`: the sketch of docs/readers/antenna_board, compiled for AVR, and played with simulated RC522s.

The first shows that it fits on an Uno and on a Mega. For the second the same source is compiled for this computer; what
it writes is heard as the companion hears a board, and compared with what lay there. The ESP32's lines are only read
by this computer's compiler, beside the names of POSIX that an ESP32's core declares as well.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from drivers.config import ReaderConfig
from drivers.presence import TagPlaced
from drivers.readers import BOARD, ReaderWishes, talker
from drivers.readers.session import ReaderSession

ROOT = Path(__file__).resolve().parents[3]
SKETCH = ROOT / "docs/readers/antenna_board/antenna_board.ino"
CORE = Path("/usr/share/arduino/hardware/arduino/avr")
BOARDS = {"Uno": ("atmega328p", "standard", 32_256, 2_048), "Mega": ("atmega2560", "mega", 253_952, 8_192)}
"""The chip, its pins' folder, and the bytes of its flash (without the bootloader) and memory."""
FREE = 512
"""Bytes of memory that are left for the stack."""
ANTENNAS = 6
LATE_MS = 1_500
"""So late at most a going is told: three looks, or a lost line's second; an arrival is told within a third of it."""


def run(*words: str | Path, given: str = "") -> str:
    """
    :raises SystemExit: with what the program said.
    """
    done = subprocess.run([str(word) for word in words], input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{words[0]} failed:\n{done.stderr}")
    return done.stdout


def compiled(name: str, folder: Path) -> str:
    """Compile the sketch, Arduino's core and SPI for a board, and say how full it is."""
    chip, variant, flash, memory = BOARDS[name]
    folder = folder / name
    folder.mkdir()
    both = ["-Os", "-flto", "-ffunction-sections", "-fdata-sections", f"-mmcu={chip}", "-DF_CPU=16000000L"]
    both += [
        "-DARDUINO=10819",
        "-DARDUINO_ARCH_AVR",
        "-DDECIMAL_DIG=__DECIMAL_DIG__",
        f"-I{CORE}/cores/arduino",
        f"-I{CORE}/variants/{variant}",
    ]
    both += [f"-I{CORE}/libraries/SPI/src"]
    ours = folder / "sketch.o"
    strict = ["-std=gnu++11", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-threadsafe-statics"]
    run("avr-g++", *both, *strict, "-x", "c++", "-include", "Arduino.h", "-c", SKETCH, "-o", ours)
    parts = [ours]
    for source in [*sorted((CORE / "cores/arduino").glob("*.c*")), CORE / "libraries/SPI/src/SPI.cpp"]:
        part = folder / f"{source.name}.o"
        kind = ("avr-g++", *strict[:1], *strict[4:]) if source.suffix == ".cpp" else ("avr-gcc", "-std=gnu11")
        run(kind[0], *both, *kind[1:], "-w", "-c", source, "-o", part)
        parts.append(part)
    whole = folder / "sketch.elf"
    run("avr-gcc", "-Os", "-flto", f"-mmcu={chip}", "-Wl,--gc-sections", "-w", *parts, "-o", whole, "-lm")
    sizes = [int(n) for n in run("avr-size", whole).splitlines()[1].split()[:3]]
    program, data = sizes[0] + sizes[1], sizes[1] + sizes[2]
    if program > flash or data > memory - FREE:
        sys.exit(f"{name}: {program} bytes of program, {data} of memory: too much")
    return f"{name}: {program} of {flash} bytes of program, {data} of {memory} of memory"


def story(rng: Random, count: int) -> list[tuple[int, int, str]]:
    """What happens on the antennas: (ms, antenna, uid or - or off or on)."""
    lying = dict.fromkeys(range(1, ANTENNAS + 1), "")
    told: list[tuple[int, int, str]] = []
    at = 1_500
    for _ in range(count):
        antenna = rng.randrange(1, ANTENNAS + 1)
        if lying[antenna]:
            lying[antenna] = ""
            told.append((at, antenna, "-"))
        else:
            size = rng.choice((4, 7, 10))
            first = rng.choice((0x04, 0x88)) if size > 4 else rng.choice((0x08, 0xB0))  # none of four begins with 88
            lying[antenna] = bytes([first, *rng.randbytes(size - 1)]).hex().upper()
            told.append((at, antenna, lying[antenna]))
        at += rng.randrange(LATE_MS, 2 * LATE_MS)
    return told


def heard(output: str, until: int) -> tuple[list[tuple[int, int, str]], ReaderSession]:
    """What the companion makes of the sketch's bytes: (ms, antenna, uid or -)."""
    settings = [ReaderConfig(name=f"a{n}", protocol=BOARD, antenna=n).settings() for n in range(1, ANTENNAS + 1)]
    session = ReaderSession(
        {one.antenna: one.rules for one in settings}, talker(BOARD, ReaderWishes()), lambda _uid: True
    )
    session.opened(0)
    coming = [(int(at), bytes.fromhex(data)) for at, data in (line.split() for line in output.splitlines())]
    told: list[tuple[int, int, str]] = []
    for now in range(until):
        session.say(now)
        data = b"".join(piece for at, piece in coming if at == now) if coming and coming[0][0] <= now else b""
        coming = coming[next((n for n, (at, _) in enumerate(coming) if at > now), len(coming)) :]
        for change in session.hear(data, now):
            told.append((now, change.antenna, change.uid if isinstance(change, TagPlaced) else "-"))
    return told, session


def played(program: Path, seed: int, count: int = 60) -> str:
    """
    :raises SystemExit: if what was told is not what happened.
    """
    happened = story(Random(seed), count)
    end = happened[-1][0] + 2 * LATE_MS
    text = "".join(f"{at} {antenna} {what}\n" for at, antenna, what in happened) + f"{end} 0 end\n"
    told, _session = heard(run(program, given=text), end)
    if [one[1:] for one in told] != [one[1:] for one in happened]:
        sys.exit(f"seed {seed}: happened {happened}\ntold {told}")
    came = [at - was for (at, _, what), (was, _, _) in zip(told, happened, strict=True) if what != "-"]
    went = [at - was for (at, _, what), (was, _, _) in zip(told, happened, strict=True) if what == "-"]
    if max(went) > LATE_MS or max(came) > LATE_MS // 3:
        sys.exit(f"seed {seed}: told {max(came)} ms after it came, {max(went)} ms after it went")
    late = f"told {max(came)} ms at most after a tag came, {max(went)} after it went"
    return f"{count} changes on {ANTENNAS} antennas; {late}"


def cut_off(program: Path) -> str:
    """One antenna's cable is out, with a tag on it: its reader is lost, nothing is removed, and it is found again.

    :raises SystemExit: if not.
    """
    uid = "04A1B2C3D4E5F6"
    text = f"1500 2 {uid}\n3000 2 off\n6000 2 on\n9000 0 end\n"
    output = run(program, given=text)
    for until, works in ((2_900, True), (5_900, False), (8_900, True)):
        told, session = heard("\n".join(x for x in output.splitlines() if int(x.split()[0]) < until), until)
        if session.works(2) is not works or not session.works(1) or [one[2] for one in told] != [uid]:
            sys.exit(f"after {until} ms: {session.works(2)}, {told}")
    return "an antenna whose cable is out is lost alone, removes nothing, and comes back"


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="companion-board-") as name:
        folder = Path(name)
        for board in BOARDS:
            print(compiled(board, folder), flush=True)
        program = folder / "board"
        stub = Path(__file__).with_name("stub")
        run(
            "g++",
            "-std=c++11",
            "-O1",
            "-DARDUINO_ARCH_AVR",
            "-I",
            stub,
            "-I",
            SKETCH.parent,
            Path(__file__).with_name("rc522.cpp"),
            "-o",
            program,
        )
        strict = ("-std=gnu++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-include", "unistd.h")
        run("g++", *strict, "-DESP32", "-I", stub, "-x", "c++", "-include", "Arduino.h", SKETCH)
        for seed in range(5):
            print(played(program, seed), flush=True)
        print(cut_off(program))
    print("not proven: that it runs on an ESP32, for which nothing here compiles")
    return 0


if __name__ == "__main__":
    sys.exit(main())
