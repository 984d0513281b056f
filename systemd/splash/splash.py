"""Puts the start-up picture on the framebuffer, with Debian's own Python alone, while the Pi still starts.

splash.py [--fb /dev/fb0] [--sys /sys/class/graphics/fb0] [--picture splash.pic]

The picture file is one line `splash WIDTH HEIGHT`, then zlib data: a palette of 256 times red, green, blue, and a byte
for each pixel. It stands in the middle of a screen of any size; around it is the colour of its upper left corner.
Exit status 0: shown; 1: this framebuffer is not one it knows, or cannot be written (one line on stderr).
"""

import argparse
import sys
import zlib
from pathlib import Path

Screen = tuple[int, int, int, int]
"""Width and height in px, bits per pixel, bytes per row."""
HERE = Path(__file__).resolve().parent
LARGEST_PX = 8192


class Unusable(Exception):
    """The framebuffer or the picture is not what it should be."""


def screen_of(folder: Path) -> Screen:
    """What sysfs says about a framebuffer.

    :raises Unusable: if the numbers make no sense.
    :raises OSError: if it says nothing.
    """

    def said(name: str) -> str:
        return (folder / name).read_text(encoding="ascii", errors="replace").strip()

    try:
        width, height = (int(part) for part in said("virtual_size").split(","))
        depth, stride = int(said("bits_per_pixel")), int(said("stride"))
    except ValueError as error:
        raise Unusable(f"{folder}: {error}") from error
    mode = said("modes").splitlines()[:1] if (folder / "modes").exists() else []
    if mode and "x" in mode[0]:  # "U:800x480p-60": what is visible of a buffer that may be higher
        visible = mode[0].partition("x")[2]
        digits = leading_digits(visible)
        height = min(height, int(digits)) if digits else height
    if not (0 < width <= LARGEST_PX and 0 < height <= LARGEST_PX) or depth not in (16, 32):
        raise Unusable(f"{folder}: {width}x{height} with {depth} bits per pixel")
    if not width * depth // 8 <= stride <= LARGEST_PX * 8:
        raise Unusable(f"{folder}: {stride} bytes per row of {width} px")
    return width, height, depth, stride


def leading_digits(text: str) -> str:
    """The digits that a text begins with."""
    for place, letter in enumerate(text):
        if not letter.isdigit():
            return text[:place]
    return text


def picture_of(path: Path) -> tuple[int, int, bytes, bytes]:
    """Width and height in px, palette and pixels of a picture file.

    :raises Unusable: if it is damaged.
    :raises OSError: if it cannot be read.
    """
    head, _, body = path.read_bytes().partition(b"\n")
    try:
        name, *numbers = head.split()
        width, height = (int(part) for part in numbers)
        data = zlib.decompress(body)
    except (ValueError, zlib.error) as error:
        raise Unusable(f"{path}: {error}") from error
    if name != b"splash" or len(data) != 768 + width * height or not data[768:]:
        raise Unusable(f"{path} is no picture of this kind")
    return width, height, data[:768], data[768:]


def colours(palette: bytes, depth: int) -> list[bytes]:
    """Each colour as the framebuffer wants it: XRGB8888 or RGB565, the lowest byte first."""
    found = []
    for place in range(0, 768, 3):
        red, green, blue = palette[place : place + 3]
        if depth == 32:
            found.append(bytes((blue, green, red, 255)))
        else:
            found.append(((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3).to_bytes(2, "little"))
    return found


def frame(screen: Screen, picture: tuple[int, int, bytes, bytes]) -> bytes:
    """Every byte of the visible framebuffer. A picture that is too large is cut at its edges."""
    width, height, depth, stride = screen
    across, down, palette, pixels = picture
    table = colours(palette, depth)
    ground = table[pixels[0]]
    wide, high = min(across, width), min(down, height)
    left, top = (width - wide) // 2, (height - high) // 2
    cut_left, cut_top = (across - wide) // 2, (down - high) // 2
    end = bytes(stride - width * depth // 8)
    empty = ground * width + end
    before, after = ground * left, ground * (width - wide - left) + end
    rows = [empty] * top
    for line in range(cut_top, cut_top + high):
        start = line * across + cut_left
        rows.append(before + b"".join(map(table.__getitem__, pixels[start : start + wide])) + after)
    rows += [empty] * (height - top - high)
    return b"".join(rows)


def main(argv: list[str]) -> int:
    """Show it; the exit status."""
    asked = argparse.ArgumentParser(description="Puts the start-up picture on the framebuffer.")
    asked.add_argument("--fb", type=Path, default=Path("/dev/fb0"))
    asked.add_argument("--sys", type=Path, default=Path("/sys/class/graphics/fb0"))
    asked.add_argument("--picture", type=Path, default=HERE / "splash.pic")
    given = asked.parse_args(argv)
    try:
        data = frame(screen_of(given.sys), picture_of(given.picture))
        with given.fb.open("r+b") as buffer:
            buffer.write(data)
    except (Unusable, OSError) as error:
        print(f"companion: no start-up picture: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
