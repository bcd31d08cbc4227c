/* Subscripts that inner loops have left: where a loop ended, the place of a
 * minimum, a count of what fits.
 * flags: -O1 -std=gnu99
 * device: 4
 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static double a[N + 16];

static int place(const double *p, int n, double x)
{
    int j;
    for (j = 0; j < n; j++)
        if (p[j] > x)
            return j;
    return j;
}

/* n elements, so that reading one more is an error */
static double *ramp(int n)
{
    double *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i % 32;
    return p;
}

int main(void)
{
    double s = 0, *ten = ramp(10), *eleven = ramp(11), *many = ramp(28);
    int m = 10, none = -5;
    for (int i = 0; i < N + 16; i++)
        a[i] = (i * 37 % 64) / 8.0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int j;
        for (j = 0; j < 10; j++)
            if (eleven[j] > i % 12)
                break;
        s += eleven[j];
        for (j = 9; j >= 0; j--)
            if (eleven[j] < i % 12)
                break;
        s += eleven[j + 1] + eleven[place(eleven, 10, i % 12)];
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int best = 0, last = -1, row = 0;
        double least = 1e9;
        const double *p = ten, *most = ten, *q = many;
        for (int j = 1; j < 10; j++)
            if (ten[(i * j) % 10] < ten[best])
                best = j;
        for (int j = 0; j < m; j++)
            if (a[i + j] < least) {
                least = a[i + j];
                last = j;
            }
        for (p = ten + 1; p < ten + 10; p++)
            if (*p * (i % 3 - 1) > *most * (i % 3 - 1))
                most = p;
        for (int j = 0; j < 3; j++)
            for (int k = 0; k <= j; k++)
                if (a[i + j * k] > 4)
                    row = j;
        for (int j = 0; j < 9; j++)
            s += *q++;
        s += ten[best] * best + eleven[last + 1] + *most + ten[row * 3] + *q;
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double fits[10];
        int k = 0, up = 0, down = 9, j;
        for (j = 0; j < 10; j++) {
            s += many[up] + ten[down];
            if (a[i + j] > 4)
                fits[k++] = a[i + j];
            else
                up += 3;
            if (a[i + j] > 6)
                down--;
        }
        for (j = 0; j < k; j++)
            s += fits[j] * eleven[j];
        for (j = 0; j < none; j++)
            s += 1;
        s += eleven[k] + many[j];
    }
    printf("%g\n", s);
/* a label leads into the inner loop, past what it starts from */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int k = 3, j = 8;
        switch (i % 2) {
        case 0:
            k = 1;
            for (j = 0; j < 2; j++) {
                k = j;
            case 1:
                s += ten[k];
            }
            s += ten[k] + ten[j];
        }
    }
    printf("%g\n", s);
    free(ten);
    free(eleven);
    free(many);
    return 0;
}
/* SPDX-License-Identifier: MIT */
