"""The owner's tools: doctor, backup, the machine below a card image, enrolment, printing."""
