// options: --tcr-accept=omp,acc -fopenmp
/* Remedies in the words of the directive that is there. */
double sums(const double *a, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr loop
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int last(const double *a, int n)
{
    int k = 0;
#pragma omp parallel for lastprivate(k)
    for (int i = 0; i < n; i++)
        k = (int)a[i] * 2;
    return k;
}

struct best {
    double v;
    int at;
};

/* A maximum and its place, in forms that are taken, and the place alone, which is not. */
int places(const double *a, int n)
{
    struct best b = {a[0], 0};
    double v = a[0];
    int at = 0, c = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma omp critical
        if (a[i] > b.v) {
            b.v = a[i];
            b.at = i;
        }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma omp critical
        if (a[i] > v || (a[i] == v && i < at)) {
            v = a[i];
            at = i;
        }
#pragma tcr reduce(max : v)
    for (int i = 0; i < n; i++)
        if (a[i] > v || (a[i] == v && i < at)) {
            v = a[i];
            at = i;
        }
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (a[i] > a[c])
            c = i;
    return b.at + at + c;
}

/* One value that depends on itself is none. */
double half(const double *a, int n)
{
    double s = 0;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (a[i] > s)
            s = 0.5 * (s + a[i]);
    return s;
}

/* A maximum or minimum is reduced. */
double best(const double *a, double *restrict b, int n)
{
    double most = 0, least = 0;
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        b[i] = 2 * a[i];
        most = a[i] > most ? a[i] : most;
    }
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        b[i] = 2 * a[i];
        if (a[i] < least)
            least = a[i];
    }
    return most - least;
}
