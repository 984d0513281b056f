"""The machine that the companion has to itself (a card image): its time zone, name, keyboard, network, and ssh."""
