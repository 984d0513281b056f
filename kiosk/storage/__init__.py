"""What this table keeps in files of its own: the owner's settings, and the thread that writes them."""
