"""HellRail: the map, the circles, trains, and the page with all of it."""
