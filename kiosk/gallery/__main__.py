"""Draw the gallery: every scene at the four sizes in both languages, and an index page."""

from __future__ import annotations

import argparse
import gc
import html
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kiosk import env

Size = tuple[int, int]


def _size(text: str) -> Size:
    wide, _x, high = text.partition("x")
    return int(wide), int(high)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m kiosk.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", default="", help="only scenes whose name contains this")
    parser.add_argument("--size", action="append", help="only this size, as 800x480 (may be repeated)")
    parser.add_argument("--lang", action="append", choices=("fr", "en"), help="only this language")
    parser.add_argument("--no-index", action="store_true", help="pictures only")
    given = parser.parse_args(arguments)
    sizes = [_size(text) for text in given.size] if given.size else list(env.SIZES)
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    env.prepare((800, 480), Path(tempfile.mkdtemp(prefix="companion-gallery-")), loop="stock", video="offscreen")
    begun = time.monotonic()
    languages = given.lang or ["fr", "en"]
    others = [_elsewhere(given, language) for language in languages[1:]]
    names = draw(given.folder, given.only, sizes, languages[:1])
    failed = [other.wait() for other in others]
    if given.no_index:
        return 0
    index = write_index(given.folder, names, sizes, languages)
    pictures = len(names) * len(sizes) * len(languages)
    print(f"{pictures} pictures in {time.monotonic() - begun:.0f} s: {index}")
    return max(failed, default=0)


def _elsewhere(given: argparse.Namespace, language: str) -> subprocess.Popen[bytes]:
    """Another process draws the pictures of another language meanwhile."""
    sizes = [part for size in given.size or () for part in ("--size", size)]
    only = ["--only", given.only] if given.only else []
    command = [
        sys.executable,
        "-m",
        "kiosk.gallery",
        str(given.folder),
        "--lang",
        language,
        "--no-index",
        *sizes,
        *only,
    ]
    return subprocess.Popen(command)


def draw(folder: Path, only: str, sizes: list[Size], languages: list[str]) -> list[str]:
    """Draw all; returns the names of the scenes."""
    from kivy.core.window import Window

    from kiosk import i18n
    from kiosk.gallery.floor import stand
    from kiosk.gallery.scenes import scenes
    from kiosk.picture import settle, shoot
    from kiosk.widgets.look import look
    from kiosk.widgets.paint import forget

    chosen = [scene for scene in scenes() if only in scene.name]
    look.set(motion=False)
    gc.freeze()
    for size in sizes:
        Window.size = size
        look.set(size[0], size[1])
        for language in languages:
            i18n.set_language(language)  # type: ignore[arg-type]
            for scene in chosen:
                floor = stand(scene)
                Window.add_widget(floor)
                settle(2)
                shoot(folder / f"{scene.name}-{size[0]}x{size[1]}-{language}.png")
                Window.remove_widget(floor)
                del floor
                gc.collect()  # widgets hang together in circles, and their textures with them
        forget()
    return [scene.name for scene in chosen]


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
