/* Loops whose last statement ends in a brace and a semicolon, or in neither.
 * flags: -O1 -fopenmp
 */
#include <stdio.h>
struct v {
    double x, y;
};
enum { N = 30000 };
static struct v r[N];
static double a[N];
static double f(int n)
{
    double s = 0;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        r[i] = (struct v){i, -i};
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        r[i].x += (struct v){i, -i}.y;
    };
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        if (i & 1) {
            s += 1;
        } else {
            s += r[i].x;
        }
    ;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i & 1)
            a[i] = 1;
        else
            a[i] = 2 /* no more */
                ;
    if (n > 5)
#pragma tcr loop
        for (int i = 0; i < n; i++)
            if (i & 1)
                a[i] += ((struct v){i, 3}).x;
            else
                do
                    a[i] += 3;
                while (0);
    else
        s = 3;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i & 1)
            a[i] += ({
                double t = i;
                t;
            });
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; a[i] += k++)
            ;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        switch (i & 3) {
        case 1:
            a[i] += 3;
            break;
        default:
            a[i] -= 1;
        };
    for (int i = 0; i < n; i++)
        s += a[i] * (i % 5) + r[i].x + r[i].y;
    return s;
}
int main(void)
{
    printf("%.17g\n", f(N));
    return 0;
}
/* SPDX-License-Identifier: MIT */
