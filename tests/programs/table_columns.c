/* SPDX-License-Identifier: MIT */
/* Bounds out of the columns of a table: each column has a range of its own, else the loop would
 * seem to leave its arrays, and to write what neighbours in memory hold.
 * flags: -O1
 * device: 1
 */
#include <stdio.h>
#include <stdlib.h>

enum { NX = 40, N = NX * NX, W = 5 };

int main(void)
{
    double *c = malloc(NX * sizeof *c), *e = malloc(N * sizeof *e), *h = malloc(N * sizeof *h),
           s = 0;
    const int frame[4][4] = {
        {0, NX, 1, W}, {0, NX, NX - W, NX}, {0, W, W, NX - W}, {NX - W, NX, W, NX - W}};

    for (int i = 0; i < NX; i++)
        c[i] = i % 3;
    for (int i = 0; i < N; i++)
        e[i] = i % 7, h[i] = i % 5;
#pragma tcr loop
    for (int l = 0; l < 4; l++)
        for (int j = frame[l][2]; j < frame[l][3]; j++)
            for (int i = frame[l][0]; i < frame[l][1]; i++)
                e[j * NX + i] = c[j] * e[j * NX + i] + h[j * NX + i] - h[(j - 1) * NX + i];
    for (int i = 0; i < N; i++)
        s += e[i] * (i % 11);
    printf("%.10g\n", s);
    free(c);
    free(e);
    free(h);
    return 0;
}
