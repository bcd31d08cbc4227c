/* Row 1: temporaries: block-local, private(), outer scalars assigned before use. */
double f(const double *a, int n)
{
    double s = 0, outer, listed, after, sometimes;
    int i;
#pragma tcr reduce(+ : s) private(listed)
    for (i = 0; i < n; i++) {
        double local = a[i];
        outer = local * 2;
        listed = outer + 1;
        s += local * outer * listed;
    }
    /* used after the loop: the host loop keeps it */
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        after = a[i];
        s += after;
    }
    s += after;
    /* carried from one iteration to the next */
    listed = 0;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        s += listed;
        listed = a[i];
    }
    /* assigned in some iterations only, and used after */
    sometimes = 0;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++)
        if (a[i] > 0) {
            sometimes = a[i];
            s += sometimes;
        }
    return s + sometimes;
}
