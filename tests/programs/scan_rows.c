/* SPDX-License-Identifier: MIT */
/* Prefix sums in inner loops without a directive: a team shares a row.  Inclusive, exclusive, on
 * both sides of the update, in place, with conditions, temporaries, several variables and other
 * folds; of rows of all lengths, empty ones, backwards, by columns; and those that look alike, and
 * stay as they are.  All values are such that no sum is rounded.
 * flags: -O1
 * device: 14
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 37, MOST = 700 };
static const int lengths[] = {0, 1, 2, 7, 31, 32, 33, 64, 129, 257, MOST};
static double a[ROWS][MOST], b[ROWS][MOST], c[ROWS][MOST], totals[ROWS];
static float f[ROWS][MOST];
static int ia[ROWS][MOST], ib[ROWS][MOST], ends[ROWS];
static short sh[ROWS][MOST];
static unsigned char bytes[ROWS][MOST];
static long la[ROWS][MOST];

static unsigned long long digest(const void *p, size_t size)
{
    const unsigned char *x = p;
    unsigned long long h = 1469598103934665603ull;
    for (size_t i = 0; i < size; i++)
        h = (h ^ x[i]) * 1099511628211ull;
    return h;
}
#define SAY(x) printf("%s %d %016llx\n", #x, n, digest(x, sizeof x))

static void inclusive(int n)
{
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        double s = i;
        for (int k = 0; k < n; k++) {
            s += a[i][k];
            b[i][k] = s;
        }
        totals[i] = s;
    }
    SAY(b);
    SAY(totals);
}

static void exclusive(int n)
{
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        double s = 0;
        for (int k = 0; k < n; k++) {
            b[i][k] = s;
            s += a[i][k];
            c[i][k] = 2 * s;
        }
    }
    SAY(b);
    SAY(c);
}

static void in_place(int n)
{
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        float s = 0;
        for (int k = 0; k < n; k++) {
            s += f[i][k];
            f[i][k] = s;
        }
    }
    SAY(f);
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        int at = 5;
        for (int k = 0; k < n; k++) {
            const int count = ia[i][k];
            ia[i][k] = at;
            at += count;
        }
        ends[i] = at;
    }
    SAY(ia);
    SAY(ends);
}

static void conditions(int n)
{
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        int kept = 0;
        long all = 0;
        double most = 0;
        for (int k = n - 1; k >= 0; k -= 2) {
            double t = a[i][k] * 2;
            if (t > 3) {
                kept++;
                all += (long)t;
            }
            ib[i][k] = kept;
            la[i][k] = all - kept;
            if (most < kept - t)
                most = kept - t;
        }
        totals[i] = most + kept;
    }
    SAY(ib);
    SAY(la);
    SAY(totals);
}

static void narrow(int n)
{
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        short s = 0;
        unsigned char x = 3;
        int top = -9;
        for (int k = 0; k < n; k++) {
            s += ia[i][k] % 1000;
            x ^= (unsigned char)ia[i][k];
            top = ia[i][k] > top ? ia[i][k] : top;
            sh[i][k] = s;
            bytes[i][k] = x;
            ib[i][k] = top;
        }
    }
    SAY(sh);
    SAY(bytes);
    SAY(ib);
}

/* Rows that differ in length, and whose lengths the device looks at. */
static void ragged(const int *restrict first, const float *restrict x, double *restrict y, int rows)
{
#pragma tcr loop copyin(x [0:first[rows]]) copy(y [0:first[rows]])
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = first[i]; k < first[i + 1]; k++) {
            s += x[k];
            y[k] = s;
        }
    }
}

/* Arrays that may be one, or overlap: asked at each call. */
static void perhaps(const double *x, double *y, int rows, int n)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = 0; k < n; k++) {
            y[(long)i * n + k] = s;
            s += x[(long)i * n + k];
        }
    }
}

static void by_columns(int n)
{
#pragma tcr loop
    for (int k = 0; k < n; k++) {
        double s = 0;
        for (int i = 0; i < ROWS; i++) {
            s += a[i][k];
            c[i][k] = s;
        }
    }
    SAY(c);
}

/* What an iteration adds depends on the sum, or on what the same iteration writes. */
static void none_of_them(int n)
{
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        double s = 0;
        for (int k = 0; k < n; k++) {
            s += s > 100 ? 1 : a[i][k];
            b[i][k] = s;
        }
    }
    SAY(b);
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        double s = 0;
        for (int k = 0; k < n; k++) {
            b[i][k] = s;
            const double t = b[i][k] / 2 > 50 ? 1 : 2;
            s += t;
        }
    }
    SAY(b);
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        double s = 0, seen = 0;
        for (int k = 0; k < n; k++) {
            s += a[i][k];
            seen = s;
            if (a[i][k] > 2)
                s += seen > 64;
            b[i][k] = s;
        }
    }
    SAY(b);
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        int s = 1;
        for (int k = 0; k < n; k++) {
            ib[i][k] = 3 * ia[i][k];
            s += ib[i][k] % 5;
            la[i][k] = s;
        }
    }
    SAY(ib);
    SAY(la);
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        int s = 1;
        for (int k = 0; k < n; k++) {
            if (ia[i][k] % 3 == 0)
                continue;
            s += ia[i][k];
            la[i][k] = s;
        }
    }
    SAY(la);
}

static void fill(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < MOST; k++) {
            a[i][k] = (i * 31 + k * 17) % 9 - 2;
            f[i][k] = (float)((i + k * 5) % 7 - 3);
            ia[i][k] = (i * 7 + k * 13) % 101 - 30;
            b[i][k] = c[i][k] = 0;
            ib[i][k] = 0;
            la[i][k] = 0;
        }
}

int main(void)
{
    static int first[ROWS + 1];
    static float x[ROWS * MOST];
    static double y[ROWS * MOST + MOST];
    for (size_t m = 0; m < sizeof lengths / sizeof *lengths; m++) {
        const int n = lengths[m];
        fill();
        inclusive(n);
        exclusive(n);
        in_place(n);
        conditions(n);
        narrow(n);
        by_columns(n);
        none_of_them(n);
    }
    for (int i = 0; i < ROWS; i++)
        first[i + 1] = first[i] + (i % 5 == 3 ? 0 : i % 11 == 7 ? MOST : i);
    for (int k = 0; k < ROWS * MOST; k++)
        x[k] = (float)(k % 13 - 5);
    for (int k = 0; k < ROWS * MOST + MOST; k++)
        y[k] = k % 7;
    int n = first[ROWS];
    ragged(first, x, y, ROWS);
    SAY(y);
    perhaps(y, y + MOST / 2, ROWS, 90); /* they overlap: in order */
    n = 90;
    SAY(y);
    perhaps(y, y, ROWS, MOST);
    n = MOST;
    SAY(y);
    perhaps(&a[0][0], y, ROWS, MOST);
    SAY(y);
    return 0;
}
