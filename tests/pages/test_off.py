"""Switched off, nothing of the pages is there: no socket, no thread, no module of theirs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
import sys, threading
from pathlib import Path
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
import kiosk.app, kiosk.context, kiosk.phones

runtime = Runtime(KioskOptions(Path(sys.argv[1]), PACKAGED_CONFIG))
runtime.start()
theirs = ("websockets", "segno", "companion.network", "companion.pages.server", "companion.pages.frame")
loaded = [name for name in sys.modules if name.startswith(theirs)]
assert not loaded, loaded
assert not {thread.name for thread in threading.enumerate()} & {"pages", "web"}
assert not (Path(sys.argv[1]) / "pages.sock").exists()
tcp = Path("/proc/self/net/tcp").read_text() + Path("/proc/self/net/tcp6").read_text()
inodes = {f"socket:[{line.split()[9]}]" for line in tcp.splitlines() if line.split()[0] != "sl"}
mine = {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()}
assert not mine & inodes
runtime.close()
print("off")
"""


def test_nothing_of_the_pages_is_loaded(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, str(tmp_path)], capture_output=True, text=True)
    assert done.stdout.strip() == "off", done.stderr[-1500:]
