/* goto: retries, state machines, out of nested loops, past declarations.
 * flags: -O1 -std=gnu99
 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static double a[N], b[N];
static unsigned char text[N];

static double halvings(double x, int i)
{
    int n = 0;
    if (x < 1)
        goto small;
again:
    x *= 0.5;
    n++;
    if (x > 1)
        goto again;
    return n;
small:
    return x + i % 3;
}

static double sum_of(const double *p, int n)
{
    int k = 0;
    double t = 0;
more:
    if (k >= n)
        goto end;
    t += p[k];
    k++;
    goto more;
end:
    return t;
}

static int numbers(void)
{
    long total = 0;
#pragma tcr reduce(+ : total)
    for (int i = 0; i < N - 40; i++) {
        const unsigned char *p = text + i, *end = p + 32;
        long value;
        int minus = 0;
    start:
        if (p == end)
            goto done;
        if (*p == '-') {
            minus = 1;
            p++;
            goto number;
        }
        if (*p >= '0' && *p <= '9')
            goto number;
        p++;
        goto start;
    number:
        value = 0;
        while (p < end && *p >= '0' && *p <= '9')
            value = value * 10 + (*p++ - '0');
        total += minus ? -value : value;
        minus = 0;
        goto start;
    done:;
    }
    return (int)total;
}

/* C89: temporaries at the top, errors at the bottom */
static int old_style(const double *x, int n)
{
    int i, bad = 0;
    double t, s = 0;
    if (x == NULL)
        goto fail;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        t = x[i];
        if (t > 4)
            goto next;
        t *= 2;
    next:
        s += t;
    }
    if (s < 0)
        goto fail;
    printf("%g\n", s);
    return 0;
fail:
    bad = 1;
    return bad;
}

int main(void)
{
    double s = 0, x = 0;
    int i;
    double *h = malloc(N * sizeof *h);
    for (i = 0; i < N; i++) {
        a[i] = (i * 37 % 64) / 8.0;
        b[i] = (i * 53 % 128) / 16.0 - 2;
        text[i] = (unsigned char)"12 -7;x9"[i * 5 % 8];
        h[i] = i % 32;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        unsigned seed = (unsigned)i * 2654435761u + 1;
        double u;
    again:
        seed = seed * 1664525u + 1013904223u;
        u = (seed >> 24) / 256.0;
        if (u > 0.5)
            goto again;
        s += u;
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < 10; j++)
            for (int k = 0; k < 10; k++)
                if (a[i] + j * k > 20)
                    goto next;
        s += b[i];
    next:;
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (i % 3 == 0)
            goto skip;
        double t = a[i] * 2, w[2] = {t, b[i]};
        const double *p = &a[i];
        s += t + w[1] + *p;
    skip:
        s += b[i];
    }
    printf("%g\n", s);
/* a condition is known only where control came by it */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (i >= 500)
            goto far;
        if (i >= 100)
            s += h[i + 100];
        goto near;
    far:
        s += h[i] * 2;
    near:
        if (i == 0)
            goto first;
        s += h[i - 1];
    first:
        s += h[i];
    }
    printf("%g\n", s);
/* the last value is set by a loop of gotos */
#pragma tcr reduce(+ : s)
    for (i = 0; i < N; i++) {
        x = h[i];
    half:
        x = x * 0.5;
        if (x > 1)
            goto half;
        if (i % 7 == 0)
            goto done;
        s += x;
    done:;
    }
    printf("%g %g\n", s, x);
    /* names that C++ keeps for itself; a loop that is copied */
    long k, from = 0, to = N;
#pragma tcr reduce(+ : s)
    for (k = from; k != to; k += 1) {
        if (h[k] > 9)
            goto class;
        s += h[k];
        goto new;
        class : s += 1;
        new : continue;
    }
    printf("%g %ld\n", s, k);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N - 4; i++)
        s += halvings(a[i], i) + sum_of(a + i % 2, 3) + sum_of(b, 4);
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < 5; j++) {
            switch ((i + j) % 7) {
            case 0:
                goto out;
            case 1:
                goto count;
            case 2:
                continue;
            default:
                break;
            }
            s += h[(i + j) % N];
        count:
            s += 1;
        }
        s += 0.5;
    out:;
    }
    printf("%g %d\n", s, numbers());
    free(h);
    return old_style(a, N);
}
/* SPDX-License-Identifier: MIT */
