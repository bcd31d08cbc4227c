/* Refused: the member's elements are those of the next structure. */
#include <stdio.h>

#define N 30000

struct point {
    double v[2];
};
static double a[N];
static struct point p[1001];

static void run(struct point *p, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        (&p[0].v[0])[2 * i + 2] = p[i].v[0] + 1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    run(p, 1000);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %.17g\n", sum, p[999].v[0]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
