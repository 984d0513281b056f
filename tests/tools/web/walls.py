"""The wall of a café in real pages: a few tables and many, both languages, what is on and what is over."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser

from tests.tools.web.browser import PHONE, TELEVISION, Screen
from tests.tools.web.kiosk import PATIENCE_S, ROOT

COUNTS = (0, 3, 200)
PASSWORD = "wall"
LANGUAGES: tuple[Literal["fr", "en"], ...] = ("fr", "en")


@contextmanager
def served(python: Path, tables: int) -> Iterator[str]:
    """A wall with invented tables; its address."""
    command = [str(python), "-m", "tests.tools.web.wall_demo", str(tables)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdin is not None
        port = process.stdout.readline().strip()
        try:
            yield f"http://localhost:{port}/"
        finally:
            process.stdin.write("\n")
            process.stdin.flush()
            process.wait(PATIENCE_S)


def walls(browser: Browser, python: Path, axe: str, folder: Path, found: Callable[[str], object]) -> None:
    for tables in COUNTS:
        with served(python, tables) as address:
            for name, size in (("phone", PHONE), ("television", TELEVISION)):
                for language in LANGUAGES:
                    screen = Screen(browser, f"wall {tables} {name} {language}", size, language, found)
                    _look(screen, address, axe, folder / f"wall-{tables}-{name}-{language}", found)
                    screen.close()


def _look(screen: Screen, address: str, axe: str, picture: Path, found: Callable[[str], object]) -> None:
    page = screen.page

    def kept(view: str) -> None:
        screen.shoot(picture.with_name(f"{picture.name}-{view}.png"))
        for fault in (*screen.cut(), *screen.audit(axe)):
            found(f"{screen.name}, {view}: {fault}")

    page.goto(address)
    page.wait_for_selector("#door:not([hidden])")
    page.fill("#password", "not this")
    screen.click("#enter")
    page.wait_for_selector("#trouble:not(:empty)")
    kept("door")
    page.wait_for_timeout(2_500)  # nobody may try again sooner
    page.fill("#password", PASSWORD)
    screen.click("#enter")
    page.wait_for_selector("#door[hidden]", state="attached")
    page.wait_for_function("() => document.getElementById('count').textContent !== ''")
    kept("tables")
    screen.click("#past")
    page.wait_for_selector("#evenings > *")
    kept("evenings")
    if page.locator("#tables .help button").count():
        screen.click("#now")
        screen.click("#tables .help button")
        page.wait_for_selector("#tables .help button", state="detached")
