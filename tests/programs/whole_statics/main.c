/* Functions of other files that read variables that are static there.
 *
 * flags: -O2
 */
#include <stdio.h>

#include "table.h"

enum { N = 1000 };

static double a[N];

int main(void)
{
    double s = 0, t = 0, u = 0, v = 0, w = 0;
    table_setup(40);
    grid_setup(7);
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 101) / 101.0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += table_value(a[i]);
    printf("%.10g\n", s);
#pragma tcr reduce(+ : t, u)
    for (int i = 0; i < N; i++) {
        t += curve_value(a[i]);
        u += grid_value(i) + table_scaled(a[i]);
    }
    printf("%.10g %.10g\n", t, u);
    table_setup(80); /* other values, and another address */
#pragma tcr reduce(+ : v) reduce(max : w)
    for (int i = 0; i < N; i++) {
        v += table_value(a[i]) + curve_value(a[i]);
        w = grid_value(i) > w ? grid_value(i) : w;
    }
    printf("%.10g %.10g\n", v, w);
    grid_setup(9);
    printf("%.10g\n", grid_total(a, N));
    return 0;
}
/* SPDX-License-Identifier: MIT */
