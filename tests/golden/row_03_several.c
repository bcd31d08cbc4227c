/* Row 3: several variables, several clauses, one of them not used. */
void f(const double *a, const int *b, int n, double *out)
{
    double s = 0, t = 0, p = 1, lo = a[0], hi = a[0];
    long k = 0;
    unsigned m = 0;
    int never = 0;
#pragma tcr reduce(+ : s, t, k, never) reduce(* : p) reduce(min : lo) reduce(max : hi) reduce(| : m)
    for (int i = 0; i < n; i++) {
        s += a[i];
        t -= a[i] * a[i];
        k += b[i];
        p = p * a[i];
        lo = lo < a[i] ? lo : a[i];
        if (a[i] > hi)
            hi = a[i];
        m |= (unsigned)b[i];
    }
    out[0] = s + t + p + lo + hi + (double)k + m + never;
}
