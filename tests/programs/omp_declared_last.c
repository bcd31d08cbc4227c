/* SPDX-License-Identifier: MIT */
/* Reductions by operators of the program, and sums by their address, in loops that write memory and
 * whose lastprivate variables are used afterwards: what the last iteration has set is its own, as
 * the reduced variables are; with `continue`, with collapse, in a team.  (Programs of clang 14 lose
 * the last values of the team's loop in one run of three, also without tcr.)
 *
 * compiler: gcc
 * flags: -O2 -std=gnu11 -fopenmp
 * accept: omp
 * device: 4
 */
#include <stdio.h>

enum { N = 500 };
static int a[N], grid[20][30];

struct found {
    int most;
    long sum;
};

static void join(struct found *out, const struct found *in)
{
    out->most = in->most > out->most ? in->most : out->most;
    out->sum += in->sum;
}

#pragma omp declare reduction(plus:unsigned : omp_out = omp_out + omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(join                                                                 \
                              : struct found                                                       \
                              : join(&omp_out, &omp_in)) initializer(omp_priv = {-1, 0})

static void add(long *to, int v)
{
    *to += v;
}

int main(void)
{
    unsigned u = 4;
    long by_address = 1;
    int last = -1, half = -2;
    struct found f = {3, 10};

#pragma omp parallel for reduction(plus : u) lastprivate(last)
    for (int i = 0; i < N; i++) {
        last = 7 * i % 101;
        a[i] = i % 13;
        if (i % 5 == 2)
            continue;
        u += (unsigned)last;
    }
    printf("%u %d\n", u, last);

#pragma omp parallel
    {
#pragma omp for reduction(join : f) lastprivate(last, half) schedule(dynamic, 3)
        for (int i = 0; i < N; i += 3) {
            last = a[i] + 2;
            half = last / 2;
            f.sum += half;
            if (f.most < last * i % 97)
                f.most = last * i % 97;
            a[i] = half;
        }
    }
    printf("%d %ld %d %d\n", f.most, f.sum, last, half);

#pragma omp parallel for reduction(+ : by_address) lastprivate(last)
    for (int i = 0; i < N; i++) {
        last = a[i];
        a[i] = -last;
        if (last & 1)
            continue;
        add(&by_address, last + i);
    }
    printf("%ld %d\n", by_address, last);

#pragma omp parallel for collapse(2) reduction(join : f) reduction(+ : by_address) lastprivate(half)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++) {
            half = i * j;
            grid[i][j] = half + 1;
            f.sum += grid[i][j];
            add(&by_address, j);
        }
    printf("%d %ld %ld %d %d\n", f.most, f.sum, by_address, half, grid[19][29]);
    return 0;
}
