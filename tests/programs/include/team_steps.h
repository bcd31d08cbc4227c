/* SPDX-License-Identifier: MIT */
/* team_steps.h: what a team computes in n steps of iterations(k) places each, y[i] = y[i] * 3 + x[i],
 * and whether that is what one thread computes. */
static void start(int *x, int *y, int from)
{
    for (int i = 0; i < N; i++) {
        x[i] = from + i;
        y[i] = 0;
    }
}

/* Places where the team's result is not that of one thread. */
static int wrong(const int *y, const int *x, int n)
{
    int z[N] = {0}, bad = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < iterations(k); i++)
            z[i] = z[i] * 3 + x[i];
    for (int i = 0; i < N; i++)
        bad += y[i] != z[i];
    return bad;
}
