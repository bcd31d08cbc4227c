/* Bounds and factors of inner loops that are members of structures: the kernel gets them as
 * arguments, and reads no memory for them that the loop may write. */
struct csr {
    int n;
    int *first, *column;
    double *value, scale;
};
struct table {
    int rows, columns;
};
void multiply(const struct csr *a, const double *x, double *y)
{
#pragma tcr loop
    for (int i = 0; i < a->n; i++) {
        double sum = 0;
        for (int k = a->first[i]; k < a->first[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = a->scale * sum;
    }
}
void share(const struct table *t, const double *restrict in, double *restrict out)
{
#pragma tcr loop
    for (int i = 0; i < t->rows; i++) {
        double sum = 0;
        for (int k = 0; k < t->columns; k++)
            sum += in[i * t->columns + k];
        for (int k = 0; k < t->columns; k++)
            out[i * t->columns + k] = in[i * t->columns + k] / sum;
    }
}
/* an inner loop writes what is read in front of the first that is shared */
void move(int *first, double *y, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = first[2 * i]; k < first[2 * i + 2]; k++)
            sum += k;
        first[2 * i + 1] = sum;
        y[i] = sum;
    }
}
/* checked at each call, and not of the inner loop */
void wrap(unsigned n, unsigned m, const double *restrict x, double *restrict y)
{
#pragma tcr loop
    for (unsigned i = 0; i < n; i++) {
        double sum = 0;
        for (unsigned k = 0; k < m; k++)
            sum += x[i * m + k];
        for (unsigned k = 0; k < m; k++)
            y[i * m + k] = sum;
    }
}
