# Releases of the companion side by side: each is a Python environment of its own with what belongs to it, and the link
# `current` says which one runs. Read by install.sh; every function may be tried alone (tests/project/test_install.py).
# shellcheck shell=bash
# shellcheck source=systemd/places.sh
. "$(dirname "${BASH_SOURCE[0]}")/places.sh"

kept=2 # how many releases stay: the one that runs, and the one before it

tree_id() { # FOLDER: a name for what a source tree would install; the same tree has the same name
  (cd "$1" && find companion drivers kiosk config systemd docs requirements/*.txt pyproject.toml .ci -type f \
    ! -path '*/__pycache__/*' ! -path 'systemd/image/*' ! -name '*.mo' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c -16)
}

packages_id() { # FOLDER [pi|hub]: a name for the packages that a source tree asks for, with this Python on this machine
  (cd "$1" && { python3 -VV; uname -m; cat requirements/base.txt; [[ -z ${2-} ]] || cat "requirements/$2.txt"; } \
    | sha256sum | cut -c -16)
}

copy_packages() { # FROM TO: a new Python environment with the packages of another, compiled as they are there
  local name
  python3 -m venv --clear --without-pip "$2"
  name=$(python3 -c 'import sys; print(f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages")')
  cp -a --reflink=auto "$1/$name/." "$2/$name/"
}

compile_packages() { # ENVIRONMENT [NAME ...]: its Python packages, all of them or these
  # By their hash, which nobody checks: a release never changes, and the same source makes the same bytes.
  local python=$1/bin/python site named skipped='lib2to3|/tests?/|/(pip|setuptools|pygments|docutils)/'
  site=$(echo "$1"/lib/python3*/site-packages)
  shift
  named=("${@/#/$site/}")
  "$python" -m compileall -q -j 0 --invalidation-mode unchecked-hash "${named[@]:-$site}" -x "$skipped" || true # the service may not write there
}

running() { # the number of the release that `current` names; nothing if there is none
  local target
  target=$(readlink "$app/current" 2>/dev/null) || return 0
  basename "$target"
}

installed_id() { # the tree that the current release was made of
  cat "$app/current/TREE" 2>/dev/null || true
}

numbers() { # of all releases, the oldest first
  find "$app/releases" -mindepth 1 -maxdepth 1 -type d -regex '.*/[0-9]+' -printf '%f\n' 2>/dev/null | sort -n
}

next_number() {
  local last
  last=$(numbers | tail -n 1)
  echo $((${last:-0} + 1))
}

link_release() { # NUMBER: from now on it is the current one; there is no moment without one
  ln -sfn "releases/$1" "$app/current.new"
  mv -T "$app/current.new" "$app/current"
}

drop_unfinished() { # what an interrupted installation left
  local number
  for number in $(numbers); do
    [[ -e $app/releases/$number/TREE ]] || rm -rf "${app:?}/releases/$number"
  done
}

prune() { # the oldest ones beyond what is kept; never the current one
  local number
  for number in $(numbers | head -n "-$kept"); do
    [[ $number == "$(running)" ]] || rm -rf "${app:?}/releases/$number"
  done
}

put_in_place() { # NUMBER VARIANT [BEFORE]: settings, command, units, device rules and start-up picture of a release
  local from=$app/releases/$1/systemd variant=$2 file
  settle_settings "$app/releases/$1/config" "${3:+$app/releases/$3/config}"
  install -d "$app/boot" "$(dirname "$command")" "$units" "$user_units" "$rules"
  install -m 644 "$from/splash/splash.py" "$from/splash/splash.pic" "$app/boot/"
  install -m 644 "$from/udev/99-companion.rules" "$rules/"
  if [[ -d $from/pcsc ]]; then # a version before it has none
    install -d "$polkit" "$modprobe"
    install -m 644 "$from/pcsc/50-companion.rules" "$polkit/"
    install -m 644 "$from/pcsc/companion-nfc.conf" "$modprobe/"
  fi
  rm -f "$man"/{man1,fr/man1}/companion.1
  for file in man1 fr/man1; do # a version before them has none
    [[ ! -e $from/../share/man/$file/companion.1 ]] \
      || install -D -m 644 "$from/../share/man/$file/companion.1" "$man/$file/companion.1"
  done
  if [[ $variant == desktop ]]; then
    install -m 755 "$from/desktop.sh" "$app/boot/"
    install -d "$autostart"
    install -m 644 "$from/companion-desktop.desktop" "$autostart/"
    install -m 644 "$from/units/companion-desktop.service" "$user_units/"
    ln -sfn /opt/companion/current/bin/companion "$command"
    remove_kiosk
  else
    rm -f "$autostart/companion-desktop.desktop" "$user_units/companion-desktop.service"
    rm -f "$command" # it may be a link into a release: never write through it
    install -m 755 "$from/command.sh" "$command"
    install -m 644 "$from"/udev/9[78]-companion-*.rules "$rules/"
    for file in companion.target companion.service companion-web.path companion-web.service companion-link.path \
      companion-link.service companion-splash.service companion-stick@.service; do
      install -m 644 "$from/units/$file" "$units/"
    done
  fi
  echo "$variant" >"$app/VARIANT"
}

remove_kiosk() { # what only the variant without a desktop has
  if [[ -e $units/companion.target ]]; then service_off; fi
  rm -f "$units"/companion.target "$units"/companion.service "$units"/companion-splash.service "$units/companion-stick@.service"
  rm -f "$units"/companion-web.path "$units"/companion-web.service "$units"/companion-link.path "$units"/companion-link.service
  rm -f "$rules"/9[78]-companion-*.rules
}

settle_settings() { # FOLDER [BEFORE]: new files are added; one that is still as BEFORE brought it becomes the new one;
  # one that the owner has changed stays
  local from=$1 before=${2-} file
  install -d "$settings"
  (cd "$from" && find . -type f -printf '%P\n' | LC_ALL=C sort) | while read -r file; do
    if [[ ! -e $settings/$file ]]; then
      install -D -m 644 "$from/$file" "$settings/$file"
    elif [[ -n $before && -e $before/$file ]] && ! cmp -s "$from/$file" "$before/$file"; then
      if cmp -s "$settings/$file" "$before/$file"; then
        install -m 644 "$from/$file" "$settings/$file"
      elif ! cmp -s "$settings/$file" "$from/$file"; then
        say "your $settings/$file is kept; the new one is in $from"
      fi
    fi
  done
}

# --- the service, where systemd runs ------------------------------------------------------------------------

service_off() {
  systemctl --quiet disable companion.target companion.service 2>/dev/null || true
  if booted; then systemctl stop companion.target companion-{web,link}.{path,service} companion.service 2>/dev/null || true; fi
}

service_stop() {
  if booted; then systemctl stop companion.service 2>/dev/null || true; fi
}

service_start() { # it has started when its window stands (Type=notify); systemd waits for that
  systemctl --quiet enable companion.target companion.service
  booted || return 0
  systemctl daemon-reload
  systemctl reset-failed companion.service 2>/dev/null || true
  systemctl start companion.target companion.service && systemctl --quiet is-active companion.service
}

# --- from one to the other ----------------------------------------------------------------------------------

switch_to() { # NUMBER VARIANT: 0 if it runs now; 1 if it would not and the one before runs again (or none, at first)
  local number=$1 variant=$2 before
  before=$(running)
  [[ $variant == desktop ]] || service_stop
  if [[ -n $before && $before != "$number" ]]; then
    keep_state "$before" || {
      say "the games could not be copied; nothing was changed" >&2
      [[ $variant == desktop ]] || service_start || true
      return 1
    }
  fi
  link_release "$number"
  put_in_place "$number" "$variant" "$before"
  [[ $variant != desktop ]] || return 0
  if service_start; then return 0; fi
  [[ -n $before && $before != "$number" ]] || return 1
  say "version $number does not start (journalctl -u companion); going back to version $before" >&2
  service_stop
  link_release "$before"
  put_in_place "$before" "$variant" "$number"
  bring_state_back "$before"
  service_start || say "version $before does not start either: journalctl -u companion" >&2
  return 1
}

keep_state() { # NUMBER: a copy of the state folder, made by the version that wrote it
  [[ -e $state/state/journal.db ]] || return 0
  as_user "$app/releases/$1/bin/companion" backup --state-only --data "$state/state" -o "$state/update-backup.tar.gz" >/dev/null
}

bring_state_back() { # NUMBER: if the newer version left a state that this one cannot read
  [[ -e $state/state/journal.db && -e $state/update-backup.tar.gz ]] || return 0
  if as_user "$app/releases/$1/bin/companion" replay --list --data "$state/state" >/dev/null 2>&1; then return 0; fi
  say "the newer version changed the games; the copy from before the update is brought back" >&2
  local kept
  kept=$(as_user mktemp -d "$state/link-kept.XXXXXX") # a copy that an older version made is without these
  as_user sh -c "$copy_link" sh "$state/state" "$kept"
  as_user "$app/releases/$1/bin/companion" restore --state-only --data "$state/state" "$state/update-backup.tar.gz" >&2
  as_user sh -c "$copy_link" sh "$kept" "$state/state"
  as_user rm -rf "$kept"
}

# FROM TO: the owner's key and the link's settings, where TO has none.
copy_link='for file in link.key link.json link.owner; do
  if [ -f "$1/$file" ] && [ ! -e "$2/$file" ]; then cp -p "$1/$file" "$2/$file"; fi
done'
