#!/bin/sh
# Starts the companion in the desktop session of the moment: systemd's user manager has to know the session's screen.
for name in DISPLAY XAUTHORITY WAYLAND_DISPLAY XDG_SESSION_TYPE; do
  eval "set=\${$name+yes}"
  [ -z "$set" ] || systemctl --user import-environment "$name"
done
exec systemctl --user start companion-desktop.service
