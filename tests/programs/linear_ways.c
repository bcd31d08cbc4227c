// Variables that every iteration moves by the same amount, on ways that are not one statement:
// through temporaries, on all branches alike, around a continue, by goto, in inner loops.
#include <stdio.h>

enum { N = 5000 };

static double x[4 * N + 8];
static int kind[N];

static double temporaries(const double *p, int step)
{
    double s = 0;
    int at = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        const double *next = p + 2;
        int then = at;
        s += *p * x[then];
        then = then + step;
        p = next;
        at = then;
    }
    return s + at + *p;
}

static double branches(const double *p)
{
    double s = 0;
    int at = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (kind[i] == 0) {
            s += *p++;
            at += 3;
        } else if (kind[i] == 1) {
            at += 3;
            s -= *++p;
        } else {
            p++;
            at = at + 3;
        }
        s += x[at];
    }
    return s + at + *p;
}

static double jumps(const double *p)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (kind[i] == 0)
            goto out;
        for (int k = 0; k < 3; k++) {
            if (kind[i] == k)
                continue;
            s += p[k];
        }
    out:
        p += 2;
    }
    return s + *p;
}

/* A pointer of its own for each iteration, which an inner loop moves through a temporary. */
static double inner(const double *p)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        const double *q = p + 4 * i;
        for (int k = 0; k < 4; k++) {
            const double *now = q;
            if (k == kind[i]) {
                q = now + 1;
                continue;
            }
            s += *now * (k + 1);
            q = now + 1;
        }
    }
    return s;
}

int main(void)
{
    for (int i = 0; i < 4 * N + 8; i++)
        x[i] = (i * 7 % 23) * 0.25;
    for (int i = 0; i < N; i++)
        kind[i] = i * 5 % 3;
    printf("%.17g\n", temporaries(x, 3));
    printf("%.17g\n", branches(x));
    printf("%.17g\n", jumps(x));
    printf("%.17g\n", inner(x));
}
/* SPDX-License-Identifier: MIT */
