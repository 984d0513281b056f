"""HellRail on the screen."""
