// Products of matrices: forms that are one, and nests that are nearly one.
typedef double d;

void in_variable(int n, const d *a, const d *b, d *c, d alpha, d beta)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = alpha * s + beta * c[i * n + j];
        }
}

void by_rows(int n, int m, int l, float A[n][l], float B[l][m], float C[n][m], float alpha)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            C[i][j] = 0.0f;
        for (int k = 0; k < l; k++) {
            float t = alpha * A[i][k];
            for (int j = 0; j < m; j++)
                C[i][j] -= t * B[k][j];
        }
    }
}

void other_starts(int n, const d *a, const d *b, d *c)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = c[i * n + j];
            for (int k = 0; k < n; k++)
                s = s + 2.0 * a[k * n + i] * b[j * n + k];
            c[i * n + j] = s;
        }
}

void a_sum_of_squares(int n, const d *a, const d *b, d *c)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = 0;
            for (int k = 0; k < n; k++)
                s += (a[i * n + k] - b[k * n + j]) * (a[i * n + k] - b[k * n + j]);
            c[i * n + j] = s;
        }
}

void three_factors(int n, const d *a, const d *b, const d *w, d *c)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j] * w[k];
            c[i * n + j] = s;
        }
}

void other_types(int n, const float *a, const float *b, float *c)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

void starts_at_one(int n, const d *a, const d *b, d *c)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = 1;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

void with_an_effect(int n, const d *a, const d *b, d *c, int *done)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
            done[i * n + j] = 1;
        }
}

void a_vector(int n, const d *a, const d *x, d *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        d s = 0;
        for (int k = 0; k < n; k++)
            s += a[i * n + k] * x[k];
        y[i] = s;
    }
}

void stored_elsewhere(int n, const d *a, const d *b, d *c)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d s = c[j * n + i];
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}
