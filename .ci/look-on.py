"""Opens the table's page as a browser does: `look-on.py URL [CA]` prints how many bytes the first frame has.

Run by the Python of an installed release (its `websockets`), in `.ci/prove-install-inside`.
"""

from __future__ import annotations

import ssl
import sys
import urllib.request

from websockets.sync.client import connect

url, ca = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
context = ssl.create_default_context(cafile=ca) if ca else None
with urllib.request.urlopen(url, timeout=10, context=context) as page:
    body = page.read()
if b"<script" not in body:
    raise SystemExit("no page of the table")
live = url.replace("http", "ws", 1) + "table"
with connect(live, origin=url.rstrip("/"), ssl=context, proxy=None, open_timeout=10) as line:  # type: ignore[arg-type]
    print(len(line.recv(timeout=10)))
