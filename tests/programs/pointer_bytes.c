/* SPDX-License-Identifier: MIT */
/*
 * Bytes of pointers that the loop follows, read as numbers, and of what stands beside them.
 *
 * flags: -O1
 * device: 1
 * refused: pointer-in-memory
 */
#include <stdio.h>
#include <string.h>
struct s {
    double *p;
    int k;
    char name[12];
};
static double d[100];
static struct s a[100], b[100];
int main(void)
{
    int same = 0, c = 0;
    double sum = 0, t = 0;
    for (int i = 0; i < 100; i++) {
        a[i].p = d + i % 3;
        b[i].p = d + i % 2;
        d[i] = i;
        a[i].k = i;
        a[i].name[i % 12] = i;
    }
#pragma tcr reduce(+ : sum) reduce(+ : same)
    for (int i = 0; i < 100; i++) {
        const char *p = (const char *)&a[i], *q = (const char *)&b[i];
        sum += a[i].p[0] + b[i].p[0];
        if (p[0] == q[0])
            same++;
    }
#pragma tcr reduce(+ : t) reduce(+ : c)
    for (int i = 0; i < 100; i++) {
        const char *n = a[i].name;
        t += a[i].p[0] + a[i].k;
        for (int j = 0; j < 12; j++)
            c += n[j] + a[i].name[j];
    }
    printf("%g %d %g %d\n", sum, same, t, c);
    return 0;
}
