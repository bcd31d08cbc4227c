// options: --tcr-accept=omp -fopenmp
/* Inner loops of which only an iteration knows how many turns they have. */
struct cells {
    int n;
    int *count, *near; /* near: 27 of each */
    double (*r)[3], (*f)[3];
};

static double square(const double *a, const double *b, double *d)
{
    double sum = 0;
    for (int m = 0; m < 3; m++) {
        d[m] = a[m] - b[m];
        sum += d[m] * d[m];
    }
    return sum;
}

void forces(const struct cells *s)
{
#pragma omp parallel for
    for (int c = 0; c < s->n; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int i = c * 32 + a;
            double f[3] = {0, 0, 0};
            for (int k = 0; k < 27; k++) {
                const int other = s->near[27 * c + k];
                for (int b = 0; b < s->count[other]; b++) {
                    double d[3];
                    const double r2 = square(s->r[i], s->r[other * 32 + b], d);
                    if (r2 < 6 && r2 > 0)
                        for (int m = 0; m < 3; m++)
                            f[m] += d[m] / r2;
                }
            }
            for (int m = 0; m < 3; m++)
                s->f[i][m] = f[m];
        }
}

void others(const int *restrict count, double *restrict x, double *restrict y, int n)
{
#pragma omp parallel for
    for (int c = 0; c < n; c++) {
        for (int a = 1; a < count[c]; a++) /* each needs the one before it */
            x[c * 32 + a] += x[c * 32 + a - 1];
        for (int a = 0; a < count[c]; a += 2)
            y[(long)c * 32 + a] += y[c * 32 + a + 1];
        for (unsigned a = 0; a < (unsigned)count[c]; a++) /* it might wrap around */
            y[c * 32 + a] += 1;
    }
}
