#!/bin/sh
# SPDX-License-Identifier: MIT
# What it costs a call that the runtime decides whether iterations may run in any order, of a loop
# with few and with many accesses: the same loop with `restrict`, where the compiler has
# proved it, and without; with the same numbers in each call, whose answer is kept, and with others (`anew`).
#
#     bench/order_overhead.sh BUILD
#
# Microseconds a call, the least of 21 runs, on the host with one thread, with just as many
# iterations as threads are thought to be worth (below that, nobody asks), and on the simulated
# device (TCR_BACKEND=sim) with 32 iterations.
set -eu
[ $# -ge 1 ] || { sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 2; }
tcr_cc=$(cd "$1" && pwd)/bin/tcr-cc
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
# loop NAME QUALIFIER READS: y[i] = the sum of so many elements around x[i]
loop() {
    echo "void $1(int n, double *$2 y, const double *$2 x)"
    echo "{"
    echo "#pragma tcr loop"
    echo "    for (int i = 0; i < n; i++)"
    printf '        y[i] = y[i]'
    k=0
    while [ $k -lt "$3" ]; do
        printf ' + x[i + %d]' $((2 * k))
        k=$((k + 1))
    done
    echo ";"
    echo "}"
}
{
    echo "#include <stdio.h>"
    echo "#include <stdlib.h>"
    echo "#include <time.h>"
    loop asked_5 "" 3
    loop proved_5 restrict 3
    loop asked_60 "" 58
    loop proved_60 restrict 58
    cat <<'C'
static double x[1100000], y[1000000], times[21];
static int calls, lengths;
static int by_time(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static void measure(const char *name, int n,
                    void (*loop)(int, double *, const double *))
{
    for (int k = 0; k < 21; k++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        for (int i = 0; i < calls; i++)
            loop(n + i % lengths, y, x);
        clock_gettime(CLOCK_MONOTONIC, &b);
        times[k] = ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / calls;
    }
    qsort(times, 21, sizeof *times, by_time);
    printf("%-10s %10.2f\n", name, times[0] / 1000);
}
int main(int argc, char **argv)
{
    int few = atoi(argv[1]), many = atoi(argv[argc > 2 ? 2 : 1]);
    calls = atoi(argv[3]);
    lengths = 16;
    measure("anew 5", few, asked_5);
    measure("anew 60", many, asked_60);
    lengths = 1;
    measure("asked 5", few, asked_5);
    measure("proved 5", few, (void (*)(int, double *, const double *))proved_5);
    measure("asked 60", many, asked_60);
    measure("proved 60", many, (void (*)(int, double *, const double *))proved_60);
    return 0;
}
C
} >"$tmp/order.c"
"$tcr_cc" -O2 -fopenmp "$tmp/order.c" -o "$tmp/order"
echo "host, 7000 and 400 iterations"
TCR_TARGET=host OMP_NUM_THREADS=1 "$tmp/order" 7000 400 1000
echo "simulated device, 32 iterations"
TCR_BACKEND=sim TCR_TARGET=device "$tmp/order" 32 32 50
