/* Subscripts that lie between two ends, of which the ends alone say little.
 * device: 8
 */
#include <stdio.h>
#include <stdlib.h>

static double table[8] = {1, 2, 4, 8, 16, 32, 64, 128};

static double remainders(const double *p, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++)
        s += p[abs(i - 8) % 8];
    return s;
}

static double tests(const double *p, int m, int most)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int k = i;
        if (i > most)
            k = most;
        s += p[(k == 5) * 7] * i;
    }
    return s;
}

static double bytes(const double *p, int m, int most)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int k = i;
        if (i > most)
            k = most;
        s += p[(unsigned char)(k * 30) / 32];
    }
    return s;
}

static double unsigned_ends(const double *p, int m, int from)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int k = i < 3 ? i : 3;
        s += p[(unsigned)(k - from) + (unsigned)from] + p[(int)((unsigned)k - 2u) + 2];
    }
    return s;
}

static double divided(const double *p, int m, int least)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int by = i < 4 ? least : 4;
        s += p[7 / (by == 0 ? 1 : by) + 2];
    }
    return s;
}

/* A subscript out of a row, as far as the ends say. */
static double columns(double (*rows)[5], unsigned n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (unsigned i = 6; i < n; i += 4) {
        int next = i == n - 1 ? 0 : i + 1;
        s += rows[2][(next + 4) % 5];
    }
    return s;
}

/* Labels pass by an initial value. */
static double labels(const double *p, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        switch (i & 3) {
        case 0:;
            const int k = i / 4;
            s += p[k];
            break;
        case 1: {
            int twice = 2 * (i / 8);
            s += p[twice];
        }
        /* fall through */
        default:;
            const double *q = p + 2;
            s += q[1] * i;
        }
    }
    return s;
}

/* What an earlier turn has left, and what the loop around says of a later one. */
static double stale(const double *p, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        int k;
        for (int j = 0; j < 5; j++) {
            for (int l = 0; l < 3; l++) {
                if (j > 1)
                    break;
                k = j + l;
            }
            if (j > 3)
                s += p[k] * i;
        }
    }
    return s;
}

int main(void)
{
    double rows[3][5];
    for (int i = 0; i < 15; i++)
        (&rows[0][0])[i] = i * i;
    printf("%g %g %g\n", remainders(table, 16), tests(table, 16, 12), bytes(table, 16, 12));
    printf("%g %g %g\n", unsigned_ends(table, 9, 4), divided(table, 9, -3), columns(rows, 40));
    printf("%g %g\n", labels(table, 16), stale(table, 16));
    return 0;
}
/* SPDX-License-Identifier: MIT */
