// Which sums of double the device takes by groups of floats (plan_floats.c).
// options: --tcr-arch=none
void taken(int n, const float *x, const short *h, const _Bool *b, double *out)
{
    double s = 0, t = 0;
#pragma tcr reduce(+ : s, t)
    for (int i = 0; i < n; i++) {
        s += x[i];
        if (b[i])
            t = t - h[i];
    }
    out[0] = s + t;
}

void refused(int n, const float *x, const int *k, double *out)
{
    double s = 0, t = 0, u = 0;
#pragma tcr reduce(+ : s, t, u)
    for (int i = 0; i < n; i++) {
        s += x[i];
        s += x[i];
        t += k[i];
        u += x[i] * 0.1;
    }
    out[0] = s + t + u;
}

void repeated(int n, const float *x, double *out)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int first = i * 4;
        for (int k = 0; k < 4; k++)
            s += x[first + k];
    }
    *out = s;
}
