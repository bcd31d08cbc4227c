/* SPDX-License-Identifier: MIT */
/*
 * The ways in which programs ask whether they have got memory, and give it back.
 *
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 7
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, M = 12 };
static double a[N * M], o[N];

static void sort(double *t, int n)
{
    for (int i = 1; i < n; i++) {
        double x = t[i];
        int k = i;
        for (; k > 0 && t[k - 1] > x; k--)
            t[k] = t[k - 1];
        t[k] = x;
    }
}

static double asserted(const double *x, int n)
{
    double *t = malloc((size_t)n * sizeof *t);
    assert(t);
    memcpy(t, x, (size_t)n * sizeof *t);
    sort(t, n);
    double middle = t[n / 2];
    free(t);
    return middle;
}

static double set_in_test(const double *x, int n)
{
    double *t, last = 0;
    if ((t = malloc((size_t)n * sizeof *t)) == NULL)
        return -1;
    for (int i = 0; i < n; i++)
        t[i] = x[i] * 2;
    last = t[n - 1];
    free(t);
    return last;
}

static double not_set(const double *x, int n)
{
    float *t;
    if (!(t = (float *)calloc((size_t)n, sizeof(float)))) {
        fprintf(stderr, "no memory\n");
        abort();
    }
    for (int i = 0; i < n; i++)
        t[i * i % n] += (float)x[i];
    double some = t[1] + t[4];
    free(t);
    return some;
}

static double parts(const double *x, int n)
{
    double *w = malloc((size_t)n * 2 * sizeof *w), *u = w, *v = w + n, sum = 0;
    for (int i = 0; i < n; i++) {
        u[i] = x[i];
        v[n - 1 - i] = x[i];
    }
    for (int i = 0; i < n; i++)
        sum += u[i] * v[i];
    free(w);
    return sum;
}

static double where_there(const double *x, int n)
{
    char *mark = calloc((size_t)n, 1);
    double sum = 0;
    if (mark) {
        for (int i = 0; i < n; i += 2)
            mark[i] = 1;
        for (int i = 0; i < n; i++)
            if (mark[i])
                sum += x[i];
    }
    if (mark)
        free(mark);
    return sum;
}

static double sometimes(const double *x, int n)
{
    double *t = NULL, sum = 0;
    if (x[0] > 3) {
        t = malloc((size_t)n * sizeof *t);
        memset(t, 0, (size_t)n * sizeof *t);
        for (const double *p = x; p < x + n; p++)
            t[p - x] += *p;
        for (int i = 0; i < n; i++)
            sum += t[i] * i;
        if (t != NULL) {
            free(t);
        }
        t = NULL;
    }
    return sum;
}

/* A number of bytes that wraps where it is not what calloc is told. */
static double far_too_large(const double *x, int n)
{
    const int m = x[0] > 9 ? (1 << 29) + 1 : n, at = x[0] > 9 ? 5000 : 1;
    double *t = calloc(m, 8), sum;
    if (!t)
        return x[0];
    t[at] = x[0];
    sum = t[0] + t[at];
    free(t);
    return sum;
}

/* Of memory from malloc any type may be made; and a test that has no operands. */
static double other_types(const double *x, int n)
{
    char *p = malloc(n * 8), *q = malloc(n * 8), *r = malloc(n * 8);
    double *t = (double *)p, *u = (double *)q, *v = (double *)r, sum;
    if (__builtin_types_compatible_p(int, long))
        n = 1;
    for (int k = 0; k < n; k++) {
        t[k] = x[k] + k;
        u[k] = 2 * t[k];
        v[k] = t[k] + u[k];
    }
    sum = v[n - 1] + u[0];
    free(p);
    free(q);
    free(r);
    return sum;
}

#define RUN(f) \
    do { \
        double sum = 0; \
        _Pragma("omp parallel for") for (int i = 0; i < N; i++) o[i] = f(a + i * M, M); \
        for (int i = 0; i < N; i++) \
            sum += o[i] * (i + 1); \
        printf(#f " %g\n", sum); \
    } while (0)

int main(void)
{
    for (int i = 0; i < N * M; i++)
        a[i] = i * 37 % 11;
    RUN(asserted);
    RUN(set_in_test);
    RUN(not_set);
    RUN(parts);
    RUN(where_there);
    RUN(sometimes);
    RUN(far_too_large);
    RUN(other_types);
    return 0;
}
