"""Types that several threads decode for the first time at once (msgspec alone ends the process within a second)."""

from __future__ import annotations

import subprocess
import sys
import textwrap

from tests.patience import WHOLE_S

SCRIPT = textwrap.dedent("""
    import sys, threading
    from msgspec import defstruct, json
    from companion.engine import typed

    sys.setswitchinterval(1e-6)
    THREADS, FIELDS = 3, 12
    for number in range(400):
        parts = [defstruct(f"P{number}_{i}", [(f"f{k}", int) for k in range(FIELDS)]) for i in range(FIELDS)]
        whole = defstruct(f"W{number}", [(f"g{i}", part) for i, part in enumerate(parts)])
        given = {f"g{i}": {f"f{k}": k for k in range(FIELDS)} for i in range(FIELDS)}
        text, found, begin = json.encode(given), [], threading.Barrier(THREADS)

        def run(decode):
            begin.wait()
            found.append(decode())

        ways = [
            lambda: typed.convert(given, whole),
            lambda: typed.from_json(text, whole),
            lambda: typed.json_decoder(whole).decode(text),
        ]
        threads = [threading.Thread(target=run, args=(way,)) for way in ways]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == THREADS and found[0] == found[1] == found[2]
""")


def test_threads_may_decode_a_type_for_the_first_time_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=False, capture_output=True, text=True, timeout=WHOLE_S)
    assert done.returncode == 0, done.stderr[-2000:]
