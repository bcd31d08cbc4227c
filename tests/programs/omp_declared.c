/* SPDX-License-Identifier: MIT */
/* Reductions by operators that the program declares: statistics that a function merges, vectors,
 * the best of pairs with a rule for equal ones, histograms in structures, boxes, structures of
 * bytes, complex products; of several types, with names of C's own operators, out of a macro;
 * a combiner that calls many functions; loops that gather, that are nested, that write, that a team
 * shares, and without iterations.
 * flags: -O2 -std=gnu11 -fopenmp
 * accept: omp
 * device: 11
 */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { N = 3000, BINS = 24 };
static double x[N];
static int at[N];

/* ---- statistics, by functions that get addresses ---- */

struct stats {
    long n;
    double mean, m2, least, most;
};

static void stats_init(struct stats *s)
{
    *s = (struct stats){0, 0, 0, DBL_MAX, -DBL_MAX};
}

static void stats_add(struct stats *s, double value)
{
    double d = value - s->mean;
    s->n++;
    s->mean += d / (double)s->n;
    s->m2 += d * (value - s->mean);
    if (value < s->least)
        s->least = value;
    if (value > s->most)
        s->most = value;
}

static void stats_merge(struct stats *a, const struct stats *b)
{
    double d = b->mean - a->mean;
    long n = a->n + b->n;
    if (b->n == 0)
        return;
    a->mean += d * (double)b->n / (double)n;
    a->m2 += b->m2 + d * d * (double)a->n * (double)b->n / (double)n;
    a->n = n;
    a->least = fmin(a->least, b->least);
    a->most = fmax(a->most, b->most);
}

#pragma omp declare reduction(merge                                                                \
                              : struct stats                                                       \
                              : stats_merge(&omp_out, &omp_in)) initializer(stats_init(&omp_priv))

static void statistics(void)
{
    struct stats s;
    stats_init(&s);
    stats_add(&s, 50);
#pragma omp parallel for reduction(merge : s)
    for (int i = 0; i < N; i++)
        stats_add(&s, x[i]);
    printf("%ld %.9f %.7g %.9f %.9f\n", s.n, s.mean, s.m2, s.least, s.most);
}

/* ---- vectors ---- */

typedef struct {
    double x, y, z;
} v3;

static v3 add(v3 a, v3 b)
{
    return (v3){a.x + b.x, a.y + b.y, a.z + b.z};
}

#pragma omp declare reduction(vadd:v3                                                              \
                              : omp_out = add(omp_out, omp_in)) initializer(omp_priv = {0, 0, 0})
#pragma omp declare reduction(+ : v3 : omp_out.x += omp_in.x, omp_out.y += omp_in.y, \
                              omp_out.z += omp_in.z)

static void vectors(void)
{
    v3 t = {1, 2, 3}, u = {0};
    int most = 0;
#pragma omp parallel for reduction(vadd : t) reduction(+ : u) reduction(max : most)
    for (int i = 0; i < N; i++) {
        t = add(t, (v3){i % 7, i % 11, at[i]});
        u.x += at[i];
        u.y -= i % 3;
        u.z += 2 * (i % 5);
        if (at[i] % 1000 > most)
            most = at[i] % 1000;
    }
    printf("%g %g %g %g %g %g %d\n", t.x, t.y, t.z, u.x, u.y, u.z, most);
}

/* ---- the best of pairs, the first of equal ones ---- */

struct pick {
    double cost;
    int from, to;
};

static inline struct pick better(struct pick a, struct pick b)
{
    if (b.cost < a.cost)
        return b;
    if (b.cost == a.cost && (b.from < a.from || (b.from == a.from && b.to < a.to)))
        return b;
    return a;
}

static double cost(int i, int j)
{
    return fabs(x[at[i]] - x[at[j]] * 1.5 + (i + j) % 7);
}

#pragma omp declare reduction(best                                                                 \
                              : struct pick                                                        \
                              : omp_out = better(omp_out, omp_in))                                 \
    initializer(omp_priv = {HUGE_VAL, -1, -1})

static void picks(int n)
{
    struct pick p = {HUGE_VAL, -1, -1}, q = {0.5, 3, 4};
#pragma omp parallel for reduction(best : p) schedule(dynamic)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            p = better(p, (struct pick){cost(i, j), i, j});
#pragma omp parallel for collapse(2) reduction(best : q)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            struct pick one = {floor(cost(i, j)), i, j};
            if (i != j)
                q = better(q, one);
        }
    printf("%g %d %d, %g %d %d\n", p.cost, p.from, p.to, q.cost, q.from, q.to);
}

/* ---- histograms ---- */

struct hist {
    int bin[BINS];
};
static struct hist global;

static void hist_add(struct hist *a, const struct hist *b)
{
    for (int k = 0; k < BINS; k++)
        a->bin[k] += b->bin[k];
}

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
PRAGMA(omp declare reduction(hsum
                             : struct hist
                             : hist_add(&omp_out, &omp_in)) initializer(omp_priv = {{0}}))

static void histograms(int none)
{
    struct hist h = {{1, 2}};
#pragma omp parallel for reduction(hsum : h)
    for (int i = 0; i < N; i++) {
        int k = (int)fabs(x[at[i]]) % BINS;
        if (k == 3)
            continue;
        h.bin[k]++;
    }
#pragma omp parallel for reduction(hsum : global)
    for (int i = 0; i < none; i++)
        global.bin[i]++;
#pragma omp parallel for reduction(hsum : global)
    for (int i = 0; i < N; i++)
        global.bin[i % BINS] += i;
#pragma omp target teams distribute parallel for reduction(hsum : global) map(tofrom : global)
    for (int i = 0; i < N; i++)
        global.bin[at[i] % BINS] += 2;
    for (int k = 0; k < BINS; k++)
        printf("%d %d%c", h.bin[k], global.bin[k], k + 1 < BINS ? ' ' : '\n');
}

/* ---- short types, in a team; what the variable was before ---- */

struct rgb {
    unsigned char c[3];
};
struct box {
    float lo[2], hi[2];
    short n;
};
#pragma omp declare reduction(                                                                     \
    brighter                                                                                       \
    : struct rgb                                                                                   \
    : omp_out = omp_out.c[0] > omp_in.c[0] ||                                                      \
                        (omp_out.c[0] == omp_in.c[0] && omp_out.c[1] > omp_in.c[1])                \
                    ? omp_out                                                                      \
                    : omp_in)
#pragma omp declare reduction(join                                                                 \
                              : struct box                                                         \
                              : omp_out.lo[0] = fminf(omp_out.lo[0], omp_in.lo[0]),                \
                                omp_out.lo[1] = fminf(omp_out.lo[1], omp_in.lo[1]),                \
                                omp_out.hi[0] = fmaxf(omp_out.hi[0], omp_in.hi[0]),                \
                                omp_out.hi[1] = fmaxf(omp_out.hi[1], omp_in.hi[1]),                \
                                omp_out.n += omp_in.n)                                             \
    initializer(omp_priv = {{1e9f, 1e9f}, {-1e9f, -1e9f}, 0})

static void boxes(void)
{
    static float out[N];
    struct rgb c = {{0}};
    struct box b = {{1e9f, 1e9f}, {-1e9f, -1e9f}, 0};
#pragma omp parallel
    {
#pragma omp for reduction(brighter : c) reduction(join : b)
        for (int i = 0; i < N; i++) {
            struct rgb q = {{i % 251, i % 250, 3}};
            float u = (float)x[i], v = (float)x[N - 1 - i] + i;
            if (q.c[0] > c.c[0] || (q.c[0] == c.c[0] && q.c[1] > c.c[1]))
                c = q;
            b.lo[0] = fminf(b.lo[0], u);
            b.lo[1] = fminf(b.lo[1], v);
            b.hi[0] = fmaxf(b.hi[0], u);
            b.hi[1] = fmaxf(b.hi[1], v);
            b.n++;
            out[i] = u + v;
        }
    }
    printf("%d %d %d, %.4f %.4f %.4f %.4f %d, %.4f\n", c.c[0], c.c[1], c.c[2], b.lo[0], b.lo[1],
           b.hi[0], b.hi[1], b.n, out[N / 2]);
}

/* ---- numbers ---- */

typedef double complex number;
#pragma omp declare reduction(product                                                              \
                              : number, double                                                     \
                              : omp_out *= omp_in) initializer(omp_priv = 1)
#pragma omp declare reduction(farthest                                                             \
                              : double, float                                                      \
                              : omp_out = fabs(omp_in) > fabs(omp_out) ? omp_in : omp_out)         \
    initializer(omp_priv = 0)
#pragma omp declare reduction(mix:unsigned                                                         \
                              : omp_out ^= omp_in) initializer(omp_priv = omp_orig ^ omp_orig)

static void numbers(void)
{
    number z = 2;
    double p = 0.5, far = 0.5;
    float near = 0;
    unsigned h = 17;
#pragma omp parallel for reduction(product : z, p)
    for (int i = 0; i < 16; i++) {
        z *= i & 1 ? 2 : I;
        p *= i & 1 ? 2 : 0.25;
    }
#pragma omp parallel for reduction(farthest : far, near) reduction(mix : h)
    for (int i = 0; i < N; i++) {
        if (fabs(x[i]) > fabs(far))
            far = x[i];
        if (fabs(x[i] / 2) > fabs(near))
            near = (float)(x[i] / 2);
        h ^= (unsigned)i * 2654435761u;
    }
    /* The sign of the imaginary zero depends on which factors each thread has. */
    printf("%g %g %g, %.9f %.6f %u\n", creal(z), cimag(z) + 0.0, p, far, near, h);
}

/* ---- twenty functions, each of which calls another ---- */

#define STEP(name, next)                                                                           \
    static unsigned name(unsigned a, unsigned b)                                                   \
    {                                                                                              \
        return next(b, a);                                                                         \
    }
#define FOUR(name, next)                                                                           \
    STEP(name##3, next)                                                                            \
    STEP(name##2, name##3)                                                                         \
    STEP(name##1, name##2)                                                                         \
    STEP(name, name##1)

static unsigned last(unsigned a, unsigned b)
{
    return a * b;
}
FOUR(fe, last)
FOUR(fd, fe)
FOUR(fc, fd)
FOUR(fb, fc)
FOUR(fa, fb)
#pragma omp declare reduction(deep:unsigned                                                        \
                              : omp_out = fa(omp_out, omp_in)) initializer(omp_priv = 1)

static void functions(void)
{
    unsigned h = 3;
#pragma omp parallel for reduction(deep : h)
    for (int i = 0; i < N; i++)
        h *= 2 * (unsigned)at[i] + 1;
    printf("%u\n", h);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = sin(i) * (i * 37 % 101);
        at[i] = i * 7 % N;
    }
    statistics();
    vectors();
    picks(200);
    histograms(0);
    boxes();
    numbers();
    functions();
    return 0;
}
