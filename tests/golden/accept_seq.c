// options: --tcr-accept=acc --tcr-report
/* `seq` on an inner loop: its sums keep their order. */
double A[32][32], B[32][32], C[32][32];
void product(void)
{
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++) {
            double t = 0;
#pragma acc loop seq
            for (int k = 0; k < 32; k++)
                t += A[i][k] * B[k][j];
            C[i][j] = t;
        }
}

void rows(int n, const double *a, double *y)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        double t = 0;
#pragma acc loop seq reduction(+ : t)
        for (int k = 0; k < 1000; k++)
            t += a[i * 1000 + k];
        y[i] = t;
    }
}

/* A pointer alone moves nothing; a counter that packs is told in the words of its directive. */
void pointers(int n, double *p, const double *q, const int *key)
{
    int m = 0;
#pragma acc update self(p)
#pragma acc update device(p[0 : n])
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        if (key[i])
            p[m++] = q[i];
}

/* Levels that `collapse` names and that are none on the device. */
enum { M = 96, T = 20 };
double X[M][M], Y[M][M], Z[M][M];
void tiles(void)
{
    int ii, jj, kk;
#pragma acc parallel loop collapse(2) private(jj, kk)
    for (ii = 0; ii < M; ii += T)
        for (jj = 0; jj < M; jj += T)
            for (kk = 0; kk < M; kk += T)
                for (int i = ii; i < (ii + T < M ? ii + T : M); i++)
                    for (int j = jj; j < (jj + T < M ? jj + T : M); j++)
                        for (int k = kk; k < (kk + T < M ? kk + T : M); k++)
                            Z[i][j] += X[i][k] * Y[k][j];
}
