// What 'precision' allows to products of matrices, and where it stands in vain.
#define EPS 1e-3
typedef float f;

void word(int n, const f *a, const f *b, f *c)
{
#pragma tcr loop precision(tf32x3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

void error_of_a_macro(int n, const f *a, const f *b, f *c)
{
#pragma tcr loop collapse(2) precision(EPS)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void error_that_asks_for_all(int n, const f *a, const f *b, f *c)
{
#pragma tcr loop precision(1e-6)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void of_double(int n, const double *a, const double *b, double *c, double *d)
{
#pragma tcr loop precision(1e-5)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
#pragma tcr loop precision(bf16)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                d[i * n + j] += a[i * n + k] * b[k * n + j];
}

float no_product(int n, const f *a, f *b)
{
    float s = 0;
#pragma tcr loop precision(1e-5)
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
#pragma tcr reduce(+ : s) precision(tf32)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) precision(full)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

void too_much(int n, const f *a, const f *b, f *c)
{
#pragma tcr loop precision(1e-9)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}
