// Bounds of inner loops in memory that the device checks: read once where nothing is written to
// memory meanwhile, but for elements in registers; and in each iteration elsewhere.
// options: --tcr-accept=omp -fopenmp
struct cells {
    int n, *count, *near;
    double *r, *f;
};

static double apart(const double *a, const double *b, double *d)
{
    d[0] = *a - *b;
    return d[0] * d[0];
}

/* `count` says the same all the time: f is kept in registers. */
void kept(const struct cells *s)
{
#pragma omp parallel for
    for (int c = 0; c < s->n; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int i = c * 32 + a;
            s->f[i] = 0;
            for (int k = 0; k < 27; k++) {
                const int other = s->near[27 * c + k];
                for (int b = 0; b < s->count[other]; b++) {
                    double d[1];
                    if (apart(&s->r[i], &s->r[other * 32 + b], d) < 2)
                        s->f[i] += d[0];
                }
            }
        }
}

/* The bound is what the loop writes. */
void grows(int n, const int *at, int (*list)[8], double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double x = 0;
        for (int k = 1; k < list[at[i]][0]; k++) {
            list[at[i]][0] -= list[at[i]][k] & 1;
            x += list[at[i]][k];
        }
        sum[i] = x;
    }
}

/* It is a variable's, through a pointer. */
void shrinks(int n, const int *at, const int *length, const double *v, double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int left = length[at[i]], *q = &left;
        double x = 0;
        for (int k = 0; k < *q; k++) {
            x += v[at[i] + k];
            if (x > 8)
                (*q)--;
        }
        sum[i] = x;
    }
}

/* The variable is narrower than the bound, which it may never reach. */
void narrow(int n, const int *at, const long *length, const double *v, double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double x = 0;
        for (int k = 0; k < length[at[i]] && x < 8; k++)
            x += v[at[i] + k];
        for (int k = 0; k < length[at[i]]; k++) {
            x = x / 2 + v[at[i] + k];
            if (x < 0)
                break;
        }
        sum[i] = x;
    }
}

/* A break and a continue; the bound is an expression. */
void leaves(int n, const int *at, const int *length, const double *v, double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double x = 0;
        int k;
        for (k = 1; k < 2 * length[at[i]] + 1; k++) {
            if (v[at[i] + k] < 0)
                continue;
            x = x / 2 + v[at[i] + k];
            if (x > 100)
                break;
        }
        sum[i] = x + k;
    }
}

static double far(const double *a, const double *b)
{
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
}

/* The pointers of all iterations are asked about in front of the loop: one stays, the other moves
 * evenly, and each iteration passes both. */
void passed(const struct cells *s, double (*r)[2], double *sum)
{
#pragma omp parallel for
    for (int c = 0; c < s->n; c++)
        for (int a = 0; a < s->count[c]; a++) {
            double x = 0;
            for (int k = 0; k < 27; k++) {
                const int other = s->near[27 * c + k];
                for (int b = 0; b < s->count[other]; b++) {
                    const int j = other * 32 + b;
                    const double d = far(r[c * 32 + a], r[j]);
                    if (d > 2)
                        continue;
                    x += d;
                }
            }
            sum[c * 32 + a] = x;
        }
}

/* They follow from what is read, from what iterations change, from a variable whose address is
 * known elsewhere; or some iterations pass none. (What stays is asked about, and once alone.) */
void passed_anywhere(const struct cells *s, double (*r)[2], const int *list, double *sum)
{
#pragma omp parallel for
    for (int c = 0; c < s->n; c++)
        for (int a = 0; a < s->count[c]; a++) {
            double x = 0;
            int walks = a, base = c, *p = &base;
            for (int k = 0; k < 27; k++) {
                const int other = s->near[27 * c + k];
                for (int b = 0; b < s->count[other]; b++) {
                    x += far(r[c * 32 + a], r[list[b]]);
                    x += far(r[c * 32 + a], r[walks]);
                    x += far(r[c * 32 + a], r[base + b]);
                    x += b % 2 ? far(r[c * 32 + a], r[other * 32 + b]) : 0;
                    walks += b;
                    if (x > 100)
                        (*p)++;
                    if (x < 1)
                        continue;
                    x += far(r[c * 32 + a], r[other * 32 + b]);
                }
            }
            sum[c * 32 + a] = x;
        }
}
