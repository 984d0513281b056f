"""Which tag is on which card: enrolment, the same for all games. A game gives a `Plan`; see `session`."""
