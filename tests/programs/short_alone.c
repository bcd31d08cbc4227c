// SPDX-License-Identifier: MIT
/* A loop with little work calls nothing of OpenMP's runtime on the host, which takes memory from
 * the heap: a signal handler has to be able to run one.
 *
 * flags: -O1 -fopenmp
 * sanitize: no
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* In the place of the libraries'. */
static void used(const char *name)
{
    printf("%s is called\n", name);
    exit(1);
}

void GOMP_parallel(void (*fn)(void *), void *data, unsigned threads, unsigned flags)
{
    (void)fn;
    (void)data;
    (void)threads;
    (void)flags;
    used("GOMP_parallel");
}

unsigned GOMP_parallel_reductions(void (*fn)(void *), void *data, unsigned threads, unsigned flags)
{
    (void)fn;
    (void)data;
    (void)threads;
    (void)flags;
    used("GOMP_parallel_reductions");
    return 0;
}

void __kmpc_fork_call(void *where, int n, void *fn, ...)
{
    (void)where;
    (void)n;
    (void)fn;
    used("__kmpc_fork_call");
}

void __kmpc_serialized_parallel(void *where, int thread)
{
    (void)where;
    (void)thread;
    used("__kmpc_serialized_parallel");
}

enum { N = 90 };

static double a[N], out[N];
static float f[N];
static int k[N], count[8];
static struct {
    double sum, least;
} kept;

static void sums(int n, double *to)
{
    double s = 1, p = 1;
    float t = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : t) reduce(* : p)
    for (int i = 0; i < n; i++) {
        t += f[i];
        p *= 1 + a[i] / 1000;
    }
#pragma tcr reduce(+ : *to)
    for (int i = 0; i < n; i++)
        *to += a[i] * a[i];
#pragma tcr reduce(+ : kept.sum)
    for (int i = 0; i < n; i++)
        kept.sum += fabs(a[i] - 3);
    printf("%d: %.10g %.6g %.10g %.10g %.10g\n", n, s, t, p, *to, kept.sum);
}

static void not_finite(int n)
{
    double s = 0, large = 1e308;
    float t = 3e38f;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += i == 7 ? HUGE_VAL : a[i];
#pragma tcr reduce(+ : large)
    for (int i = 0; i < n; i++)
        large += i < 2 ? 1e308 : -1e308;
#pragma tcr reduce(+ : t)
    for (int i = 0; i < n; i++)
        t += f[i];
    printf("%g %d %g\n", s, large > 0 || large < 0, t);
}

static void orders(int n)
{
    double least = 1e30, most = -HUGE_VAL, with_nan = 2;
    int at = -1;
    kept.least = 5;
#pragma tcr reduce(min : least) reduce(max : most)
    for (int i = 0; i < n; i++) {
        least = a[i] < least ? a[i] : least;
        if (a[i] > most)
            most = a[i];
    }
#pragma tcr reduce(min : kept.least)
    for (int i = 0; i < n; i++)
        if (a[i] - 9 < kept.least)
            kept.least = a[i] - 9;
#pragma tcr reduce(max : with_nan)
    for (int i = 0; i < n; i++)
        with_nan = fmax(with_nan, i % 3 ? a[i] : NAN);
#pragma tcr reduce(max : at)
    for (int i = 0; i < n; i++)
        at = k[i] > at ? k[i] : at;
    printf("%g %g %g %g %d\n", least, most, kept.least, with_nan, at);
}

static void exact(int n)
{
    double s = 0, both = 0;
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++)
        s += a[i] * 0.1;
#pragma tcr reduce(+ : both) reproducible
    for (int i = 0; i < n; i++) {
        both += a[i];
        out[i] = a[i] + 1;
    }
    printf("%.10g %.10g %g\n", s, both, out[n - 1]);
}

static void others(int n, double *restrict to, const double *restrict from)
{
    int all = 1, any = 0, bits = 0, last = 0;
    long sum = 0;
#pragma tcr reduce(&& : all) reduce(|| : any) reduce(^ : bits)
    for (int i = 0; i < n; i++) {
        all = all && k[i] < 100;
        any = any || k[i] == 13;
        bits ^= k[i];
    }
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++) {
        last = k[i] * 2;
        sum += last;
    }
#pragma tcr reduce(+ : sum) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 5; j++)
            sum += k[i] * j;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        to[i] = from[i] * 3;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        __atomic_fetch_add(&count[k[i] & 7], 1, __ATOMIC_RELAXED);
    }
#pragma tcr reduce(+ : count[:8])
    for (int i = 0; i < n; i++)
        count[k[i] & 7]++;
    printf("%d %d %d %ld %d %g %d\n", all, any, bits, sum, last, to[n - 1], count[3]);
}

int main(void)
{
    double to = 0.5;
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37 % 101) * 0.25;
        f[i] = (float)(i % 9) * 0.5f;
        k[i] = i * 29 % 64;
    }
    for (int n = 1; n <= N; n += 44) {
        sums(n, &to);
        orders(n);
        exact(n);
        others(n, out, a);
    }
    not_finite(N);
    return 0;
}
