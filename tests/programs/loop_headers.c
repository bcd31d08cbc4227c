/* Inner loops whose header sets more than the step moves, or declares several
 * variables; constants of float.h, which gcc writes as long double.
 * flags: -O2 -std=gnu17
 * refused: not-canonical
 */
#include <float.h>
#include <stdio.h>
static double tr(const double *e) {
    int i;
    double s;
    for (s = 0.0, i = 0; i < 9; i++)
        s += e[i];
    return s;
}
static double x[3000];
static double m[100][20];
int main(void) {
    int i, j, k;
    double t, s = 0;
    int n = 300;
    for (i = 0; i < 3000; i++)
        x[i] = (i * 37) % 101 - 50;
    for (i = 0; i < 100; i++)
        for (j = 0; j < 20; j++)
            m[i][j] = (i * 7 + j * 3) % 13 - 6;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        for (t = 0.0, j = 0; j < 3; j++)
            t += x[i * 3 + j];
        s += t * t;
    }
    printf("%.10g\n", s);
#pragma tcr reduce(+ : s)
    for (i = 0; i < 100; i++) {
        for (t = 0, j = 0; j < 20; j++)
            t += m[i][j];
        s += t * t;
    }
    printf("%.10g\n", s);
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++)
        s += tr(x + 9 * i);
    printf("%.10g\n", s);
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        for (int j = 4 * i, k = 0; k < 4; k++, j++)
            s += x[j] * (k + 1);
    }
    printf("%.10g\n", s);
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        double best = DBL_MAX;
        for (j = 0; j < 5; j++) {
            double d = x[i * 5 + j] * x[j];
            if (d < best)
                best = d;
        }
        s += best;
        if (x[i] * x[i] > DBL_EPSILON)
            s += 1.0 / x[i];
        float f = (float)3.14159265358979323846L;
        s += f > 3;
    }
    printf("%.10g\n", s);
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        for (k = i + 1, j = 0; j < 3; j++)
            s += x[k * 3 + j];
        int q;
        for (q = k, j = q; j < k + 2; j++)
            s += x[j];
    }
    printf("%.10g\n", s);
    double z = 5;
#pragma tcr reduce(+ : z)
    for (z = 0, i = 0; i < n; i++)
        z += x[i];
    printf("%.10g\n", z);
}
/* SPDX-License-Identifier: MIT */
