"""`make bench`: python -m tests.tools.bench --json build/bench.json --only engine"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.logs import set_up_logs
from tests.tools.bench.run import bench, rows


def main() -> int:
    parser = argparse.ArgumentParser("tests.tools.bench", description="Measures this machine and prints a table.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="rows whose name begins so")
    parser.add_argument("--list", action="store_true", help="list the rows instead")
    given = parser.parse_args()
    set_up_logs(None)
    return bench(given.json, tuple(given.only), given.list, rows())


if __name__ == "__main__":
    sys.exit(main())
