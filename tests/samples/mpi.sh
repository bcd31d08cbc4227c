#!/bin/sh
# SPDX-License-Identifier: MIT
# samples/mpi_cg with each MPI that is there, its wrapper over tcr-cc (MPICH_CC, OMPI_CC) and
# under it (`tcr-cc mpicc`): on 2 and 4 ranks, on the host, and on simulated devices of
# which each rank must take its own.
#
#     tests/samples/mpi.sh BUILD
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -eq 1 ] || { sed -n '3,7s/^# \{0,1\}//p' "$0"; exit 2; }
. "$root/tests/again.sh"
[ "$1" != --list ] || exit 0 # a test needs the one before it
bin=$(cd "$1" && pwd)/bin
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-mpi.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0
# Open MPI: more ranks than cores, and by root, as in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # up to version 4; from 5 on
# Ranks wait for each other in busy loops: their threads would only be in the way.
export OMP_NUM_THREADS=1
# TCR_CC is the compiler for tcr-cc; `tcr-cc mpicc` is without it.
real=${TCR_CC:-cc}
export TCR_CC="$real"

check() {
    what=$1
    shift
    if "$@" >"$tmp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL mpi_cg: $what"
        again "${bin%/bin}" mpi
        tail -40 "$tmp/log"
    fi
}

# own_devices RUN: two ranks on four simulated devices use 0 and 1.
own_devices() {
    TCR_BACKEND=sim TCR_TARGET=device TCR_SIM_DEVICES=4 TCR_TRACE=1 TCR_SUMMARY=1 \
        make -s check MPIRUN="$1" 2>"$tmp/trace"
    status=$?
    cat "$tmp/trace"
    [ $status = 0 ] && [ "$(grep -c 'device 0 of 4: .*=0$' "$tmp/trace")" = 1 ] &&
        [ "$(grep -c 'device 1 of 4: .*=1$' "$tmp/trace")" = 1 ] &&
        awk '$1 == "tcr:" && $2 ~ /:[0-9]+$/ { n++; if ($3 != 0 || $4 == 0) bad++ }
             END { exit n == 0 || bad }' "$tmp/trace"
}

# one_for_all RUN: what the user says counts more than the rank.
one_for_all() {
    TCR_DEVICE=3 TCR_BACKEND=sim TCR_TARGET=device TCR_SIM_DEVICES=4 TCR_TRACE=1 \
        "$1" -n 2 ./mpi_cg 4 2>"$tmp/trace" && cat "$tmp/trace" &&
        [ "$(grep -c 'device 3 of 4: TCR_DEVICE$' "$tmp/trace")" = 2 ]
}

# same_answers WRAPPER: the wrapper's own questions are answered as without tcr-cc.
same_answers() {
    OMPI_CC=gcc MPICH_CC=gcc "$1" -show | sed 's/^[^ ]*//' >"$tmp/without"
    OMPI_CC=$bin/tcr-cc MPICH_CC=$bin/tcr-cc "$1" -show | sed 's/^[^ ]*//' >"$tmp/with"
    diff "$tmp/without" "$tmp/with"
}

# with MPICC MPIRUN
with() {
    make -s clean
    check "$1: answers" same_answers "$1"
    check "$1: build" make -s CC="$bin/tcr-cc" MPICC="$1"
    check "$1: 2 ranks" make -s check MPIRUN="$2" RANKS=2
    check "$1: 4 ranks" make -s check MPIRUN="$2" RANKS=4
    check "$1: a device each" own_devices "$2"
    check "$1: TCR_DEVICE" one_for_all "$2"
    make -s clean
    check "$1: under tcr-cc, build" env -u TCR_CC "$bin/tcr-cc" "$1" -O2 --tcr-arch=none mpi_cg.c -o mpi_cg -lm
    check "$1: under tcr-cc" make -s check MPIRUN="$2" RANKS=4
}

cp -R "$root/samples/mpi_cg" "$tmp/mpi_cg"
cd "$tmp/mpi_cg" || exit 1
if [ -z "${TCR_SIM_CACHE-}" ]; then
    TCR_SIM_CACHE=$tmp/cache
    mkdir "$TCR_SIM_CACHE"
    export TCR_SIM_CACHE
fi
tried=
for name in mpich openmpi; do
    run=$(command -v mpirun.$name || command -v mpiexec.$name) || continue
    command -v mpicc.$name >/dev/null || continue
    mpicc.$name -E mpi_cg.c >/dev/null 2>&1 || continue # no headers
    with mpicc.$name "$run"
    tried="$tried $name"
done
if [ -z "$tried" ] && command -v mpicc >/dev/null && command -v mpirun >/dev/null; then
    with mpicc mpirun
    tried=mpicc
fi
[ -n "$tried" ] || echo "left out: samples/mpi_cg: no MPI is there"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
