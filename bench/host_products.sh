#!/bin/sh
# SPDX-License-Identifier: MIT
# Products of matrices as loops, on the host: tcr-cc beside the same loops under
# `#pragma omp parallel for`, with the same compiler, flags and threads, one after the other in each
# round; `difference` is the largest one of an element.
#
#     bench/host_products.sh BUILD [SIDES...]
#
# TCR_CC, CFLAGS and OMP_NUM_THREADS are honoured.
set -eu
[ $# -ge 1 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 2; }
build=$1
. "$(dirname "$0")/host_common.sh"
shift
# shellcheck disable=SC2086  # flags are lists of words
for order in ijk ikj; do
    words="$flags -fopenmp -D$(echo $order | tr a-z A-Z)"
    tcr $words -DLOOP=${order}_tcr -c "$here/host_products.c" -o "$tmp/${order}_tcr.o"
    $cc $words -DLOOP=${order}_omp -DHAND -c "$here/host_products.c" -o "$tmp/${order}_omp.o"
done
# shellcheck disable=SC2086
tcr $flags -fopenmp -DMAIN "$here/host_products.c" "$tmp"/*.o -o "$tmp/products"
[ $# -gt 0 ] || set -- 32 64 96 128 256 512 1024 2048
machine "; medians of 5 to 101 rounds; f64"
echo "order   side     tcr GF/s    omp GF/s     ratio   difference"
TCR_TARGET=host "$tmp/products" "$@"
