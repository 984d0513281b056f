"""The read-only root of docs/maintenance.md: Debian's `overlayroot` is in the guest, and in its initramfs."""

from __future__ import annotations

import subprocess

from tests.process.demo_box import TAGS, WINNING
from tests.tools.pi.care import begin, taken_up
from tests.tools.pi.patience import until
from tests.tools.pi.play import phase
from tests.tools.pi.session import PATIENCE_S, Session
from tests.tools.pi.steps import step

OVERLAY = "overlayroot=tmpfs:recurse=0"
FSTAB = "LABEL=companion  /var/lib/companion  ext4  defaults,noatime  0  2"
"""As docs/maintenance.md says both."""
GAMES_MB = 200
SLOT = "slot2"


@step("overlay", "the read-only root of docs/maintenance.md: what is written is gone, the games on their own disk stay")
def overlay(session: Session) -> str:
    before = begin(session, 3)
    machine = session.machine
    games = session.image.with_name("games.img")
    games.unlink(missing_ok=True)
    subprocess.run(["truncate", "--size", f"{GAMES_MB}M", games], check=True)
    machine.plug_disk("games", games, SLOT)
    until(lambda: machine.true("test -b /dev/vdb"), "the disk for the games", PATIENCE_S)
    more = ("-drive", f"if=none,id=games,file={games},format=raw", "-device", f"virtio-blk-pci,drive=games,bus={SLOT}")
    backup = "/root/t.tar.gz"
    machine.run(f"mkfs.ext4 -q -L companion /dev/vdb; echo '{FSTAB}' >>/etc/fstab", 300)
    machine.run(f"systemctl stop companion.service; companion backup -o {backup}", 300)
    machine.run("mount /var/lib/companion && chown companion: /var/lib/companion", 60)
    machine.run(f"companion restore {backup} && systemctl start companion.service", 1200)
    until(session.answers, "the control channel", PATIENCE_S, 1.0)
    taken_up(session, before, "on a disk of its own")
    told = []
    for number in (1, 2):
        machine = session.reboot(more=more, root=f"root=/dev/vda {OVERLAY}")
        session.wait_for_kiosk()
        until(session.answers, "the control channel", PATIENCE_S, 1.0)
        kind, place = (machine.run(f"findmnt -n -o {words}") for words in ("FSTYPE /", "FSTYPE /var/lib/companion"))
        assert (kind, place) == ("overlay", "ext4"), f"/ is {kind}, the games are on {place}"
        assert not machine.true("test -e /root/written"), "the root keeps what is written"
        machine.run("touch /root/written")
        taken_up(session, before, f"start {number} behind the overlay")
        session.push("start", lambda view: phase(view) == "open", "it goes on")
        slot = WINNING[number + 2]
        session.tap(TAGS[slot], lambda view: view["pile"] < before["pile"], slot)  # noqa: B023
        if session.prompt["id"] == "matched":
            session.push("a", lambda view: phase(view) == "open", "the answer that it fits")
        before = session.view
        told.append(slot)
    said = machine.run("cd /root/companion; systemd/install.sh 2>&1", 300, check=False)
    assert "read-only behind an overlay" in said, said
    session.power_off()
    session.image.unlink()  # its /etc/fstab wants the games' disk from now on
    return f"two starts, a card in each ({', '.join(told)}): kept; the root forgot; the installer refuses"
