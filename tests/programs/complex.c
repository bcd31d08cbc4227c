/* Complex accumulators, arithmetic and arrays.
 *     device: 12
 */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 3000

typedef double complex dcomplex;
typedef struct {
    dcomplex e[3];
    float complex w;
    double weight;
} spinor;

static dcomplex a[N], b[N];
static float complex c[N];
static double x[N];
static spinor field[N];

static void show(const char *what, dcomplex z)
{
    printf("%s %.15g %.15g\n", what, creal(z), cimag(z));
}

static inline dcomplex product(dcomplex p, dcomplex q)
{
    return conj(p) * q;
}

static dcomplex inner(const spinor *p, const spinor *q)
{
    dcomplex s = 0;
    for (int k = 0; k < 3; k++)
        s += conj(p->e[k]) * q->e[k];
    return s;
}

static void dots(int n)
{
    dcomplex z = 1 + 2 * I, plain = 0;
    float complex f = 0.5f - 1.0f * I;
    double re = 1, norm = 0;
    long above = 0;
#pragma tcr reduce(+ : z, f, re, plain, norm, above)
    for (int i = 0; i < n; i++) {
        z += a[i] * conj(b[i]);
        f -= c[i] * 2;
        plain = plain + product(a[i], b[i]);
        re += creal(a[i]) * cimag(b[i]) - __imag__ a[i] * __real__ b[i];
        norm += a[i] * ~a[i];
        above += cimag(b[i]) > 0 && a[i] != 0;
    }
    show("dot", z);
    show("float", f);
    show("product", plain);
    printf("real %.15g %.15g %ld\n", re, norm, above);
}

static void mixed(dcomplex scale, int n)
{
    dcomplex z = 0, t;
    float complex f = 0;
#pragma tcr reduce(+ : z, f) private(t)
    for (int i = 0; i < n; i++) {
        t = scale * c[i] + x[i] - i * I;
        t *= 0.5;
        t -= c[i] / 2;
        if (!t || t == 2)
            continue;
        z += creal(t) > 0 ? t * x[i] : -t;
        f += x[i];
        f += t;
        __real__ z += 0.25;
        __imag__ f -= 1;
    }
    show("mixed", z);
    show("mixed", f);
}

/* Not exact: fewer digits. */
static void functions(int n)
{
    dcomplex z = 0, sum = 0;
    double r = 0, angle = 0;
    double complex phase;
#pragma tcr reduce(+ : z, r, angle, sum)
    for (int i = 0; i < n; i++) {
        phase = cexp(I * x[i]);
        z += phase * a[i] / (b[i] + 3);
        r += cabs(a[i]) + cabsf(c[i]);
        angle += carg(b[i] + 0.5);
        sum += csqrt(a[i]) + 1 / (x[i] + 2 * I);
    }
    printf("functions %.9g %.9g %.9g %.9g %.9g %.9g\n", creal(z), cimag(z), r, angle, creal(sum),
           cimag(sum));
}

static void members(spinor *total, int n)
{
#pragma tcr reduce(+ : total->w, total->weight, total->e [0:3])
    for (int i = 0; i < n; i++) {
        total->w += field[i].w;
        total->weight += field[i].weight;
        for (int k = 0; k < 3; k++)
            total->e[k] += field[i].e[k] * conj(field[i].e[0]);
    }
    show("member", total->w);
    show("member", total->e[0]);
    show("member", total->e[2]);
}

static void fields(int n)
{
    dcomplex s = 0, last = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        dcomplex v[3] = {field[i].e[0], 0, field[i].e[2]};
        spinor copy = field[i];
        v[1] = v[0] + copy.e[1];
        copy.e[0] = v[1];
        s += inner(&field[i], &copy) + v[2];
    }
    show("fields", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        last = a[i];
        s += last;
    }
    show("last", last);
    show("last", s);
}

static void conditions(const dcomplex *p, int n)
{
    dcomplex s = 0, shift = 2 - I;
    const dcomplex unit = I;
    int zero = 0;
#pragma tcr reduce(+ : s, zero)
    for (int i = 0; i < n; i++) {
        if (i % 3 == 1)
            s += shift * p[i];
        else if (p[i])
            s += unit;
        zero += !p[i];
    }
    show("conditions", s);
    printf("%d\n", zero);
}

static void infinite(int n)
{
    dcomplex s = 0, t = 0;
    a[5] = INFINITY + 0 * I;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * 2.0;
    printf("infinite %g %d\n", creal(s), isnan(cimag(s)) != 0);
    a[5] = 0;
    __real__ b[7] = INFINITY;
    __imag__ b[7] = NAN;
    a[7] = 1 + I;
#pragma tcr reduce(+ : t)
    for (int i = 0; i < n; i++)
        t += a[i] * b[i];
    printf("annex %d %d\n", isinf(creal(t)) != 0 || isinf(cimag(t)) != 0,
           isnan(creal(t)) && isnan(cimag(t)));
    b[7] = 1;
}

static void triangle(double (*m)[N], int n)
{
    double complex s[2] = {0}, whole;
    whole = 0;
#pragma tcr reduce(+ : s, whole) collapse(2)
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < n; i++) {
            s[0] += m[j][i] * I;
            s[1] += a[i] * m[j][i];
            whole += a[i] + m[j][i];
        }
    show("triangle", s[0]);
    show("triangle", s[1]);
    show("triangle", whole);
}

/* Products: of complex numbers, the device has none; the host's threads do. */
static void powers(int n)
{
    dcomplex p = 1;
    register dcomplex q = 0;
#pragma tcr reduce(+ : q)
    for (int i = 0; i < n; i++)
        q += b[i];
    for (int i = 0; i < 4; i++)
        p *= b[i + 1];
    show("powers", p);
    show("powers", q);
}

/* Of two numbers, as they are: an imaginary -0 stays. */
#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#endif
#ifndef CMPLXF
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#endif

static void made(int n)
{
    dcomplex z = 0;
    float complex f = 0;
    long negative = 0;
#pragma tcr reduce(+ : z, f, negative)
    for (int i = 0; i < n; i++) {
        dcomplex zero = CMPLX(x[i], i % 2 ? -0.0 : 0.0);
        z += CMPLX(creal(a[i]), x[i] - 1) * zero;
        f += CMPLXF(1, i % 3);
        negative += signbit(cimag(zero)) != 0;
    }
    show("made", z);
    show("made f", f);
    printf("%ld\n", negative);
}

int main(void)
{
    static double m[2][N];
    spinor total = {{1, I}, 2, 3};
    for (int i = 0; i < N; i++) {
        x[i] = i % 17 / 16.0;
        a[i] = i % 5 / 4.0 + (i % 7 - 3) * I;
        b[i] = i % 11 / 8.0 - (i % 3) / 2.0 * I;
        c[i] = (float)(i % 13) - (float)(i % 4) * I;
        m[0][i] = i % 9, m[1][i] = i % 6 / 2.0;
        field[i].e[0] = a[i], field[i].e[1] = b[i], field[i].e[2] = c[i];
        field[i].w = c[i], field[i].weight = x[i];
    }
    dots(N);
    mixed(2 + I, N);
    functions(N);
    members(&total, N);
    fields(N);
    conditions(a, N);
    infinite(N);
    triangle(m, N);
    powers(N);
    made(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
