"""Enrolment: which tag is on which card, the same for all games. A game gives a `Plan`; see `session`."""
