#!/bin/sh
# SPDX-License-Identifier: MIT
# A unit test: BUILD/tests/test_UNIT, a program of Check, whose cases are the names given to
# tcase_create() in tests/UNIT.
#
#     tests/unit.sh UNIT BUILD [CASE...]      (default: all)
#     tests/unit.sh UNIT --list               the cases
#
# UNIT_COMMAND is put in front of the program.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
. "$here/again.sh"
unit=$1
if [ "$2" = --list ]; then
    cat "$here/$unit"/*.c | grep -oE '(tcase_create|switching)\("[^"]*"\)' | cut -d'"' -f2 | sort -u
    exit
fi
build=$(cd "$2" && pwd) || exit 2
program=$build/tests/test_$unit
shift 2
if [ ! -x "$program" ]; then
    pkg-config --exists check 2>/dev/null || why=": there is no Check with pkg-config (./setup.sh --packages installs it)"
    echo "FAIL $program: was not built${why-}"
    exit 1
fi
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-unit.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
status=0
# tell: what it said, with a line below each failure.  What a build leaves out is said once, by whichever case.
tell() {
    while IFS= read -r line; do
        case $line in
        'left out: '*)
            ! grep -q -x -F -e "$line" "$tmp/left" 2>/dev/null || continue
            echo "$line" >>"$tmp/left"
            ;;
        esac
        echo "$line"
        name=$(echo "$line" | sed -n 's/^[^:]*:[0-9]*:[FE]:\([^:]*\):.*/\1/p')
        [ -z "$name" ] || again "$build" "$unit/$name"
    done <"$tmp/said"
}
if [ $# = 0 ]; then
    # shellcheck disable=SC2086  # words
    ${UNIT_COMMAND-} "$program" >"$tmp/said" 2>&1 || status=1
    tell
fi
for name; do
    # shellcheck disable=SC2086
    CK_RUN_CASE=$name ${UNIT_COMMAND-} "$program" >"$tmp/said" 2>&1 || status=1
    tell
done
exit $status
