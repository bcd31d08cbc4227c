/* Row 7: if, else, continue, ?:, && and || as control. */
double f(const double *a, const char *skip, int n)
{
    double s = 0;
    int count = 0;
#pragma tcr reduce(+ : s, count)
    for (int i = 0; i < n; i++) {
        if (skip[i])
            continue;
        if (a[i] > 0)
            s += a[i];
        else if (a[i] < -1) {
            s -= a[i];
            count++;
        } else
            s += a[i] == 0 ? 1 : 2;
        a[i] > 10 && count++;
        a[i] > 20 ? (s += 1) : (s += 2);
    }
    return s / count;
}
