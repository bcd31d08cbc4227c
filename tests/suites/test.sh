#!/bin/sh
# SPDX-License-Identifier: MIT
# What translate.py and run.sh do, on the programs in cases/.
#
#     tests/suites/test.sh BUILD [CASE...]      (default: all)
#     tests/suites/test.sh --list               their names
#
# The translation of cases/X.c must be cases/X.tcr, and all of its loops must run on the device.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
if [ "$1" = --list ]; then
    cd "$here/cases" && ls -- *.c
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
names=$(printf '%s\n' "$@")
export PYTHONDONTWRITEBYTECODE=1
passed=0
failed=0
command -v python3 >/dev/null || {
    echo "left out: suites: there is no python3"
    echo "0 passed, 0 failed"
    exit 0
}

# result NAME MESSAGE: passed if there is no message.
result() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL suites/$1: $2"
        again "$build" "suites/$name"
    fi
}

for file in "$here"/cases/*.c; do
    name=$(basename "$file")
    ! chosen "$names" "$name" || result "$name" \
        "$(python3 "$here/translate.py" "$file" | diff "${file%.c}.tcr" - 2>&1 | head -5)"
done
table=$(sh "$here/run.sh" "$build" "$here/cases" | grep "$(printf '\t')")
for file in "$here"/cases/*.c; do
    name=$(basename "$file")
    ! chosen "$names" "$name" || result "run.sh $name" "$(echo "$table" | grep "$name" | grep -v "^passed$(printf '\t')")"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
