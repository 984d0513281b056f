"""The card image of `make image`: started as it is, with nothing written into it but by its own start.

What the rig needs in the guest (its agent, longer limits) comes with a second initramfs behind the image's own, and
lies in the overlay's memory: the image is the one that is flashed.
"""

from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.process.pictures import Picture
from tests.tools.pi.card import MIB, MOVED, OUT, START_MIB, Card
from tests.tools.pi.care import lay, taken_up
from tests.tools.pi.cuts import Games, cut_often
from tests.tools.pi.initramfs import behind, cpio, order
from tests.tools.pi.patience import MachineError, until
from tests.tools.pi.play import A_MOMENT
from tests.tools.pi.roots import AGENT_RULE, AGENT_UNIT, ROOT, SLOW, Disk
from tests.tools.pi.session import BOOT_S, OFF, PATIENCE_S, TABLE, NotProven, Session, readers
from tests.tools.pi.start import colours
from tests.tools.pi.steps import step
from tests.tools.pi.twin import BOXES, SETTINGS

CARD_MB = 3000
"""The card that the image is flashed to."""
APPEND = "root=LABEL=companion-root ro rootwait companion.overlay fsck.repair=yes"
"""The image's own words for the kernel, as far as the rig says others."""
LIMITS = {
    **SLOW,
    "companion-machine.service": "[Service]\nTimeoutStartSec=900\n",
    "companion-request.service": "[Service]\nTimeoutStartSec=900\n",
    "companion-state.service": "[Service]\nTimeoutStartSec=900\n",
}
STATUS = "/run/companion-machine/status.json"


# --- a card in the rig --------------------------------------------------------------------------------------------


def rig_initrd() -> bytes:
    """What puts the rig into the overlay, as the last step of the initramfs."""
    units = "etc/systemd/system"
    content = {
        "usr/local/lib/prove-agent.py": Path(__file__).with_name("agent.py").read_bytes(),
        f"{units}/prove-agent.service": AGENT_UNIT.encode(),
        "etc/udev/rules.d/99-prove.rules": AGENT_RULE.encode(),
        **{f"{units}/{unit}.d/slow.conf": limits.encode() for unit, limits in LIMITS.items()},
    }
    script = '#!/bin/sh\n[ "$1" != prereqs ] || { echo; exit 0; }\n'
    files: dict[str, tuple[int, bytes]] = {"prove": (0o40755, b"")}
    for i, (path, body) in enumerate(content.items()):
        script += f'mkdir -p "$rootmnt/{Path(path).parent}"\ncat /prove/{i} >"$rootmnt/{path}"\n'
        files[f"prove/{i}"] = (0o100644, body)
    at = "scripts/init-bottom"
    return cpio({**files, f"{at}/rig": (0o100755, script.encode()), **order(at, "companion", "rig", "udev")})


def find_card() -> Card:
    """The image that was made last.

    :raises NotProven: if none was made.
    """
    images = sorted(OUT.glob("*/companion.img"), key=lambda path: path.stat().st_mtime)
    if not images:
        raise NotProven("there is no image: make image")
    folder = images[-1].parent
    return Card(images[-1], folder / "vmlinuz", folder / "initrd.img", folder / "companion-update.tar")


def card_disk(out: Path) -> Disk:
    """The card as the rig starts it.

    :raises NotProven: if none was made.
    """
    card = find_card()
    both = out / "run/card-initrd"
    both.parent.mkdir(parents=True, exist_ok=True)
    both.write_bytes(behind(card.initrd.read_bytes(), rig_initrd()))
    return Disk(card.image, card.kernel, both)


def card_session(session: Session) -> Session:
    """The same rig with a card in it; what runs in the other is switched off."""
    if session.card is None:
        session.power_off()
        disk = card_disk(session.out)
        session.card = Session(session._emulator, disk, session.out, session.say, session.cuts, session.steady)
        session.card.image = session.out / "run/card.img"
    elif session.on:
        session.power_off()
    return session.card


def flash(card: Session) -> None:
    """A new card."""
    card.power_off()
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", card.disk.image, card.image], check=True)
    with card.image.open("r+b") as file:
        file.truncate(CARD_MB * 1_000_000)


def power_on(card: Session, **boot: Any) -> None:
    """Plug it in, and wait for the kiosk."""
    card.power_on(fresh=False, root=APPEND, **boot)
    card.wait_for_kiosk()


def running(card: Session) -> Session:
    """The card's machine, first started if none runs."""
    if not card.on:
        if not card.image.exists():
            flash(card)
        power_on(card)
    return card


def status(card: Session) -> dict[str, Any]:
    """What the machine's own service tells."""
    return dict(json.loads(card.machine.run(f"cat {STATUS}")))


def partitions(image: Path) -> list[tuple[int, int]]:
    """First sector and sectors of each partition of a disk."""
    with image.open("rb") as file:
        table = file.read(512)
    return [struct.unpack_from("<8xII", table, 446 + 16 * i) for i in range(3)]


def edit(card: Session, text: str) -> None:
    """Write companion.toml as somebody does with the card in another computer."""
    file = card.out / "run/companion.toml"
    file.write_text(text, encoding="utf-8")
    drive = f"{card.image}@@{START_MIB * MIB}"
    environment = {**os.environ, "MTOOLS_SKIP_CHECK": "1"}
    subprocess.run(["mcopy", "-o", "-i", drive, file, "::companion.toml"], check=True, env=environment)


# --- the steps ----------------------------------------------------------------------------------------------------

ENGLISH, PARIS, NO_NETWORK = (600.0, 280.0), (120.0, 190.0), (400.0, 190.0)
"""Keys of the first start's questions on the wide screen, px."""


BELOW = (0.0, 0.08, 1.0, 1.0)
"""The screen below the strip of notices, as shares."""


def questions(card: Session) -> dict[str, Picture]:
    """The pages of the first start as they are drawn here."""
    folder = card.out / "run/questions"
    words = [sys.executable, "-m", "tests.tools.gallery", str(folder), "--lang=en", "--size=800x480", "--no-index"]
    subprocess.run([*words, "--only=machine-"], cwd=ROOT, check=True, capture_output=True, timeout=300)
    names = ("language", "timezone", "network")
    return {name: Picture(folder / f"machine-{name}-800x480-en.png") for name in names}


@step("card", "the image as it is flashed: to the kiosk, the root is never written, the state takes the whole card")
def card_starts(session: Session) -> str:
    card = card_session(session)
    flash(card)
    before = partitions(card.image)
    card.power_on(fresh=False, root=APPEND)
    machine = card.machine
    until(lambda: colours(card.look()) > 16, "the start-up picture", BOOT_S, 0.5)
    splash = machine.seconds
    machine.ready(BOOT_S)
    card.wait_for_kiosk()
    active = machine.seconds
    card.shows(lambda picture: colours(picture) > 100, "the first question", BOOT_S)
    card.still("card-1-first")
    state = lambda: machine.run("systemctl is-system-running", check=False)  # noqa: E731
    until(lambda: state() not in ("initializing", "starting"), "the end of the start", BOOT_S, 2.0)
    failed = machine.run("systemctl list-units --failed --plain --no-legend", check=False)
    assert not failed, f"failed units: {failed}"
    assert machine.run("findmnt -n -o FSTYPE /") == "overlay"
    assert not machine.true("touch /mnt/root/written"), "the root can be written"
    for place, name in MOVED.items():
        assert machine.run(f"findmnt -n -r -o SOURCE /{place}") == f"/dev/vda3[/{name}]", place
    assert machine.run("findmnt -n -r -o SOURCE --target $(readlink -f /etc/companion)") == "/dev/vda3"
    assert machine.run("findmnt -n -o FSTYPE /opt/companion") == "overlay"
    size = int(machine.run("stat -f -c '%b %S' /state | awk '{print $1 * $2}'"))
    after = partitions(card.image)
    assert before[:2] == after[:2] and before[2][0] == after[2][0], "a partition was moved"
    end = (after[2][0] + after[2][1]) * 512
    assert end > CARD_MB * 1_000_000 - 2 * MIB, "the last partition does not end with the card"
    assert size > 0.9 * after[2][1] * 512, "the file system has not grown"
    for unit in ("ssh.service", "wpa_supplicant.service"):
        assert machine.run(f"systemctl is-active {unit}", check=False) == "inactive", unit
    assert not machine.true("cut -d: -f2 /etc/shadow | grep -q '[$]'"), "somebody has a password"
    assert not machine.true("ss -Hltun | grep -v -E '127\\.|\\[::1\\]|%|:68 |:546 '"), machine.run("ss -Hltun")
    for unit in ("ldconfig", "systemd-journal-catalog-update", "systemd-sysusers"):
        ran = machine.run(f"systemctl show --property=ConditionResult --value {unit}.service")
        assert ran == "no", f"{unit} runs at every start"
    told = status(card)
    assert told["missing"] == ["language", "timezone", "network"], told
    grown = f"state {before[2][1] * 512 >> 20} -> {size >> 20} MiB"
    return f"start-up picture {splash:.0f} s, kiosk {active:.0f} s; {grown}"


def _answer(
    card: Session, place: tuple[float, float], what: str, page: Picture, shows: Callable[[Picture], object]
) -> None:
    """Touch until something else is shown than this page, then wait for what is expected.

    A touch is not made twice while its answer may be on its way: the second one would answer the next question.
    """
    gone = lambda picture: picture.changed(page, BELOW) > OFF  # noqa: E731
    for _ in range(4):
        time.sleep(A_MOMENT)
        card.touch(*place)
        with suppress(MachineError):
            card.shows(gone, "another page", PATIENCE_S / 4)
            break
    card.shows(shows, what)


@step("card-first", "the first start is answered with a finger: language, time zone, no network; then it is home")
def card_first(session: Session) -> str:
    card = running(card_session(session))
    machine = card.machine
    pages = questions(card)
    language, timezone, network = (
        lambda picture, page=page: picture.changed(page, BELOW) <= OFF for page in pages.values()
    )
    card.keep(card.shows(language, "the first question", BOOT_S), "card-first-1-language")
    _answer(card, ENGLISH, "the time zone", pages["language"], timezone)
    card.picture("card-first-2-timezone")
    _answer(card, PARIS, "the network", pages["timezone"], network)
    card.picture("card-first-3-network")

    def home(picture: Picture) -> bool:
        return colours(picture) > 100 and min(picture.changed(page) for page in pages.values()) > 0.15

    _answer(card, NO_NETWORK, "home", pages["network"], home)
    card.still("card-first-4-home")
    until(lambda: not status(card)["missing"], "the answers have arrived", PATIENCE_S)
    told = status(card)
    assert (told["language"], told["timezone"], told["network"]) == ("en", "Europe/Paris", "none"), told
    assert machine.run("readlink /etc/localtime") == "../usr/share/zoneinfo/Europe/Paris"
    machine.shut_down()
    power_on(card)
    card.shows(home, "home, without a question", BOOT_S)
    card.still("card-first-5-again")
    assert not status(card)["missing"]
    assert card.machine.run("readlink /etc/localtime") == "../usr/share/zoneinfo/Europe/Paris"
    return "asked once; the answers are there after a restart"


@step(
    "card-file",
    "companion.toml on the card: a mistake is told with its line, what is right takes effect, ssh for a key",
)
def card_file(session: Session) -> str:
    card = card_session(session)
    flash(card)
    edit(card, 'language = "en"\ntimezone = "Europe/Pariss"\n')
    power_on(card)
    fault = status(card)["fault"]
    assert (fault["line"], fault["key"]) == (2, "timezone"), fault
    card.shows(lambda picture: colours(picture) > 100, "the kiosk's picture", BOOT_S)
    card.still("card-file-1-mistake")
    card.machine.shut_down()
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1k8Vq0m1rX2jF6Z0n5Vw3uVn7o3cS0o2Yb8cS3k0aB somebody"
    edit(
        card,
        f'language = "en"\ntimezone = "Europe/Brussels"\nnetwork = "none"\nhostname = "table-7"\nkeyboard = "be"\n'
        f'ssh_key = "{key}"\n',
    )
    power_on(card)
    machine = card.machine
    told = status(card)
    assert told["fault"] is None and not told["missing"], told
    assert machine.run("hostname") == "table-7"
    assert machine.run("readlink /etc/localtime").endswith("Europe/Brussels")
    assert 'XKBLAYOUT="be"' in machine.run("cat /etc/default/keyboard")
    until(lambda: machine.true("systemctl is-active ssh.service"), "ssh", BOOT_S, 2.0)
    assert machine.run("cat /root/.ssh/authorized_keys") == key
    said = machine.run("sshd -T")
    for line in ("passwordauthentication no", "kbdinteractiveauthentication no", "permitrootlogin without-password"):
        assert line in said, line
    host = machine.run("cat /state/machine/ssh/ssh_host_ed25519_key.pub")
    card.still("card-file-2-home")
    return f"line {fault['line']} told; then name, time zone, keyboard, ssh; host key {host.split()[1][-8:]}"


def play(card: Session, cards: int) -> Any:
    """A game of Infernal Wagon with some cards on its track; its public view."""
    for own, demo in BOXES.items():
        card.machine.run(f"cd /etc/companion && install -m 644 {demo} {own}")
    card.restart(TABLE + readers("table"), SETTINGS, state=False)
    return lay(card, cards)


def with_game(card: Session) -> Any:
    """A card on which a game is open: the one that runs if it is such a one, else a new one; the public view."""
    if card.on and card.answers() and (view := card.view) is not None:
        return view
    flash(card)
    edit(card, ANSWERED)
    power_on(card)
    return play(card, 3)


ANSWERED = 'language = "en"\ntimezone = "Europe/Paris"\nnetwork = "none"\n'
"""A companion.toml with which nothing is asked."""


def newer(update: Path, target: Path) -> None:
    """The same update with a source tree that is another one."""
    with tarfile.open(update) as old, tarfile.open(target, "w") as new:
        for member in old:
            file = old.extractfile(member) if member.isfile() else None
            if member.name == "./kiosk/theme.py":
                assert file is not None
                body = file.read() + b"# newer\n"
                member.size = len(body)
                file = io.BytesIO(body)
            new.addfile(member, file)


@step("card-update", "`companion update FILE` on the card: the new version runs, with the game, also after a restart")
def card_update(session: Session) -> str:
    card = card_session(session)
    flash(card)
    edit(card, ANSWERED)
    power_on(card)
    machine = card.machine
    before = play(card, 3)
    update = card.out / "run/update.tar"
    newer(find_card().update, update)
    with update.open("ab") as file:
        file.write(bytes(-file.tell() % 512))
    machine.plug_disk("update", update, "slot1")
    until(lambda: machine.true("test -b /dev/vdb"), "the file", PATIENCE_S)
    machine.run("cat /dev/vdb >/state/companion-update.tar", 300)
    begun = time.monotonic()
    said = machine.run("COMPANION_CHECK_S=600 companion update /state/companion-update.tar; echo status $?", 3000)
    seconds = time.monotonic() - begun
    (card.out / "card-update.txt").write_text(said + "\n", encoding="utf-8")
    assert said.splitlines()[-1] == "status 0", said[-500:]
    current = lambda: card.machine.run("readlink /opt/companion/current")  # noqa: E731
    assert current() == "releases/2", current()
    until(card.answers, "the control channel", PATIENCE_S, 1.0)
    taken_up(card, before, "after the update")
    machine.shut_down()
    power_on(card)
    card.restart()
    assert current() == "releases/2", f"after a restart {current()} runs"
    taken_up(card, before, "after a restart")
    return f"made in {seconds:.0f} s without a network; there after a restart, with the game"


@step("card-new", "a new card with the backup of an old one: the game, the box and the settings are there")
def card_new(session: Session) -> str:
    card = card_session(session)
    before = with_game(card)
    card.machine.run("companion backup -o /state/table.tar.gz", 300)
    kept = card.machine.read("/state/table.tar.gz")
    flash(card)
    edit(card, ANSWERED)
    power_on(card)
    machine = card.machine
    machine.write("/state/table.tar.gz", kept)
    machine.run("systemctl stop companion.service; companion restore /state/table.tar.gz", 300)
    table = machine.read("/etc/companion/table.toml").decode()
    assert table == TABLE + readers("table"), "the settings are those of the new card"
    card.restart()
    taken_up(card, before, "on the new card")
    card.shows(lambda picture: colours(picture) > 100, "the kiosk's picture", BOOT_S)  # active before its first frame
    card.still("card-new-back")
    machine.shut_down()
    power_on(card)
    card.restart()
    taken_up(card, before, "after a restart")
    return f"{len(kept)} bytes; the game is back with its {len(before['track'])} cards"


CARD_CUTS = 10


@step("card-cuts", "ten power cuts while cards are tapped: the card starts again, nothing acknowledged is lost")
def card_cuts(session: Session) -> str:
    card = card_session(session)

    def start(first: bool) -> None:
        if first:
            flash(card)
            edit(card, ANSWERED)
        card.power_on(fresh=False, root=APPEND, volatile=True)
        card.wait_for_kiosk()
        if first:
            play(card, 0)
        else:
            card.restart()

    start_of_state = 512 * partitions(card.disk.image)[2][0]
    return cut_often(card, CARD_CUTS, Games(start_of_state, "/companion/state"), start)
