"""The logic of the installation's scripts with fake roots and fake programs. The real thing: make prove-install."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
SYSTEMD = ROOT / "systemd"
SCRIPTS = [
    "install.sh", "uninstall.sh", "install-hub.sh", "uninstall-hub.sh", "build-release.sh", "check-release.sh",
    "enable-uart.sh",
    "../.ci/wheel", "../.ci/wheel-test", "../.ci/prove-install", "../.ci/prove-install-inside", "../.ci/prove-hub",
    "../.ci/prove-hub-inside",
    "../.ci/image",
    "../.ci/packages", "../.ci/venv", "../.ci/prove-fresh", "../.ci/prove-busy", "../.ci/on-pi",
    "../.ci/prove-tray", "../.ci/debian-root",
]  # fmt: skip
PARTS = ["places.sh", "release.sh", "command.sh", "hub-command.sh", "desktop.sh"]
ANSWER = '{"ok":true,"events":[]}'


def bash(script: str, root: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run lines with the functions of release.sh, in a root of our own and without systemd."""
    head = f'set -euo pipefail\n. "{SYSTEMD}/release.sh"\n'
    return subprocess.run(
        ["bash", "-c", head + script],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "COMPANION_ROOT": str(root), **env},
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_run_and_are_good_bash(name: str) -> None:
    script = (SYSTEMD / name).resolve()
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text(encoding="utf-8").replace("-Eeuo", "-euo")
    subprocess.run(["bash", "-n", script], check=True)


@pytest.mark.parametrize("name", PARTS)
def test_the_parts_of_scripts_are_good_shell(name: str) -> None:
    subprocess.run(["bash" if name in ("places.sh", "release.sh") else "sh", "-n", SYSTEMD / name], check=True)


def test_shellcheck_finds_nothing() -> None:
    files = [SYSTEMD / name for name in (*SCRIPTS, *PARTS)]
    said = subprocess.run(
        ["shellcheck", "--external-sources", "--severity=warning", *files], cwd=ROOT, capture_output=True, text=True
    )
    assert said.stdout == ""


# --- releases side by side -----------------------------------------------------------------------------------


def release(root: Path, number: int, tree: str = "aaaa") -> Path:
    """A release with the scripts of this tree and a program that notes what it was asked."""
    folder = root / "opt/companion/releases" / str(number)
    (folder / "bin").mkdir(parents=True)
    shutil.copytree(SYSTEMD, folder / "systemd")
    (folder / "config").mkdir()
    (folder / "config/table.toml").write_text(f"# of version {number}\n")
    (folder / "config/same.toml").write_text("# for ever\n")
    (folder / "systemd/units/companion.service").write_text(f"# of version {number}\n")
    program = folder / "bin/companion"
    program.write_text(
        f'#!/bin/sh\necho "{number} $*" >>"$COMPANION_ROOT/asked"\ntest ! -e "$COMPANION_ROOT/fails-$1"\n'
    )
    program.chmod(0o755)
    for page in ("man1", "fr/man1"):
        (folder / "share/man" / page).mkdir(parents=True)
        (folder / "share/man" / page / "companion.1").write_text(f".TH version {number}\n")
    (folder / "TREE").write_text(tree + "\n")
    return folder


def asked(root: Path) -> list[str]:
    return (root / "asked").read_text().splitlines() if (root / "asked").exists() else []


def journal(root: Path) -> None:
    state = root / "var/lib/companion/state"
    state.mkdir(parents=True)
    (state / "journal.db").write_text("games")


NO_SYSTEMD = 'service_stop() { :; }; service_off() { :; }; service_start() { echo start >>"$COMPANION_ROOT/asked"; }\n'
BREAKS = (
    "service_stop() { :; }; service_off() { :; }\n"
    "service_start() { grep -q 'version 1' $units/companion.service; }  # only the old one starts\n"
)


def test_the_first_release_takes_its_place(tmp_path: Path) -> None:
    release(tmp_path, 1)
    done = bash(NO_SYSTEMD + "switch_to 1 kiosk; running", tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr
    for path in (
        "etc/systemd/system/companion.service",
        "etc/systemd/system/companion.target",
        "etc/udev/rules.d/99-companion.rules",
        "etc/udev/rules.d/98-companion-splash.rules",
        "etc/polkit-1/rules.d/50-companion.rules",
        "etc/modprobe.d/companion-nfc.conf",
        "opt/companion/boot/splash.pic",
        "usr/local/bin/companion",
        "usr/local/share/man/man1/companion.1",
        "usr/local/share/man/fr/man1/companion.1",
    ):
        assert (tmp_path / path).is_file(), path
    assert asked(tmp_path) == ["start"]


def test_a_version_without_pages_of_man_takes_them_away(tmp_path: Path) -> None:
    release(tmp_path, 1)
    shutil.rmtree(release(tmp_path, 2) / "share")
    done = bash(NO_SYSTEMD + "put_in_place 1 kiosk; put_in_place 2 kiosk", tmp_path)
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "usr/local/share/man").rglob("companion.1")) == []


def test_an_update_keeps_the_games_first(tmp_path: Path) -> None:
    release(tmp_path, 1)
    release(tmp_path, 2)
    journal(tmp_path)
    done = bash(NO_SYSTEMD + "link_release 1; switch_to 2 kiosk; running", tmp_path)
    assert done.stdout == "2\n", done.stderr
    state = tmp_path / "var/lib/companion"
    assert asked(tmp_path) == [f"1 backup --state-only --data {state}/state -o {state}/update-backup.tar.gz", "start"]
    assert "version 2" in (tmp_path / "etc/systemd/system/companion.service").read_text()


def test_an_update_that_does_not_start_gives_way_to_the_old_version(tmp_path: Path) -> None:
    release(tmp_path, 1)
    release(tmp_path, 2)
    journal(tmp_path)
    done = bash(BREAKS + "link_release 1; switch_to 2 kiosk || { running; exit 1; }", tmp_path)
    assert done.returncode == 1
    assert done.stdout == "1\n"
    assert "going back to version 1" in done.stderr
    assert "version 1" in (tmp_path / "etc/systemd/system/companion.service").read_text()
    assert "restore" not in " ".join(asked(tmp_path)), "the old version can read the games: they stay as they are"


def test_games_that_the_new_version_changed_are_brought_back(tmp_path: Path) -> None:
    release(tmp_path, 1)
    release(tmp_path, 2)
    journal(tmp_path)
    state = tmp_path / "var/lib/companion"
    (state / "update-backup.tar.gz").write_text("a backup")
    (tmp_path / "fails-replay").touch()
    done = bash(BREAKS + "link_release 1; switch_to 2 kiosk || true", tmp_path)
    assert "brought back" in done.stderr
    assert asked(tmp_path)[-1] == f"1 restore --state-only --data {state}/state {state}/update-backup.tar.gz"


def test_the_owners_key_outlives_a_copy_that_an_older_version_made_without_it(tmp_path: Path) -> None:
    program = release(tmp_path, 1) / "bin/companion"
    release(tmp_path, 2)
    journal(tmp_path)
    state = tmp_path / "var/lib/companion"
    (state / "update-backup.tar.gz").write_text("a backup")
    for name, text in (("link.key", "a key"), ("link.json", "newer")):
        (state / "state" / name).write_text(text)
        (state / "state" / name).chmod(0o600)
    program.write_text(
        f"#!/bin/sh\ntest $1 != replay || exit 1\ntest $1 = restore || exit 0\n"
        f"mv {state}/state {state}/state.before-restore\nmkdir {state}/state\necho older >{state}/state/link.json\n"
    )
    done = bash(BREAKS + "link_release 1; switch_to 2 kiosk || true", tmp_path)
    assert "brought back" in done.stderr
    assert (state / "state/link.key").read_text() == "a key"
    assert (state / "state/link.key").stat().st_mode & 0o777 == 0o600
    assert (state / "state/link.json").read_text() == "older\n", "what the copy has counts"
    assert sorted(path.name for path in state.iterdir()) == ["state", "state.before-restore", "update-backup.tar.gz"]


def test_without_a_copy_of_the_games_nothing_is_changed(tmp_path: Path) -> None:
    release(tmp_path, 1)
    release(tmp_path, 2)
    journal(tmp_path)
    (tmp_path / "fails-backup").touch()
    done = bash(NO_SYSTEMD + "link_release 1; switch_to 2 kiosk || { running; exit 1; }", tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 1)
    assert "nothing was changed" in done.stderr
    assert asked(tmp_path)[-1] == "start", "the old one runs on"


def test_old_releases_go_and_unfinished_ones_too(tmp_path: Path) -> None:
    for number in (1, 2, 9, 10, 11):
        release(tmp_path, number)
    (tmp_path / "opt/companion/releases/11/TREE").unlink()
    done = bash("link_release 1; drop_unfinished; prune; numbers | tr '\\n' ' '; next_number", tmp_path)
    assert done.stdout == "1 9 10 11\n", "1 runs; 11 was never finished, and its number is free again"


def test_the_desktop_has_an_autostart_and_no_kiosk(tmp_path: Path) -> None:
    release(tmp_path, 1)
    done = bash(NO_SYSTEMD + "switch_to 1 kiosk; switch_to 1 desktop", tmp_path)
    assert done.returncode == 0, done.stderr
    assert not list((tmp_path / "etc/systemd/system").iterdir())
    assert (tmp_path / "etc/xdg/autostart/companion-desktop.desktop").is_file()
    assert (tmp_path / "etc/systemd/user/companion-desktop.service").is_file()
    assert (tmp_path / "usr/local/bin/companion").is_symlink()
    done = bash(NO_SYSTEMD + "switch_to 1 kiosk", tmp_path)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "etc/xdg/autostart/companion-desktop.desktop").exists()
    assert not (tmp_path / "usr/local/bin/companion").is_symlink()
    assert "1" in (tmp_path / "opt/companion/releases/1/bin/companion").read_text(), "the link was not written through"


def test_settings_that_the_owner_changed_stay(tmp_path: Path) -> None:
    release(tmp_path, 1)
    release(tmp_path, 2)
    own = tmp_path / "etc/companion/table.toml"
    own.parent.mkdir(parents=True)
    own.write_text("# mine\n")
    done = bash(NO_SYSTEMD + "switch_to 1 kiosk; switch_to 2 kiosk", tmp_path)
    assert done.returncode == 0, done.stderr
    assert own.read_text() == "# mine\n"
    assert (own.parent / "same.toml").read_text() == "# for ever\n"
    new = tmp_path / "opt/companion/releases/2/config"
    assert done.stdout.splitlines() == [f"companion: your {own} is kept; the new one is in {new}"]


def test_settings_that_nobody_changed_are_the_versions_own(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        release(tmp_path, number)
    own = tmp_path / "etc/companion/table.toml"
    assert bash(NO_SYSTEMD + "switch_to 1 kiosk; switch_to 2 kiosk", tmp_path).stdout == ""
    assert own.read_text() == "# of version 2\n"
    broken = BREAKS.replace("version 1", "version 2")
    assert bash(broken + "switch_to 3 kiosk || running", tmp_path).stdout == "2\n"
    assert own.read_text() == "# of version 2\n", "they go back with it"


# --- whether a release can be trusted ------------------------------------------------------------------------


def program(folder: Path, name: str, body: str = "") -> Path:
    """A companion that does what it is asked for, but for `body`."""
    path = folder / name
    lines = len((SYSTEMD / "smoke.jsonl").read_text().splitlines())
    path.write_text(
        f"#!/bin/bash\n{body}\ncase $1 in\n"
        f"  headless) for i in $(seq {lines}); do echo '{ANSWER}'; done ;;\n"
        '  doctor) [[ $2 == --help ]] || { echo "{\\"status\\": ${DOCTOR-0}}"; exit ${DOCTOR-0}; } ;;\n'
        "esac\n"
    )
    path.chmod(0o755)
    return path


def check(*arguments: Path | str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SYSTEMD / "check-release.sh", *arguments], capture_output=True, text=True, check=False)


def test_a_good_program_passes(tmp_path: Path) -> None:
    done = check(program(tmp_path, "new"))
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("exit 3", "it does not start"),
        ("[[ $1 != headless ]] || { echo boom >&2; exit 1; }", "its table ends (boom)"),
        ('[[ $1 != headless ]] || { echo \'{"ok":false,"error":{}}\'; exit 0; }', "a game goes wrong"),
        ("[[ $1 != headless ]] || { echo '" + ANSWER + "'; exit 0; }", "1 answers to"),
        ("[[ $1 != doctor || $2 == --help ]] || exit 77", "its doctor fails"),
        ("[[ $1 != doctor || $2 == --help ]] || { echo Traceback; exit 1; }", "its doctor fails"),
        ("[[ $1 != doctor || $2 == --help ]] || { echo '{\"status\": 0}'; exit 1; }", "its doctor fails"),
        ("[[ $1 != replay ]] || { echo newer; exit 3; }", "it cannot read the journal (newer)"),
    ],
)
def test_a_bad_program_does_not(tmp_path: Path, body: str, why: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "journal.db").touch()
    done = check(program(tmp_path, "new", body), tmp_path, data)
    assert done.returncode == 1
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_one_that_hangs_is_named_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CHECK_S", "1")
    done = check(program(tmp_path, "new", "exec sleep infinity"))
    assert (done.returncode, done.stderr.count("it does not start (it has not ended after 1 s)")) == (1, 1)


@pytest.mark.parametrize(
    ("new", "old", "status"),
    [(0, 0, 0), (1, 0, 0), (2, 2, 0), (2, 0, 1), (2, 1, 1), (2, None, 0), (2, "none", 0)],
)
def test_the_doctor_is_asked_whether_it_got_worse(tmp_path: Path, new: int, old: int | str | None, status: int) -> None:
    """2: no game can be played. Where the old version finds the same, or there is none, the update has no fault."""
    body = "[[ $1 != doctor ]] || exit 2" if old == "none" else f"DOCTOR={old}"
    before = [program(tmp_path, "old", body)] if old is not None else [""]
    done = check(program(tmp_path, "new", f"DOCTOR={new}"), tmp_path, tmp_path, *before)
    assert done.returncode == status, done.stderr


def test_the_games_that_it_plays_are_all_of_ours() -> None:
    lines = [json.loads(line) for line in (SYSTEMD / "smoke.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["open"]["game"] for line in lines if "open" in line} == set(GAMES)


# --- the serial port -----------------------------------------------------------------------------------------

CONFIG = (
    "# Some settings\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n\n[pi4]\nenable_uart=1\n\n[all]\ndtoverlay=vc4-kms-v3d\n"
)
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 fsck.repair=yes rootwait quiet\n"


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    (tmp_path / "config.txt").write_text(CONFIG)
    (tmp_path / "cmdline.txt").write_text(CMDLINE)
    return tmp_path


def uart(boot: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "BOOT": str(boot)}
    return subprocess.run(
        [SYSTEMD / "enable-uart.sh", *arguments], capture_output=True, text=True, check=False, env=env
    )


def texts(boot: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in boot.iterdir()}


def test_the_uart_is_switched_on_once(boot: Path) -> None:
    assert uart(boot, "--check").returncode == 1
    assert texts(boot) == {"config.txt": CONFIG, "cmdline.txt": CMDLINE}
    assert uart(boot).returncode == 0
    done = texts(boot)
    assert done["config.txt"].startswith(CONFIG)
    assert done["config.txt"].endswith("[pi5]\ndtparam=uart0=on\n[all]\nenable_uart=1\n")
    assert done["cmdline.txt"] == CMDLINE.removeprefix("console=serial0,115200 ")
    assert (done["config.txt.before-companion"], done["cmdline.txt.before-companion"]) == (CONFIG, CMDLINE)
    assert uart(boot, "--check").returncode == 0
    assert uart(boot).returncode == 0
    assert texts(boot) == done
    assert uart(boot, "--undo").returncode == 0
    assert texts(boot) == {"config.txt": CONFIG, "cmdline.txt": CMDLINE}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("console=tty1 console=ttyAMA0,115200 quiet\n", "console=tty1 quiet\n"),
        ("quiet console=ttyS0\n", "quiet\n"),
        ("console=serial0,115200 console=ttyAMA0 console=tty1\n", "console=tty1\n"),
        ("console=serial0 console=ttyS0,9600n8 console=ttyAMA10,115200 root=/dev/sda2", "root=/dev/sda2\n"),
    ],
)
def test_every_console_on_a_serial_port_goes(boot: Path, before: str, after: str) -> None:
    (boot / "cmdline.txt").write_text(before)
    assert uart(boot).returncode == 0
    assert texts(boot)["cmdline.txt"].strip() == after.strip()
    assert uart(boot, "--check").returncode == 0


def test_a_uart_that_is_switched_off_again_later_counts_as_off(boot: Path) -> None:
    (boot / "config.txt").write_text("enable_uart=1\ndtparam=uart0=on\n[all]\nenable_uart=0\n")
    assert uart(boot, "--check").returncode == 1
    assert uart(boot).returncode == 0
    assert uart(boot, "--check").returncode == 0


def test_without_the_files_of_a_pi_it_says_so(tmp_path: Path) -> None:
    done = uart(tmp_path)
    assert done.returncode == 2
    assert "is this a Raspberry Pi?" in done.stderr


# --- packages that are there already -----------------------------------------------------------------------------


def test_copied_packages_belong_to_the_new_environment(tmp_path: Path) -> None:
    old, new = tmp_path / "1", tmp_path / "2"
    subprocess.run(["python3", "-m", "venv", "--without-pip", old], check=True)
    (site,) = old.glob("lib/python3*/site-packages")
    (site / "a_package.py").write_text("import sys\nprint(__file__, sys.prefix, sep=chr(10))\n")
    done = bash(f'copy_packages "{old}" "{new}"', tmp_path)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(old)
    said = subprocess.run([new / "bin/python", "-c", "import a_package"], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == [str(new / site.relative_to(old) / "a_package.py"), str(new)]


def test_only_the_named_packages_are_compiled_again(tmp_path: Path) -> None:
    release = tmp_path / "1"
    subprocess.run(["python3", "-m", "venv", "--without-pip", release], check=True)
    (site,) = release.glob("lib/python3*/site-packages")
    for name in ("companion", "kivy"):
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("x = 1\n")
    compiled = lambda: {path.parent.parent.name: path.stat().st_mtime_ns for path in site.rglob("*.pyc")}  # noqa: E731
    assert bash(f'compile_packages "{release}"', tmp_path).returncode == 0
    first = compiled()
    assert first.keys() == {"companion", "kivy"}
    assert bash(f'compile_packages "{release}" companion', tmp_path).returncode == 0
    again = compiled()
    assert again["kivy"] == first["kivy"]
    assert again["companion"] > first["companion"]
