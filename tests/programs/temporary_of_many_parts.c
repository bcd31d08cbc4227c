/* SPDX-License-Identifier: MIT */
/* Last values: structures with more scalars than are followed one by one, or with pointers. */
#include <stdio.h>

#define N 100000

struct wide {
    double v[100];
};

struct linked {
    double first;
    double *next;
    double last;
};

static struct wide w[16];
static struct linked l[16];

static double many_parts(void)
{
    struct wide t;
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = w[i % 16];
        s += t.v[3];
    }
    return s + 1e7 * t.v[50];
}

static double behind_a_pointer(void)
{
    struct linked t;
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        t = l[i % 16];
        s += t.first;
    }
    return s + 1e7 * t.last;
}

int main(void)
{
    for (int i = 0; i < 16; i++) {
        w[i].v[3] = i;
        w[i].v[50] = i + 1;
        l[i].first = 2 * i;
        l[i].last = 3 * i;
    }
    printf("%.0f %.0f\n", many_parts(), behind_a_pointer());
    return 0;
}
