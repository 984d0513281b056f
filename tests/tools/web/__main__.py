"""`make prove-web`: whole games of each kind in real pages, and everything that a page must be able to do.

    python -m tests.tools.web PYTHON AXE FOLDER [--seed N] [--only NAME ...]

PYTHON has the companion's packages, AXE is axe-core's file, FOLDER gets the pictures.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import BrowserType, sync_playwright

from tests.tools.web.browser import PHONE, Screen
from tests.tools.web.encrypted import certificate, encrypted
from tests.tools.web.evening import Evening
from tests.tools.web.games import COURSES
from tests.tools.web.habits import habits
from tests.tools.web.kiosk import ROOT, Kiosk
from tests.tools.web.lobby import lobby
from tests.tools.web.walls import walls
from tests.tools.web.without import without

FONT = "from companion.presentation.fonts import face_file; print(face_file('black'))"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def main() -> int:
    """0 if nothing is wrong."""
    parser = argparse.ArgumentParser(prog="prove-web")
    parser.add_argument("python", type=Path)
    parser.add_argument("axe", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=39)
    parser.add_argument("--only", nargs="*", default=[])
    asked = parser.parse_args()
    chromium = str(shutil.which("chromium"))
    font = subprocess.check_output([asked.python, "-c", FONT], cwd=ROOT, text=True).strip()
    faults: list[str] = []

    def found(text: str) -> None:
        if text not in faults:
            faults.append(text)
            print(f"  FAULT {text}", flush=True)

    begun = time.monotonic()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="prove-web-") as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        kiosk = Kiosk(asked.python.absolute(), Path(folder) / "kiosk", "fr")
        axe = asked.axe.read_text("utf-8")
        evening = Evening(kiosk, browser, asked.folder, axe, font, asked.seed, found)
        try:
            if not asked.only or "lobby" in asked.only:
                print("  lobby", flush=True)
                lobby(evening)
            if not asked.only or "without" in asked.only:
                print("  without", flush=True)
                without(evening)
            for course in COURSES:
                if not asked.only or course.name in asked.only:
                    print(f"  {course.name}", flush=True)
                    evening.play(course)
            if not asked.only or "habits" in asked.only:
                print("  habits", flush=True)
                habits(evening, COURSES[0])
                evening.go()
            if not asked.only or "encrypted" in asked.only:
                print("  encrypted", flush=True)
                trusted(playwright.chromium, chromium, Path(folder), evening)
            if not asked.only or "wall" in asked.only:
                print("  wall", flush=True)
                walls(browser, asked.python.absolute(), axe, asked.folder, found)
        except BaseException:
            evening.remember()
            raise
        finally:
            evening.go()  # before the kiosk: a page that loses it complains
            end(kiosk, found)
            browser.close()
    print(
        f"prove-web: {time.monotonic() - begun:.0f} s, {evening.shots} pictures in {asked.folder}, "
        f"{evening.audits} pages checked by axe-core, "
        f"touches from scan to hand {max(evening.touches.values(), default=0)}"
    )
    print(f"prove-web: {len(faults)} faults" if faults else "prove-web: nothing is wrong")
    return 1 if faults else 0


def end(kiosk: Kiosk, found: Callable[[str], object]) -> None:
    """Close it; what it complained of is a fault."""
    for line in (line for line in kiosk.said.splitlines() if " INFO: " not in line):
        found(f"the kiosk said: {line}")
    if status := kiosk.close():
        found(f"the kiosk ended with {status}")


def trusted(kind: BrowserType, chromium: str, folder: Path, plain: Evening) -> None:
    """The beginning of an evening at a kiosk whose pages have a certificate, beside the evening `plain`."""
    pages = certificate(folder / "tls")
    environment = {**os.environ, "HOME": str(folder / "tls" / "home")}
    browser = kind.launch(executable_path=chromium, args=ARGUMENTS, env=environment)
    kiosk = Kiosk(plain.kiosk.python, folder / "encrypted", "fr", pages)
    evening = Evening(kiosk, browser, plain.pictures, plain.axe, plain.font, plain.seed, plain.found)
    try:
        encrypted(evening, COURSES[0], partial(Screen, plain.browser, "stranger", PHONE, "en", lambda _fault: None))
    except BaseException:
        evening.remember()
        raise
    finally:
        end(kiosk, plain.found)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
