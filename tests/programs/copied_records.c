/*
 * Structures and unions that a loop assigns as a whole: sizes that are no multiple of a word,
 * alignments, long ones, parts of others, chains of assignments, themselves.
 *
 *     flags: -O1 -std=gnu17
 *     device: 3
 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union any {
    double d;
    unsigned char bytes[12];
    int i[5];
};
struct odd {
    char c[3];
};
struct wide {
    short h;
    union any u;
    double _Complex z;
    float v[3];
} __attribute__((aligned(32)));
struct bits {
    unsigned a : 3, b : 11;
    unsigned char c;
};
struct text {
    char c[5000];
    int n;
    unsigned b : 3, d : 7;
};
struct line {
    char c[4097];
};
struct outer {
    char t;
    struct odd o[2];
    union any u;
};

enum { N = 120 };

static void *array(size_t size)
{
    void *p = aligned_alloc(32, (N * size + 31) / 32 * 32);
    if (!p)
        exit(1);
    return memset(p, 0, N * size);
}

static unsigned long sum(const void *p, size_t size)
{
    const unsigned char *c = p;
    unsigned long s = 0;
    for (size_t i = 0; i < size; i++)
        s = s * 31 + c[i];
    return s;
}

int main(void)
{
    struct wide *w = array(sizeof *w), *w2 = array(sizeof *w);
    struct odd *o = array(sizeof *o), *o2 = array(sizeof *o);
    struct bits *b = array(sizeof *b), *b2 = array(sizeof *b);
    struct text *t = array(sizeof *t), *t2 = array(sizeof *t);
    struct line *l = array(sizeof *l), *l2 = array(sizeof *l);
    struct outer *x = array(sizeof *x), *x2 = array(sizeof *x);
    for (int i = 0; i < N; i++) {
        w[i].h = (short)i;
        w[i].u.i[4] = i * 3;
        w[i].z = i + 2 * I;
        w[i].v[2] = (float)i / 2;
        o[i].c[2] = x[i].o[1].c[0] = (char)i;
        b[i].a = i & 7;
        b[i].b = (unsigned)i * 5;
        b[i].c = (unsigned char)i;
        t[i].n = l[i].c[4096] = (char)i;
        t[i].c[4999] = (char)(i + 1);
        t[i].b = i & 7;
        t[i].d = i & 127;
        x[i].u.i[3] = i;
    }
#pragma tcr loop
    for (int i = 0; i < N; i++) {
        w2[i] = w[N - 1 - i];
        o2[i] = o[i];
        b2[i] = b[i];
        b2[i].b = 77;
        x2[i].o[i & 1] = i % 3 ? o[i] : x[i].o[1];
        x2[i].u = w[i].u;
    }
#pragma tcr loop
    for (int i = 0; i < N; i++) {
        t2[i] = t[N - 1 - i];
        t2[i].b = 2;
        l2[i] = l[i];
        l[i] = l[i];
    }
    printf("%lx %lx %lx\n", sum(o2, N * sizeof *o2), sum(l2, N * sizeof *l2) + sum(l, N * sizeof *l), sum(x2, N * sizeof *x2));
    long s = 0;
    for (int i = 0; i < N; i++)
        s += w2[i].h * 7 + w2[i].u.i[4] + (long)creal(w2[i].z) + (long)w2[i].v[2] + b2[i].a + 3 * b2[i].b +
             b2[i].c + t2[i].c[4999] + t2[i].n * 3 + t2[i].b + t2[i].d + t[i].c[4999];
    printf("%ld\n", s);
    s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct wide a, c;
        struct odd d[2], *p = &d[i & 1];
        union any u;
        a = c = w[i];
        *p = i % 3 ? o[i] : o2[N - 1 - i];
        d[~i & 1] = *p;
        u = c.u;
        a.h++;
        s += a.h + d[0].c[2] + 3 * d[1].c[2] + u.i[4] + (long)cimag(a.z);
    }
    printf("%ld\n", s);
    free(w);
    free(w2);
    free(o);
    free(o2);
    free(b);
    free(b2);
    free(t);
    free(t2);
    free(l);
    free(l2);
    free(x);
    free(x2);
    return 0;
}
/* SPDX-License-Identifier: MIT */
