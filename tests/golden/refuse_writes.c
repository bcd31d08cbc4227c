/* What a loop for the device must not write (yet). */
int total;
double f(double *a, double b[10], int n, struct p { double x; } *q)
{
    double s = 0, t[3] = {0};
    struct p r = {0};
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        t[1] = a[i];
        s += t[1];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        r.x = a[i];
        s += r.x;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        q->x += a[i];
        s += b[0];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        total++;
        s += a[i];
    }
    return s + t[1] + r.x;
}
