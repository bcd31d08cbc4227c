/* Energies and angular momentum of bodies kept as separate arrays, with softening.
 * flags: -std=gnu89 -O3
 */
#include <math.h>
#include <stdio.h>
#define NB 64
typedef double REAL;
REAL pos[NB][3], vel[NB][3], mass[NB], eps = 0.05;
REAL ekin, epot, ltot[3], com[3];
int nbody = NB;

#define DOT(a,b) ((a)[0]*(b)[0] + (a)[1]*(b)[1] + (a)[2]*(b)[2])

void energies()
{
    register int i, j, k;
    REAL dr[3], r2;
    ekin = epot = 0.0;
#pragma tcr reduce(+:ekin)
    for (i = 0; i < nbody; i++)
        ekin += 0.5 * mass[i] * DOT(vel[i], vel[i]);
#pragma tcr reduce(+:epot) private(j,k,dr,r2)
    for (i = 0; i < nbody; i++)
        for (j = i + 1; j < nbody; j++) {
            r2 = eps * eps;
            for (k = 0; k < 3; k++) {
                dr[k] = pos[i][k] - pos[j][k];
                r2 += dr[k] * dr[k];
            }
            epot -= mass[i] * mass[j] / sqrt(r2);
        }
}

void moments()
{
    int i, k;
    for (k = 0; k < 3; k++) com[k] = ltot[k] = 0;
#pragma tcr reduce(+:com[0],com[1],com[2],ltot[0],ltot[1],ltot[2])
    for (i = 0; i < nbody; i++) {
        com[0] += mass[i] * pos[i][0];
        com[1] += mass[i] * pos[i][1];
        com[2] += mass[i] * pos[i][2];
        ltot[0] += mass[i] * (pos[i][1] * vel[i][2] - pos[i][2] * vel[i][1]);
        ltot[1] += mass[i] * (pos[i][2] * vel[i][0] - pos[i][0] * vel[i][2]);
        ltot[2] += mass[i] * (pos[i][0] * vel[i][1] - pos[i][1] * vel[i][0]);
    }
}

REAL closest()
{
    int i, j;
    REAL d2, best = 1e30;
#pragma tcr reduce(min:best) private(j,d2)
    for (i = 0; i < nbody; i++)
        for (j = 0; j < nbody; j++) {
            if (i == j) continue;
            d2 = (pos[i][0]-pos[j][0])*(pos[i][0]-pos[j][0]) + (pos[i][1]-pos[j][1])*(pos[i][1]-pos[j][1])
               + (pos[i][2]-pos[j][2])*(pos[i][2]-pos[j][2]);
            if (d2 < best) best = d2;
        }
    return sqrt(best);
}

int main()
{
    int i, k;
    for (i = 0; i < NB; i++) {
        mass[i] = 1 + i % 3;
        for (k = 0; k < 3; k++) {
            pos[i][k] = (i * (k + 7) * 13 % 31) + 0.25 * i;
            vel[i][k] = (i * (k + 3)) % 7 - 3;
        }
    }
    energies();
    moments();
    printf("%.9g %.9g %.9g\n", ekin, epot, closest());
    printf("%g %g %g %g %g %g\n", com[0], com[1], com[2], ltot[0], ltot[1], ltot[2]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
