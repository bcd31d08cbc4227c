/* Loops that write arrays and reduce sections and complex numbers.
 *     device: 3
 */
#include <complex.h>
#include <stdio.h>

#define N 3000

typedef struct {
    double complex v[3];
    float complex w;
    double f[3];
} site;

static double complex a[N], b[N];
static double x[N], y[N];
static int bin[N];
static site s[N];

static void fields(double *total)
{
    double complex z = 0;
    double e = 0;
#pragma tcr reduce(+ : z, e) reduce(+ : total [0:3])
    for (int i = 0; i < N; i++) {
        b[i] = a[i] * (2 + I);
        b[i] *= 0.5;
        __imag__ b[i] += 1;
        s[i].v[1] = conj(b[i]);
        s[i].w = b[i];
        z += b[i];
        for (int k = 0; k < 3; k++) {
            s[i].f[k] = x[i] * k;
            total[k] += s[i].f[k];
        }
        e += creal(b[i]) * creal(b[i]);
    }
    printf("%g %g %g\n", creal(z), cimag(z), e);
}

static void histogram(void)
{
    static double h[64];
    static int letters[256];
    unsigned char c[N];
    for (int i = 0; i < N; i++)
        c[i] = (unsigned char)(i * 7);
#pragma tcr reduce(+ : h)
    for (int i = 0; i < N; i++) {
        y[i] += 1;
        h[bin[i]] += y[i];
    }
#pragma tcr reduce(+ : letters [0:256])
    for (int i = 0; i < N; i++) {
        c[i]++;
        letters[c[i]]++;
    }
    double sum = 0;
    for (int k = 0; k < 256; k++)
        sum = sum * 0.5 + letters[k] + h[k / 4];
    printf("%g\n", sum);
}

int main(void)
{
    double total[3] = {0}, sum = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i % 7 + (i % 3) * I;
        x[i] = i % 11;
        bin[i] = i % 8;
    }
    fields(total);
    histogram();
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 5) + creal(b[i]) + cimag(s[i].v[1]) * 2 + crealf(s[i].w) + s[i].f[2];
    printf("%g %g %g\n", total[0], total[2], sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
