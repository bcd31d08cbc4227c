/* What the loop reads only under a condition must not be read before it, and
 * pointers keep what they mean: null, another's, or the same.
 * flags: -O1 -std=gnu17
 * device: 12 (others: subscripts wrap around, memory cannot be read)
 */
#include <stdio.h>
#include <sys/mman.h>

#define N 4000

struct part {
    const double *x;
    double w;
    int m;
};

/* n numbers, the last of them before memory that cannot be read */
static double *at_the_edge(long n)
{
    long page = 4096, size = (n * 8 + page - 1) / page * page;
    char *p = mmap(0, size + 64 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p + size, 64 * page, PROT_NONE);
    double *q = (double *)(p + size) - n;
    for (long i = 0; i < n; i++)
        q[i] = i % 10;
    return q;
}

static double first_of(const struct part *p)
{
    return p->x[0] * p->w + p->m;
}

static double until_bad(const int *bad, int m, const double *x)
{
    for (int j = 0; j < m; j++)
        if (bad[j])
            return 1;
    return *x;
}

static double below(int n, int i, const double *x)
{
    int j = 0;
    while (j < 2) {
        if (i >= n)
            return 1;
        j++;
    }
    return x[i];
}

static double inner(const struct part *p, int m, const double *a, int n)
{
    double t = 0;
#pragma tcr reduce(+ : t)
    for (int i = 0; i < n; i++) {
        t += a[i];
        for (int j = 0; j < m; j++)
            t += p->x[j];
    }
    return t;
}

#define NOBODY ((const struct part *)-1)
static double sentinel(const struct part *p, const double *a, int n)
{
    double t = 0;
#pragma tcr reduce(+ : t)
    for (int i = 0; i < n; i++) {
        if (p != NOBODY)
            t += p->w * a[i];
        else
            t += a[i];
    }
    return t;
}

static double weighted(const double *x, const double *w, int n)
{
    double t = 0;
    long k = 0;
#pragma tcr reduce(+ : t, k)
    for (int i = 0; i < n; i++) {
        t += w ? x[i] * w[i] : x[i];
        if (w == x)
            k += 1;
        if (w && x < w)
            k += 10;
    }
    return t + k;
}

static long tested_only(const double *x, const double *w, double **rows, int n, int m)
{
    long k = 0;
#pragma tcr reduce(+ : k)
    for (int i = 0; i < n; i++) {
        if (w)
            k += x[i] > 4;
        if (rows[i])
            k += 100;
        for (int j = 0; j < m; j++)
            k += rows[i][j] > 1;
    }
    return k;
}

static double norm(const double *x, int n, double *most)
{
    double t = 0;
#pragma tcr reduce(+ : t) reduce(max : *most)
    for (int i = 0; i < n; i++) {
        t += x[i] * x[i];
        if (most) {
            if (x[i] > *most)
                *most = x[i];
        }
    }
    return t;
}

int main(void)
{
    double *a = at_the_edge(N), *row = a, s = 0, most = -1, *rows[N] = {0};
    struct part one = {a + 3, 2, 3}, two = {a + 7, -1, 4};
    const struct part *p1 = &one, *p2 = &two;
    int bad[3] = {0, 0, 1};
    unsigned n = N, minus_one = 4294967295u;
    const double *nothing = 0;
    long long offset = 0;

    for (int i = 0; i < N; i += 2)
        rows[i] = row;
    printf("%g %g\n", inner(&one, 3, a, N), inner(0, 0, a, N));
    printf("%g %g\n", sentinel(&one, a, N), sentinel(NOBODY, a, N));
    printf("%g %g %g %g\n", weighted(a, a, N), weighted(a, 0, N), weighted(a, a + 9, N - 9),
           weighted(a + 9, a, N - 9));
    printf("%ld %ld\n", tested_only(a, a, rows, N, 0), tested_only(a, 0, rows, N, 0));
    printf("%g %g", norm(a, N, &most), norm(a, N, 0));
    printf(" %g\n", most);

#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += first_of(p1) * a[i] + first_of(p2);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += until_bad(bad, 3, nothing) + until_bad(bad, 2, a + 8);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 2 * N; i++)
        s += below(N, i, a);
    printf("%g\n", s);

#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        s += i ? a[i - 1] : 0;
        if (i + 1000 < N && a[i + 1000] > 3)
            s += 1;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 2 * N; i++) {
        if (i >= N)
            continue;
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 2 * N; i++) {
        switch (i < N) {
        case 0:
            continue;
        }
        s += a[i];
    }
    printf("%g\n", s);

#pragma tcr reduce(+ : s)
    for (unsigned i = 1; i <= n; i++)
        s += a[i - 1u];
#pragma tcr reduce(+ : s)
    for (unsigned i = 0; i < n; i++)
        s += i > 0 ? a[i - 1] : 0;
#pragma tcr reduce(+ : s)
    for (long long i = 0; i < N; i++)
        s += a[(int)(i + offset)];
#pragma tcr reduce(+ : s)
    for (unsigned i = 1; i <= n; i++)
        s += a[i + minus_one];
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
