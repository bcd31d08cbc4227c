#!/bin/sh
# SPDX-License-Identifier: MIT
# The host fallback against the same loop annotated by hand with
# `#pragma omp parallel for simd reduction`: same compiler, flags and threads,
# interleaved repetitions.
#
#     bench/host_overhead.sh BUILD [ELEMENTS...]
#
# TCR_CC, CFLAGS, OMP_NUM_THREADS and REPETITIONS (51) are honoured.
set -eu
[ $# -ge 1 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 2; }
build=$1
. "$(dirname "$0")/host_common.sh"
shift
# shellcheck disable=SC2086  # flags are a list of words
{
    tcr $flags -fopenmp -DLOOP=dot_tcr -c "$here/host_dot.c" -o "$tmp/tcr.o"
    $cc $flags -fopenmp -DLOOP=dot_omp -DHAND -c "$here/host_dot.c" -o "$tmp/omp.o"
    $cc $flags -fopenmp -DMAIN -c "$here/host_dot.c" -o "$tmp/main.o"
    tcr -fopenmp "$tmp/main.o" "$tmp/tcr.o" "$tmp/omp.o" -o "$tmp/host_dot"
}
[ $# -gt 0 ] || set -- 1000 100000 1000000 20000000
machine ", ${REPETITIONS:-51} repetitions, medians"
echo "  elements     tcr (s)      hand (s)     ratio"
for n in "$@"; do
    TCR_TARGET=host "$tmp/host_dot" "$n" "${REPETITIONS:-51}"
done
