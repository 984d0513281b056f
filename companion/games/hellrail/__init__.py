"""HellRail: the deck, the trains, the circle effects, the secret deliveries, the rail map."""
