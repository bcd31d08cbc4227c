// options: --tcr-inner=ordered
/* Sums of inner loops keep their order: which loops are shared all the same. */
void inner(double *restrict y, int *restrict n, const double *restrict a, const int *rp, int rows,
           int m)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0, p = 1, top = 0;
        int c = 0;
        for (int k = 0; k < m; k++) {
            s = a[i * m + k] * 2 + s - 1;
            p *= a[i * m + k];
            if (a[i * m + k] > top)
                top = a[i * m + k];
            c += k;
        }
        y[i] = s + p + top;
        n[i] = c;
    }
    /* nothing that is rounded */
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        int c = 0;
        for (int k = 0; k < m; k++)
            c += k * n[k];
        y[i] = c;
    }
    /* a conditional value, an update in a loop, one in a loop that writes */
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0, t = 0, u = 0;
        for (int k = 0; k < m; k++)
            s = a[i * m + k] > 0 ? s + a[i * m + k] : s;
        for (int k = 0; k < m; k++)
            for (int q = 0; q < 3; q++)
                t += a[i * m + k] * q;
        for (int k = 0; k < m; k++) {
            n[i * m + k] = k;
            u += a[i * m + k];
        }
        y[i] = s + t + u;
    }
    /* down columns */
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = 0; k < m; k++)
            s += a[k * rows + i];
        y[i] = s;
    }
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = rp[i]; k < rp[i + 1]; k++)
            y[i] += a[k];
}
