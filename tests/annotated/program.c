/* Sums, a minimum, an array that is written, a section, a nest, a structure. */
#include <stdio.h>

#define N 1000

struct point {
    double x, y;
};

static double a[N], b[N];
static int keys[N], counts[8];
static struct point points[N];
static float matrix[20][50];

static double norm(const double *v, int n)
{
    double sum = 0.0;
    int i;

#pragma tcr reduce(+ : sum)
    for (i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sum;
}

static void scale(double *to, const double *from, int n, double by)
{
    int i;

#pragma tcr loop
    for (i = 0; i < n; i++) {
        double t = by * from[i];

        to[i] = t + 1.0;
    }
}

static int histogram(void)
{
    int i, bad = 0;

#pragma tcr reduce(+ : counts[0 : 8], bad)
    for (i = 0; i < N; i++) {
        if (keys[i] < 0 || keys[i] > 7)
            bad++;
        else
            counts[keys[i]]++;
    }
    return bad;
}

static float total(void)
{
    float sum = 0.0F;
    int i, j;

#pragma tcr reduce(+ : sum)
    for (i = 0; i < 20; i++)
        for (j = 0; j < 50; j++)
            sum += matrix[i][j];
    return sum;
}

static double lowest(const struct point *p, unsigned n, double *right)
{
    double low = 1e30, most = -1e30;
    unsigned i;

#pragma tcr reduce(min : low) reduce(max : most)
    for (i = 0; i < n; i++) {
        if (p[i].y < low)
            low = p[i].y;
        if (p[i].x > most)
            most = p[i].x;
    }
    *right = most;
    return low;
}

static int check(const char *what, double got, double want)
{
    if (got < want || got > want) {
        printf("%s: %.17g instead of %.17g\n", what, got, want);
        return 1;
    }
    return 0;
}

int main(void)
{
    double right = 0.0;
    int i, wrong = 0;

    for (i = 0; i < N; i++) {
        a[i] = i % 10;
        keys[i] = i % 8;
        points[i].x = i;
        points[i].y = -i;
        matrix[i / 50][i % 50] = 0.5F;
    }
    scale(b, a, N, 2.0);
    wrong += check("norm", norm(a, N), 28500.0);
    wrong += check("scale", norm(b, N), 133000.0);
    wrong += check("histogram", (double)histogram(), 0.0);
    wrong += check("count", (double)counts[3], 125.0);
    wrong += check("total", (double)total(), 500.0);
    wrong += check("lowest", lowest(points, N, &right), -999.0);
    wrong += check("right", right, 999.0);
    if (!wrong)
        printf("ok\n");
    return wrong;
}
/* SPDX-License-Identifier: MIT */
