"""Kills of tables, links, broker, hub and database while it is played: what `make prove-link` does, at length."""

from __future__ import annotations

import subprocess
import sys
import time

from tests.hub.faults import run_faults
from tests.tools.soak.report import Finding


def soak_faults(runs: int) -> Finding:
    """Sequences of faults, and whether all agree afterwards."""
    begun = time.perf_counter()
    try:
        run_faults(runs)
        fault = None
    except AssertionError as error:
        fault = "\n".join([str(error), *getattr(error, "__notes__", ())])[-2_000:]
    return Finding("faults", {"runs": runs, "s": round(time.perf_counter() - begun)}, fault)


def soak_hub(cuts: int, seed: int, on_postgres: bool) -> Finding:
    store = "PostgreSQL" if on_postgres else "SQLite"
    command = [sys.executable, "-m", "tests.tools.link", "--cuts", str(cuts), "--seed", str(seed)]
    begun = time.perf_counter()
    done = subprocess.run([*command, *["--postgres"] * on_postgres], capture_output=True, text=True, check=False)
    figures = {"cuts": cuts, "s": round(time.perf_counter() - begun)}
    said = (done.stdout + done.stderr)[-2_000:].strip()
    return Finding(f"hub on {store}", figures | {"said": said.replace("\n", "; ")}, said if done.returncode else None)
