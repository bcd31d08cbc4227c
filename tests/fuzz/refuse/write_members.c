/* Refused: the next structure's member is written. */
#include <stdio.h>

#define N 30000

struct point {
    double x, y;
};
static double a[N];
static struct point p[1001];

static void run(struct point *p, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i + 1].x = p[i].x + p[i].y;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    for (int i = 0; i < 1001; i++)
        p[i].y = i % 5;
    run(p, 1000);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 11);
    printf("%.17g %.17g\n", sum, p[999].x);
    return 0;
}
/* SPDX-License-Identifier: MIT */
