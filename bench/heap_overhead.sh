#!/bin/sh
# SPDX-License-Identifier: MIT
# What it costs that tcr-cc links programs so that their calls of malloc and its
# kin pass by the runtime: one free() and one malloc(), nanoseconds, least of 9
# runs of a million pairs in each thread, with and without.
#
#     bench/heap_overhead.sh BUILD
#
# TCR_CC and CFLAGS are honoured.
set -eu
[ $# -eq 1 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 2; }
tcr_cc=$(cd "$1" && pwd)/bin/tcr-cc
here=$(cd "$(dirname "$0")" && pwd)
cc=${TCR_CC:-cc}
flags=${CFLAGS:--O2}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT

# shellcheck disable=SC2086  # flags are a list of words
{
    TCR_CC=$cc "$tcr_cc" --tcr-arch=none $flags "$here/heap_churn.c" -o "$tmp/noted" -lpthread
    $cc $flags -Wno-unknown-pragmas "$here/heap_churn.c" -o "$tmp/plain" -lpthread
}
date -u +%Y-%m-%d
echo "machine   $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) CPUs"
echo "     bytes   live  threads   plain (ns)   noted (ns)"
for case in "32 1000 1" "512 1000 1" "2000 1000 1" "20000 1000 1" "1000000 100 1" "32 1000 2" "20000 1000 2"; do
    # shellcheck disable=SC2086  # words
    set -- $case
    printf '%10s %6s %8s %12s %12s\n' "$1" "$2" "$3" "$("$tmp/plain" "$@")" \
        "$(TCR_TARGET=host "$tmp/noted" "$@")"
done
