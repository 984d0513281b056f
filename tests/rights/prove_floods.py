"""Floods from 2,000 addresses of IPv6, each in a network of its own or all in one: a network namespace has them all."""

from __future__ import annotations

import subprocess
import sys

from companion.web.server.door import MOST_OF_ONE, QUEUE
from tests.network.desk import Served
from tests.network.test_floods import certificate, trusting
from tests.pages.desk import PagesDesk
from tests.patience import PATIENCE_S, WHOLE_S
from tests.process.machine import ROOT
from tests.rights.mounts import own_mounts
from tests.tools.bench.engine.floods import Cost, Flood, come_in
from tests.tools.bench.engine.web_limits import FILES, MEMORY_MB, TASKS

NETWORK = "fd5a:636f"
PLACES = {
    "2,000 networks": [f"{NETWORK}:{n:x}::1" for n in range(2_000)],
    "2,000 addresses of one network": [f"{NETWORK}::{n:x}" for n in range(1, 2_001)],
}
STORY = f"""
ip link set lo up && ip -6 route add local {NETWORK}::/32 dev lo && echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind &&
exec {sys.executable} -m {__name__}
"""


def test_2000_addresses_of_ipv6() -> None:
    words = [*own_mounts(), "unshare", "--net", "sh", "-c", STORY]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=WHOLE_S, check=False)
    assert done.returncode == 0 and done.stdout.endswith("well\n"), done.stdout + done.stderr
    print(done.stdout)


def story() -> None:
    for encrypted in (False, True):
        desk = PagesDesk()
        desk.open("cerbere")
        served = Served(desk, certificate(desk.folder) if encrypted else "")
        tls = trusting() if encrypted else None
        secret = desk.phone("Ana").secret
        come_in(served.port, secret, tls, PATIENCE_S)
        for places, sources in PLACES.items():
            for kind in Flood.KINDS:
                cost, flood = Cost(), Flood(served.port, kind, sources, "::1")
                for _ in range(2):
                    for _ in range(QUEUE - 8):
                        flood.step()
                    entry = come_in(served.port, secret, tls, PATIENCE_S)
                    assert entry.tries == 1, (kind, places, entry)
                    cost.look(served.process.pid)
                flood.close()
                assert kind != "idle" or cost.files > MOST_OF_ONE, "it never arrived"
                assert cost.memory_mb < MEMORY_MB and cost.files < FILES and cost.tasks < TASKS, (kind, places, cost)
                print("encrypted" if encrypted else "plain", kind, places, cost)
        assert served.close() == 0 and "Traceback" not in served.said, served.said
    print("well")


if __name__ == "__main__":
    story()
