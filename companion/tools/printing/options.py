"""The options of the commands for paper. It imports no PDF library: each command line is read with it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from companion.tools.printing.sheet import LABELS, PAPERS

PARTS = ("all", "labels", "panel", "tents")
FARTHEST = 20.0
"""mm that a page may be moved."""
LARGEST_GAP = 20.0


def stickers(command: argparse.ArgumentParser) -> None:
    """Add the options of `companion box stickers`."""
    command.add_argument("game", help="infernal_wagon, cerbere or hellrail")
    _output(command)
    command.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="a4 or letter (a4)")
    command.add_argument(
        "--label", choices=LABELS, default="round25", help="round labels of 25 or 30 mm, or to cut out (round25)"
    )
    command.add_argument("--part", choices=PARTS, default="all", help="only this part (all)")
    command.add_argument("--first", type=int, default=1, metavar="N", help="begin at the N-th place of the sheet (1)")
    command.add_argument("--gap", type=millimetres(0, LARGEST_GAP), metavar="MM", help="between labels (2, cut: 0)")
    for axis, way in (("x", "to the right"), ("y", "down")):
        command.add_argument(
            f"--offset-{axis}",
            type=millimetres(-FARTHEST, FARTHEST),
            default=0.0,
            metavar="MM",
            help=f"move all of it {way}; the printed cross says how far",
        )


def quickstart(command: argparse.ArgumentParser) -> None:
    """Add the options of `companion quickstart`."""
    command.add_argument("game", help="infernal_wagon, cerbere or hellrail")
    _output(command)
    command.add_argument("--lang", choices=("fr", "en"), help="language (else the one last chosen)")


def _output(command: argparse.ArgumentParser) -> None:
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the PDF to write")


def millimetres(least: float, most: float) -> Callable[[str], float]:
    """Return a number of mm from `least` to `most`."""

    def read(text: str) -> float:
        try:
            value = float(text.replace(",", "."))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no number of mm") from None
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} mm is outside {least:g} to {most:g}")
        return value

    return read
