#!/usr/bin/env bash
# Whether a companion that was just installed can be trusted with the table. This is the one place that decides it.
#   check-release.sh PROGRAM [CONFIG [DATA [OLD_PROGRAM]]]
# It must start, play the games of smoke.jsonl in memory, read the table's settings and read the journal. Its doctor
# (`companion doctor --quick`) may find that no game can be played (status 2) only where the old program's finds the
# same: a reader that is unplugged is no reason to refuse an update. A program without a doctor is judged by the rest.
# Exit status 0: good; 1: not good, with one line on stderr. Nothing is written.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 config=${2-} data=${3-} old=${4-}
limit=${COMPANION_CHECK_S:-60} # s for each program; an emulated processor needs more

bad() { echo "companion: the new version fails its check: $*" >&2; exit 1; }
last() { tail -n 1 <<<"$1" | cut -c -300; }
run() { # its output, with a line of its own where the time has run out
  local status=0
  timeout --kill-after=5 "$limit" "$@" || status=$?
  [[ $status -ne 124 && $status -ne 137 ]] || echo "it has not ended after $limit s" >&2
  return "$status"
}

said=$(run "$program" --help 2>&1) || bad "it does not start ($(last "$said"))"

options=(--clock manual)
[[ -z $config ]] || options+=(--config "$config")
answers=$(run "$program" headless "${options[@]}" <"$here/smoke.jsonl" 2>&1) || bad "its table ends ($(last "$answers"))"
wrong=$(grep -v -m 1 '^{"ok":true' <<<"$answers" || true)
[[ -z $wrong ]] || bad "a game goes wrong (${wrong:0:300})"
asked=$(wc -l <"$here/smoke.jsonl") answered=$(wc -l <<<"$answers")
[[ $asked -eq $answered ]] || bad "$answered answers to $asked requests"

if [[ -n $data && -e $data/journal.db ]]; then
  said=$(run "$program" replay --list --data "$data" 2>&1) || bad "it cannot read the journal ($(last "$said"))"
fi

doctor() { # its verdict on what is connected: 0 well, 1 with trouble, 2 no game can be played; 64 it has no doctor, 65 it
  # has not come to a verdict (a fault of Python ends with 1, too)
  local program=$1 status=0 said given=(--quick --json)
  run "$program" doctor --help >/dev/null 2>&1 || return 64
  [[ -z $config ]] || given+=(--config "$config")
  [[ -z $data ]] || given+=(--data "$data")
  said=$(run "$program" doctor "${given[@]}" 2>/dev/null) || status=$?
  [[ $said =~ \"status\":\ *${status}[^0-9] ]] || return 65
  return "$status"
}
status=0
doctor "$program" || status=$?
case $status in
  0 | 1 | 64) ;;
  2)
    before=0
    if [[ -n $old && -x $old ]]; then doctor "$old" || before=$?; else before=2; fi
    [[ $before -ne 0 && $before -ne 1 ]] || bad "its doctor says that no game can be played (companion doctor)"
    ;;
  *) bad "its doctor fails (companion doctor --quick --json)" ;;
esac
