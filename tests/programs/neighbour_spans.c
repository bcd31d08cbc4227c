/* Functions that get pointers to places out of memory, and read neighbours there: those that every call
 * reads are checked together, others by themselves, for they may not be there.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 500
#define ROWS 900

static long square(const long *a, const long *b, long *d)
{
    long sum = 0;
    for (int m = 0; m < 3; m++) {
        d[m] = a[m] - b[m];
        sum += d[m] * d[m];
    }
    return sum;
}

static long curve(const int *t, int place, long *slope)
{
    const int *v = t + place;
    *slope = v[2] - v[0] + v[1] - v[-1];
    return 3 * v[0] - v[1] + 7 * v[-1];
}

/* The last element is asked for alone. */
static long perhaps(const int *p, int more)
{
    long sum = p[0];
    if (more > 1)
        sum += p[1] * 10;
    sum += more > 2 ? p[2] * 100 : 0;
    return more > 3 && p[3] > 0 ? sum + 1 : sum;
}

static long first(const int *p, int n)
{
    if (n == 0)
        return p[0];
    return p[0] * 3 + p[1];
}

/* As long as the loop goes on. */
static long some(const int *p, int n)
{
    long sum = 0;
    for (int k = 0; k < 6; k++) {
        if (k == n)
            break;
        sum = sum * 3 + p[k];
    }
    for (int k = 0; k < 0; k++)
        sum += p[k + 100000];
    for (int k = 0; k < 6; k++) {
        if (k >= n)
            continue;
        sum += p[k];
    }
    for (int k = 0; k < n; k++)
        sum += p[k] * k;
    return sum;
}

/* The pointer walks, and is another one in the end. */
static long walked(const int *p, const int *q, int n)
{
    const int *at = p + n;
    long sum = at[0] + at[1];
    p = q;
    for (int k = 0; k <= 2; k++)
        sum = sum * 5 + p[k] + q[2 - k];
    return sum;
}

static long all(const long (*r)[3], const int *t, const int *place, const int *left, int n)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++) {
        long d[3], slope;
        sum += square(r[place[i]], r[place[n - 1 - i]], d) % 1000 + d[0] * d[2] % 7;
        sum += curve(t, 1 + place[i] % (ROWS - 3), &slope) + slope;
        sum += perhaps(t + place[i], left[i]);
        sum += first(t + place[i], left[i] > 1);
        sum += some(t + place[i], left[i] > 6 ? 6 : left[i]);
        sum += walked(t, t + place[i] % (ROWS - 2), place[i] % (ROWS - 1)) % 1000;
    }
    return sum;
}

/* One call of many reads behind the end, where the program has something else. */
static long beyond(const int *t, const int *place, int n)
{
    long sum = 0;
#pragma tcr reduce(+ : sum) copyin(t [0:ROWS])
    for (int i = 0; i < n; i++) {
        long slope;
        sum += curve(t, place[i], &slope) * slope % 1000;
    }
    return sum;
}

int main(void)
{
    long(*r)[3] = malloc(ROWS * sizeof *r);
    int *t = malloc((ROWS + 4) * sizeof *t), *place = malloc(N * sizeof *place),
        *left = malloc(N * sizeof *left), *exact = malloc(ROWS * sizeof *exact);
    for (int i = 0; i < ROWS; i++) {
        for (int m = 0; m < 3; m++)
            r[i][m] = i * 31 % 101 + m;
        exact[i] = i * 17 % 53 - 20;
    }
    for (int i = 0; i < ROWS + 4; i++)
        t[i] = i * 29 % 71 - 30;
    for (int i = 0; i < N; i++) {
        place[i] = i * 7919 % ROWS;
        if (i % 50 == 7)
            place[i] = ROWS - 1 - i % 3;
        left[i] = ROWS - place[i];
    }
    printf("%ld\n", all(r, exact, place, left, N));
    for (int i = 0; i < N; i++)
        place[i] = 1 + i;
    printf("%ld\n", beyond(t, place, N));
    place[N / 2] = ROWS;
    printf("%ld\n", beyond(t, place, N));
    return 0;
}
/* SPDX-License-Identifier: MIT */
