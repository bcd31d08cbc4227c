/*
 * Sections of arrays whose length their declaration does not say: extern ones, and those at
 * the end of a structure.
 *
 * flags: -O1
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

struct series {
    int n;
    double at[];
};

extern double table[];
extern int count[];
static int order[N];

static double sum(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(table[0 : n])
    for (int i = 0; i < n; i++)
        s += table[i];
    return s;
}

static void classes(int n)
{
#pragma tcr reduce(+ : count[0 : 4])
    for (int i = 0; i < n; i++)
        count[i & 3] += i;
#pragma tcr reduce(max : count[4])
    for (int i = 0; i < n; i++)
        if (i % 77 > count[4])
            count[4] = i % 77;
}

/* Its length is known behind the loop. */
static double looked_up(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += table[order[i]] + table[i % 5];
    return s;
}

static double members(struct series *p, int bins)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(p->at[0 : p->n])
    for (int i = 0; i < p->n; i++)
        s += p->at[i];
#pragma tcr loop copy(p->at[0 : p->n])
    for (int i = 0; i < p->n; i++)
        p->at[i] += i;
#pragma tcr reduce(+ : p->at[0 : bins])
    for (int i = 0; i < 100; i++)
        p->at[i % bins] += i;
#pragma tcr reduce(+ : p->at[2])
    for (int i = 0; i < 100; i++)
        p->at[2] += 0.5;
    return s;
}

static double present(struct series *p)
{
    double s = 0;
    int n = p->n;
#pragma tcr data copy(p->at[0 : n], table[0 : n])
    {
#pragma tcr loop
        for (int i = 0; i < n; i++)
            p->at[i] = 2 * p->at[i] + table[i];
#pragma tcr update self(p->at[0 : 3])
        printf("%g\n", p->at[2]);
#pragma tcr reduce(+ : s)
        for (int i = 0; i < n; i++)
            s += p->at[i] * table[i];
    }
    return s;
}

double table[N];
int count[5] = {1, 2, 3, 4, 5};

int main(void)
{
    struct series *p = malloc(sizeof *p + N * sizeof *p->at);
    p->n = N;
    for (int i = 0; i < N; i++)
        table[i] = p->at[i] = i % 31;
    for (int i = 0; i < N; i++)
        order[i] = N - 1 - i;
    printf("%g %g\n", sum(N), looked_up(N));
    classes(N);
    printf("%d %d %d\n", count[0], count[3], count[4]);
    printf("%g", members(p, 9));
    printf(" %g %g\n", p->at[2], p->at[8]);
    printf("%g", present(p));
    printf(" %g\n", p->at[N - 1]);
    free(p);
    return 0;
}
/* SPDX-License-Identifier: MIT */
