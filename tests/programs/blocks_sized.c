/*
 * memset, memcpy and memmove of sizes and types that only the run knows: bytes behind
 * char * and void *, numbers of elements, rows, structures, in memory and in variables of
 * the iteration; values other than 0; sizes that the call itself overwrites.
 *
 * accept: omp,acc
 * device: 13 (of own_size(), nobody knows beforehand how much it uses)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300, MOST = 24 };

struct padded {
    char tag;
    double x;
    int n[3];
};
struct tight {
    double x;
    int n[6];
};
struct row {
    int n;
    double v[MOST];
};

static char *bytes(size_t n)
{
    char *p = malloc(n);
    for (size_t i = 0; i < n; i++)
        p[i] = (char)(i * 37 % 251);
    return p;
}

static unsigned long sum(const void *p, size_t n)
{
    const unsigned char *c = p;
    unsigned long s = 5381;
    for (size_t i = 0; i < n; i++)
        s = s * 33 + c[i];
    return s;
}

/* ---- behind pointers to bytes ---- */

static long of_bytes(char *cx, const char *ax, long *ci, long n, size_t size)
{
    long nz = 0;
#pragma omp parallel for reduction(+ : nz)
    for (long p = 0; p < n; p++) {
        memcpy(cx + p * size, ax + p * size, size);
        if (ci[p] < 0) {
            ci[p] = -ci[p];
            nz++;
        }
    }
    return nz;
}

static void gathered(void *to, const void *from, const long *map, long n, size_t size)
{
#pragma tcr loop
    for (long p = 0; p < n; p++)
        memcpy((char *)to + p * size, (const char *)from + map[p] * size, size);
}

static void scattered(void *restrict to, const void *restrict from, const long *map, long n,
                      size_t size)
{
#pragma tcr loop
    for (long p = 0; p < n; p++)
        if (map[p] >= 0)
            (void)memcpy(((char *)to) + (map[p] * (size)), from, size);
}

static void repeated(unsigned char *to, const void *one, int n, int size)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        memcpy(&to[i * size], one, size);
}

static double read_from(const char *a, int n, size_t size)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t;
        int k = 0;
        memcpy(&t, a + i * size, sizeof t);
        memcpy(&k, a + i * size + sizeof t, sizeof k / 2);
        s += t + k;
    }
    return s;
}

static void write_to(char *a, int n, size_t size)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double t = i * 0.5;
        struct padded q = {'a', i, {i, 1, 2}};
        memcpy(a + i * size, &t, sizeof t);
        memcpy(a + i * size + sizeof t, q.n, sizeof q.n);
    }
}

/* ---- elements ---- */

static double elements(double *to, const double *from, float *f, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double w[MOST];
        memcpy(w, from + i * m, m * sizeof *w);
        memcpy(to + i * m, w, sizeof(double) * m);
        memset(f + i * m, 0, (size_t)m * sizeof(float));
        for (int k = 0; k < m; k++)
            s += w[k] * w[m - 1];
    }
    return s;
}

static void values(int *a, unsigned short *b, double *c, int n, int m, int v)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        memset(a + i * m, -1, m * sizeof *a);
        memset(b + i * m, 0x3f, m * sizeof *b);
        memset(c + i * m, 0x41, m * sizeof *c);
        memset((char *)&c[i * m] + 1, v + i, 3);
    }
}

static void odd_sizes(int *a, const int *b, int n, int size)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        memcpy(a + 8 * i, b + 8 * i, size);
}

static void structures(struct padded *p, const struct padded *q, struct tight *t,
                       const struct tight *u, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        memcpy(p + i * m, q + i * m, m * sizeof *p);
        memcpy(&t[i * m], &u[i * m], sizeof(struct tight) * m);
        if (i % 3 == 0)
            memset(&p[i * m], 0, sizeof *p);
    }
}

static double planes(double (*to)[MOST], const double (*from)[MOST], int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double w[2][MOST];
        memcpy(w, from + i, sizeof from[0]);
        memcpy(w[1], w[0], sizeof w[0]);
        memcpy(to[i], &w[1][0], sizeof(w) / 2);
        s += w[1][3] + w[0][4];
    }
    return s;
}

/* ---- rows, and what the call itself overwrites ---- */

static void rows(double **to, double *const *from, int m, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        memcpy(to[i], from[i], m * sizeof **to);
}

static void own_size(struct row *r, const double *from, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        memcpy(r[i].v, from + i, r[i].n * sizeof(double));
        memset(&r[i], 0, r[i].n); /* the size is the first that goes */
    }
}

static int moved(int n, int m)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int a[MOST], b[MOST];
        for (int k = 0; k < MOST; k++)
            a[k] = i ^ k;
        memmove(b, a, m * sizeof *a);
        s += b[m - 1] + b[0];
    }
    return s;
}

int main(void)
{
    static long map[N], ci[N];
    static double v[N * MOST], w[N * MOST], plane[N][MOST], *to[N], *from[N];
    static float f[N * MOST];
    static int a[N * MOST], b[N * MOST];
    static unsigned short h[N * MOST];
    static struct padded p[N * 3], q[N * 3];
    static struct tight t[N * 3], u[N * 3];
    static struct row r[N];
    double x = 0;
    for (size_t size = 1; size < 40; size += 13) {
        char *c = bytes(N * size), *d = bytes(2 * N * size);
        for (int i = 0; i < N; i++) {
            map[i] = i * 7 % N;
            ci[i] = i % 5 - 2;
        }
        printf("%ld ", of_bytes(c, d + 3, ci, N, size));
        printf("%lu ", sum(c, N * size));
        gathered(c, d, map, N, size);
        printf("%lu ", sum(c, N * size));
        scattered(c, d + size, map, N, size);
        printf("%lu ", sum(c, N * size));
        repeated((unsigned char *)c, d + 1, N, (int)size);
        printf("%lu ", sum(c, N * size));
        if (size > 20) {
            write_to(c, N, size);
            printf("%lu %g", sum(c, N * size), read_from(c, N, size));
        }
        printf("\n");
        free(c);
        free(d);
    }
    for (int i = 0; i < N * MOST; i++) {
        v[i] = i % 97 * 0.25;
        f[i] = 1;
        b[i] = i * 3;
    }
    for (int m = 1; m < MOST; m += 7) {
        printf("%g ", elements(w, v, f, N, m));
        values(a, h, w + m, N / 2, m, m);
        printf("%lu %lu %lu %lu ", sum(w, sizeof w), sum(f, sizeof f), sum(a, sizeof a),
               sum(h, sizeof h));
        odd_sizes(a, b, N, m);
        printf("%lu %d\n", sum(a, sizeof a), moved(N, m));
    }
    memset(p, 1, sizeof p);
    for (int i = 0; i < N * 3; i++) {
        memset(&q[i], i, sizeof *q);
        q[i].x = i;
        u[i] = (struct tight){i, {i, 1, 2, 3, 4, i}};
    }
    structures(p, q, t, u, N, 3);
    printf("%lu %lu\n", sum(p, sizeof p), sum(t, sizeof t));
    printf("%g %lu\n", planes(plane, (const double(*)[MOST])v, N), sum(plane, sizeof plane));
    for (int i = 0; i < N; i++) {
        to[i] = calloc(MOST, sizeof(double));
        from[i] = v + i * MOST;
        r[i].n = i % (MOST - 1);
    }
    rows(to, from, MOST - 5, N);
    for (int i = 0; i < N; i++)
        x += to[i][i % 7] + to[i][23];
    own_size(r, v, N);
    printf("%g %lu\n", x, sum(r, sizeof r));
    return 0;
}
/* SPDX-License-Identifier: MIT */
