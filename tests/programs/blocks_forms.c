/*
 * The forms of memset, memcpy and memmove: rows that are shifted in both directions, called
 * functions, unions, packed bytes behind moving pointers, sizes of 0.
 *
 * accept: omp,acc
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 200, M = 20 };
static int a[N * M], b[N * M];
static double d[N * M], e[N * M];
static char raw[N * 64];
union u {
    double x;
    unsigned char c[8];
    int n[2];
};
struct s {
    int n;
    short k;
    double v[3];
};
static void copy(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}
static unsigned long sum(const void *p, size_t n)
{
    const unsigned char *c = p;
    unsigned long s = 5381;
    for (size_t i = 0; i < n; i++)
        s = s * 33 + c[i];
    return s;
}
static void shift(int *x, int n, int m, int by)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int *row = x + i * M;
        memmove(row + by, row, m * sizeof *row);
        memmove(row, row + 1, (m - 1) * sizeof *row);
        memmove(&x[i * M + 2], &x[i * M + 1 + by], 3 * sizeof(int));
    }
}
static double called(int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double w[M];
        struct s t, q;
        union u z;
        copy(w, d + i * M, m * sizeof *w);
        copy(e + i * M, w, m * sizeof *w);
        memset(&t, 0, sizeof t);
        t.n = i;
        t.v[1] = w[0];
        memcpy(&q, &t, sizeof q);
        memcpy(&z, &w[m - 1], sizeof z);
        memcpy(&z.n[1], &q.n, sizeof(int));
        s += q.v[1] + q.n + q.k + z.n[0] % 16 + z.n[1];
    }
    return s;
}
static double unpack(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        const char *p = raw + i * 64;
        float f;
        short h;
        long long l;
        memcpy(&f, p, 4);
        p += 4;
        memcpy(&h, p, sizeof h);
        p += sizeof h;
        memcpy(&l, p, sizeof l);
        s += f + h + (double)l;
    }
    return s;
}
static void pack(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        char *p = raw + i * 64;
        float f = i;
        short h = (short)(i * 3);
        long long l = i * 100000LL;
        memcpy(p, &f, 4);
        p += 4;
        memcpy(p, &h, sizeof h);
        p += sizeof h;
        memcpy(p, &l, sizeof l);
        memset(p + 8, i, 64 - 14);
    }
}
static unsigned zero(int *x, int n, int m)
{
    unsigned s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        if (i % 3)
            memset(x + i * M, 0, m > 0 ? m * sizeof *x : 0);
        else if (i % 2)
            memset(x + i * M, i & 1 ? 7 : 9, m * sizeof *x);
        s += (unsigned)x[i * M];
    }
    return s;
}
int main(void)
{
    for (int i = 0; i < N * M; i++) {
        a[i] = i * 7 % 1001;
        b[i] = i;
        d[i] = i * .5;
    }
    for (int by = 0; by < 4; by++)
        for (int m = 0; m < M - 4; m += 5) {
            shift(a, N, m + 1, by);
            printf("%lu ", sum(a, sizeof a));
        }
    for (int m = 1; m < M; m += 6)
        printf("%g %lu\n", called(N, m), sum(e, sizeof e));
    pack(N);
    printf("%lu %g\n", sum(raw, sizeof raw), unpack(N));
    for (int m = 0; m < 9; m += 4)
        printf("%d %lu\n", zero(b, N, m), sum(b, sizeof b));
}
/* SPDX-License-Identifier: MIT */
