"""What `companion bench` measures. Each `rows_*.py` has a list `ROWS`; `kiosk.bench`, if it is there, has another."""
