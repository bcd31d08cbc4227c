/*
 * Structures without members, which only GNU C has: as variables, and as members of others.
 *
 *     flags: -O1 -std=gnu17
 *     refused: unsupported-type
 *     device: 2
 */
#include <stdio.h>
#include <stdlib.h>

struct empty {
};
struct tail {
    int a, none[0];
};
struct holder {
    int a;
    struct empty e;
    int b;
};

int main(void)
{
    enum { N = 300 };
    struct holder *h = calloc(N, sizeof *h), *k = calloc(N, sizeof *k);
    struct tail one = {4};
    long s = 0;
    for (int i = 0; i < N; i++) {
        h[i].a = i;
        h[i].b = 2 * i;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct empty e, f = {};
        e = f;
        s += h[i].a + (int)sizeof e;
    }
#pragma tcr loop
    for (int i = 0; i < N; i++)
        k[i] = h[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct tail t;
        t = one;
        s += k[i].b + t.a;
    }
    printf("%ld\n", s);
    free(h);
    free(k);
    return 0;
}
/* SPDX-License-Identifier: MIT */
