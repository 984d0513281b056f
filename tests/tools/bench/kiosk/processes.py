"""Processor and memory of processes, as the kernel counts them."""

from __future__ import annotations

import os
import resource
from pathlib import Path


def rss_mb() -> float:
    """Resident memory of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def pss_mb(pid: int) -> float:
    """Memory of a process; what it shares counts in parts."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1e3


def cpu_of(pid: int) -> float:
    """Seconds of processor that a process has used."""
    text = Path(f"/proc/{pid}/stat").read_text()
    return sum(map(int, text.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def cpu_s() -> float:
    """Processor time of this process so far, all threads, and of the children that run now: the sound's process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    tasks = Path("/proc/self/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return used.ru_utime + used.ru_stime + sum(map(cpu_of, children))
