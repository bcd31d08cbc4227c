/* Row 5: the body writes arrays, too. */
struct part {
    double x[3], v[3], m;
    unsigned kind : 4;
    struct part *next;
};
struct field {
    int n;
    double norm, *u, *f;
};
double grid[64][64];

double axpy(int n, double a, const double *x, double *y)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        y[i] += a * x[i];
        s += y[i] * y[i];
    }
    return s;
}

double push(int n, struct part *p, double dt)
{
    double e = 0;
#pragma tcr reduce(+ : e)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            p[i].x[k] += dt * p[i].v[k];
        e += p[i].m;
    }
    return e;
}

void members(struct field *p)
{
#pragma tcr reduce(+ : p->norm)
    for (int i = 0; i < p->n; i++) {
        p->u[i] = 2 * p->f[i];
        p->norm += p->u[i];
    }
}

void plain(int n, double *restrict y, const double *restrict a, const double *x)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += a[i * n + j] * x[j];
#pragma tcr loop collapse(2)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            grid[i][j] = i - j;
#pragma tcr loop copyin(y[0 : n]) copyout(x[0 : n])
    for (int i = 0; i < n; i += 2)
        y[i] = y[i + 1] + x[i];
}

void refused(int n, double *a, double **rows, const int *to, struct part *p)
{
    double last = 0;
#pragma tcr loop
    for (int i = 1; i < n; i++)
        a[i] = a[i] + a[i - 1];
#pragma tcr loop
    for (int i = 1; i < n; i++)
        a[i] = a[i + 1] = i;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        a[0] = i;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        a[to[i]] = i;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        rows[i][0] = i;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i].kind = 3;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i].next = 0;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        last += a[i];
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        last = a[i];
        a[i] = 2 * last;
    }
    a[0] = last;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        (void)a[i];
}
