/* SPDX-License-Identifier: MIT */
/*
 * Packed structures whose members are aligned in the first element of an array only, and one
 * that is aligned in all of them.
 *
 * flags: -O1
 * device: 1
 * refused: packed packed
 */
#include <stdio.h>

struct __attribute__((packed)) tail {
    float v[3];
    short k;
};
struct __attribute__((packed)) head {
    short k;
    char c[5];
};
struct __attribute__((packed, aligned(4))) whole {
    float v[3];
    short k, more;
};

int main(void)
{
    static struct tail p[50];
    static struct head h[50];
    static struct whole w[50];
    double s = 0, t = 0, u = 0;
    for (int i = 0; i < 50; i++) {
        p[i].v[i % 3] = w[i].v[i % 3] = i;
        p[i].k = h[i].k = w[i].k = i;
        h[i].c[i % 5] = i;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 50; i++)
        s += p[i].v[i % 3] + p[i].k;
#pragma tcr reduce(+ : t)
    for (int i = 0; i < 50; i++)
        t += h[i].k * h[i].c[i % 5];
#pragma tcr reduce(+ : u)
    for (int i = 0; i < 50; i++)
        u += w[i].v[i % 3] + w[i].k;
    printf("%g %g %g\n", s, t, u);
    return 0;
}
