/* Temporaries that are read by other names: pointers that functions have kept or returned, and
 * pointers to a part or to bytes.
 * flags: -O1 -std=gnu17
 * device: 2
 * refused: reduction-misuse reduction-misuse reduction-misuse reduction-misuse reduction-misuse
 */
#include <stdio.h>
#define N 30000
static int a[N];
static double x[N];

struct context {
    const int *at;
    int n;
};
static int *kept;
static int read_now;

static void keep(int *p)
{
    int *const q = p;
    kept = q;
}
static const int *same(const int *p)
{
    return p;
}
static void bind(struct context *c, const int *p)
{
    c->at = p + 0;
    c->n = 1;
}
static void bind_further(struct context *c, const int *p)
{
    bind(c, &p[0]);
}
static void look(const int *p)
{
    const int *end = p + 1;
    while (p != end)
        read_now = *p++;
}

static long by_global(void)
{
    long s = 0;
    int t = 5;
    keep(&t);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = a[i];
        s += *kept;
    }
    return s;
}

static long by_result(void)
{
    long s = 0;
    int t = 5;
    const int *p = same(&t);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = a[i];
        s += *p;
    }
    return s;
}

static long by_structure(void)
{
    long s = 0;
    int t = 5;
    struct context c;
    bind_further(&c, &t);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = a[i];
        s += c.at[0];
    }
    return s;
}

static long by_bytes(void)
{
    long s = 0;
    double t = 0;
    const unsigned char *p = (const unsigned char *)&t;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = x[i];
        s += p[6];
    }
    return s;
}

static long of_reduced(void)
{
    long s[2][2] = {{0}}, (*row)[2] = s;
#pragma tcr reduce(+ : s[1][0])
    for (int i = 0; i < N; i++)
        s[1][0] += a[i] + (row[1][0] > 100);
    return s[1][0];
}

/* Functions that look and forget. */
static long not_kept(void)
{
    long s = 0;
    int t = 5;
    look(&t);
    printf("%d\n", t);
#pragma tcr reduce(+ : s)
    for (const int *p = a; p < a + N; p++) {
        t = *p;
        s += t;
    }
    look(&t);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i] * read_now;
    return s;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 7919 + 13) % 1009 - 500;
        x[i] = (i * 31) % 97 - 40;
    }
    printf("%ld\n", by_global());
    printf("%ld\n", by_result());
    printf("%ld\n", by_structure());
    printf("%ld\n", by_bytes());
    printf("%ld\n", of_reduced());
    printf("%ld\n", not_kept());
    return 0;
}
/* SPDX-License-Identifier: MIT */
