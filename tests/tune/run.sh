#!/bin/sh
# SPDX-License-Identifier: MIT
# tcr-tune on the simulated device: what it writes is what the runtime reads.
#
#     tests/tune/run.sh BUILD
set -u
[ $# -eq 1 ] || { sed -n '3,6s/^# \{0,1\}//p' "$0"; exit 2; }
. "$(dirname "$0")/../again.sh"
[ "$1" != --list ] || exit 0 # a test needs the one before it
build=$(cd "$1" && pwd) || exit 2
tune=$build/bin/tcr-tune
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

check() { # what, status
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL tune: $1"; again "$build" tune; fi
}

export TCR_BACKEND=sim TCR_SIM_SMS=1 XDG_CONFIG_HOME="$tmp/config"
"$tune" --bytes=256 >"$tmp/out" 2>"$tmp/err"
check "it runs" $?
cmp -s "$tmp/out" "$tmp/config/tcr/shapes"
check "the file is what was printed" $?
lines=$(grep -cE '^sm_90 (f64|f32|f16|bf16|i64|i32|i16|i8) threads=[0-9]+ waves=[0-9]+ # [0-9]+ GB/s$' "$tmp/out")
[ "$lines" -eq 8 ]
check "a line for each type" $?
[ ! -s "$tmp/err" ] && [ "$(ls -A "$tmp/config/tcr")" = shapes ]
check "nothing else is left or said" $?

echo 'sm_90 f64 threads=7 waves=1' >"$tmp/config/tcr/shapes"
"$tune" --bytes=256 --output="$tmp/other" >/dev/null 2>"$tmp/err"
check "a bad file does not hinder it" $?
[ -s "$tmp/other" ] && grep -q 'threads=7' "$tmp/config/tcr/shapes"
check "--output" $?

"$tune" --bytes=256 --output="$tmp/none/such" >/dev/null 2>"$tmp/err"
[ $? -eq 1 ] && grep -q "$tmp/none/such: No such file" "$tmp/err"
check "a file that cannot be written" $?
for option in --bytes=0 --bytes=1x --output= --what; do
    "$tune" $option >/dev/null 2>&1
    [ $? -eq 2 ]
    check "usage: $option" $?
done
TCR_BACKEND=host "$tune" --output="$tmp/host" >/dev/null 2>"$tmp/err"
[ $? -eq 1 ] && [ -s "$tmp/err" ] && [ ! -e "$tmp/host" ]
check "without a device" $?

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
