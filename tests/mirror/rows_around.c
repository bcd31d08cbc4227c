/* SPDX-License-Identifier: MIT */
/* Rows that are copied, some in front of an array that the loop writes and some behind it: what the
 * runtime reads of them must not wait for the array, which is the loop's until its end.
 */
#include <stdio.h>
#include <stdlib.h>
enum { N = 12000, ROWS = 300, M = 20 };
static double *row(int k)
{
    double *x = malloc(M * sizeof *x);

    for (int j = 0; x && j < M; j++)
        x[j] = k + j;
    return x;
}
int main(void)
{
    double **rows = malloc(ROWS * sizeof *rows), *y, s = 0;

    for (int k = 0; k < ROWS / 2; k++)
        rows[k] = row(k);
    y = calloc(N, sizeof *y); /* smaller than a block with a mapping of its own */
    for (int k = ROWS / 2; k < ROWS; k++)
        rows[k] = row(k);
    for (int round = 0; round < 5; round++) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            y[i] += rows[i % ROWS][i % M];
        y[round] += 1;
        rows[round][0] -= 1;
    }
    for (int i = 0; i < N; i++)
        s += y[i];
    printf("%.0f\n", s);
    for (int k = 0; k < ROWS; k++)
        free(rows[k]);
    free(rows);
    free(y);
    return 0;
}
