"""The start-up picture on framebuffers that are files: every depth and size, and what it says to damaged ones."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "systemd/splash"
SIZES = [(800, 480, 32), (800, 480, 16), (720, 1280, 32), (1920, 1080, 32), (320, 240, 16), (437, 299, 16)]
GROUND = {32: bytes((0x06, 0x07, 0x0D, 0xFF)), 16: bytes((0x20, 0x08))}


@pytest.fixture(scope="module")
def splash() -> ModuleType:
    spec = importlib.util.spec_from_file_location("splash", FOLDER / "splash.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def framebuffer(folder: Path, width: int, height: int, depth: int, spare: int = 0, lower: int = 0) -> Path:
    """A fake one: `spare` bytes at the end of each row, `lower` rows that are not visible."""
    stride = width * depth // 8 + spare
    (folder / "virtual_size").write_text(f"{width},{height + lower}\n")
    (folder / "bits_per_pixel").write_text(f"{depth}\n")
    (folder / "stride").write_text(f"{stride}\n")
    (folder / "modes").write_text(f"U:{width}x{height}p-60\n")
    (folder / "fb0").write_bytes(b"\x55" * (stride * (height + lower)))
    return folder / "fb0"


def show(splash: ModuleType, folder: Path, picture: Path | None = None) -> int:
    words = ["--fb", str(folder / "fb0"), "--sys", str(folder)]
    status: int = splash.main([*words, *(["--picture", str(picture)] if picture else [])])
    return status


@pytest.mark.parametrize(("width", "height", "depth"), SIZES)
def test_the_picture_stands_in_the_middle(
    splash: ModuleType, tmp_path: Path, width: int, height: int, depth: int
) -> None:
    fb = framebuffer(tmp_path, width, height, depth, spare=64, lower=height)
    assert show(splash, tmp_path) == 0
    data, pixel = fb.read_bytes(), depth // 8
    stride = width * pixel + 64
    assert data[height * stride :] == b"\x55" * (height * stride), "what is not visible is left alone"
    rows = [data[y * stride : y * stride + width * pixel] for y in range(height)]
    for corner in (rows[0][:pixel], rows[0][-pixel:], rows[-1][:pixel], rows[-1][-pixel:]):
        assert corner == GROUND[depth]
    lit = [[x for x in range(width) if row[x * pixel : (x + 1) * pixel] != GROUND[depth]] for row in rows]
    columns = [x for row in lit for x in row]
    assert abs(min(columns) + max(columns) - width) < 12, "as far from the left as from the right"
    shown = [y for y, row in enumerate(lit) if row]
    assert height // 2 in range(shown[0], shown[-1])


def test_it_needs_nothing_but_pythons_own_library(tmp_path: Path) -> None:
    framebuffer(tmp_path, 800, 480, 32)
    words = [FOLDER / "splash.py", "--fb", tmp_path / "fb0", "--sys", tmp_path]
    command = ["python3", "-I", "-S", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("virtual_size", "800"), ("virtual_size", "0,480"), ("virtual_size", "99999,480"), ("virtual_size", "a,b"),
        ("bits_per_pixel", "8"), ("bits_per_pixel", "24"), ("stride", "100"), ("stride", "-1"), ("stride", ""),
    ],
)  # fmt: skip
def test_a_framebuffer_that_it_does_not_know_is_left_alone(
    splash: ModuleType, tmp_path: Path, name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fb = framebuffer(tmp_path, 800, 480, 32)
    (tmp_path / name).write_text(text)
    before = fb.read_bytes()
    assert show(splash, tmp_path) == 1
    assert fb.read_bytes() == before
    assert capsys.readouterr().err.startswith("companion: no start-up picture: ")


def test_no_framebuffer_and_damaged_pictures(splash: ModuleType, tmp_path: Path) -> None:
    assert show(splash, tmp_path) == 1
    framebuffer(tmp_path, 800, 480, 32)
    whole = (FOLDER / "splash.pic").read_bytes()
    picture = tmp_path / "p"
    for bad in (
        b"",
        whole[:500],
        b"splash 10 10\n" + whole.partition(b"\n")[2],
        whole.replace(b"splash", b"other"),
        b"\n",
    ):
        picture.write_bytes(bad)
        assert show(splash, tmp_path, picture) == 1
