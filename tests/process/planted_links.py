"""The commands that root runs, on an installed companion in whose folders the kiosk's user has planted links.

Run as root in a mount namespace of its own (`unshare --mount`): it lays the installed folders over this machine's.

    unshare --mount python -m tests.process.planted_links (all | one)

Prints one line of JSON: how many combinations of command and link there were, and what was wrong. `one`: each command
with all links at once, and each link with one command, leading to one of the targets.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.__main__ import main
from companion.games.registry import GAMES
from companion.options import PACKAGED_CONFIG, SYSTEM_CONFIG

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("companion", "drivers", "kiosk")
USER = "companion"
UID = 61_234
PLACE = Path("/srv/proof")
"""A file system in memory; what follows is on it."""
SECRETS = PLACE / "secrets"
SECRET = "root:$6$nobody-may-see-this"
OUT = PLACE / "out"
"""Where root writes to."""
GAME, BACKUP = PLACE / "game.jsonl", PLACE / "good.tar.gz"
STICK = PLACE / "stick"
HOME = Path("/var/lib/companion")
STATE = HOME / "state"
PYTHON = "/opt/venv/bin/python"
PROGRAM = Path("/opt/companion/current/bin/companion")

COMMANDS: dict[str, tuple[str, ...]] = {
    "backup": ("backup", "-o", f"{OUT}/b.tar.gz"),
    "backup into a folder": ("backup", "-o", f"{OUT}"),
    "backup beside the games": ("backup", "-o", f"{HOME}/update-backup.tar.gz"),
    "restore": ("restore", str(BACKUP)),
    "restore what lies there": ("restore", f"{HOME}/update-backup.tar.gz"),
    "export": ("export", "-o", f"{OUT}/g.jsonl"),
    "export with secrets": ("export", "--reveal", "-o", f"{OUT}/g.jsonl"),
    "export beside the games": ("export", "-o", f"{STATE}/g.jsonl"),
    "import": ("import", str(GAME)),
    "import what lies there": ("import", f"{STATE}/g.jsonl"),
    "support": ("support", "-o", f"{OUT}/s.zip"),
    "support by itself": ("support",),
    "box check": ("box", "check", f"{STATE}/deck.toml"),
    "box export": ("box", "export", "--stick", str(STICK)),
    "box import": ("box", "import", "cerbere", "--file", f"{PACKAGED_CONFIG}/cerbere/demo.toml", "--replace"),
    "box merge": ("box", "merge", f"{STATE}/deck.toml", f"{STATE}/deck.toml", "-o", f"{STATE}/both.toml"),
    "box stickers": ("box", "stickers", "infernal_wagon", "-o", f"{OUT}/l.pdf"),
    "quickstart": ("quickstart", "cerbere", "-o", f"{STATE}/q.pdf"),
    "wiring": ("wiring", "--svg", f"{STATE}/w.svg"),
    "replay": ("replay",),
    "doctor": ("doctor", "--quick"),
}
NAMES = (
    *("journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock", "journal.db.mark", "journal.db.copy"),
    *("journal.db.copy-1", "journal.db.copy-2", "journal.db.damaged-1", "settings.json", "companion.log", "deck.toml"),
    *("enrolment_hellrail.json", "enrolment_cerbere.json", "enrolment_cerbere.json.bak", "g.jsonl", "both.toml"),
    *("q.pdf", "w.svg", ".", "../update-backup.tar.gz", "../.state.companion-scratch.left", "../state.before-restore"),
    "stick/infernal-companion",
)
"""Of a link, below the state folder (or on the user's stick)."""
TARGETS = ("file", "folder", "new")
"""What it leads to, in a folder of root's: a file, a folder, nothing."""


def own_mounts() -> bool:
    """Whether the mounts of this process are its own, not those of who started it."""
    try:
        return Path("/proc/self/ns/mnt").readlink() != Path(f"/proc/{os.getppid()}/ns/mnt").readlink()
    except PermissionError:  # as root of a user namespace, which has its own
        return True


def lay_out() -> None:
    """The installed folders: an own /etc with the user, /opt, /var/lib and a place for the proof, all in memory."""
    place, etc = PLACE, PLACE / "etc"
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/srv"], check=True)
    place.mkdir()
    shutil.copytree("/etc", etc, symlinks=True, ignore=lambda folder, names: {n for n in names if _odd(folder, n)})
    with (etc / "passwd").open("a", encoding="utf-8") as file:
        file.write(f"{USER}:x:{UID}:{UID}::{HOME}:/usr/sbin/nologin\n")
    with (etc / "group").open("a", encoding="utf-8") as file:
        file.write(f"{USER}:x:{UID}:\n")
    shutil.copytree(PACKAGED_CONFIG, etc / "companion", dirs_exist_ok=True)
    subprocess.run(["mount", "--bind", str(etc), "/etc"], check=True)
    for folder in ("/opt", "/var/lib"):
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True)
    for name, bound in (("source", ROOT), ("venv", Path(sys.prefix))):
        target = Path("/opt") / name
        target.mkdir()
        subprocess.run(["mount", "--bind", str(bound), str(target)], check=True)
    _let_everybody_reach(Path(sys.base_prefix).resolve())
    PROGRAM.parent.mkdir(parents=True)
    PROGRAM.write_text(
        "#!/bin/sh\nexport PYTHONPATH=/opt/source PYTHONDONTWRITEBYTECODE=1\n"
        'exec /opt/venv/bin/python -m companion "$@"\n'
    )
    PROGRAM.chmod(0o755)
    os.environ.update(STATE_DIRECTORY=str(STATE), PYTHONPATH="/opt/source")
    os.environ.pop("PYTHONPYCACHEPREFIX", None)  # otherwise the libraries would be compiled anew by each process
    os.chdir("/opt/source")
    subprocess.run([PYTHON, "-m", "compileall", "-q", *ROOMS], check=True)  # as an installed companion is
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def _let_everybody_reach(python: Path) -> None:
    """Python itself may be installed in a folder of root's own."""
    top = next((folder for folder in reversed(python.parents) if not folder.stat().st_mode & 0o001), None)
    if top is None:
        return
    kept = Path("/opt/python")
    kept.mkdir()
    subprocess.run(["mount", "--bind", str(python), str(kept)], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", str(top)], check=True)
    python.mkdir(parents=True)
    subprocess.run(["mount", "--bind", str(kept), str(python)], check=True)


def _odd(folder: str, name: str) -> bool:
    path = Path(folder, name)
    return not (path.is_symlink() or path.is_dir() or path.is_file())


def furnish() -> None:
    """Secrets of root's, the user's folder with a few games, a stick of the user's, an exported game and a backup."""
    for folder in (HOME, SECRETS, OUT, STICK):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o755, parents=True)
    (SECRETS / "folder").mkdir()
    for file in (SECRETS / "file", SECRETS / "folder/file"):
        file.write_text(f"{SECRET}\n")
        file.chmod(0o600)
    shutil.copy(PACKAGED_CONFIG / "cerbere/demo.toml", SYSTEM_CONFIG / "cerbere/box.toml")
    OUT.chmod(0o700)
    for folder in (HOME, STICK):
        os.chown(folder, UID, UID)
    if not BACKUP.exists():
        lines = (ROOT / "systemd/smoke.jsonl").read_text(encoding="utf-8")
        _well(["headless", "--clock", "manual", "--data", str(STATE)], lines)
        _well(["export", "-o", str(GAME)])
        _well(["backup", "-o", str(BACKUP)])
        shutil.copytree(STATE, PLACE / "state")
    shutil.rmtree(STATE, ignore_errors=True)
    shutil.copytree(PLACE / "state", STATE)
    for path in (STATE, *STATE.rglob("*")):
        os.chown(path, UID, UID)
        path.chmod(0o700 if path.is_dir() else 0o600)


def _well(words: list[str], text: str = "") -> None:
    done = subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stderr)


def plant(name: str, target: str) -> None:
    """A link of the user's in the place of whatever is there."""
    link = STICK.parent / name if name.startswith("stick/") else Path(os.path.normpath(STATE / name))
    if link.is_dir() and not link.is_symlink():
        shutil.rmtree(link)
    link.unlink(missing_ok=True)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(SECRETS / target)
    os.lchown(link, UID, UID)


def of_root() -> dict[str, tuple[object, ...]]:
    """Root's files that no command has business with: kind, owner, rights, time and content."""
    found: dict[str, tuple[object, ...]] = {}
    for path in (*sorted(SECRETS.rglob("*")), SECRETS, *sorted(Path("/etc").glob("[p-s]*"))):
        now = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        when = now.st_mtime_ns if path.is_file() else 0
        found[str(path)] = (now.st_mode, now.st_uid, now.st_gid, when, content)
    return found


def run_apart(words: tuple[str, ...]) -> tuple[int, str]:
    """Run a command as the command line does, in a process of its own; its status, and all that it said."""
    said = PLACE / "said"
    child = os.fork()
    if child == 0:
        status = 99
        with said.open("w", encoding="utf-8") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
            here = os.getpid()
            try:
                status = main(list(words))
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else 98
            except BaseException as error:  # noqa: BLE001
                print(f"Traceback: {error!r}", flush=True)
            if os.getpid() != here:
                sys.stdout.flush()
        sys.stdout.flush()
        os._exit(status)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), said.read_text(encoding="utf-8", errors="replace")


def leaked() -> list[str]:
    """Files outside of root's secrets that hold one."""
    places = [OUT, HOME, STICK, PLACE / "said"]
    files = [path for place in places for path in (place.rglob("*") if place.is_dir() else [place])]
    return [
        str(path)
        for path in files
        if path.is_file() and not path.resolve().is_relative_to(SECRETS) and SECRET.encode() in path.read_bytes()
    ]


def combinations(one: bool) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A command and the links that are planted before it."""
    if one:
        for command in COMMANDS:
            yield command, [(name, "file") for name in NAMES if name != "."]
        for number, name in enumerate(NAMES):
            yield list(COMMANDS)[number % len(COMMANDS)], [(name, TARGETS[number % len(TARGETS)])]
        return
    for command in COMMANDS:
        for name in NAMES:
            for target in TARGETS:
                yield command, [(name, target)]


def run(one: bool) -> dict[str, object]:
    """All of it."""
    wrong: list[str] = []
    count = 0
    for command, links in combinations(one):
        furnish()
        before = of_root()
        for name, target in links:
            plant(name, target)
        status, said = run_apart(COMMANDS[command])
        after = of_root()
        count += 1
        what = f"{command} with {links}"
        changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
        if changed:
            wrong.append(f"{what}: changed {sorted(changed)}")
        if places := leaked():
            wrong.append(f"{what}: a secret is in {places}")
        if "Traceback" in said or status > 3:
            wrong.append(f"{what}: status {status}: {said.strip()[-300:]}")
    return {"combinations": count, "wrong": wrong}


def without_links() -> list[str]:
    """What each command does where nobody has planted anything: it works, and its files belong to the right one."""
    wrong = []
    for command, words in COMMANDS.items():
        furnish()
        status, said = run_apart(words)
        good = (0, 1, 2) if command.startswith(("doctor", "wiring")) else (0,)
        lacking = "what lies there" in command or words[:2] in (("box", "check"), ("box", "merge"))
        if not lacking and status not in good:
            wrong.append(f"{command}: status {status}: {said.strip()[-300:]}")
        owners = {path: path.lstat().st_uid for path in (*HOME.rglob("*"), *STICK.rglob("*"), *OUT.rglob("*"))}
        wrong += [
            f"{command}: {path} belongs to {owner}"
            for path, owner in owners.items()
            if owner != (0 if path.is_relative_to(OUT) else UID)
        ]
        if not lacking and "-o" in words and not list(OUT.iterdir()) and str(OUT) in " ".join(words):
            wrong.append(f"{command}: wrote nothing")
    return wrong


def scripts() -> list[str]:
    """The installed command and the functions of the installer, as root calls them."""
    wrong = []
    calls = {
        "command.sh": ["sh", "/opt/source/systemd/command.sh", "backup", "-o", str(OUT / "x.tar.gz")],
        "keep_state": ["bash", "-c", ". /opt/source/systemd/release.sh; keep_state 1"],
        "bring_state_back": ["bash", "-c", ". /opt/source/systemd/release.sh; bring_state_back 1"],
    }
    release = Path("/opt/companion/releases/1/bin")
    release.mkdir(parents=True, exist_ok=True)
    shutil.copy(PROGRAM, release / "companion")
    many = [(name, "file") for name in NAMES if name not in (".", "journal.db")]
    for call, words in calls.items():
        for links in ([], many, [("journal.db", "new")]):
            furnish()
            if call == "bring_state_back":
                shutil.copy(BACKUP, HOME / "update-backup.tar.gz")
            before = of_root()
            for name, target in links:
                plant(name, target)
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if of_root() != before:
                wrong.append(f"{call} with {links}: changed root's files")
            if not links and done.returncode != 0:
                wrong.append(f"{call}: status {done.returncode}: {done.stderr[-300:]}")
            if "Traceback" in done.stderr:
                wrong.append(f"{call} with {links}: {done.stderr[-300:]}")
    return wrong


CARD = """
timezone = "Europe/Paris"
hostname = "table-7"
ssh_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1k8Vq0m1rX2jF6Z0n5Vw3uVn7o3cS0o2Yb8cS3k0aB x"
[wifi]
name = "x"
password = "12345678"
"""
MACHINES = ("etc", "etc/wpa_supplicant", "etc/companion", "root", "root/.ssh", "state/machine", "run/companion-machine")
"""Folders of a card image's in whose place the user may have put a link of his own."""


def machine() -> list[str]:
    """What the units of the card image run, where the user leads root to a folder of root's."""
    wrong = []
    for name in MACHINES:
        furnish()
        card = PLACE / "card"
        shutil.rmtree(card, ignore_errors=True)
        for folder in ("boot/firmware", "run/companion", "sys/class/net/wlan0/phy80211", *MACHINES):
            (card / folder).mkdir(parents=True, exist_ok=True)
        (card / "usr").symlink_to("/usr")
        (card / "boot/firmware/companion.toml").write_text(CARD)
        (card / "boot/firmware/table.toml").write_text("# soldered")
        request = {"number": 1, "choice": {"network": "wifi", "wifi": {"name": "y", "password": "12345678"}}}
        (card / "run/companion/machine-request.json").write_text(json.dumps(request))
        shutil.rmtree(card / name)
        (card / name).symlink_to(SECRETS / "folder")
        os.lchown(card / name, UID, UID)
        before = of_root()
        for how in ("--start", "--request"):
            status, said = run_apart(("machine", how, "--root", str(card)))
            if "Traceback" in said and "Permission" not in said:
                wrong.append(f"machine {how} with {name}: status {status}: {said.strip()[-300:]}")
        if of_root() != before:
            wrong.append(f"machine with {name}: changed root's files")
    return wrong


def import_first() -> None:
    """What the commands import is imported once, before they are forked."""
    for module in (
        *(
            "companion.tools.backup.command",
            "companion.tools.doctor.command",
            "companion.tools.doctor.support",
            "companion.runtime",
        ),
        *("companion.tools.enrol.command", "companion.tools.printing.command", "companion.replay", "fpdf"),
        *("kiosk.doctor", "kiosk.table.game_uis", "drivers.doctor"),
        *(f"companion.games.{name}.game" for name in GAMES),
    ):
        importlib.import_module(module)


if __name__ == "__main__":
    laid_out, *how = sys.argv[1:]
    if not own_mounts():
        sys.exit("This mounts over /etc, /opt, /srv and /var/lib: start it with `unshare --mount`.")
    if laid_out != "laid-out":
        lay_out()
        os.execv(PYTHON, [PYTHON, "-m", "tests.process.planted_links", "laid-out", laid_out])
    import_first()
    result = run("one" in how)
    print(json.dumps({**result, "plain": without_links(), "scripts": [*scripts(), *machine()]}))
