"""The kiosk: shows views, sends moves; no rule and no hardware in it. Its rooms: docs/architecture.md."""
