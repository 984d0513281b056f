"""`make bench-pi`: what the kiosk costs in instructions of a Pi's processor, which no neighbour changes.

A guest of one processor is started in QEMU, whose clock goes on by a nanosecond with each instruction (`-icount`), and
jumps where nobody has anything to do. It has no disk, no network and no device but a console, no entropy but what is
given to it, and its date is fixed: the same tree gives the same figures, on any machine, whatever else runs there.
"""
