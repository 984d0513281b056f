"""What companion-web.service allows the pages' server."""

MEMORY_MB, FILES, TASKS = 120, 1024, 16
