#!/bin/sh
# SPDX-License-Identifier: MIT
# Loops that must stay on the host, one reason a file.
#
#     tests/fuzz/refuse.sh BUILD [FILE.c...]      (default: all)
#     tests/fuzz/refuse.sh --list                 their names
#
# For every refuse/*.c: BUILD/bin/tcr-cc compiles it, with a warning or a
# report line at the directive's place; the program prints on the simulated
# device, and on the host with threads, what the plain build prints; no region
# ran on the device.
set -u
[ $# -ge 1 ] || {
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
if [ "$1" = --list ]; then
    cd "$here/refuse" && ls -- *.c
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
names=$(printf '%s\n' "$@")
export TCR_CC="${TCR_CC:-gcc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# check FILE: 0 or, in $why, what is wrong.
check() {
    name=$(basename "$1")
    line=$(grep -n '^#pragma tcr' "$1" | cut -d: -f1)
    # shellcheck disable=SC2086  # a list of words
    $TCR_CC -std=gnu17 -O1 -w "$1" -o plain -lm 2>/dev/null || {
        why="plain compiler fails"
        return 1
    }
    "$build/bin/tcr-cc" --tcr-arch=none -std=gnu17 -O1 "$1" -o tcr -lm 2>err || {
        why="tcr-cc fails: $(grep -m1 error err)"
        return 1
    }
    grep -q "$name:$line:" err ||
        "$build/bin/tcr-cc" --tcr-report --tcr-arch=none -std=gnu17 -O1 "$1" -o tcr -lm 2>&1 |
        grep -q "$name:$line" || {
        why="no word about line $line"
        return 1
    }
    timeout 30 ./plain >plain.out 2>&1
    TCR_TARGET=host OMP_NUM_THREADS=4 timeout 60 ./tcr >tcr.out 2>/dev/null
    cmp -s plain.out tcr.out || {
        why="on the host $(tail -1 tcr.out) instead of $(tail -1 plain.out)"
        return 1
    }
    TCR_BACKEND=sim TCR_TARGET=device TCR_SUMMARY=1 timeout 60 ./tcr >tcr.out 2>summary
    status=$?
    [ $status = 0 ] || {
        why="status $status"
        return 1
    }
    cmp -s plain.out tcr.out || {
        why="$(tail -1 tcr.out) instead of $(tail -1 plain.out)"
        return 1
    }
    why="ran on the device"
    awk '$1 == "tcr:" && $3 ~ /^[0-9]+$/ && $4 > 0 { on = 1 } END { exit on }' summary
}

cd "$tmp" || exit 2
passed=0
failed=0
for file in "$here"/refuse/*.c; do
    chosen "$names" "${file##*/}" || continue
    if check "$file"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL refused/${file##*/}: $why"
        again "$build" "refused/${file##*/}"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
