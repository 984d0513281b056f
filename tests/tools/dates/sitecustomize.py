"""Start this Python SHIFT_DAYS days from now. `make prove-dates` puts this folder on PYTHONPATH, so that the tests' own
processes and those that they start all live on that date; the clock runs on from there."""

import os
import time

import time_machine

time_machine.travel(time.time() + int(os.environ["SHIFT_DAYS"]) * 86_400).start()
