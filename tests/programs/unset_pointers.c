/*
 * Pointers that are not set where the loop does not follow them: neither the
 * host nor the device, nor what is computed before the loop, does either.
 *
 *     device: 6
 *     refused: pointer-in-memory
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct grid {
    int kind;
    int n;
    double *a, *b;
    int *idx;
    struct grid *next;
    double sum;
    double t[4];
};
#define F __attribute__((noinline)) static
F double f1(struct grid *g, int n, int kind)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        switch (kind) {
        case 0:
            s += 1;
            break;
        case 1:
            s += g->next->sum;
            break;
        default:
            s += g->next->a[i];
        }
    return s;
}
F double f2(struct grid *g, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            s += g->next->sum + g->next->t[2] + g->next->next->b[i];
        int j = 0;
        while (j < m) {
            s += g->next->idx[j];
            j++;
        }
        s += 1;
    }
    return s;
}
static double early(struct grid *g, int i, int kind)
{
    if (kind == 0)
        return 1;
    double x = g->next->sum;
    if (kind == 2)
        return x + g->next->next->t[i % 4];
    return x;
}
F double f3(struct grid *g, int n, int kind)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += early(g, i, kind) + early(g, i, kind);
    return s;
}
F double f4(struct grid *g, int n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < g->next->n; k++)
                s += g->next->a[k];
    return s;
}
F double f5(struct grid *g, const int *sel, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++) {
            if (sel[i] == 0)
                break;
            s += g->next->t[j];
        }
        if (sel[i] == 0)
            goto done;
        s += g->next->next->sum;
    done:
        s += 1;
    }
    return s;
}
F double f6(struct grid *g, int n, int kind)
{
    double s = 0;
    struct grid *h = kind ? g->next : g;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        struct grid *q = kind ? h->next : h;
        s += q->b[i];
        if (kind != 0)
            s += q->next->kind;
    }
    return s;
}
F void f7(struct grid *g, int n, int kind)
{
#pragma tcr reduce(+ : g->sum) if (kind)
    for (int i = 0; i < n; i++)
        g->sum += kind ? g->next->b[i] : 1;
}
F double f8(struct grid **pp, int n, int kind)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        do {
            if (!kind)
                break;
            s += (*pp)->next->sum + (**pp).next->next->t[i & 3];
        } while (0);
        s += kind > 0 && (*pp)->next->kind > 2 ? 1 : 2;
        s += (kind == 0 || (*pp)->kind);
    }
    return s;
}
F double f10(struct grid *g, int n, int kind)
{
    double s = 0, w = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (kind)
            w = g->next->sum;
        else
            w = 1;
        struct grid c = *g;
        if (kind)
            c = *g->next;
        s += w + c.kind;
    }
    return s;
}
int main(void)
{
    enum { N = 200 };
    double *a = malloc(N * sizeof *a), *y = malloc(N * sizeof *y);
    int sel[N];
    memset(sel, 0, sizeof sel);
    struct grid g;
    static const unsigned char fill[] = {0xa5, 0x00, 0x7f, 0xff};
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int k = 0; k < 4; k++) {
        memset(&g, fill[k], sizeof g);
        g.b = a;
        g.sum = 0;
        g.kind = 0;
        struct grid *p = &g;
        printf("%g ", f1(&g, N, 0));
        fflush(stdout);
        printf("%g ", f2(&g, N, 0));
        fflush(stdout);
        printf("%g ", f3(&g, N, 0));
        fflush(stdout);
        printf("%g ", f4(&g, N, 0));
        fflush(stdout);
        printf("%g ", f5(&g, sel, N));
        fflush(stdout);
        printf("%g ", f6(&g, N, 0));
        fflush(stdout);
        f7(&g, N, 0);
        printf("%g ", g.sum);
        fflush(stdout);
        printf("%g ", f8(&p, N, 0));
        fflush(stdout);
        printf("%g\n", f10(&g, N, 0));
        fflush(stdout);
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
