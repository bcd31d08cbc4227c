#!/bin/sh
# SPDX-License-Identifier: MIT
# The whole programs of bench/programs compute, by tcr-cc, what they do by the plain compiler.
#
#     tests/whole/run.sh BUILD [PROGRAM...]      (default: all)
#     tests/whole/run.sh --list                  their names
#
# Each is run at its small size on the host, on simulated devices, where each region must run on the
# device at least once, and with device calls that fail.  Results are compared within the tolerances that
# the programs state.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
bench=$(cd "$here/../../bench/programs" && pwd)
. "$here/../again.sh"
if [ "$1" = --list ]; then
    sh "$bench/run.sh" --list
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-whole-test.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$tmp/cache"
export LC_ALL=C OMP_NUM_THREADS=3 RUNS=1 LIMIT=60 ARCH=none TCR_SIM_CACHE="${TCR_SIM_CACHE:-$tmp/cache}"
passed=0
failed=0

# runs MODE ALL: a line for each program; ALL: each region must run on the device.
runs() {
    name=${1%%:*}
    MODES=$1 sh "$bench/run.sh" run "$tmp/programs" small $list >"$tmp/$name.table" 2>"$tmp/err"
    for program in $list; do
        line=$(grep "^$program " "$tmp/$name.table")
        why=
        case $line in
        '') why="did not run: $(head -1 "$tmp/err")" ;;
        *WRONG:*) why=${line#*WRONG:} ;;
        *) [ "$2" = any ] || printf '%s\n' "$line" | sed -n 's|.* \([0-9]*\)/\([0-9]*\) loops,.*|\1 \2|p' |
            awk '$1 == $2 { ok = 1 } END { exit !ok }' || why="regions that stay on the host: $line" ;;
        esac
        if [ -z "$why" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL whole/$program, $name: $why"
            again "$build" "whole/$program"
        fi
    done
}

if ! sh "$bench/run.sh" build "$build" "$tmp/programs" "$@" 2>"$tmp/err"; then
    echo "FAIL whole: the programs do not compile"
    head -20 "$tmp/err"
    again "$build" whole
    exit 1
fi
[ $# -gt 0 ] || set -- $(sh "$bench/run.sh" --list)
list=$*
runs host any
runs device:TCR_TARGET=device,TCR_BACKEND=sim all
runs shuffled:TCR_TARGET=device,TCR_BACKEND=sim,TCR_SIM_SEED=7,TCR_SIM_SMS=1 all
runs failing:TCR_TARGET=device,TCR_BACKEND=sim,TCR_FAULT=launch:3 any
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
