"""Long tests: `python -m tests.tools.soak` (make soak); `--quick` is a smoke run of a few seconds."""
