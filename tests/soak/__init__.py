"""Long tests: `python -m tests.soak` (make soak); `--quick` is a smoke run of a few seconds."""
