/* Prefix sums in the loop of a row, without a directive on it: what is shared, and what is not. */
#include <stddef.h>

void shared(int m, int n, const double *restrict a, double *restrict b, int *restrict c)
{
#pragma tcr loop
    for (int i = 0; i < m; i++) {
        double s = 0;
        int t = 0, most = -1;
        for (int k = 0; k < n; k++) {
            s += a[i * n + k];
            b[i * n + k] = s;
        }
        for (int k = 0; k < n; k++) { /* exclusive, with what leads to the update */
            c[i * n + k] = t;
            int by = a[i * n + k] > 2;
            if (by)
                t += 2;
        }
        for (int k = 0; k < n; k++) {
            int x = c[i * n + k];
            c[i * n + k] = most;
            most = x > most ? x : most;
        }
    }
}

/* x and y may be one, but not in the exclusive form. */
void pointers(int m, int n, const float *x, float *y)
{
#pragma tcr loop
    for (int i = 0; i < m; i++) {
        float s = 0;
        for (int k = 0; k < n; k++) {
            s += x[(size_t)i * n + k];
            y[(size_t)i * n + k] = s;
        }
    }
#pragma tcr loop
    for (int i = 0; i < m; i++) {
        float s = 0;
        for (int k = 0; k < n; k++) {
            y[(size_t)i * n + k] = s;
            s += x[(size_t)i * n + k];
        }
    }
}

void columns(int m, int n, const float *restrict x, float *restrict y)
{
#pragma tcr loop
    for (int k = 0; k < n; k++) {
        float s = 0;
        for (int i = 0; i < m; i++) {
            s += x[i * n + k];
            y[i * n + k] = s;
        }
    }
}

/* One loop each. */
void none(int m, int n, double (*restrict a)[n], double (*restrict b)[n], int *restrict c)
{
#pragma tcr loop
    for (int i = 0; i < m; i++) {
        double s = 0, p = 1, u = 0, v = 0, q = 0;
        float low = 0;
        int skips = 0;
        for (int k = 0; k < n; k++) /* the value of the update */
            b[i][k] = s += a[i][k];
        for (int k = 0; k < n; k++) { /* a product may overflow in parts */
            p *= a[i][k];
            b[i][k] += p;
        }
        for (int k = 0; k < n; k++) { /* what the iteration has written */
            b[i][k] = u;
            u += b[i][k] * 2 + 1;
        }
        for (int k = 0; k < n; k++) { /* depends on the sum */
            double t = v / 2;
            b[i][k] = t;
            v += t + a[i][k];
        }
        for (int k = 0; k < n; k++) { /* a NaN may take its place, or not */
            if (a[i][k] < low)
                low = (float)a[i][k];
            b[i][k] += low;
        }
        for (int k = 0; k < n; k++) { /* it would be run twice */
            c[i * n + k]++;
            q += c[i * n + k];
            b[i][k] += q;
        }
        for (int k = 0; k < n; k++) {
            if (a[i][k] < 0)
                continue;
            skips++;
            c[i * n + k] = skips;
        }
    }
}
