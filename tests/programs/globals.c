/* Globals as accumulators, arrays and bounds; COMMON-like structures.
 * flags: -std=gnu89 -O1
 */
#include <stdio.h>

#define NMAX 50
int nx = 20, ny = 15;
double u[NMAX][NMAX], rhs[NMAX][NMAX], h2 = 0.01;
double resid, umax;
static double energy;
static long ncells;
struct { double eps, omega; int itmax, n; } parm = { 1e-6, 1.5, 100, 30 };
float table[] = { 1, 2, 3, 4, 5, 6, 7 };
extern int ntable;
int ntable = sizeof table / sizeof table[0];

void residual()
{
    int i, j;
    double r;
    resid = 0.;
    umax = 0.;
#pragma tcr reduce(+:resid) reduce(max:umax) private(j,r)
    for (i = 1; i < nx-1; i++)
        for (j = 1; j < ny-1; j++) {
            r = rhs[i][j] - (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] - 4.*u[i][j]) / h2;
            resid += r*r;
            if (u[i][j] > umax) umax = u[i][j];
        }
}

void accumulate()
{
    static double total;
    int i;
#pragma tcr reduce(+:energy,ncells,total)
    for (i = 0; i < parm.n; i++) {
        energy += 0.5 * parm.omega * u[i][i];
        ncells++;
        total -= u[i][0];
    }
    printf("%g\n", total);
}

double lookup()
{
    double s = 0;
    int i;
#pragma tcr reduce(+:s)
    for (i = 0; i < ntable; i++) s += table[i];
    return s;
}

int main()
{
    int i, j;
    for (i = 0; i < NMAX; i++)
        for (j = 0; j < NMAX; j++) {
            u[i][j] = (i * 5 + j * 3) % 16;
            rhs[i][j] = i - j;
        }
    residual();
    accumulate();
    accumulate();
    printf("%.10g %g %g %ld %g\n", resid, umax, energy, ncells, lookup());
    return 0;
}
/* SPDX-License-Identifier: MIT */
