// options: --tcr-accept=acc
/* Without -fopenacc an array in private() is one array of the program's, with the last iteration's values. */
double squares(double *out, int n)
{
    double t[4];
#pragma acc parallel loop private(t)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++)
            t[k] = i + k;
        out[i] = t[0] * t[3];
    }
    return t[1];
}
