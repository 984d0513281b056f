#!/usr/bin/env bash
# Makes one release: a Python environment with the packages of requirements/base.txt (by hash) and the companion's own wheel.
#   build-release.sh SOURCE FOLDER [pi|hub]
# Where the current release has the same packages they are copied from it: such an update needs no network. REBUILD=1
# fetches them anew.
# `pi`: the pins' library too; `hub`: that for PostgreSQL. The file TREE is written last: a release without it was never finished.
# $COMPANION_WHEELS is a folder with every Python package, lgpio built for this Python: then no network is needed.
set -euo pipefail
source=$(realpath "$1") folder=$2 pi=${3-}
# shellcheck source=systemd/release.sh
. "$source/systemd/release.sh"
id=$(tree_id "$source")

# The same tree makes the same files: nothing in them tells when they were made.
export SOURCE_DATE_EPOCH=315532800 PYTHONDONTWRITEBYTECODE=1 # 1980 is the earliest that a wheel can hold

packages=$(packages_id "$source" "$pi")
# Compiled at the end, once: pip would compile the tests of other people's packages, too.
from=() fresh=()
[[ -z ${COMPANION_WHEELS-} ]] || from=(--no-index --find-links "$COMPANION_WHEELS")
pip_install() { "$folder/bin/python" -m pip --disable-pip-version-check install -qq --no-input --no-compile "${from[@]}" "$@"; }
if [[ -z ${REBUILD-} && $(cat "$app/current/PACKAGES" 2>/dev/null) == "$packages" ]]; then
  say "its Python packages: those of version $(running)"
  copy_packages "$app/current" "$folder"
  fresh=(companion drivers kiosk)
else
  python3 -m venv --clear "$folder"
  say "its Python packages (by hash)"
  pip_install --only-binary :all: --require-hashes -r "$source/requirements/base.txt"
  if [[ $pi == hub ]]; then
    say "for PostgreSQL (psycopg)"
    pip_install --only-binary :all: --require-hashes -r "$source/requirements/hub.txt"
  fi
  if [[ $pi == pi ]]; then
    say "the Pi's pins (lgpio)"
    if [[ -n ${COMPANION_WHEELS-} ]]; then
      pip_install --only-binary :all: --no-deps "$(sed -nE 's/^(lgpio==[^ ]+).*/\1/p' "$source/requirements/pi.txt")"
    else # without a wheel for this Python it is built here, from the file that the hash names
      PYPI=1 pip_install --no-build-isolation --no-deps --require-hashes -r "$source/requirements/pi.txt"
    fi
  fi
fi
say "its own wheel"
"$source/.ci/wheel" "$folder" "$folder/wheel"
pip_install --no-deps --no-index --force-reinstall "$folder"/wheel/infernal_companion-*.whl
"$folder/bin/python" -P -m companion.man "$folder/share/man"
mkdir -p "$folder/docs/fr"
cp -r "$source/systemd" "$source/config" "$folder/"
rm -rf "$folder/systemd/image" # of the card, not of the program
cp "$source"/docs/*.md "$folder/docs/"
cp "$source"/docs/fr/*.md "$folder/docs/fr/"
chmod -R u=rwX,go=rX "$folder"
compile_packages "$folder" "${fresh[@]}"
echo "$packages" >"$folder/PACKAGES"
echo "$id" >"$folder/TREE"
