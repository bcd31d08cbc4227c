/* Fluid fields: density, velocity, energy; halo offsets; several views of one array.
 * flags: -std=gnu99 -O3 -march=native -ffast-math
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NI 18
#define NJ 14
#define HALO 2
#define LD (NI + 2 * HALO)
#define AT(f, i, j) f[((j) + HALO) * LD + (i) + HALO]
typedef double (*plane)[LD];

enum { RHO, MX, MY, EN, NVAR };
static double q[NVAR][(NJ + 2 * HALO) * LD];
static float w[LD];

static void summary(double *mass, double *ke, double *mach, double out[2])
{
    double m = 0, k = 0, top = 0, lo = HUGE_VAL, hi = -HUGE_VAL;
    const double gamma = 1.4;
#pragma tcr reduce(+ : m, k) reduce(max : top, hi) reduce(min : lo) collapse(2)
    for (int j = 0; j < NJ; j++)
        for (int i = 0; i < NI; i++) {
            const double rho = AT(q[RHO], i, j), u = AT(q[MX], i, j) / rho, v = AT(q[MY], i, j) / rho;
            const double speed2 = u * u + v * v;
            const double p = (gamma - 1) * (AT(q[EN], i, j) - 0.5 * rho * speed2);
            m += rho;
            k += 0.5 * rho * speed2;
            top = fmax(top, sqrt(speed2 / (gamma * p / rho)));
            lo = p < lo ? p : lo;
            hi = p > hi ? p : hi;
        }
    *mass = m;
    *ke = k;
    *mach = top;
    out[0] = lo;
    out[1] = hi;
}

static double flux(int side)
{
    plane rho = (plane)q[RHO], mx = (plane)q[MX];
    double f = 0;
    const int i = side ? NI + HALO - 1 : HALO;
#pragma tcr reduce(+ : f)
    for (int j = HALO; j < NJ + HALO; ++j)
        f += (mx[j][i] - mx[j][i - 1]) * w[i] + rho[j][i + 1];
    return f;
}

int main(void)
{
    double mass, ke, mach, p[2];
    for (int k = 0; k < (NJ + 2 * HALO) * LD; k++) {
        q[RHO][k] = 1 + k % 3;
        q[MX][k] = k % 5 - 2;
        q[MY][k] = k % 7 - 3;
        q[EN][k] = 20 + k % 4;
    }
    for (int i = 0; i < LD; i++)
        w[i] = (float)(0.5 * (i % 4));
    summary(&mass, &ke, &mach, p);
    printf("%g %.6g %.6g %.6g %.6g\n", mass, ke, mach, p[0], p[1]);
    printf("%g %g\n", flux(0), flux(1));
    return 0;
}
/* SPDX-License-Identifier: MIT */
