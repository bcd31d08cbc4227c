#!/bin/bash
# SPDX-License-Identifier: MIT
# What a directive costs when a file is compiled: tcr-cc beside the plain compiler.
#
#     bench/compile_time.sh BUILD [REPETITIONS]
#
# For a file with a sum of products under a directive, and one with eight
# such loops: medians of REPETITIONS (11) runs in milliseconds, elapsed and of processor
# time.  The commands take turns, one run of each at a time, so that what else the machine
# does meets all of them.  "all kept" has the device code from the cache (TCR_CACHE_DIR), the others
# compile it (TCR_CACHE=off).  The plain compiler is TCR_CC (cc), with -O2 -c, which does not know
# the directive; "openmp" is the same loop under `omp parallel for simd`.
set -eu
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
wrapper=$(cd "$1" && pwd)/bin/tcr-cc
repetitions=${2:-11}
cc=${TCR_CC:-cc}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# unit N PRAGMA: functions with a loop each.
unit() {
    awk -v n="$1" -v pragma="$2" 'BEGIN {
        for (k = 0; k < n; k++) {
            printf "double f%d(const double *a, const double *b, int n)\n{\n    double s = %d;\n", k, k
            printf "#pragma %s(+:s)\n    for (int i = 0; i < n; i++)\n", pragma
            printf "        s += a[i] * b[i];\n    return s;\n}\n"
        }
    }'
}

# took NAME COMMAND...: add "elapsed user system" to the file of that name.
took() {
    local name=$1 TIMEFORMAT='%R %U %S'
    shift
    { time "$@" >"$tmp/said" 2>&1; } 2>>"$tmp/$name.times" || { cat "$tmp/said" >&2; exit 1; }
}
# median NAME: of elapsed and of processor time.
median() {
    for what in '$1' '$2 + $3'; do
        awk "{ print 1000 * ($what) }" "$tmp/$1.times" | sort -n |
            awk '{ t[NR] = $1 } END { printf " %9.0f", t[int((NR + 1) / 2)] }'
    done
}

export TCR_CC="$cc" TCR_CACHE_DIR="$tmp/kept"
mkdir -m 700 "$tmp/kept"
echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) processors, load$(uptime | sed 's/.*load average:/ /')"
# shellcheck disable=SC2086  # the compiler may be several words
echo "$("$wrapper" --tcr-version | head -1); $($cc --version | head -1); $(date +%F); $repetitions repetitions"
"$wrapper" --tcr-doctor 2>/dev/null | grep '^NVRTC' || :
printf '%-34s %9s %9s\n' "" "elapsed" "processor"
for n in 1 8; do
    unit $n "tcr reduce" >"$tmp/unit.c"
    unit $n "omp parallel for simd reduction" >"$tmp/omp.c"
    "$wrapper" -O2 -c "$tmp/unit.c" -o "$tmp/unit.o" # into the cache
    rm -f "$tmp"/*.times
    for ((i = 0; i < repetitions; i++)); do
        # shellcheck disable=SC2086
        took plain $cc -O2 -c "$tmp/unit.c" -o "$tmp/unit.o"
        # shellcheck disable=SC2086
        took openmp $cc -O2 -fopenmp -c "$tmp/omp.c" -o "$tmp/unit.o"
        took kept "$wrapper" -O2 -c "$tmp/unit.c" -o "$tmp/unit.o"
        TCR_CACHE=off took none "$wrapper" --tcr-arch=none -O2 -c "$tmp/unit.c" -o "$tmp/unit.o"
        TCR_CACHE=off took sm_90 "$wrapper" --tcr-arch=sm_90 -O2 -c "$tmp/unit.c" -o "$tmp/unit.o"
        TCR_CACHE=off took default "$wrapper" -O2 -c "$tmp/unit.c" -o "$tmp/unit.o"
        TCR_CACHE=off took all "$wrapper" --tcr-arch=all -O2 -c "$tmp/unit.c" -o "$tmp/unit.o"
    done
    [ $n = 1 ] && s= || s=s
    for row in "plain:the compiler alone" "openmp:openmp in its place" "kept:all kept" \
        "none:--tcr-arch=none" "sm_90:--tcr-arch=sm_90" "default:the default" "all:--tcr-arch=all"; do
        printf '%-34s%s\n' "$n loop$s, ${row#*:}" "$(median "${row%%:*}")"
    done
done
