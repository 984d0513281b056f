"""The sound of the box: synthesis, the seven-minute score and the mixer (shared/sound.md).

The kiosk uses one door, `kiosk.sound.player.Player`. Nothing here knows a game, a rule or a window.
"""
