/* memset and memcpy of an iteration's own arrays.
 * flags: -O1 -std=gnu99
 * device: 4
 * refused: call-unknown
 */
#include <stdio.h>
#include <string.h>

#define N 1000

struct bins {
    double w[2];
    int n;
};

static double a[N + 4], out[N + 4];

static double ends(const double *p)
{
    double w[3];
    memcpy(w, p, sizeof w);
    return w[0] * w[2];
}

int main(void)
{
    double s = 0;
    for (int i = 0; i < N + 4; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double w[4], v[4];
        struct bins t;
        memset(w, 0, sizeof w);
        memset(t.w, 0, sizeof t.w);
        t.n = 0;
        w[i & 3] = a[i];
        memcpy(v, w, sizeof v);
        memcpy(t.w, v + 1, sizeof t.w);
        t.n++;
        s += v[0] + 2 * v[1] + t.w[1] * t.n;
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += ends(&a[i]);
    printf("%g\n", s);
#pragma tcr loop
    for (int i = 0; i < N / 4; i++)
        memcpy(out + 4 * i, a + 4 * i, 4 * sizeof *out);
    for (int i = 0; i < N; i++)
        s += out[i];
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int w[4];
        memset(w, -1, sizeof w);
        s += w[2] * a[i];
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        const double *w[2] = {a, out}, *v[2];
        memcpy(v, w, sizeof v);
        s += *v[i & 1];
    }
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
