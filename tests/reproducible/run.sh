#!/bin/sh
# SPDX-License-Identifier: MIT
# Sums with `reproducible` have the same bits wherever and however they are computed.
#
#     tests/reproducible/run.sh BUILD
#
# sums.c is compiled by BUILD/bin/tcr-cc over gcc and over clang, and run with
# several numbers of threads on the host, on simulated devices of several
# architectures, sizes and orders of execution, and with its data in another
# order.  All of them must print the same, and find the exact sums.
set -u
[ $# -eq 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
[ "$1" != --list ] || exit 0 # all are compared with the first
build=$(cd "$1" && pwd) || exit 2
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-reproducible.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$tmp/cache"
export LC_ALL=C TCR_SIM_CACHE="${TCR_SIM_CACHE:-$tmp/cache}"
passed=0
failed=0

# result NAME STATUS WHY
result() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL reproducible: $1: $3"
        again "$build" reproducible
        head -5 "$tmp/wrong" 2>/dev/null
    fi
}

# same NAME FILE: is it what the first run has printed?
same() {
    [ -e "$tmp/first" ] || cp "$2" "$tmp/first"
    diff "$tmp/first" "$2" >"$tmp/wrong"
    result "$1" $? "differs from the first run"
}

# run NAME VARIABLE=VALUE...
run() {
    name=$1
    shift
    env "$@" "$tmp/sums" >"$tmp/out" 2>"$tmp/err"
    status=$?
    grep -B1 'is not the sum' "$tmp/out" >"$tmp/wrong"
    result "$name: exact" $status "status $status"
    same "$name" "$tmp/out"
}

# A program of which all loops ran on the device, but for those without iterations.
all_on_device() {
    awk '/^tcr: [^ ]*:[0-9]+(#[0-9]+)? / { n++ }
         /^tcr: +[0-9]+ x / && !/ x no iterations$/ { bad = 1 }
         END { exit bad || n < 13 }' "$tmp/err"
}

# order FILE: what does not depend on the order of the data
order() {
    grep -E '^(sum|float|dot|most|member|-|inf|nan|peak)' "$1"
}

# build NAME COMPILER FLAG...
build() {
    name=$1
    compiler=$2
    shift 2
    TCR_CC=$compiler "$build/bin/tcr-cc" --tcr-arch=none "$@" "$here/sums.c" -o "$tmp/sums" -lm \
        2>"$tmp/err"
    status=$?
    [ ! -s "$tmp/err" ] || status=1
    cp "$tmp/err" "$tmp/wrong"
    result "$name: compiles" $status "messages"
}

clang=$(command -v clang-19 || command -v clang) || echo "left out: reproducible with clang: there is none"
for compiler in gcc ${clang:+"$(basename "$clang")"}; do
    build "$compiler" "$compiler" -O2
    for threads in 1 2 3 16; do
        run "$compiler, host, $threads threads" TCR_TARGET=host OMP_NUM_THREADS=$threads
    done
    for device in 90:4:0 90:1:0 80:7:5 75:3:0; do
        sms=${device#*:}
        run "$compiler, simulated device $device" TCR_TARGET=device TCR_BACKEND=sim \
            TCR_SIM_ARCH="${device%%:*}" TCR_SIM_SMS="${sms%:*}" TCR_SIM_SEED="${device##*:}" \
            TCR_SUMMARY=1
        all_on_device
        result "$compiler, $device: on the device" $? "$(grep -c . "$tmp/err") lines of summary"
    done
    for seed in 5 77; do
        env TCR_TARGET=host "$tmp/sums" $seed >"$tmp/out"
        result "$compiler, order $seed: exact" $? "status"
        order "$tmp/out" >"$tmp/mine"
        order "$tmp/first" | diff - "$tmp/mine" >"$tmp/wrong"
        result "$compiler, order $seed" $? "differs from the first run"
    done
done
build "gcc for this machine" gcc -O3 -march=native -ffp-contract=off
run "gcc for this machine, host" TCR_TARGET=host
run "gcc for this machine, simulated device" TCR_TARGET=device TCR_BACKEND=sim
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
