#!/bin/sh
# SPDX-License-Identifier: MIT
# What tcr-cc costs over the bare compiler for a file without a directive.
#
#     bench/driver_overhead.sh BUILD [FILE.c [FLAGS...]]
#
# Medians of REPETITIONS (50) runs, the two alternating; TCR_CC is honoured.
# Without FILE.c: a small unit that includes the C library's common headers.
set -eu
[ $# -ge 1 ] || { sed -n '3,8s/^# \{0,1\}//p' "$0"; exit 2; }
wrapper=$(cd "$1" && pwd)/bin/tcr-cc
shift
cc=${TCR_CC:-cc}
repetitions=${REPETITIONS:-50}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
if [ $# -eq 0 ]; then
    for header in math stdio stdlib string time; do
        echo "#include <$header.h>"
    done >"$tmp/unit.c"
    echo 'double f(double x) { return sqrt(x) + (double)strlen(getenv("HOME")); }' >>"$tmp/unit.c"
    set -- "$tmp/unit.c"
fi

# took OUT COMMAND...: add the microseconds that it took to the file OUT.
took() {
    out=$1
    shift
    start=$(date +%s%N)
    "$@"
    end=$(date +%s%N)
    echo $(((end - start) / 1000)) >>"$out"
}
median() {
    sort -n "$1" | awk '{ t[NR] = $1 } END { printf "%.2f", t[int((NR + 1) / 2)] / 1000 }'
}

export TCR_CC="$cc"
i=0
while [ $i -lt "$repetitions" ]; do
    # shellcheck disable=SC2086  # the compiler may be several words
    took "$tmp/bare" $cc -c "$@" -o "$tmp/bare.o"
    took "$tmp/wrapped" "$wrapper" -c "$@" -o "$tmp/wrapped.o"
    i=$((i + 1))
done
cmp "$tmp/bare.o" "$tmp/wrapped.o" && same=yes || same=no
date -u +%Y-%m-%d
echo "machine    $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) CPUs"
# shellcheck disable=SC2086
echo "compiler   $($cc --version | head -1)"
echo "tcr-cc     $("$wrapper" --tcr-version | head -1), $repetitions runs each"
echo "bare       $(median "$tmp/bare") ms"
echo "tcr-cc     $(median "$tmp/wrapped") ms"
echo "same bytes $same"
