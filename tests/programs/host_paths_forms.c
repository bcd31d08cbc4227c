/*
 * The forms in which programs write what only the host does (host_paths.c): macros,
 * labels, loops, members, minima, sections; and what the loop names there.
 *
 * accept: omp,acc
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdarg.h>
#include <string.h>
#include <errno.h>
enum { N = 300 };
static double a[N], b[N];
static int k[N];
struct ctx {
    void (*log)(struct ctx *, const char *, ...);
    int n;
    double tol;
    FILE *f;
};
static void logger(struct ctx *c, const char *f, ...)
{
    va_list v;
    va_start(v, f);
    c->n++;
    vprintf(f, v);
    va_end(v);
}
#define LOG(c, ...)                                                                                \
    do {                                                                                           \
        if ((c)->n < 5)                                                                            \
            (c)->log((c), __VA_ARGS__);                                                            \
    } while (0)
#define WARN(...) (fprintf(stdout, __VA_ARGS__), fflush(stdout))
#define CHECK(x) ((x) ? (void)0 : (void)printf("%s fails at %d\n", #x, __LINE__))
static int depth(double x, int lev)
{
    if (lev > 3) {
        printf("deep %g\n", x);
        return 1;
    }
    return lev;
}
static double l2(double x, int i)
{
    int r = depth(x, i);
    return r * x;
}
/* macros */
static double macros(struct ctx *c, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < c->tol)
            LOG(c, "small %d %g\n", i, a[i]);
        if (k[i] == 9)
            WARN("nine %d\n", i);
        CHECK(k[i] < 10);
        s += l2(a[i], k[i] % 4 + (k[i] == 11));
    }
    return s + c->n;
}
/* labels in what follows; retry in the path */
static double labels(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double x = a[i];
        int tries = 0;
    again:
        if (x < 0) {
            printf("again %g\n", x);
            x = -x;
            if (tries++ < 2)
                goto again;
        }
        if (k[i] == 9) {
            puts("skip");
            goto next;
        }
        s += x;
    next:
        s += 1;
    }
    return s;
}
static double inpath(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (k[i] > 8) {
            printf("x");
            if (a[i] > 2)
                goto here;
            s += 3;
        here:
            s += 4;
        }
        s += a[i];
    }
    return s;
}
/* while loops with output */
static double whiles(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double x = a[i];
        int t = 0;
        while (x * x > 1.0001) {
            x = 0.5 * (x + 1 / x);
            if (++t > 50) {
                printf("no convergence at %d, %g\n", i, x);
                break;
            }
        }
        do {
            if (k[i] == 9) {
                putchar('!');
                continue;
            }
            t++;
        } while (t < 3);
        s += x + t;
    }
    return s;
}
/* array in place, privates, last values */
static double lasts(int n, int *out)
{
    double s = 0, t = 0;
    int last = -1;
#pragma tcr reduce(+ : s) private(t)
    for (int i = 0; i < n; i++) {
        t = a[i];
        b[i] = t + i;
        if (t < 0) {
            printf("t %g b %g\n", t, b[i]);
            t = 0;
            last = i;
            b[i] = -5;
        }
        a[i] = t * 2;
        s += t;
    }
    *out = last;
    return s;
}
static double maxi(int n)
{
    double m = -1;
    int at = -1;
#pragma tcr reduce(max : m)
    for (int i = 0; i < n; i++) {
        if (a[i] > m)
            m = a[i];
        if (a[i] > 100)
            fprintf(stdout, "large %g so far %g\n", a[i], m);
    }
#pragma omp parallel for reduction(max : m)
    for (int i = 0; i < n; i++) {
        if (a[i] > m)
            m = a[i];
        if (a[i] > 100)
            fprintf(stdout, "large %g\n", a[i]);
    }
    return m + at;
}
struct sum {
    double v;
    int bad;
};
static double member(struct sum *p, int n)
{
    p->v = 0;
    p->bad = 0;
#pragma tcr reduce(+ : p->v, p->bad)
    for (int i = 0; i < n; i++) {
        p->v += a[i];
        if (a[i] < 0 && p->bad++ < 1) {
            printf("bad %d, so far %g\n", i, p->v);
        }
    }
    return p->v + p->bad;
}
static double file(struct ctx *c, int n)
{
    double s = 0;
    int line = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (k[i] == 9) {
            FILE *f = c->f ? c->f : stdout;
            if (!f) {
                perror("f");
                return -1;
            }
            fprintf(f, "line %d\n", line++);
            errno = 0;
        }
        s += a[i];
    }
    return s + line;
}
static double hist(int n)
{
    static int h[8];
    int over = 0;
    memset(h, 0, sizeof h);
#pragma tcr reduce(+ : h [0:8], over)
    for (int i = 0; i < n; i++) {
        int q = k[i];
        if (q >= 8) {
            over++;
            printf("over %d of %d\n", q, over);
            q = 7;
        }
        h[q]++;
    }
    return h[0] + 2 * h[3] + 3 * h[7] + over;
}
static void fill(int bad)
{
    for (int i = 0; i < N; i++) {
        a[i] = 1 + i % 7 * .25;
        b[i] = 0;
        k[i] = i % 5;
    }
    if (bad) {
        a[17] = -1;
        a[200] = -3;
        a[201] = 200;
        k[33] = 9;
        k[155] = 11;
    }
}
int main(void)
{
    struct ctx c = {logger, 0, 0.5, 0};
    struct sum u;
    int last;
    for (int t = 0; t < 5; t++) {
        int bad = t == 1 || t == 4;
        double s[10];
        fill(bad);
        s[0] = macros(&c, N);
        fill(bad);
        s[1] = labels(N);
        fill(bad);
        s[2] = inpath(N);
        fill(bad);
        s[3] = whiles(N);
        fill(bad);
        s[4] = lasts(N, &last);
        for (int i = 0; i < N; i++)
            s[4] += a[i] * (i % 3) + b[i] * (i % 5);
        fill(bad);
        s[5] = maxi(N);
        fill(bad);
        s[6] = member(&u, N);
        fill(bad);
        s[7] = file(&c, N);
        fill(bad);
        s[8] = hist(N);
        for (int i = 0; i < 9; i++)
            printf("%.10g ", s[i]);
        printf("%d %d\n", last, c.n);
    }
}
/* SPDX-License-Identifier: MIT */
