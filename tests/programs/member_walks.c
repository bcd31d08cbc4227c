/* From one member of a structure into the next ones, and arrays at its end that have more
 * elements than declared. Compilers that do not optimise run all of that.
 * flags: -O0
 * sanitize: no
 * device: 38 (of the others, which write them anywhere, nobody knows how large they are)
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
struct point {
    double x, y, z;
};
struct parts {
    int n;
    double v[4], more[6];
    struct point p[5];
    double tail[2];
};
union views {
    double d[8];
    struct {
        double a, b[3], c[4];
    } s;
    float f[2];
};
struct one {
    int n, a[1];
};
struct two {
    int n, a[2];
};
struct none {
    int n, a[0];
};
struct open {
    int n, a[];
};
struct deep {
    double weight;
    struct {
        int n;
        double row[1][3];
    } in;
};
struct image {
    int n;
    unsigned char name[4], data[1];
};
static struct parts g, several[7];
static union views u;
static int at[100];
static double total;
static void show(const char *what)
{
    printf("%s %g\n", what, total);
    total = 0;
}
static double get(const double *p, int i)
{
    return p[i];
}
static double of(const struct parts *p, int i)
{
    return p->v[i];
}
static void one_variable(void)
{
    struct point c = {1, 2, 3}, d[4];
#pragma tcr loop
    for (int i = 0; i < 12; i++)
        (&d[0].x)[i] = i * i;
    total = d[0].z + d[3].z;
    show("array of structures, written");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 3; i++)
        total += (&c.x)[i] * i;
    show("members");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 30; i++)
        total += (&c.x)[at[i] % 3];
    show("one of the members");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 100; i++)
        total += (&c.x)[at[i] & 1] + (&c.z)[-(at[i] & 1)];
    show("one of two members");
#pragma tcr reduce(+ : total)
    for (double *q = &d[0].y; q < &d[0].x + 12; q += 3)
        total += *q;
    show("the same member");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            total += (&d[i].x)[k] * k;
    show("members of an element");
}
static void arrays(void)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 10; i++)
        total += g.v[i] * i;
    show("into the next array");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 10; i++)
        total += (&g.v[0])[i] * i + (&g.more[5])[-i];
    show("by an address");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 15; i++)
        total += (&g.p[0].x)[i] + ((double *)g.p)[i] * i;
    show("array of structures");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 12; i++)
        total += get(g.v, i) + get(&g.v[0], i) * i + of(&g, i);
    show("called functions");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 10; k++)
            total += several[i].v[k] * k;
    show("arrays in an array");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 30; k++) {
            const struct parts *q = several + i;
            total += q->v[k] - q->more[-1];
        }
    show("into the next structure");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 10; i++)
        if (at[i] % 3)
            total += g.v[i] * i;
    show("sometimes");
#pragma tcr loop
    for (int i = 0; i < 10; i++)
        g.v[i] = i * 2;
    total = g.more[5];
    show("written");
}
/* The address of a member is not that of its structure. */
static void addresses(const struct parts *p, const double *v)
{
    long same = 0;
#pragma tcr reduce(+ : same)
    for (int i = 0; i < 100; i++) {
        same += &p->v[0] == v ? at[i] : 1;
        same += &p->p[0].y != v + 11;
        same += (int)(&p->p[0].y)[2] + ((&p[1].n)[0] == 0 ? 3 : 0);
    }
    total = (double)same;
    show("addresses of members");
}
static void unions(void)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 8; i++)
        total += (&u.s.a)[i] * i + u.s.b[i & 1];
    show("union");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 7; i++)
        total += u.s.b[i] * i;
    show("array in a union");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 16; i++)
        total += u.f[i];
    show("shorter view of a union");
#pragma tcr loop
    for (int i = 0; i < 8; i++)
        (&u.s.a)[i] = u.d[i] + 1;
    for (int i = 0; i < 8; i++)
        total += u.d[i] * i;
    show("union, written");
}
static void heap(struct parts *h)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 27; i++)
        total += h->v[i] * i;
    show("behind a pointer");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 30; i++)
        total += h->tail[i] * i;
    show("its end");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 30; i++)
        total += h->tail[at[i] % 30] * i;
    show("somewhere behind its end");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 30; i++)
        total += h->tail[at[at[i]] % 30] + h->v[at[at[i]] % 10];
    show("anywhere");
#pragma tcr loop
    for (int i = 0; i < 8; i++)
        h->tail[i] = g.v[i] + g.v[i + 1];
    total = h[1].v[2] + h[0].tail[1];
    show("its end, written");
}
#define HACK(tag)                                                                                  \
    static void tag(int n)                                                                         \
    {                                                                                              \
        struct tag *f = malloc(offsetof(struct tag, a) + (size_t)n * sizeof(int));                 \
        f->n = n;                                                                                  \
        _Pragma("tcr loop") for (int i = 0; i < n; i++) f->a[i] = i * 2;                           \
        _Pragma("tcr reduce(+:total)") for (int i = 0; i < f->n; i++) total += f->a[i];            \
        show(#tag);                                                                                \
        _Pragma("tcr reduce(+:total)") for (int i = 0; i < n; i++) total += f->a[at[i]] * i;       \
        show(#tag ", anywhere");                                                                   \
        _Pragma("tcr loop") for (int i = 0; i < n; i++) f->a[at[i]] = i;                           \
        for (int i = 0; i < n; i++)                                                                \
            total += f->a[i] * i;                                                                  \
        show(#tag ", written anywhere");                                                           \
        free(f);                                                                                   \
    }
HACK(one)
HACK(two)
HACK(none)
HACK(open)
static void others(void)
{
    struct deep *d = malloc(sizeof *d + 30 * sizeof(double));
    struct image *p = malloc(sizeof *p + 100);
    for (int i = 0; i < 30; i++)
        d->in.row[0][i] = i;
    for (int i = 0; i < 100; i++)
        p->data[i] = (unsigned char)(i + 7);
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 30; i++)
        total += d->in.row[0][i] + d->in.row[i / 3][i % 3];
    show("rows at the end");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 100; i++)
        total += p->data[i] * (i & 3);
    show("bytes at the end");
    free(d);
    free(p);
}
int main(void)
{
    struct parts *h = malloc(3 * sizeof *h);
    double *all = (double *)&g;
    for (size_t i = 1; i < sizeof g / 8; i++)
        all[i] = (double)(i % 13);
    for (int k = 0; k < 7; k++)
        several[k] = g;
    for (int k = 0; k < 3; k++)
        h[k] = g;
    for (int i = 0; i < 8; i++)
        u.d[i] = i + 1;
    for (int i = 0; i < 100; i++)
        at[i] = i * 37 % 100;
    one_variable();
    arrays();
    addresses(several, several[0].v);
    unions();
    heap(h);
    one(100);
    two(100);
    none(100);
    open(100);
    others();
    free(h);
    return 0;
}
/* SPDX-License-Identifier: MIT */
