"""`make image`: a card image to flash, built without loop devices, and without a network in it.

Three partitions: `bootfs` (FAT: firmware, kernel, companion.toml), `companion-root` (ext4, never written), and
`companion-state` (ext4, the last one: it grows to the card at the first start). What goes into them beside Debian and
the companion's own installation lies in `systemd/image`.

The same Debian packages, wheels and source tree make the same bytes: no time is later than that of the Debian root,
files are in the order of their names, and every identifier is made of the tree's own.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.tools.pi import roots
from tests.tools.pi.roots import ROOT, SUITE, Say, keep, key, run

FILES = ROOT / "systemd/image"
OUT = ROOT / "build/image"
PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "dbus", "kmod", "procps", "util-linux", "fdisk", "e2fsprogs"),
    *("initramfs-tools", "zstd", "linux-image-arm64", "raspi-firmware"),
    *("firmware-brcm80211", "wireless-regdb", "wpasupplicant", "systemd-resolved", "systemd-timesyncd", "iproute2"),
    *("openssh-server", "console-setup", "keyboard-configuration", "kbd", "tzdata", "alsa-utils"),
    # What systemd/install.sh asks for where the pins' library is brought ready-made.
    *("python3", "python3-venv", "libegl1", "libgles2", "libgl1", "libgbm1", "libdrm2", "libudev1"),
    *("libasound2t64", "libmtdev1t64"),
    "espeak-ng",  # the voice, which nothing else needs
)
COMPILER = ("base-files", "dash", "coreutils", "python3", "python3-dev", "swig", "gcc", "libc6-dev")
"""What builds the wheel of lgpio for aarch64; none of it comes onto the card."""
TOOLS = ("e2fsprogs", "libarchive13t64", "mtools", "dosfstools", "fdisk", "zstd", "xz-utils")
"""Of the build machine's architecture: older ones make other bytes each time."""
PYTHON = "313"
"""Of `SUITE`: for which the wheels are taken."""

SECTOR = 512
MIB = 1024 * 1024
START_MIB = 4
BLOCK, INODE = 4096, 256
"""Of the ext4 file systems, bytes."""
BOOT_MIB = 96
SPARE_MIB = 8
"""Room in the root beyond what it holds: nothing writes there."""
STATE_MIB = 64
"""Of the last partition, before it grows."""
PARTITIONS = ("bootfs", "companion-root", "companion-state")
"""Their labels, in the order of the card."""
IMAGE = "companion.img"
EDITED = "companion.toml"
"""The file of the first partition that may be changed on any computer."""
FIRMWARE = (
    *("bootcode.bin", "start.elf", "start4.elf", "fixup.dat", "fixup4.dat"),
    *("start_cd.elf", "start4cd.elf", "fixup_cd.dat", "fixup4cd.dat"),
)
TREES = ("bcm2837-*", "bcm2710-*", "bcm2711-*", "bcm2712-*")
"""Device trees of the Raspberry Pi 3, 4 and 5."""
VOLATILE = (
    *("var/lib/apt/lists", "var/cache/apt", "var/cache/debconf", "var/cache/ldconfig", "var/log", "tmp", "run"),
    *("var/lib/systemd/random-seed", "var/lib/systemd/catalog", "root/.cache", "root/.config"),
    *("etc/passwd-", "etc/group-", "etc/shadow-", "etc/gshadow-", "etc/subuid-", "etc/subgid-", "etc/.pwd.lock"),
    *("var/lib/dpkg/status-old", "var/lib/dpkg/diversions-old", "var/lib/dpkg/statoverride-old", "boot/firmware"),
    *("var/lib/dpkg/lock", "var/lib/dpkg/lock-frontend", "var/lib/dpkg/triggers/Lock", "var/lib/dpkg/available-old"),
)
"""What differs from one making to the next, or nobody reads. Folders are emptied."""
UNREAD = (
    *("usr/lib/linux-image-*", "usr/lib/raspi-firmware"),  # on the first partition, as far as it is needed
    "usr/lib/udev/hwdb.d",  # hwdb.bin is made of it
    *("opt/companion/releases/*/lib/python3*/site-packages/numpy/**/tests", "usr/lib/python3*/test"),
    *("usr/lib/*-linux-gnu/gconv/[!UI]*.so", "usr/lib/*-linux-gnu/gconv/I[!S]*.so"),  # Unicode and ISO 8859 stay
)
"""What Debian's packages and others bring, and nothing on the card reads."""
GRAPHICS = ("vc4", "v3d", "virtio", "panel", "bridge", "display", "scheduler", "tiny", "udl", "gud", "clients")
MODULES_KEPT = {
    "drivers/gpu/drm": GRAPHICS,
    "drivers/net/ethernet": ("broadcom", "cadence"),
    "drivers/net/wireless": ("broadcom",),  # of the others no firmware is here
    "drivers/infiniband": (),
    "drivers/media/pci": (),
    "drivers/media/dvb-frontends": (),
    "drivers/iio": (),
}
"""Folders of the kernel's modules -> what a Raspberry Pi or the emulator may need of their folders; the rest goes."""
UNITS_ON = (
    *("companion-state.service", "companion-machine.service", "companion-request.path"),
    *("systemd-networkd.service", "systemd-resolved.service", "systemd-timesyncd.service"),
)
UNITS_OFF = (
    *("ssh.service", "ssh.socket", "sshd-keygen.service", "wpa_supplicant.service", "networkd-wait-online"),
    *("systemd-networkd-wait-online.service", "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer"),
    *("e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer", "alsa-state.service"),
)


@dataclass(frozen=True)
class Tools:
    """Programs of `SUITE` for this machine, run by their own loader."""

    root: Path

    def words(self, program: str) -> list[str]:
        (library,) = self.root.glob("usr/lib/*-linux-gnu")
        (loader,) = library.glob("ld-linux*.so.*")
        found = next(path for folder in ("usr/sbin", "usr/bin") if (path := self.root / folder / program).exists())
        return [str(loader), "--library-path", str(library), str(found.resolve())]


# --- what is fetched, once --------------------------------------------------------------------------------------


def tools(where: Path, say: Say) -> Tools:
    """The programs that write file systems."""

    def make(folder: Path) -> None:
        say(f"tools of Debian {SUITE} (once)")
        host = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout
        roots.debootstrap(folder, host.strip(), "extract", TOOLS, where / "image-tools.log")

    return Tools(keep(where, f"image-tools-{key(SUITE, *TOOLS)}", make))


def debian(where: Path, say: Say) -> Path:
    """A tar file of the card's Debian, without the companion.

    :raises RuntimeError: if a package in it is not wholly installed.
    """

    def make(path: Path) -> None:
        say(f"the card's Debian {SUITE} for aarch64 (once; 10 to 30 minutes, emulated)")
        # INITRD: the kernel's package makes no initramfs; the card has its own (`initrd`).
        roots.debootstrap(path, "arm64", "minbase", PACKAGES, where / "image-debian.log", environment={"INITRD": "No"})
        unfinished = not_installed(path)
        if unfinished:
            raise RuntimeError(f"not wholly installed in {path}: {', '.join(unfinished)}")

    return keep(where, f"image-debian-{key(SUITE, *PACKAGES)}.tar", make)


def not_installed(debian: Path) -> list[str]:
    """The packages of a Debian root (a tar file) that dpkg has not finished."""
    with tarfile.open(debian) as tar:
        file = tar.extractfile("./var/lib/dpkg/status")
        assert file is not None
        entries = file.read().decode().strip().split("\n\n")
    fields = [dict(line.split(": ", 1) for line in entry.splitlines() if ": " in line) for entry in entries]
    return [entry["Package"] for entry in fields if entry["Status"] != "install ok installed"]


def wheels(where: Path, say: Say) -> Path:
    """Every Python package of the companion for aarch64; lgpio is built from the file that its hash names."""
    wanted = [(ROOT / name).read_text(encoding="utf-8") for name in ("requirements/base.txt", "requirements/pi.txt")]

    def make(folder: Path) -> None:
        say("Python packages for aarch64 (once)")
        log = where / "image-wheels.log"
        platforms = [f"--platform={name}_aarch64" for name in ("manylinux2014", "manylinux_2_17", "manylinux_2_28")]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        for_card = [f"--python-version={PYTHON}", f"--abi=cp{PYTHON}", "--abi=abi3", "--abi=none", *platforms]
        run(
            [
                *pip,
                "download",
                "-q",
                "--dest",
                folder,
                "--only-binary=:all:",
                *for_card,
                "--require-hashes",
                "-r",
                ROOT / "requirements/base.txt",
            ],
            log,
        )
        with tempfile.TemporaryDirectory(dir=where) as name:
            source, root = Path(name) / "source", Path(name) / "root"
            run(
                [
                    *pip,
                    "download",
                    "-q",
                    "--dest",
                    source,
                    "--no-binary=:all:",
                    "--no-deps",
                    "--no-build-isolation",
                    "--require-hashes",
                    "-r",
                    ROOT / "requirements/pi.txt",
                ],
                log,
                {**os.environ, "PYPI": "1"},
            )
            roots.debootstrap(root, "arm64", "extract", COMPILER, log)
            roots.ensure_interpreter()
            for place in ("proc", "tmp", "run", "dev"):
                (root / place).mkdir(exist_ok=True)
            (sdist,), (builder,) = source.glob("lgpio-*.tar.gz"), folder.glob("setuptools-*.whl")
            shutil.unpack_archive(sdist, root / "root/source", filter="data")
            shutil.unpack_archive(builder, root / "root/setuptools", "zip")
            build = "cd /root/source/lgpio-* && python3 setup.py -q bdist_wheel --dist-dir /root/out"
            environment = {**roots.inside(), "PYPI": "1", "PYTHONPATH": "/root/setuptools"}
            with roots.mounted(root):
                run(["chroot", root, "sh", "-c", build], log, {**environment, "SOURCE_DATE_EPOCH": "315532800"})
            if not list(root.glob("root/out/lgpio-*.whl")):
                raise RuntimeError(f"no wheel of lgpio was made ({log})")
            for wheel in root.glob("root/out/lgpio-*.whl"):
                shutil.copy(wheel, folder)

    return keep(where, f"image-wheels-{key(PYTHON, *wanted)}", make)


def initrd(base: Path, where: Path, say: Say) -> Path:
    """A folder with the card's kernel and the initramfs for it."""
    files = sorted((FILES / "initramfs").iterdir())

    def make(folder: Path) -> None:
        say("the initramfs (once; 2 to 10 minutes, emulated)")
        log = where / "image-initrd.log"
        with roots.workplace(3000) as root:
            run([*roots.UNPACK, base, "--directory", root], log)
            add_initramfs(root)
            epoch = build_time(root)
            roots.ensure_interpreter()
            (kernel,) = root.glob("boot/vmlinuz-*")
            release = kernel.name.removeprefix("vmlinuz-")
            with roots.mounted(root):
                words = ["chroot", root, "mkinitramfs", "-o", "/boot/card.img", release]
                run(without_network(words), log, {**roots.inside(), "SOURCE_DATE_EPOCH": str(epoch)})
            folder.mkdir()
            shutil.copy(kernel, folder / "vmlinuz")
            shutil.copy(root / "boot/card.img", folder / "initrd.img")

    return keep(where, f"image-initrd-{key(base.name, *(file.read_text() for file in files))}", make)


def add_initramfs(root: Path) -> None:
    """What initramfs-tools puts into the card's initramfs, and how."""
    at = root / "etc/initramfs-tools"
    for name, place in (("hook", "hooks"), ("overlay", "scripts/init-bottom"), ("conf", "conf.d")):
        (at / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(FILES / "initramfs" / name, at / place / ("companion.conf" if name == "conf" else "companion"))


def build_time(root: Path) -> int:
    """Seconds since 1970: when the Debian root was made. Nothing on the card is later."""
    return int((root / "var/lib/dpkg/status").stat().st_mtime)


# --- the root ---------------------------------------------------------------------------------------------------


def installed(base: Path, wheelhouse: Path, where: Path, say: Say) -> Path:
    """A tar file of the card's Debian in which this source tree was installed by its own installer."""

    def make(path: Path) -> None:
        log = where / "image-install.log"
        log.unlink(missing_ok=True)
        with roots.workplace(4000) as root:
            run([*roots.UNPACK, base, "--directory", root], log)
            say("the companion is installed by systemd/install.sh, without a network (emulated; 5 to 20 minutes)")
            install(root, wheelhouse, build_time(root), log)
            run([*roots.PACK, path, "--directory", root, "."], log)

    name = f"image-installed-{key(base.name, wheelhouse.name, roots.tree_id())}.tar"
    return roots._only(where, "image-installed-*", keep(where, name, make))


def without_network(words: Sequence[object]) -> list[object]:
    """The command in a network of its own, in which nothing is."""
    return ["unshare", "--net", *words]


def install(root: Path, wheelhouse: Path, epoch: int, log: Path) -> None:
    """Let the companion's own installer install it in the card's root, without a network and without a compiler."""
    roots.ensure_interpreter()
    with roots.mounted(root):
        source = root / "tmp/companion"
        roots.copy_tree(source)
        shutil.copytree(wheelhouse, root / "tmp/wheels")
        environment = {
            **roots.inside(),
            "COMPANION_WHEELS": "/tmp/wheels",
            "SOURCE_DATE_EPOCH": str(epoch),
        }
        run(without_network(["chroot", root, "/tmp/companion/systemd/install.sh", "kiosk"]), log, environment)
    (root / "opt/companion/.lock").unlink(missing_ok=True)


def furnish(root: Path, epoch: int, log: Path) -> None:
    """What makes a Debian with the companion a card: `systemd/image`."""
    etc = root / "etc"
    shutil.copy(FILES / "fstab", etc / "fstab")
    library = root / "usr/local/lib/companion"
    library.mkdir(parents=True, exist_ok=True)
    for name in ("state.sh", "grow.sh", "place.sh"):
        shutil.copy(FILES / name, library / name)
    for unit in (FILES / "units").iterdir():
        shutil.copy(unit, etc / "systemd/system" / unit.name)
    for network in (FILES / "network").iterdir():
        shutil.copy(network, etc / "systemd/network" / network.name)
    shutil.copy(FILES / "ssh.conf", etc / "ssh/sshd_config.d/companion.conf")
    # ssh by other ways than the network (systemd-ssh-generator(8)): where there are none it complains on the screen.
    (etc / "systemd/system-generators").mkdir(exist_ok=True)
    (etc / "systemd/system-generators/systemd-ssh-generator").symlink_to("/dev/null")
    add_initramfs(root)
    (etc / "systemd/resolved.conf.d").mkdir(exist_ok=True)
    shutil.copy(FILES / "resolved.conf", etc / "systemd/resolved.conf.d/companion.conf")
    (etc / "hostname").write_text("companion\n")
    (etc / "hosts").write_text("127.0.0.1 localhost\n127.0.1.1 companion\n::1 localhost\n")
    (etc / "machine-id").write_text("")  # empty: one for each start, and no start is the first one (machine-id(5))
    (etc / "resolv.conf").unlink(missing_ok=True)
    (etc / "resolv.conf").symlink_to("../run/systemd/resolve/stub-resolv.conf")
    journald = etc / "systemd/journald.conf.d"
    journald.mkdir(exist_ok=True)
    (journald / "companion.conf").write_text("[Journal]\nStorage=volatile\nRuntimeMaxUse=24M\n")
    for file in etc.glob("ssh/ssh_host_*"):
        file.unlink()
    for place in ("mnt/root", "state", "boot/firmware", "var/lib/systemd/timesync"):
        (root / place).mkdir(parents=True, exist_ok=True)
    environment = {**roots.inside(), "SOURCE_DATE_EPOCH": str(epoch)}
    with roots.mounted(root):
        off = " ".join(unit for unit in UNITS_OFF if list(root.glob(f"usr/lib/systemd/system/{unit}")))
        script = f"systemctl -q disable {off}; systemctl -q mask {off.replace('ssh.service', '')}; "
        script += f"set -e; systemctl -q enable {' '.join(UNITS_ON)}"
        run(without_network(["chroot", root, "bash", "-c", script]), log, environment)
    roots.mark_updated(root, epoch)
    for place in VOLATILE:
        path = root / place
        if path.is_dir():
            for inner in path.iterdir():
                roots._remove(inner)
        else:
            path.unlink(missing_ok=True)


def slim(root: Path, log: Path) -> None:
    """Take away what nothing on the card reads: half of the kernel's modules, debugging symbols, device trees ..."""
    for pattern in UNREAD:
        for path in root.glob(pattern):
            roots._remove(path)
    (release,) = (path.name for path in (root / "usr/lib/modules").iterdir())
    kernel = root / "usr/lib/modules" / release / "kernel"
    for folder, kept in MODULES_KEPT.items():
        for path in (kernel / folder).glob("*"):
            if path.is_dir() and path.name not in kept:
                shutil.rmtree(path)
    run(without_network(["chroot", root, "depmod", release]), log, roots.inside())
    for library in root.glob("opt/companion/releases/*/lib/**/*.so*"):
        if not library.is_symlink():
            cut_symbols(library)


def cut_symbols(library: Path) -> None:
    """Cut off what stands behind the last segment that is loaded: debugging symbols, and the table of sections.

    What is loaded stays as it is, byte for byte; a program that moves it (strip) would have to know how the wheel's
    maker has moved it before (patchelf). ELF-64, little-endian: System V ABI, chapter 4 and 5.
    """
    data = library.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        return
    (at,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    segments = [struct.unpack_from("<8xQ16xQ", data, at + number * size) for number in range(count)]
    end = max(at + size * count, *(offset + length for offset, length in segments))
    head = bytearray(data[:end])
    struct.pack_into("<Q", head, 40, 0)
    struct.pack_into("<HHH", head, 58, 0, 0, 0)
    library.write_bytes(head)


def room(root: Path) -> tuple[int, int]:
    """MiB and inodes that a file system needs for a folder."""
    paths = [root, *root.rglob("*")]
    blocks = sum(-(-path.lstat().st_size // BLOCK) for path in paths if path.is_file() or path.is_dir())
    inodes = len(paths) + 64
    size = blocks * BLOCK * 1.02 + inodes * INODE
    return int(size) // MIB + SPARE_MIB, inodes


MOVED = {"var/lib/companion": "companion", "var/cache/companion": "cache"}
"""Folders that are written while people play -> their names on the last partition."""
SETTINGS = "state/settings"
"""Where /etc/companion leads: no mount, so that `companion restore` can put another folder in its place."""


def take_state(root: Path, state: Path, log: Path) -> None:
    """Fill the last partition. The root keeps a copy of everything, for a card whose last partition is broken."""
    for place, name in MOVED.items():
        run(["cp", "--archive", root / place, state / name], log)
    (root / "etc/companion").rename(root / SETTINGS)
    (root / "etc/companion").symlink_to(f"/{SETTINGS}")
    run(["cp", "--archive", root / SETTINGS, state / Path(SETTINGS).name], log)
    for name in ("program/new", "program/work", "timesync", "machine"):
        (state / name).mkdir(parents=True)
    (state / "machine").chmod(0o700)


def pack(folder: Path, tar: Path, epoch: int, log: Path) -> None:
    """A tar file of a folder; nothing in it depends on when and where it was made."""
    names = "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime"
    times = (f"--mtime=@{epoch}", "--clamp-mtime", "--format=posix", names)
    run([*roots.PACK, tar, "--sort=name", *times, "--directory", folder, "."], log)


# --- the partitions ---------------------------------------------------------------------------------------------


def identifier(name: str, what: str) -> uuid.UUID:
    """An identifier that is always the same for the same card."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"infernal-companion:{name}:{what}")


def write_ext4(
    tools: Tools,
    content: Path,
    target: Path,
    label: str,
    megabytes: int,
    name: str,
    epoch: int,
    log: Path,
    inodes: int | None = None,
) -> None:
    """An ext4 file system with the content of a tar file.

    :param inodes: no more than these, and no journal: nothing will be written to it.
    """
    features = "^metadata_csum_seed,^orphan_file" + ("" if inodes is None else ",^has_journal,^resize_inode")
    count = [] if inodes is None else ["-N", inodes]
    words = [
        *(*tools.words("mke2fs"), "-q", "-t", "ext4", "-b", BLOCK, "-I", INODE, "-m", "0", "-L", label),
        *("-U", identifier(name, label)),
        *("-E", f"hash_seed={identifier(name, label + ' hash')},lazy_itable_init=0,lazy_journal_init=0,nodiscard"),
        *("-O", features, *count, "-d", content, target, f"{megabytes}M"),
    ]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "E2FSPROGS_FAKE_TIME": str(epoch)}
    environment["MKE2FS_CONFIG"] = str(tools.root / "etc/mke2fs.conf")
    run(words, log, environment)


def write_fat(tools: Tools, folder: Path, target: Path, epoch: int, log: Path) -> None:
    """A FAT file system with the files of a folder."""
    target.unlink(missing_ok=True)
    with target.open("wb") as file:
        file.truncate(BOOT_MIB * MIB)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "TZ": "UTC", "MTOOLS_SKIP_CHECK": "1"}
    run([*tools.words("mkfs.fat"), "-F", "32", "-n", PARTITIONS[0], "--invariant", target], log, environment)
    for path in sorted(folder.rglob("*")):
        os.utime(path, (epoch, epoch))
        inside = f"::{path.relative_to(folder)}"
        words = [*tools.words("mtools"), "-c"]
        if path.is_dir():
            run([*words, "mmd", "-i", target, inside], log, environment)
        else:
            run([*words, "mcopy", "-m", "-i", target, path, inside], log, environment)


def partition_table(disk_id: int, sizes: Sequence[tuple[int, int]]) -> bytes:
    """The first sector of a card: partitions (type, size in MiB) one after the other from `START_MIB`."""
    entries, at = b"", START_MIB * MIB // SECTOR
    for kind, megabytes in sizes:
        count = megabytes * MIB // SECTOR
        # Old addresses by cylinder, head and sector: beyond what these can say.
        entries += struct.pack("<B3sB3sII", 0, b"\xfe\xff\xff", kind, b"\xfe\xff\xff", at, count)
        at += count
    return (b"\0" * 440 + struct.pack("<IH", disk_id, 0) + entries.ljust(64, b"\0") + b"\x55\xaa").ljust(SECTOR, b"\0")


def join(target: Path, table: bytes, parts: Sequence[tuple[Path, int]]) -> None:
    """One file of the table and the partitions (MiB); empty places stay holes."""
    with target.open("wb") as file:
        file.write(table)
        at = START_MIB * MIB
        for part, megabytes in parts:
            with part.open("rb") as source:
                for offset in range(0, megabytes * MIB, MIB):
                    block = source.read(MIB)
                    if block.strip(b"\0"):
                        file.seek(at + offset)
                        file.write(block)
            at += megabytes * MIB
        file.truncate(at)


# --- the card ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """What `make image` makes."""

    image: Path
    """As it is written to a card."""
    kernel: Path
    initrd: Path
    update: Path
    """For a companion that runs: the source tree with its Python packages."""


def image_id() -> str:
    """A hash of what makes the image beside the tree that is installed."""
    files = [Path(__file__), *(path for path in sorted(FILES.rglob("*")) if path.is_file())]
    return key(*(path.read_text(encoding="utf-8") for path in files))


def card(where: Path, say: Say, out: Path = OUT) -> Card:
    """The image in `out`, made if it is not of this source tree."""
    base, house, programs = debian(where, say), wheels(where, say), tools(where, say)
    start, root = initrd(base, where, say), installed(base, house, where, say)
    name = key(root.name, start.name, image_id())

    def make(folder: Path) -> None:
        folder.mkdir()
        _make(folder, name, root, start, house, programs, say)

    folder = keep(out, name, make)
    for old in out.iterdir():
        if old.is_dir() and old != folder:
            shutil.rmtree(old)
    return Card(folder / "companion.img", folder / "vmlinuz", folder / "initrd.img", folder / "companion-update.tar")


def _make(out: Path, name: str, made: Path, start: Path, wheelhouse: Path, tools: Tools, say: Say) -> None:
    log = out / "image.log"
    with roots.workplace(9000) as place:
        root, state, boot = place / "root", place / "state", place / "boot"
        for folder in (root, state, boot):
            folder.mkdir(mode=0o755)
        run([*roots.UNPACK, made, "--directory", root], log)
        epoch = build_time(root)
        say("units, network, settings")
        furnish(root, epoch, log)
        take_state(root, state, log)
        fill_boot(root, boot, start)
        for file in start.iterdir():
            shutil.copy(file, out)
        for file in root.glob("boot/*-*"):
            file.unlink()  # kernel, initramfs: on the first partition; what else is there nobody reads
        slim(root, log)
        say("file systems")
        megabytes, inodes = room(root)
        sizes = ((0x0C, BOOT_MIB), (0x83, megabytes), (0x83, STATE_MIB))
        parts = [place / "boot.fat", place / "root.ext4", place / "state.ext4"]
        write_fat(tools, boot, parts[0], epoch, log)
        for folder, part, label, space, most in (
            (root, parts[1], PARTITIONS[1], megabytes, inodes),
            (state, parts[2], PARTITIONS[2], STATE_MIB, None),
        ):
            pack(folder, place / "content.tar", epoch, log)
            write_ext4(tools, place / "content.tar", part, label, space, name, epoch, log, most)
            (place / "content.tar").unlink()
        table = partition_table(int(identifier(name, "disk").hex[:8], 16), sizes)
        join(out / IMAGE, table, list(zip(parts, (space for _kind, space in sizes), strict=True)))
        write_update(place, out / "companion-update.tar", wheelhouse, epoch, log)


def fill_boot(root: Path, boot: Path, start: Path) -> None:
    """The files of the first partition: firmware, kernel, device trees, and what may be edited on any computer."""
    firmware = root / "usr/lib/raspi-firmware"
    for name in FIRMWARE:
        shutil.copy(firmware / name, boot)
    for file in start.iterdir():
        shutil.copy(file, boot)
    (trees,) = root.glob("usr/lib/linux-image-*/broadcom")
    for pattern in TREES:
        for tree in trees.glob(f"{pattern}.dtb"):
            shutil.copy(tree, boot)
    for name in ("config.txt", "cmdline.txt", EDITED):
        shutil.copy(FILES / name, boot)


def write_update(place: Path, target: Path, wheelhouse: Path, epoch: int, log: Path) -> None:
    """What `companion update` takes: the source tree with its Python packages."""
    bundle = place / "companion-update"
    roots.copy_tree(bundle)
    shutil.copytree(wheelhouse, bundle / "wheels")
    pack(bundle, target, epoch, log)


def compress(tools: Tools, image: Path, log: Path) -> Path:
    """The image as it is offered for download."""
    target = image.with_suffix(".img.xz")
    if not target.exists():
        new = image.with_suffix(".xz.new")
        with image.open("rb") as source, new.open("wb") as packed:
            words = [*tools.words("xz"), "-T2", "-6", "--block-size=64MiB", "--stdout"]
            subprocess.run(words, stdin=source, stdout=packed, check=True)
        new.rename(target)
    return target


def digest(path: Path) -> str:
    """SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def say(text: str) -> None:
    """A line with the time of day, at once."""
    print(f"image {time.strftime('%H:%M:%S')}  {text}", flush=True)


def main(words: list[str] | None = None) -> int:
    """Build it and tell what it is. Exit status: 0 it is there, 2 it could not be made."""
    parser = argparse.ArgumentParser("image", description="Builds the card image (build/image).")
    given = os.environ.get("ROOTS", str(ROOT / "build/roots"))
    parser.add_argument("--roots", type=Path, default=Path(given), metavar="DIR", help="what is kept ($ROOTS)")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="where the image goes (build/image)")
    parser.add_argument("--plain", action="store_true", help="do not compress it")
    asked = parser.parse_args(words)
    begun = time.monotonic()
    try:
        roots.check_host("image")
        asked.out.mkdir(parents=True, exist_ok=True)
        made = card(asked.roots, say, asked.out)
        files = [made.image]
        if not asked.plain:
            say("compressing")
            files.append(compress(tools(asked.roots, say), made.image, asked.out / "image.log"))
    except (roots.Missing, RuntimeError) as fault:
        say(str(fault))
        return 2
    say(f"made or found in {time.monotonic() - begun:.0f} s")
    for file in (*files, made.update):
        say(f"{file}  {file.stat().st_size / 1e6:.0f} MB  sha256 {digest(file)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
