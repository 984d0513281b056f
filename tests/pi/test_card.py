"""The card image's builder and its steps without Debian and without the emulator: tables, file systems, archives."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import msgspec

from tests.tools.pi import card, image, roots
from tests.tools.pi.card import MIB, START_MIB, Tools, join, partition_table

IMAGE = Path(__file__).parents[2] / "systemd/image"
UNITS = sorted((IMAGE / "units").iterdir())


class Host(Tools):
    """This machine's own programs."""

    def words(self, program: str) -> list[str]:
        return [program]


def test_the_table_is_one_that_sfdisk_reads(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    parts = []
    for number, megabytes in ((1, 2), (2, 3), (3, 1)):
        part = tmp_path / f"part{number}"
        part.write_bytes(bytes([number]) * megabytes * MIB)
        parts.append((part, megabytes))
    join(disk, partition_table(0x1234ABCD, ((0x0C, 2), (0x83, 3), (0x83, 1))), parts)
    said = subprocess.run(["sfdisk", "--dump", disk], capture_output=True, text=True, check=True).stdout
    assert "label: dos" in said and "label-id: 0x1234abcd" in said
    rows = [line.split(":", 1)[1].split() for line in said.splitlines() if line.startswith(str(disk))]
    assert [(int(row[1][:-1]), int(row[3][:-1]), row[4]) for row in rows] == [
        (8192, 4096, "type=c"),
        (12288, 6144, "type=83"),
        (18432, 2048, "type=83"),
    ]
    data = disk.read_bytes()
    assert len(data) == (START_MIB + 6) * MIB
    assert [data[sector * 512] for sector in (8192, 12288, 18432)] == [1, 2, 3]
    assert image.partitions(disk) == [(8192, 4096), (12288, 6144), (18432, 2048)]


def test_the_same_files_make_the_same_first_partition(tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        for file in ("a.txt", "b.txt") if name == "one" else ("b.txt", "a.txt"):
            (folder / file).write_text(file)
        target = tmp_path / f"{name}.fat"
        card.write_fat(Host(tmp_path), folder, target, 1_790_000_000, tmp_path / "log")
        made.append(target.read_bytes())
    assert made[0] == made[1]
    assert b"companion.toml"[:3] not in made[0][:64]
    (tmp_path / "one/companion.toml").write_text("language")
    image_file = tmp_path / "again.fat"
    card.write_fat(Host(tmp_path), tmp_path / "one", image_file, 1_790_000_000, tmp_path / "log")
    read = subprocess.run(["mtype", "-i", image_file, "::companion.toml"], capture_output=True, text=True, check=True)
    assert read.stdout == "language"


def test_a_library_without_its_symbols_is_loaded_as_before(tmp_path: Path) -> None:
    whole = Path(msgspec._core.__file__)
    library = tmp_path / whole.name
    library.write_bytes(whole.read_bytes() + bytes(100_000))
    card.cut_symbols(library)
    assert library.stat().st_size <= whole.stat().st_size
    script = """
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = ExtensionFileLoader("msgspec._core", sys.argv[1])
module = module_from_spec(spec_from_loader("msgspec._core", loader))
loader.exec_module(module)
print(module.__file__)
"""
    said = subprocess.run([sys.executable, "-c", script, library], capture_output=True, text=True, check=True).stdout
    assert said.strip() == str(library)


def test_a_root_finds_room_in_the_file_system_that_is_made_for_it(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for i in range(40):
        (root / str(i)).mkdir(parents=True)
        for j in range(60):
            (root / str(i) / str(j)).write_bytes(b"x" * (100 + 300 * j))
    (root / "large").write_bytes(b"x" * 30 * MIB)
    (tmp_path / "etc").mkdir()
    shutil.copy("/etc/mke2fs.conf", tmp_path / "etc/mke2fs.conf")
    megabytes, inodes = card.room(root)
    assert megabytes < 70
    target = tmp_path / "root.ext4"
    card.write_ext4(Host(tmp_path), root, target, "r", megabytes, "card", 1_790_000_000, tmp_path / "log", inodes)
    said = subprocess.run(["dumpe2fs", "-h", target], capture_output=True, text=True, check=True).stdout
    assert "has_journal" not in said
    subprocess.run(["e2fsck", "-fn", target], capture_output=True, check=True)


def test_a_debian_that_dpkg_has_not_finished_is_found_out(tmp_path: Path) -> None:
    status = (
        "Package: good\nStatus: install ok installed\n\nPackage: bad\nStatus: install ok triggers-pending\nVersion: 1\n"
    )
    with tarfile.open(tmp_path / "debian.tar", "w") as tar:
        member = tarfile.TarInfo("./var/lib/dpkg/status")
        member.size = len(status)
        tar.addfile(member, io.BytesIO(status.encode()))
    assert card.not_installed(tmp_path / "debian.tar") == ["bad"]


# --- what lies in systemd/image ---------------------------------------------------------------------------------------


def test_systemd_finds_nothing_to_say_about_its_units(tmp_path: Path) -> None:
    copies = []
    for unit in UNITS:
        copy = tmp_path / unit.name
        text = unit.read_text(encoding="utf-8")
        copy.write_text(
            "\n".join("ExecStart=/bin/true" if line.startswith("ExecStart=") else line for line in text.splitlines())
        )
        copies.append(copy)
    said = subprocess.run(["systemd-analyze", "verify", *copies], capture_output=True, text=True, check=False)
    assert (said.stdout + said.stderr, said.returncode) == ("", 0)


def test_its_serial_port_is_the_readers_from_the_start(tmp_path: Path) -> None:
    for name in ("config.txt", "cmdline.txt"):
        shutil.copy(IMAGE / name, tmp_path)
    script = IMAGE.parent / "enable-uart.sh"
    said = subprocess.run([script, "--check"], env={"BOOT": str(tmp_path), "PATH": "/usr/bin:/bin"}, check=False)
    assert said.returncode == 0


def test_the_card_starts_with_the_overlay_and_the_rig_says_the_same() -> None:
    words = (IMAGE / "cmdline.txt").read_text().split()
    assert set(image.APPEND.split()) <= set(words)
    assert len((IMAGE / "cmdline.txt").read_text().splitlines()) == 1


def test_every_unit_that_is_switched_on_is_there() -> None:
    own = {unit.name for unit in UNITS}
    assert {unit for unit in card.UNITS_ON if unit.startswith("companion")} <= own


def test_nothing_of_the_last_partition_is_forgotten_when_it_is_mounted() -> None:
    script = (IMAGE / "state.sh").read_text()
    mounts = [line.split()[2:4] for line in script.splitlines() if line.startswith("mount --bind")]
    bound = {place: kept for kept, place in mounts}
    assert {f"/{place}": f"/state/{name}" for place, name in card.MOVED.items()}.items() <= bound.items()


def test_nothing_that_is_kept_is_a_mount_that_a_restore_would_have_to_replace(tmp_path: Path) -> None:
    """`companion restore` puts another folder in the place of /etc/companion and of the state folder: of no mount."""
    root, state = tmp_path / "root", tmp_path / "card"
    for place in (*card.MOVED, "etc/companion", "state"):
        (root / place).mkdir(parents=True)
    (root / "etc/companion/table.toml").write_text("# mine")
    state.mkdir()
    card.take_state(root, state, tmp_path / "log")
    link = root / "etc/companion"
    assert str(link.readlink()) == "/state/settings"
    assert [(folder / "settings/table.toml").read_text() for folder in (root / "state", state)] == ["# mine"] * 2
    mounted = [line.split()[-1] for line in (IMAGE / "state.sh").read_text().splitlines() if "mount" in line]
    assert "/etc/companion" not in mounted and "/var/lib/companion/state" not in mounted


def test_nothing_is_made_anew_at_each_start_of_the_card(tmp_path: Path) -> None:
    """ConditionNeedsUpdate of systemd: /usr is younger than the file (systemd.unit(5))."""
    for folder in ("usr", "etc", "var"):
        (tmp_path / folder).mkdir()
    made = int((tmp_path / "usr").stat().st_mtime) + 1
    roots.mark_updated(tmp_path, made)
    for folder in ("etc", "var"):
        assert (tmp_path / folder / ".updated").stat().st_mtime == made
