/*
 * memcmp where its sign is asked: bytes, structures, rows.  Refused: where more is asked, and
 * where there are pointers, which have other bytes on the device once the loop follows them.
 *
 * accept: omp,acc
 * refused: call-unknown call-unknown
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 300 };
struct key {
    int a, b;
};
static int equal(const void *p, const void *q, size_t n)
{
    return memcmp(p, q, n) == 0;
}
static int count(const char *a, const char *b, long n, size_t sz)
{
    int same = 0, less = 0;
#pragma tcr reduce(+ : same, less)
    for (long p = 0; p < n; p++) {
        if (memcmp(a + p * sz, b + p * sz, sz) == 0)
            same++;
        else if (memcmp(a + p * sz, b + p * sz, sz / 2) < 0 && p % 2)
            less++;
        less += !memcmp(a, b + p * sz, 1) ? 2 : 0;
    }
    return same + 1000 * less;
}
static int keys(const struct key *k, const struct key *of, int n)
{
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        struct key t = {i, i + 1};
        if (!memcmp(&k[i], of, sizeof *of))
            s++;
        s += 2 * equal(&t, k + i, sizeof t);
        while (memcmp(&t, of, sizeof t) > 0 && t.a > 100)
            t.a--;
        s += t.a;
    }
    return s;
}
static int verify(const double *x, const double *y, int n, int m)
{
    int bad = 0;
#pragma tcr reduce(+ : bad)
    for (int i = 0; i < n; i++)
        if (memcmp(x + i * m, y + i * m, m * sizeof *x)) {
            printf("row %d\n", i);
            bad++;
        }
    return bad;
}
static int misuse(const char *a, const char *b, int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += memcmp(a + i, b + i, 2) > 0 ? 1 : memcmp(a + i, b, 3);
    return s > 0;
}
struct row {
    double *start;
};
static int rows(const struct row *p, const struct row *q, int n, double *sum)
{
    int same = 0;
    double s = 0;
#pragma tcr reduce(+ : same, s)
    for (int i = 0; i < n; i++) {
        s += p[i].start[0];
        if (memcmp(&p[i], &q[i], sizeof *p) == 0)
            same++;
    }
    *sum = s;
    return same;
}
int main(void)
{
    static struct row p[N], q[N];
    double sum;
    static char a[N * 50], b[N * 50];
    static struct key k[N];
    struct key of = {5, 6};
    static double x[N * 4], y[N * 4];
    for (int i = 0; i < N * 50; i++) {
        a[i] = i % 7;
        b[i] = i % 7 + (i % 91 == 0);
    }
    for (int i = 0; i < N; i++) {
        k[i].a = i;
        k[i].b = i % 5 ? i + 1 : i;
    }
    for (size_t sz = 0; sz < 50; sz += 7)
        printf("%d\n", count(a, b, N, sz));
    printf("%d\n", keys(k, &of, N));
    printf("%d\n", verify(x, y, N, 4));
    y[77] = 1;
    y[1000] = 2;
    printf("%d\n", verify(x, y, N, 4));
    printf("%d\n", misuse(a, b, N));
    for (int i = 0; i < N; i++) {
        p[i].start = x + i;
        q[i].start = i % 3 ? x + i : y + i;
        x[i] = i;
    }
    printf("%d", rows(p, q, N, &sum));
    printf(" %g\n", sum);
}
/* SPDX-License-Identifier: MIT */
