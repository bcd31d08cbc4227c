/* SPDX-License-Identifier: MIT */
/* Arrays and sections that an operator of the program's reduces: of numbers and structures, of
 * arrays, pointers and parameters, in a team, in a nest, with pointers into them; those that are
 * too large, have rows, begin elsewhere, or look at omp_orig stay with the compiler.
 * flags: -O2 -std=gnu11 -fopenmp
 * accept: omp
 * device: 5
 * refused: reduction-misuse reduction-misuse clause reduction-type clause clause
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct range {
    double lo, hi;
    int n;
};
static void widen(struct range *a, const struct range *b)
{
    if (b->n) {
        if (!a->n || b->lo < a->lo)
            a->lo = b->lo;
        if (!a->n || b->hi > a->hi)
            a->hi = b->hi;
        a->n += b->n;
    }
}
static void put(struct range *r, double v)
{
    struct range one = {v, v, 1};
    widen(r, &one);
}
#pragma omp declare reduction(widen                                                                \
                              : struct range                                                       \
                              : widen(&omp_out, &omp_in))                                          \
    initializer(omp_priv = (struct range){0})
#pragma omp declare reduction(far:double                                                           \
                              : omp_out = fabs(omp_in) > fabs(omp_out) ? omp_in : omp_out)
#pragma omp declare reduction(+ : struct range : widen(&omp_out, &omp_in))
#pragma omp declare reduction(keep:int : omp_out |= omp_in) initializer(omp_priv = omp_orig)
enum { N = 600, K = 4 };
static double x[N];
static struct range all[K];
static void in_team(struct range *r, int k)
{
#pragma omp for reduction(widen : r[:3])
    for (int i = 0; i < N; i++)
        put(&r[i % 3], x[i] * k);
}
int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = sin(i) * (1 + i % 9);
    double f[5] = {0.25, -20, 0, 0, 0};
#pragma omp parallel for reduction(far : f)
    for (int i = 0; i < N; i++)
        if (fabs(x[i]) > fabs(f[i % 5]))
            f[i % 5] = x[i];
    for (int i = 0; i < 5; i++)
        printf("%.9g ", fabs(f[i]));
#pragma omp parallel for reduction(widen : all)
    for (int i = 0; i < N; i++)
        put(&all[(int)fabs(x[i]) % K], x[i]);
#pragma omp parallel for reduction(+ : all [0:4])
    for (int i = 0; i < N; i++) {
        struct range *r = all;
        if (i & 1)
            r += 2;
        put(r, i);
    }
    for (int i = 0; i < K; i++)
        printf("%.9g %.9g %d ", all[i].lo, all[i].hi, all[i].n);
    struct range *p = calloc(6, sizeof *p);
#pragma omp parallel for reduction(widen : p[:3])
    for (int i = 0; i < N; i++) {
        p[i % 3].n++;
        if (x[i] < p[i % 3].lo)
            p[i % 3].lo = x[i];
    }
#pragma omp parallel
    in_team(p, 2);
    for (int i = 0; i < 4; i++)
        printf("%.9g %.9g %d ", p[i].lo, p[i].hi, p[i].n);
    double g[2][3] = {{0}}, *q = f;
    int bits[2] = {1, 2};
    double big[64] = {0};
#pragma omp parallel for reduction(far : f[:2])
    for (int i = 0; i < N; i++)
        if (fabs(x[i]) > fabs(f[i % 2]))
            f[i % 2] = x[i];
#pragma omp parallel for reduction(far : g)
    for (int i = 0; i < N; i++)
        if (fabs(x[i]) > fabs(g[i % 2][i % 3]))
            g[i % 2][i % 3] = x[i];
#pragma omp parallel for reduction(far : big)
    for (int i = 0; i < N; i++)
        if (fabs(x[i]) > fabs(big[i % 64]))
            big[i % 64] = x[i];
#pragma omp parallel for reduction(keep : bits)
    for (int i = 0; i < N; i++)
        bits[i % 2] |= i & 12;
#pragma omp parallel for reduction(far : q [1:2])
    for (int i = 0; i < N; i++)
        if (fabs(x[i]) > fabs(q[1 + i % 2]))
            q[1 + i % 2] = 5 * x[i];
#pragma omp parallel for collapse(2) reduction(far : f)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            if (fabs(x[i * j]) > fabs(f[3]))
                f[3] = x[i * j];
    printf("%.9g %.9g %.9g %d %d %.9g\n", fabs(f[0]), fabs(f[1]), fabs(g[1][2]), bits[0], bits[1],
           fabs(big[17]));
    printf("%.9g %.9g\n", fabs(f[2]), fabs(f[3]));
    return 0;
}
