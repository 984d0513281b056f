"""Fingers: from the kernel's input events, or from SDL's, to Kivy's touches.

`companion.engine.evdev` asks a device of /dev/input what it is, `decoder` turns its events into contacts (no I/O),
`devices` keeps the folder's devices open as they come and go, `calibration` maps a panel's axes to the picture,
`provider` hands the contacts to Kivy; `kiosk.window.touch_source` puts them together for the window that there is.
"""
