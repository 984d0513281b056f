"""What each game looks like, drawn once for every screen from what may be seen of it."""
