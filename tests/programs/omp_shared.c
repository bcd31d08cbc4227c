/* Scalars that OpenMP's threads share: flags that several iterations set to one constant, and updates
 * in critical sections; beside others, which stay with the compiler.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 10
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000

static int failed;        /* of the file */
static double worst = -1; /* the same */
struct state {
    int bad, worse;
    unsigned char seen[4];
    long tries;
};

static int flag(const double *x, double *y, int n)
{
    int err = 7; /* it keeps what it was, or becomes 1 */
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            err = 1;
        else
            y[i] = sqrt(x[i]);
    }
    return err;
}

static void flags(const double *x, struct state *s, int *err, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (x[i] < 0) {
            *err = -3;
            s->bad = 1;
        }
        if (x[i] < -3)
            s->worse = 1;
        if (x[i] > 10)
            failed = 2;
        if (x[i] > 20)
            s->seen[2] = 'x';
    }
}

static int alone(const double *x, int n)
{
    double lost = 0.5;
    _Bool any = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            any = 1;
        if (x[i] > 5)
            lost = -1.5;
    }
    return any * 100 + (int)(lost * 2);
}

static double largest(const double *x, int n)
{
    double best = -DBL_MAX, least = 1e300;
    long sum = 0;
    unsigned bits = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const double v = fabs(x[i]);
#pragma omp critical
        if (v > best)
            best = v;
#pragma omp critical(others)
        {
            least = fmin(least, x[i]);
            sum += i % 7;
            if (i % 3 == 0)
                bits |= i;
        }
#pragma omp critical(worst)
        {
            worst = v > worst ? v : worst;
        }
    }
    printf("%.17g %ld %u %.17g\n", least, sum, bits, worst);
    float top = -1;
    int low = 1000;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (x[i] > top)
#pragma omp critical
        {
            if (x[i] > top)
                top = x[i];
        }
        int k = (int)(4 * x[i]);
        if (k < low) {
#pragma omp critical(low)
            if (k < low)
                low = k;
        }
    }
    printf("%g %d\n", top, low);
    return best;
}

/* In a team, with a variable of the team's and one of each thread's. */
static int team(const double *x, double *y, int n)
{
    int err = 0;
    double most = 0;
#pragma omp parallel num_threads(2)
    {
        int own = 0;
#pragma omp for
        for (int i = 0; i < n; i++) {
            y[i] = x[i] + 1;
            if (x[i] < 0)
                err = 4;
#pragma omp critical
            most = fmax(most, x[i]);
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            if (x[i] < 0)
                own = 1;
#pragma omp critical
        err += own > 5;
    }
    return err + (int)most;
}

/* Elements that several iterations choose; one of two numbers depends on the order. */
static long marks(const double *x, int *mark, unsigned short *both, int n)
{
    long sum = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        mark[i / 3] = 4;
        if (x[i] > 6)
            mark[2 * i - i + 1] = 4;
    }
#pragma omp parallel for
    for (int i = 0; i < 1; i++) {
        both[i / 3] = 4;
        both[i / 2] = 5;
    }
    for (int i = 0; i < n; i++)
        sum = sum * 3 + mark[i] + both[i];
    return sum;
}

/* Flags that a team's threads set together, and outside of what they share; a maximum by rows. */
static int rows(const double *x, const int *count, double *y, int n)
{
    int bad = 0, empty = 0, sets = 3;
    double most = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0, top = 0;
        for (int k = 0; k < count[i]; k++) {
            sum += x[(unsigned)(i * 13 + k) % N];
            top = fmax(top, x[(unsigned)(i + k) % N]);
            if (x[(unsigned)(i + k) % N] < 0)
                bad = 1;
        }
        for (int k = 0; k < count[i]; k++) {
            y[i * 40 + k] = sum;
            sets = 2;
        }
        if (count[i] == 0)
            empty = 1;
#pragma omp critical
        if (top > most)
            most = top;
    }
    printf("%.17g ", most);
    return bad * 100 + empty * 10 + sets;
}

/* What is no flag, or not only in critical sections. */
static int others(const double *x, double *y, int n)
{
    int two = 0, read = 0, half = 0, at = -1, last = 0, copied = 5;
    double best = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        y[i] = read ? 2 : 1;
        if (x[i] < -1e300)
            read = 1;
    }
#pragma omp parallel for
    for (int i = 0; i < 1; i++) {
#pragma omp critical
        half += i;
        half += 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (x[i] > 1e300)
            two = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        last = last * 2 % 1;
    }
#pragma omp parallel for lastprivate(copied)
    for (int i = 0; i < n; i++) {
        y[i] += 1;
        if (i >= 0)
            copied = 6;
    }
    return two + read + half + at + last + copied;
}

int main(void)
{
    static double x[N], y[N];
    int *mark = calloc(N + 1, sizeof *mark);
    unsigned short *both = calloc(N, sizeof *both);
    struct state s = {0, 0, "abc", 3};
    int err = 9;
    for (int i = 0; i < N; i++)
        x[i] = (i * 37 % 101) / 8.0 + (i == 1234 ? 0.125 : 0);
    printf("%d ", flag(x, y, N));
    flags(x, &s, &err, N);
    printf("%d %d %d %d %s ", err, s.bad, s.worse, failed, s.seen);
    printf("%d\n", alone(x, N));
    x[77] = -2;
    x[78] = 33;
    x[2000] = -4;
    printf("%d ", flag(x, y, N));
    flags(x, &s, &err, N);
    printf("%d %d %d %d %s ", err, s.bad, s.worse, failed, s.seen);
    printf("%d\n", alone(x, N));
    printf("%.17g\n", largest(x, N));
    printf("%d\n", team(x, y, N));
    printf("%ld\n", marks(x, mark, both, N));
    double *wide = calloc(40 * 70, sizeof *wide), all = 0;
    for (int i = 0; i < 70; i++)
        mark[i] = i == 40 ? 39 : i * 7 % 30;
    printf("%d ", rows(x, mark, wide, 70));
    for (int i = 0; i < 40 * 70; i++)
        all = all / 2 + wide[i];
    printf("%.17g\n", all);
    printf("%d\n", others(x, y, N));
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i];
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
