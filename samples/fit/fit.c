/*
 * fit.c: a least-squares fit whose data stays on the device.
 *
 *     make && ./fit             2,000,000 points
 *     ./fit 5000                so many
 *
 * Fits y = a exp(-k t) + c to noisy measurements by Gauss-Newton steps.  Each
 * step needs nine sums over all points, with other parameters each time, but
 * over the same points: `tcr data` brings them to the device once, and the loop
 * finds them there.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct points {
    long n;
    double *t, *y;
};

struct model {
    double a, k, c;
};

/* Sum of squared residuals; the normal equations J^T J and J^T r. */
struct sums {
    double chi2, jj[3][3], jr[3];
};

static struct sums sums_of(const struct points *p, struct model m)
{
    double chi2 = 0, aa = 0, ak = 0, ac = 0, kk = 0, kc = 0, ar = 0, kr = 0, cr = 0;

    #pragma tcr reduce(+:chi2, aa, ak, ac, kk, kc, ar, kr, cr)
    for (long i = 0; i < p->n; i++) {
        double t = p->t[i];
        double decay = exp(-m.k * t), by_k = -m.a * t * decay;
        double r = p->y[i] - (m.a * decay + m.c);

        chi2 += r * r;
        aa += decay * decay;
        ak += decay * by_k;
        ac += decay;
        kk += by_k * by_k;
        kc += by_k;
        ar += decay * r;
        kr += by_k * r;
        cr += r;
    }
    return (struct sums){chi2, {{aa, ak, ac}, {ak, kk, kc}, {ac, kc, (double)p->n}}, {ar, kr, cr}};
}

static double det3(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
         - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
         + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Cramer's rule. */
static void solve(const struct sums *s, double step[3])
{
    double m[3][3], d;

    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 9; i++)
            m[i / 3][i % 3] = i % 3 == j ? s->jr[i / 3] : s->jj[i / 3][i % 3];
        step[j] = det3(m);
    }
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = s->jj[i / 3][i % 3];
    d = det3(m);
    for (int j = 0; j < 3; j++)
        step[j] /= d;
}

static struct model fit(const struct points *p, struct model m)
{
    #pragma tcr data copyin(p->t[0:p->n], p->y[0:p->n])
    for (int turn = 0; turn < 8; turn++) {
        struct sums s = sums_of(p, m);
        double step[3];

        printf("%4d  %.6f  %.6f  %.6f  %.6f\n", turn, m.a, m.k, m.c, sqrt(s.chi2 / (double)p->n));
        solve(&s, step);
        m.a += step[0];
        m.k += step[1];
        m.c += step[2];
    }
    return m;
}

/* A measurement every so often of 3 exp(-1.5 t) + 0.5 up to t = 4, with noise. */
static void measure(struct points *p)
{
    unsigned long long seed = 12345;

    for (long i = 0; i < p->n; i++) {
        double noise = 0;

        for (int k = 0; k < 4; k++) {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            noise += (double)(seed >> 11) / 9007199254740992.0 - 0.5;
        }
        p->t[i] = 4.0 * (double)i / (double)p->n;
        p->y[i] = 3.0 * exp(-1.5 * p->t[i]) + 0.5 + 0.1 * noise;
    }
}

int main(int argc, char **argv)
{
    struct points p = {argc > 1 ? atol(argv[1]) : 2000000, NULL, NULL};
    struct model m = {1.0, 1.0, 0.0};

    if (p.n < 10) {
        fprintf(stderr, "usage: %s [POINTS]\n", argv[0]);
        return 1;
    }
    p.t = malloc((size_t)p.n * sizeof *p.t);
    p.y = malloc((size_t)p.n * sizeof *p.y);
    if (!p.t || !p.y) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    measure(&p);
    printf("turn  a         k         c         deviation\n");
    m = fit(&p, m);
    printf("y = %.4f exp(-%.4f t) + %.4f\n", m.a, m.k, m.c);
    free(p.t);
    free(p.y);
    return 0;
}
/* SPDX-License-Identifier: MIT */
