#!/usr/bin/env bash
# Makes one release: a Python environment with the packages of requirements.txt (by hash) and the companion's own wheel.
#   build-release.sh SOURCE FOLDER [pi]
# `pi`: the pins' library too. The file TREE is written last: a release without it was never finished.
set -euo pipefail
source=$(realpath "$1") folder=$2 pi=${3-}
# shellcheck source=systemd/release.sh
. "$source/systemd/release.sh"
id=$(tree_id "$source")

python3 -m venv --clear "$folder"
pip() { "$folder/bin/python" -m pip --disable-pip-version-check "$@"; }
say "its Python packages (by hash)"
pip install -qq --no-input --only-binary :all: --require-hashes -r "$source/requirements.txt"
if [[ $pi == pi ]]; then
  say "the Pi's pins (lgpio)"
  # Without a wheel for this Python it is built here, from the file that the hash names.
  PYPI=1 pip install -qq --no-input --no-build-isolation --no-deps --require-hashes -r "$source/requirements-pi.txt"
fi
say "its own wheel"
"$source/.ci/wheel" "$folder" "$folder/wheel"
pip install -qq --no-input --no-deps --no-index "$folder"/wheel/infernal_companion-*.whl
mkdir -p "$folder/docs"
cp -r "$source/systemd" "$source/config" "$folder/"
cp "$source"/docs/*.md "$folder/docs/"
chmod -R u=rwX,go=rX "$folder"
"$folder/bin/python" -m compileall -q "$folder/lib" -x 'lib2to3|/tests?/' || true # the service may not write there
echo "$id" >"$folder/TREE"
