/* Sweeps along one dimension: a loop without a directive that comes back to what an earlier one of
 * its iterations wrote is not shared, where that is so in all calls. */
static double m[20][30];

void columns(void)
{
#pragma tcr loop
    for (int j = 0; j < 30; j++)
        for (int i = 1; i < 20; i++)
            m[i][j] += m[i - 1][j];
}

/* w is a step of i. */
void widths(double *v, int w, int h)
{
#pragma tcr loop
    for (int j = 0; j < w; j++)
        for (int i = 1; i < h; i++)
            v[i * w + j] += v[(i - 1) * w + j];
}

void lag(int n, int w, double (*v)[w])
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 12; j < w; j++)
            v[i][j] += v[i][j - 12];
}

void rows(double **v, int n, int w)
{
#pragma tcr loop
    for (int j = 0; j < w; j++)
        for (int i = n - 2; i >= 0; i--)
            v[i][j] += v[i + 1][j];
}

void guarded(double *v, int w, int h)
{
#pragma tcr loop
    for (int j = 0; j < w; j++)
        for (int i = 0; i < h; i++)
            if (i > 0)
                v[i * w + j] += v[(i - 1) * w + j];
}

void middle(double *v, int nx, int ny, int nz)
{
#pragma tcr loop
    for (int k = 0; k < nz; k++)
        for (int j = 1; j < ny; j++)
            for (int i = 0; i < nx; i++)
                v[(k * ny + j) * nx + i] += 0.5 * v[(k * ny + j - 1) * nx + i];
}

/* Two levels: the innermost is not one. */
void innermost(double *v, int nx, int ny, int nz)
{
#pragma tcr loop
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 1; i < nx; i++)
                v[(k * ny + j) * nx + i] += 0.5 * v[(k * ny + j) * nx + i - 1];
}

double reduced(int n, int w, double (*v)[w])
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int j = 0; j < w; j++)
        for (int i = 1; i < n; i++)
            s += v[i][j] += v[i - 1][j];
    return s;
}

/* Two levels each: the directive says so, the distance is not known, or no iteration is so far
 * from another one. */
void declared(int n, int w, double (*v)[w])
{
#pragma tcr loop collapse(2)
    for (int j = 0; j < w; j++)
        for (int i = 1; i < n; i++)
            v[i][j] += v[i - 1][j];
}

void unknown(double *v, int n, int w, int far)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++)
            v[i * 2 * w + j] += v[i * 2 * w + j + far];
}

void halves(double (*v)[64], int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 32; j++)
            v[i][j] += v[i][j + 32];
}
