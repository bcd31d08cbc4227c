// options: --tcr-accept=omp -fopenmp
/* Writes at places that come out of memory. */
struct atoms {
    double (*f)[3];
    int *n;
};

static double table[100];

static void set(double *p, int k, double x)
{
    p[k] += x;
}

double taken(double *to, const double *from, const int *idx, struct atoms *a, int n)
{
    double s = 0;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        to[idx[i]] = from[i];
#pragma tcr reduce(+ : s) copy(to [0:n])
    for (int i = 0; i < n; i++) {
        set(to, idx[i], from[i]);
        table[idx[n - i]] = to[i];
        s += from[i];
    }
#pragma omp parallel for reduction(+ : s)
    for (int b = 0; b < n; b++)
        for (int k = 0, i = b * 8; k < a->n[b]; k++, i++) {
            a->f[i][1]++;
            s += a->f[i][0];
        }
    return s;
}

void refused(double *to, double *other, double **rows, const int *idx, int *bins, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        rows[idx[i]][0] = i;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double *p = i % 2 ? to : other;
        p[idx[i]] = i;
    }
#pragma tcr loop deviceptr(to)
    for (int i = 0; i < n; i++)
        to[idx[i]] = i;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        to[idx[i]] = i;
        to[0] = 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        bins[idx[i]]++;
    }
}
