/* Rows of a triangle: the loop in a row has any order, for the row's beginning is the same there. */
void lower(int n, double *restrict a, const double *restrict b);
void lower(int n, double *restrict a, const double *restrict b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * (i + 1) / 2 + j] *= b[i] * b[j];
}

/* Elements of a row that are made of each other, and of another row. */
void chained(int n, double *a);
void chained(int n, double *a)
{
#pragma tcr loop
    for (int i = 1; i < n; i++) {
        for (int j = 1; j <= i; j++)
            a[i * (i + 1) / 2 + j] += a[i * (i + 1) / 2 + j - 1];
        for (int j = 0; j < i; j++)
            a[i * (i + 1) / 2 + j] += a[j * (j + 1) / 2 + j];
    }
}
