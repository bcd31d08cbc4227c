/* SPDX-License-Identifier: MIT */
/* Loops over time steps in OpenACC's kernels: the loops in them are taken over, and what stands
 * between is the host's.
 * flags: -O1
 * accept: acc
 * refused: carried
 * device: 6
 */
#include <math.h>
#include <stdio.h>

#define N 40
static double grid[N][N], next[N][N];

/* Statements of the host read and write what loops of the device do. */
static double relax(int steps)
{
    double error = 0, trace = 0;
    int done = 0;
#pragma acc data copy(grid) create(next)
    {
#pragma acc kernels
        {
            int from = 1;
            for (int t = 0; t < steps; t++) {
                error = 0;
                for (int i = from; i < N - 1; i++)
                    for (int j = 1; j < N - 1; j++)
                        next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] +
                                             grid[i][j + 1]);
                for (int i = 1; i < N - 1; i++)
                    for (int j = 1; j < N - 1; j++)
                        error = fmax(error, fabs(next[i][j] - grid[i][j]));
                if (error > 1e-9)
                    for (int i = 1; i < N - 1; i++)
                        for (int j = 1; j < N - 1; j++)
                            grid[i][j] = next[i][j];
                grid[0][0] += error; /* the host's, between loops that are not */
                trace += grid[1][1];
                done++;
            }
        }
    }
    return error + trace + done;
}

/* Other loops of the host, and a loop that says so. */
static double others(int steps)
{
    double s = 0;
    int left = steps;
#pragma acc kernels copy(grid)
    {
        while (left > 0) {
            for (int i = 0; i < N; i++)
                grid[i][left] += i;
            left--;
        }
        do
            for (int i = 0; i < N; i++)
                grid[left][i] *= 0.5;
        while (++left < steps);
#pragma acc loop seq
        for (int t = 1; t < steps; t++) {
            grid[t][t] += grid[t - 1][t];
            for (int i = 0; i < N; i++)
                grid[t][i] += grid[t - 1][i];
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += grid[i][j] * (i % 3 + 1);
    return s;
}

/* The region is one loop, and a call finds that its iterations meet. */
static double single(int steps)
{
    double s = 0;
#pragma acc kernels
    for (int t = 1; t < steps; t++) {
        for (int i = 1; i < N; i++)
            next[t][i] = next[t - 1][i] + grid[t][i];
        next[t][0] = next[t][N - 1];
    }
#pragma acc kernels loop
    for (int t = 1; t < steps; t++)
        for (int i = 0; i < N; i++)
            next[t][i] += next[t - 1][i] * 0.5;
    for (int i = 0; i < N; i++)
        s += next[steps - 1][i] * (i + 1);
    return s;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = i * j % 7;
    printf("%.10g\n", relax(4));
    printf("%.10g\n", others(5));
    printf("%.10g\n", single(5));
    return 0;
}
