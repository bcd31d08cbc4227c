/* What the reports say of loops below the directive's. */
void loops(double *y, int *at, const double *restrict v, const int *rp, const int *ci, double *restrict w,
           const double *x, double *u, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = rp[i]; k < rp[i + 1]; k++)
            s += v[k] * x[ci[k]];
        y[i] = s;
    }
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++)
            s += v[(long)k * n + i];
        w[i] = s;
    }
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double best = 0, last = 0;
        int where = 0;
        /* shared, and what is not */
        for (int k = 0; k < m; k++)
            if (v[(long)i * m + k] > best) {
                best = v[(long)i * m + k];
                where = k;
            }
        for (int k = 0; k < m; k++)
            last = last / 2 + v[(long)i * m + k];
        for (int k = 1; k < m; k++)
            w[(long)i * m + k] += w[(long)i * m + k - 1] * last;
        for (int k = 0; k < m; k++)
            if (v[(long)i * m + k] > last)
                break;
        while (where > m)
            where /= 2;
        at[i] = where;
    }
    /* no remark: a loop that is unrolled is registers */
    double h[4] = {0};
#pragma tcr reduce(+ : h[0 : 4])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            h[k] += v[4L * i + k];
    u[0] = h[0] + h[1] + h[2] + h[3];
    /* two bases */
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++)
            u[(long)i * m + k] = x[k] + 1;
        y[i] = s;
    }
    /* neither the call nor a look at the bounds says how long it is */
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        at[i] = 0;
        for (int k = rp[i]; k < rp[i + 1]; k++)
            s += v[k];
        w[i] = s;
    }
    /* what a team cannot combine; a loop in a shared one; a body that is one thread's */
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        _Complex double z = 0;
        for (int k = 0; k < m; k++)
            w[i] += v[k];
        for (int k = 0; k < m; k++)
            z += v[k];
        for (int k = 0; k < m; k++)
            for (int j = 0; j < 3; j++)
                s += v[k] * j;
        w[i] += s + __real__ z;
    }
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++)
            s += v[k];
        switch (at[i]) {
        case 0:
            s = 0;
        }
        w[i] = s;
    }
}

/* Looked at: what is read in front does not say how long it is; in the second one it does. */
void looked(double *restrict y, const double *restrict v, int *restrict rp, const int *restrict ci, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = y[i];
        for (int k = ci[i]; k < ci[i + 1]; k++)
            s += v[k];
        y[i] = s;
    }
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int s = rp[i], end;
        end = s + 1;
        for (int k = 0; k < end; k++)
            s += k;
        rp[i] = s;
    }
}
