"""The emulator, the guest's Debian, the companion installed in it, and the disk of it all. Each is made once and kept.

What is kept lies in `build/roots`, named by a hash of what went into it: a root of Debian by its suite and packages, a
disk by its root, the source tree and what the rig puts in. A name that is there is whole: it is written beside, then
renamed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SUITE = "trixie"
PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "dbus", "kmod", "procps", "util-linux", "e2fsprogs", "linux-image-arm64"),
    *("make", "alsa-utils"),
    *("initramfs-tools", "busybox", "overlayroot"),  # the read-only root of docs/maintenance.md
    # What systemd/install.sh asks for: here once, so that not every installation fetches it again.
    *("python3", "python3-venv", "libegl1", "libgles2", "libgl1", "libgbm1", "libdrm2", "libudev1"),
    *("libasound2t64", "libmtdev1t64", "swig", "gcc", "libc6-dev", "python3-dev"),
)
INITRD_MODULES = ("virtio_pci", "virtio_blk", "ext4", "overlay", "sdhci_iproc", "bcm2835", "usb_storage", "uas", "vfat")
"""What the root file system may need, here and on a Raspberry Pi. A general initrd takes ten minutes to make."""
INITRD_HOOK = f"""\
#!/bin/sh
[ "$1" != prereqs ] || exit 0
. /usr/share/initramfs-tools/hook-functions
manual_add_modules {" ".join(INITRD_MODULES)}
"""
INITRD_CONF = "MODULES=list\nBUSYBOX=y\n"
"""`overlayroot` runs `grep` and `sed` in the initramfs."""
EMULATOR = "qemu-system-aarch64"
OLDEST_EMULATOR = (8, 1)
"""The first QEMU with a multitouch device."""
DISK_MB = 3000
INTERPRETER = (
    rb":companion-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
    rb":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:%s:F"
)
"""How the kernel is told that programs for aarch64 are run by an emulator (binfmt_misc)."""

Say = Callable[[str], None]


class Missing(RuntimeError):
    """This machine has not what is needed; the text says what to do."""


@dataclass(frozen=True)
class Disk:
    """What a machine starts from: an ext4 file system with its kernel."""

    image: Path
    kernel: Path
    initrd: Path


def check_host(target: str) -> None:
    """
    :raises Missing: with the line to type. Programs are brought by `.ci/packages pi`.
    """
    if os.geteuid() != 0:
        raise Missing(f"this needs root (it makes a whole Debian): sudo make {target}")


def keep(folder: Path, name: str, make: Callable[[Path], None]) -> Path:
    """`folder/name`, made by `make` if it is not there."""
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        new = folder / f"{name}.new"
        _remove(new)
        make(new)
        new.rename(path)
    return path


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def key(*parts: str) -> str:
    """A short name for what these words stand for."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


@contextmanager
def workplace(megabytes: int) -> Iterator[Path]:
    """An empty folder in memory if there is room for it, else on the disk; gone afterwards."""
    base = ROOT / "build"
    base.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pi-", dir=base) as name:
        place = Path(name)
        place.chmod(0o755)
        free = int(re.findall(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text())[0]) // 1024
        mounted = free > 2 * megabytes
        if mounted:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)], check=True)
        try:
            yield place
        finally:
            if mounted:
                subprocess.run(["umount", "--recursive", "--lazy", str(place)], check=True)


def ensure_interpreter() -> None:
    """Let the kernel run programs for aarch64, if it does not already.

    :raises Missing: if it cannot be told.
    """
    folder = Path("/proc/sys/fs/binfmt_misc")
    if not (folder / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(folder)], check=False, capture_output=True)
    if not (folder / "register").exists():
        raise Missing("the kernel has no binfmt_misc: programs for aarch64 cannot be run here")
    if any("aarch64" in entry.name for entry in folder.iterdir()):
        return
    program = shutil.which("qemu-aarch64-static")
    assert program is not None
    (folder / "register").write_bytes(INTERPRETER % program.encode())


def run(words: Sequence[object], log: Path, environment: dict[str, str] | None = None) -> None:
    """Run a program to its end; what it says goes to the end of `log`.

    :raises RuntimeError: with its last words, if it fails.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as said:
        command = [str(word) for word in words]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment, check=False)
    if done.returncode != 0:
        end = log.read_text(errors="replace").strip().splitlines()[-5:]
        raise RuntimeError(f"{command[0]} failed ({log}):\n" + "\n".join(end))


def debootstrap(
    target: Path,
    architecture: str,
    variant: str,
    packages: Sequence[str],
    log: Path,
    hooks: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
) -> None:
    """A Debian of `SUITE`: a tar file, or a folder if its variant is `extract`.

    :param hooks: shell commands between the essential packages and the others; `$1` is the root.
    :param environment: of the packages' own scripts.
    :param without: patterns of files that are not unpacked.
    """
    # MIRROR as in .ci/prove-install; without one mmdebstrap takes Debian's own.
    mirror = [os.environ["MIRROR"]] if os.environ.get("MIRROR") else []
    if variant != "extract":
        ensure_interpreter()
    with workplace(6000) as place:
        words = [
            *("mmdebstrap", f"--architectures={architecture}", f"--variant={variant}"),
            *("--components=main,non-free-firmware", "--aptopt=APT::Install-Recommends false"),
            *("--dpkgopt=force-unsafe-io", "--dpkgopt=path-exclude=/usr/share/man/*"),
            *("--dpkgopt=path-exclude=/usr/share/locale/*", "--dpkgopt=path-exclude=/usr/share/doc/*"),
            "--dpkgopt=path-include=/usr/share/doc/*/copyright",
            *("--format=" + ("directory" if variant == "extract" else "tar"), f"--include={','.join(packages)}"),
            *(f"--dpkgopt=path-exclude={pattern}" for pattern in without),
            *(f"--essential-hook={words}" for words in hooks),
            *(SUITE, target, *mirror),
        ]
        run(words, log, {**os.environ, **(environment or {}), "TMPDIR": str(place)})


# --- the emulator ---------------------------------------------------------------------------------------------


def emulator(roots: Path, say: Say) -> tuple[list[str], dict[str, str]]:
    """The command that starts QEMU, and what it needs in its environment.

    The host's own if it is new enough; else that of `SUITE`, taken out of its packages and run by its own loader.
    """
    if _version(EMULATOR) >= OLDEST_EMULATOR:
        return [EMULATOR], {}

    def make(folder: Path) -> None:
        say(f"QEMU of Debian {SUITE} (once): the one here is too old or missing")
        host = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout
        debootstrap(folder, host.strip(), "extract", ["qemu-system-arm"], roots / "pi-emulator.log")

    root = keep(roots, f"pi-emulator-{SUITE}", make)
    (library,) = root.glob("usr/lib/*-linux-gnu")
    (loader,) = library.glob("ld-linux*.so.*")
    command = [loader, "--library-path", library, root / "usr/bin" / EMULATOR, "-L", root / "usr/share/qemu"]
    return [str(word) for word in command], {"QEMU_MODULE_DIR": str(library / "qemu")}


def _version(program: str) -> tuple[int, ...]:
    if shutil.which(program) is None:
        return (0,)
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"version (\d+)\.(\d+)", said)[0]))


# --- the guest ------------------------------------------------------------------------------------------------


def base(roots: Path, say: Say) -> Path:
    """A tar file of the guest's Debian, without the companion."""
    name = f"pi-base-{key(SUITE, *PACKAGES, INITRD_HOOK, INITRD_CONF)}.tar"

    def make(path: Path) -> None:
        say(f"a Debian {SUITE} for aarch64 (once; 10 to 30 minutes, emulated)")
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "hook").write_text(INITRD_HOOK)
            (Path(name) / "conf").write_text(INITRD_CONF)
            at = "etc/initramfs-tools"
            hooks = [
                f'install -D -m 755 {name}/hook "$1/{at}/hooks/companion"',
                f'install -D -m 644 {name}/conf "$1/{at}/conf.d/companion.conf"',
            ]
            # For a mirror by https mmdebstrap adds ca-certificates, whose trigger takes minutes where it is emulated.
            without = ["/usr/share/ca-certificates/*"]
            debootstrap(path, "arm64", "minbase", PACKAGES, roots / "pi-base.log", hooks, without=without)

    return keep(roots, name, make)


def installed(roots: Path, say: Say) -> Path:
    """A tar file of the guest's root in which this source tree was installed by its own installer.

    Where an older source tree is installed already, that installation is brought up to date, as on any Pi.
    """
    debian = base(roots, say)
    family = f"pi-installed-{key(debian.name)}"

    def make(path: Path) -> None:
        log = roots / "pi-install.log"
        log.unlink(missing_ok=True)
        older = next(iter(roots.glob(f"{family}-*.tar")), None)
        with workplace(8000) as root:
            run([*UNPACK, older or debian, "--directory", root], log)
            kind = "an update, emulated; 2 to 5 minutes" if older else "emulated; 5 to 15 minutes"
            say(f"the companion is installed by systemd/install.sh in an aarch64 root ({kind})")
            install(root, log)
            run([*PACK, path, "--directory", root, "."], log)

    return _only(roots, "pi-installed-*.tar", keep(roots, f"{family}-{tree_id()}.tar", make))


def disk(roots: Path, say: Say) -> Disk:
    """The disk of a machine with the installed root, and in it what the rig needs."""
    root_file = installed(roots, say)

    def make(folder: Path) -> None:
        folder.mkdir()
        log = roots / "pi-disk.log"
        with workplace(8000) as root:
            run([*UNPACK, root_file, "--directory", root], log)
            furnish(root)
            (kernel,) = root.glob("boot/vmlinuz-*")
            (initrd,) = root.glob("boot/initrd.img-*")
            shutil.copy(kernel, folder / "kernel")
            shutil.copy(initrd, folder / "initrd")
            run(
                ["mke2fs", "-q", "-t", "ext4", "-L", "companion-rig", "-d", root, folder / "disk.img", f"{DISK_MB}M"],
                log,
            )

    name = f"pi-disk-{key(root_file.name, rig_id())}"
    folder = _only(roots, "pi-disk-*", keep(roots, name, make))
    return Disk(folder / "disk.img", folder / "kernel", folder / "initrd")


UNPACK = ("tar", "--extract", "--numeric-owner", "--xattrs", "--xattrs-include=*", "--file")
PACK = ("tar", "--create", "--one-file-system", "--numeric-owner", "--xattrs", "--xattrs-include=*", "--file")


def _only(roots: Path, pattern: str, wanted: Path) -> Path:
    """Forget the older ones of a kind."""
    for old in roots.glob(pattern):
        if old != wanted:
            _remove(old)
    return wanted


def tree_id() -> str:
    """The name that the installer gives to this source tree."""
    script = f'. "{ROOT}/systemd/release.sh"; tree_id "{ROOT}"'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.strip()


def rig_id() -> str:
    """A hash of what the rig itself puts into the guest."""
    here = Path(__file__).parent
    return key(*((here / name).read_text(encoding="utf-8") for name in ("agent.py", "roots.py")))


def install(root: Path, log: Path) -> None:
    """Copy the source tree into a root and run its installer there, as somebody at a Pi would."""
    ensure_interpreter()
    source = root / "root/companion"
    if source.exists():
        shutil.rmtree(source)
    copy_tree(source)
    for file in ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
        (root / file.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, root / file.lstrip("/"))
    with mounted(root):
        words = ["chroot", root, "/root/companion/systemd/install.sh", "kiosk"]
        run(words, log, inside())
    (root / "etc/resolv.conf").unlink()


def inside() -> dict[str, str]:
    """The environment of a program in the guest's root: its own, with whatever the network here asks of pip, and with
    all the time that an emulated processor beside a busy one may need."""
    wanted = re.compile(r"(https?_proxy|no_proxy|PIP_INDEX_URL|PIP_DEFAULT_TIMEOUT)", re.IGNORECASE)
    given = {name: value for name, value in os.environ.items() if wanted.fullmatch(name)}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    certificates = "/etc/ssl/certs/ca-certificates.crt"
    own = {"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "PIP_CERT": certificates, "PYTHONHASHSEED": "0"}
    return {**given, **own, "COMPANION_CHECK_S": "1200"}


def copy_tree(target: Path) -> None:
    """The source tree, without what was built."""
    dropped = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, target, symlinks=True, ignore=dropped)


@contextmanager
def mounted(root: Path) -> Iterator[None]:
    """With /proc, and the devices that every program expects."""
    places = [("-t proc proc", "proc"), ("-t tmpfs tmpfs", "tmp"), ("-t tmpfs tmpfs", "run"), ("--bind /dev", "dev")]
    for words, place in places:
        subprocess.run(["mount", *words.split(), str(root / place)], check=True)
    try:
        yield
    finally:
        for _, place in reversed(places):
            subprocess.run(["umount", "--lazy", str(root / place)], check=True)


AGENT_UNIT = """\
[Unit]
Description=The prover's hand inside the machine
DefaultDependencies=no
After=local-fs.target systemd-udevd.service
StartLimitIntervalSec=0
[Service]
ExecStart=/usr/bin/python3 /usr/local/lib/prove-agent.py
Restart=always
RestartSec=1
"""
AGENT_RULE = (
    'SUBSYSTEM=="virtio-ports", ATTR{name}=="prove", TAG+="systemd", ENV{SYSTEMD_WANTS}+="prove-agent.service"\n'
)
SLOW = {
    "companion.service": "[Service]\nTimeoutStartSec=900\nTimeoutStopSec=120\n",
    "companion-splash.service": "[Service]\nTimeoutStartSec=300\n",
}
"""An emulated processor is at least ten times slower than a real one. Nothing else of the units is changed."""
MASKED = ("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "fstrim.timer")


def furnish(root: Path) -> None:
    """What the rig needs in the guest: the agent, and longer limits for the start of services."""
    units = root / "etc/systemd/system"
    shutil.copy(Path(__file__).with_name("agent.py"), root / "usr/local/lib/prove-agent.py")
    (units / "prove-agent.service").write_text(AGENT_UNIT)
    (root / "etc/udev/rules.d/99-prove.rules").write_text(AGENT_RULE)
    for unit, limits in SLOW.items():
        (units / f"{unit}.d").mkdir()
        (units / f"{unit}.d/slow.conf").write_text(limits)
    for name in MASKED:
        (units / name).unlink(missing_ok=True)
        (units / name).symlink_to("/dev/null")
    (root / "etc/hostname").write_text("rig\n")
    (root / "etc/machine-id").write_text("")
    mark_updated(root, int(time.time()))


def mark_updated(root: Path, when: int) -> None:
    """Tell systemd that nothing is to be made anew at the start (systemd-update-done.service).

    A read-only root would never be done with it: the index of libraries, of messages, the users, at every start.
    :param when: seconds since 1970, no earlier than the root's /usr.
    """
    for name in ("etc/.updated", "var/.updated"):
        (root / name).touch()
        os.utime(root / name, (when, when))
