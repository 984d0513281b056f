"""Pages for phones and televisions: `desk` in the table's process, `server` in one of its own."""
