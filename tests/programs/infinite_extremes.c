/* A maximum or minimum that stays infinite, since no element is beyond it: clang's OpenMP starts
 * from the last finite number.
 * compiler: clang
 * device: 6
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct box {
    float most;
};
int main(void)
{
    double x[4] = {-INFINITY, -INFINITY, NAN, -INFINITY}, m = -INFINITY, k = INFINITY,
           e = -INFINITY, s = 0, y[4];
    float f = -INFINITY, w[3] = {-FLT_MAX, -FLT_MAX, -INFINITY};
    struct box *b = malloc(sizeof *b), *none = 0;
    b->most = -INFINITY;
#pragma tcr reduce(max : m) reduce(min : k)
    for (int i = 0; i < 4; i++) {
        if (x[i] > m)
            m = x[i];
        if (-x[i] < k)
            k = -x[i];
    }
    printf("%g %g\n", m, k);
#pragma tcr reduce(max : e) reduce(+ : s)
    for (int i = 0; i < 4; i++) {
        s += i;
        if (x[i] > 0)
            e = fmax(e, x[i]);
    }
    printf("%g %g\n", e, s);
    e = -INFINITY;
#pragma tcr reduce(max : e)
    for (int i = 0; i < 4; i++) {
        y[i] = 2 * i;
        if (x[i] > 0)
            e = fmax(e, x[i]);
    }
    printf("%g %g\n", e, y[3]);
#pragma tcr reduce(max : f)
    for (int i = 0; i < 3; i++)
        f = fmaxf(f, w[i]);
    printf("%g %d\n", f, f == -FLT_MAX);
#pragma tcr reduce(max : b->most)
    for (int i = 2; i < 3; i++)
        b->most = fmaxf(b->most, w[i]);
    printf("%g\n", b->most);
    int n = 3 * (none == 0) - 3;
#pragma tcr reduce(max : none->most)
    for (int i = 0; i < n; i++)
        none->most = fmaxf(none->most, w[i]);
    m = -INFINITY;
#pragma tcr reduce(max : m) reduce(+ : s) reproducible
    for (int i = 0; i < 4; i++) {
        s += 0.5;
        if (x[i] > m)
            m = x[i];
    }
    printf("%g %g\n", m, s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
