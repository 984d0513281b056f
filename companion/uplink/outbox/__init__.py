"""What a table sends to its hub: read from the journal, sealed and signed, in the table's process. `outbox.py` decides
what is sent; the link fetches it at a Unix socket (`server.py`).
"""
