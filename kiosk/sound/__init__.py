"""The sound of the box: synthesis, the seven-minute score and the mixer.

The kiosk uses one door, `kiosk.sound.remote.RemotePlayer`: all else runs in a process of
its own. Nothing here knows a game, a rule or a window. A new
sound is a recipe in `cues_*`.
"""
