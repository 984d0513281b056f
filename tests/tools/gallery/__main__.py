"""Draw the gallery: every scene at the four sizes in both languages, and an index page."""

from __future__ import annotations

import argparse
import gc
import html
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from kiosk.display import env

Size = tuple[int, int]
AT_ONCE = 2
"""Processes that draw side by side."""


def _size(text: str) -> Size:
    wide, _x, high = text.partition("x")
    return int(wide), int(high)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", default="", help="only scenes whose name contains this")
    parser.add_argument("--size", action="append", help="only this size, as 800x480 (may be repeated)")
    parser.add_argument("--lang", action="append", choices=("fr", "en"), help="only this language")
    parser.add_argument("--large", action="store_true", help="words of the setting *large*")
    parser.add_argument("--no-index", action="store_true", help="pictures only")
    parser.add_argument(
        "--record", type=Path, help="write what was drawn in which sizes (one size of window, one language)"
    )
    given = parser.parse_args(arguments)
    sizes = [_size(text) for text in given.size] if given.size else list(env.SIZES)
    languages = given.lang or ["fr", "en"]
    begun = time.monotonic()
    jobs = [(size, language) for size in sizes for language in languages]
    signal.signal(signal.SIGTERM, _end)
    if len(jobs) > 1:  # a process for each: quick, and none of them grows large
        failed = _draw_elsewhere(given, jobs)
    else:
        _draw_here(given, sizes[0], languages[0])
        failed = 0
    if not given.no_index:
        names = _names(given.only)
        index = write_index(given.folder, names, sizes, languages)
        print(f"{len(names) * len(jobs)} pictures in {time.monotonic() - begun:.0f} s: {index}")
    return failed


def _end(_signal: int, _frame: Any) -> None:
    sys.exit(128 + signal.SIGTERM)


def _draw_elsewhere(given: argparse.Namespace, jobs: list[tuple[Size, str]]) -> int:
    """Other processes draw, each the pictures of one size and language; 0 if all of them ended well."""
    waiting, failed = list(jobs), 0
    drawing: list[subprocess.Popen[bytes]] = []
    try:
        while waiting or drawing:
            while waiting and len(drawing) < AT_ONCE:
                drawing.append(_begin(given, *waiting.pop(0)))
            time.sleep(0.05)
            for done in [process for process in drawing if process.poll() is not None]:
                drawing.remove(done)
                failed |= int(done.returncode != 0)
    finally:
        for process in drawing:
            process.terminate()
        for process in drawing:
            process.wait()
    return failed


def _begin(given: argparse.Namespace, size: Size, language: str) -> subprocess.Popen[bytes]:
    more = [*(["--only", given.only] if given.only else []), *(["--large"] if given.large else [])]
    what = [str(given.folder), "--lang", language, "--size", f"{size[0]}x{size[1]}", "--no-index", *more]
    return subprocess.Popen([sys.executable, "-m", "tests.tools.gallery", *what])


def _names(only: str) -> list[str]:
    from tests.tools.gallery.scenes import scenes

    return [scene.name for scene in scenes() if only in scene.name]


def _draw_here(given: argparse.Namespace, size: Size, language: str) -> None:
    """Draw all scenes at one size in one language."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    env.prepare_kivy((800, 480), loop="stock", video="offscreen")
    from kivy.core.window import Window

    from companion.presentation import i18n
    from kiosk.display.look import look
    from kiosk.widgets import paint
    from kiosk.window.picture import shoot
    from tests.tools.gallery.root import stand
    from tests.tools.gallery.scenes import scenes
    from tests.tools.gallery.sizes_shown import Recorder
    from tests.tools.gallery.tapped import tapped

    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # neither SDL's nor an exception that a callback swallows
    recorder = Recorder(texts=given.record is not None)
    if given.record:
        paint.keep_in(recorder)
    moments = Moments()
    look.now = moments.now
    Window.size = size
    look.set(size[0], size[1], "large" if given.large else "normal", motion=False)
    i18n.set_language("en" if language == "en" else "fr")
    gc.freeze()
    given.folder.mkdir(parents=True, exist_ok=True)
    for scene in (*scenes(), *(tapped() if given.record else ())):
        if given.only in scene.name:
            if given.record:
                recorder.next(scene)
            root = stand(scene)
            Window.add_widget(root)
            _lay_out(moments)
            shoot(given.folder / f"{scene.name}-{size[0]}x{size[1]}-{language}.png")
            Window.remove_widget(root)
            del root
            gc.collect()  # widgets hang together in circles, and their textures with them
    if given.record:
        recorder.write(given.record)


class Moments:
    """Kivy's time: it passes between two frames and at no other moment, however quick the machine is."""

    FRAME_S = 0.02

    def __init__(self) -> None:
        from kivy.clock import Clock

        self._seconds: float = Clock.time()
        Clock.time = self.now

    def now(self) -> float:
        """s."""
        return self._seconds

    def next(self) -> None:
        """The moment of the next frame."""
        self._seconds += self.FRAME_S


def _lay_out(moments: Moments) -> None:
    """Layouts and drawings as in two frames, but nothing on the window: `shoot` draws by itself."""
    from kivy.clock import Clock

    for _ in range(2):
        moments.next()
        Clock.tick()
        Clock.tick_draw()


def write_index(folder: Path, names: list[str], sizes: list[Size], languages: list[str]) -> Path:
    """One page with everything on it."""
    rows = []
    for name in names:
        files = [f"{name}-{w}x{h}-{lang}.png" for lang in languages for w, h in sizes]
        pictures = "".join(f'<a href="{f}"><img loading="lazy" src="{f}" alt="{f}"></a>' for f in files)
        rows.append(f"<h2>{html.escape(name)}</h2><p>{pictures}</p>")
    style = "body{background:#0D0706;color:#F4E8D4;font-family:sans-serif}"
    style += "img{height:240px;margin:4px;border:1px solid #4D352B}"
    page = folder / "index.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8><title>Infernal Companion: gallery</title><style>{style}</style>"
        + "".join(rows),
        encoding="utf-8",
    )
    return page


if __name__ == "__main__":
    sys.exit(main())
