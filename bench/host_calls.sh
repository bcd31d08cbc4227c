#!/bin/sh
# SPDX-License-Identifier: MIT
# What a call of a small loop costs on the host: a file with OpenMP's directives by the compiler alone
# (`omp`) and by tcr-cc --tcr-accept=omp (`taken`), and the same loops under tcr's directives (`tcr`),
# with the same compiler, flags and threads, one after the other in each of 51 rounds.
#
#     bench/host_calls.sh BUILD [CALLS]
#
# Nanoseconds a call, the least of the rounds, in all CALLS (100000) of each loop: first without a
# device, then with the simulated one, to which the loops would go if it paid.  `team` is ten loops
# that the threads of one parallel region share.
# TCR_CC, CFLAGS and OMP_NUM_THREADS are honoured.
set -eu
[ $# -ge 1 ] || { sed -n '3,13s/^# \{0,1\}//p' "$0"; exit 2; }
build=$1
. "$(dirname "$0")/host_common.sh"
shift
words="$flags -fopenmp"
# shellcheck disable=SC2086  # flags are lists of words
{
    $cc $words '-DNAME(f)=f##_omp' -c "$here/host_calls.c" -o "$tmp/omp.o"
    tcr $words --tcr-accept=omp '-DNAME(f)=f##_taken' -c "$here/host_calls.c" -o "$tmp/taken.o"
    tcr $words '-DNAME(f)=f##_tcr' -DOURS -c "$here/host_calls.c" -o "$tmp/tcr.o"
    tcr $words -DMAIN "$here/host_calls.c" "$tmp"/*.o -o "$tmp/calls"
}
machine ", least of 51 rounds"
for device in no simulated; do
    echo "$device device"
    echo "loop       long   omp (ns) taken (ns)   ratio    more   tcr (ns)   ratio    more"
    if [ $device = no ]; then
        TCR_TARGET=host "$tmp/calls" "${1:-100000}"
    else # estimates, which the simulated device has only in tests
        TCR_BACKEND=sim TCR_TEST_ESTIMATE=1 "$tmp/calls" "${1:-100000}"
    fi
done
