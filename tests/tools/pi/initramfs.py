"""More for an initramfs: a second archive behind the first one, which the kernel unpacks over it."""

from __future__ import annotations

from collections.abc import Mapping


def cpio(files: Mapping[str, tuple[int, bytes]]) -> bytes:
    """An uncompressed initramfs: path -> mode and content (newc, Documentation/driver-api/early-userspace)."""
    out = b""
    for number, (path, (mode, body)) in enumerate([*files.items(), ("TRAILER!!!", (0, b""))], 1):
        name = path.encode() + b"\0"
        fields = (number, mode, 0, 0, 1, 0, len(body), 0, 0, 0, 0, len(name), 0)
        out += b"070701" + b"".join(b"%08X" % field for field in fields) + name
        out += b"\0" * (-len(out) % 4) + body
        out += b"\0" * (-len(out) % 4)
    return out


def behind(first: bytes, second: bytes) -> bytes:
    """Both archives in one file."""
    return first + b"\0" * (-len(first) % 4) + second


def order(folder: str, *names: str) -> dict[str, tuple[int, bytes]]:
    """The file by which initramfs-tools runs the scripts of a folder, in this order."""
    lines = "".join(f'/{folder}/{name} "$@"\n[ -e /conf/param.conf ] && . /conf/param.conf\n' for name in names)
    return {f"{folder}/ORDER": (0o100644, lines.encode())}
