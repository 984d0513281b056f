"""Draw the gallery: every scene at the four sizes in both languages, and an index page."""

from __future__ import annotations

import argparse
import html
import os
import sys
import tempfile
import time
from pathlib import Path

from kiosk import env


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m kiosk.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", default="", help="only scenes whose name contains this")
    parser.add_argument("--size", action="append", help="only this size, as 800x480 (may be repeated)")
    parser.add_argument("--lang", action="append", choices=("fr", "en"), help="only this language")
    given = parser.parse_args(arguments)
    sizes = [tuple(int(v) for v in s.split("x")) for s in given.size] if given.size else list(env.SIZES)
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    env.prepare((800, 480), Path(tempfile.mkdtemp(prefix="companion-gallery-")), loop="stock", video="offscreen")
    begun = time.monotonic()
    names = draw(given.folder, given.only, sizes, given.lang or ["fr", "en"])
    index = write_index(given.folder, names, sizes, given.lang or ["fr", "en"])
    pictures = len(names) * len(sizes) * len(given.lang or "xx")
    print(f"{pictures} pictures in {time.monotonic() - begun:.0f} s: {index}")
    return 0


def draw(folder: Path, only: str, sizes: list[tuple[int, ...]], languages: list[str]) -> list[str]:
    """Draw all; returns the names of the scenes."""
    from kivy.core.window import Window

    from kiosk import i18n
    from kiosk.gallery.floor import stand
    from kiosk.gallery.scenes import scenes
    from kiosk.picture import settle, shoot
    from kiosk.widgets.look import look

    chosen = [scene for scene in scenes() if only in scene.name]
    look.set(motion=False)
    for size in sizes:
        Window.size = size
        look.set(*size)
        for language in languages:
            i18n.set_language(language)  # type: ignore[arg-type]
            for scene in chosen:
                floor = stand(scene)
                Window.add_widget(floor)
                settle(3)
                shoot(folder / f"{scene.name}-{size[0]}x{size[1]}-{language}.png")
                Window.remove_widget(floor)
    return [scene.name for scene in chosen]


def write_index(folder: Path, names: list[str], sizes: list[tuple[int, ...]], languages: list[str]) -> Path:
    """One page with everything on it."""
    rows = []
    for name in names:
        pictures = "".join(
            f'<a href="{name}-{w}x{h}-{lang}.png"><img loading="lazy" src="{name}-{w}x{h}-{lang}.png" alt="{lang} {w}x{h}"></a>'
            for lang in languages
            for w, h in sizes
        )
        rows.append(f"<h2>{html.escape(name)}</h2><p>{pictures}</p>")
    style = "body{background:#0D0706;color:#F4E8D4;font-family:sans-serif}img{height:240px;margin:4px;border:1px solid #4D352B}"
    page = folder / "index.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8><title>Infernal Companion: gallery</title><style>{style}</style>"
        + "".join(rows),
        encoding="utf-8",
    )
    return page


if __name__ == "__main__":
    sys.exit(main())
