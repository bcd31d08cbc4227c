#!/bin/sh
# SPDX-License-Identifier: MIT
# The loop nests of bench/nests compute what they should, and its checks find what does not.
#
#     tests/nests/run.sh BUILD [GROUP...]      (default: all)
#     tests/nests/run.sh --list                their names
#
# The program is compiled by BUILD/bin/tcr-cc and run at small sizes on the host and on simulated
# devices, where every loop must run on the device.  Then its loops are shortened by one iteration,
# and calls by one element: each pattern must be found to be wrong.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
bench=$(cd "$here/../../bench/nests" && pwd)
. "$here/../again.sh"
all="rows matrices sparse grids sweeps bins pairs"
if [ "$1" = --list ]; then
    printf '%s\n' $all
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-nests.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$tmp/cache" "$tmp/shorter"
export LC_ALL=C TCR_STRICT=1 TCR_SIM_CACHE="${TCR_SIM_CACHE:-$tmp/cache}"
passed=0
failed=0

# result NAME GROUP STATUS
result() {
    if [ "$3" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL nests/$2: $1"
        again "$build" "nests/$2"
        grep -h -E 'FAILED|wrong|^tcr|error' "$tmp/out" "$tmp/err" | head -20
    fi
}

# compile SOURCES PROGRAM
compile() {
    # shellcheck disable=SC2086  # $PROGRAMS_CFLAGS: flags
    "$build/bin/tcr-cc" --tcr-arch=none --tcr-accept=omp -fopenmp -std=gnu17 -O2 ${PROGRAMS_CFLAGS-} "$1"/*.c -o "$2" -ldl -lm \
        >"$tmp/out" 2>"$tmp/err" && [ ! -s "$tmp/err" ]
}

# run PROGRAM GROUP DIVISOR VARIABLE=VALUE...
run() {
    program=$1 group=$2 divisor=$3
    shift 3
    env "$@" "$program" check "$divisor" "$group" >"$tmp/out" 2>"$tmp/err"
}

# All that was printed is right, and there is something.
all_right() {
    awk '/ right$/ { n++; next } !/^0 wrong$/ { bad = 1 } END { exit bad || n == 0 }' "$tmp/out"
}

# Every loop ran on the device.
all_on_device() {
    awk '/^tcr: [^ ]*:[0-9]+(#[0-9]+)? / { n++; if ($3 > 0 || $4 == 0) bad = 1 } END { exit bad || n == 0 }' "$tmp/err"
}

# Each pattern, the first 22 columns of a line, is wrong somewhere.
each_wrong() {
    awk '/ right$|FAILED/ { pattern = substr($0, 1, 22); seen[pattern] = 1; if (/FAILED/) wrong[pattern] = 1 }
         END { for (p in seen) { n++; if (!wrong[p]) { print "not found to be wrong: " p; bad = 1 } }
               exit bad || n == 0 }' "$tmp/out" >"$tmp/err"
}

group() {
    for threads in 1 3; do
        run "$tmp/nests" "$1" 1024 TCR_TARGET=host OMP_NUM_THREADS=$threads && all_right
        result "host, $threads threads" "$1" $?
    done
    for device in 90:4:1024:0 90:1:8192:5 75:3:8192:0; do
        IFS=: read -r arch sms divisor seed <<END
$device
END
        run "$tmp/nests" "$1" "$divisor" TCR_TARGET=device TCR_BACKEND=sim TCR_SIM_ARCH="$arch" \
            TCR_SIM_SMS="$sms" TCR_SIM_SEED="$seed" TCR_SUMMARY=1 && all_right && all_on_device
        result "simulated device $device" "$1" $?
    done
    run "$tmp/shorter/nests" "$1" 8192 TCR_TARGET=host
    [ $? = 1 ] && each_wrong
    result "shorter loops are found" "$1" $?
}

compile "$bench" "$tmp/nests"
result "compiles" rows $?
cp "$bench"/*.[ch] "$tmp/shorter"
sed 's/k < length;/k < length - 1;/; s/j < n;/j < n - 1;/; s/k < first\[i + 1\]/k < first[i + 1] - 1/
     s/k < width/k < width - 1/; s/k < nx - 1/k < nx - 2/; s/k < nx;/k < nx - 1;/; s/i < n;/i < n - 1;/' \
    "$bench/nests.c" >"$tmp/shorter/nests.c"
sed 's/length, a, length/length - 1, a, length/; s/, segments, /, segments - 1, /; s/ m, n, 1, a/ m - 1, n - 1, 1, a/' "$bench/calls.c" >"$tmp/shorter/calls.c"
compile "$tmp/shorter" "$tmp/shorter/nests"
result "compiles, shorter loops" rows $?
names=$(printf '%s\n' "$@")
for name in $all; do
    ! chosen "$names" "$name" || group "$name"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
