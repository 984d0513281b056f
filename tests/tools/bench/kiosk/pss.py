"""Memory of several processes, as the kernel counts it."""

from __future__ import annotations

from pathlib import Path


def pss_mb(pid: int) -> float:
    """Memory of a process; what it shares counts in parts."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1e3
