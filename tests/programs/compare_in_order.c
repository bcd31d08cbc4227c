/* SPDX-License-Identifier: MIT */
/* Sums that are no variables of their own, in loops whose host side runs in the program's order: the
 * same on both sides.
 * flags: -O1 -std=gnu17
 * device: 2
 */
#include <complex.h>
#include <stdio.h>

enum { N = 400 };
static double a[N];
static struct {
    double *rows;
    double _Complex z;
    double sum;
} box = {a, 1.5 - 0.25 * I, 2};

static void add(unsigned long n, int step)
{
    unsigned i;
    /* a step that is known at run time, and a bound of another type */
#pragma tcr reduce(+ : box.z, box.sum)
    for (i = 6; i < n; i = i + step) {
        box.z += conj(a[i - 2] * (int)i - a[i] * I);
        box.sum += box.rows[i];
    }
    printf("%g %g %g %u\n", creal(box.z), cimag(box.z), box.sum, i);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 0.5;
    add(N, 1);
    add(N - 7, 3);
#pragma tcr data copy(box) copyin(box.rows [0:N])
    add(N, 2);
#pragma tcr reduce(+ : box.z)
    for (int i = 0; i < N; i++)
        box.z += a[i] * I;
    printf("%g %g\n", creal(box.z), cimag(box.z));
    return 0;
}
