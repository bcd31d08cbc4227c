/* Elements of arrays that loops of a thread keep in registers, and those that they may not. */
struct atom {
    double x, fx, fy[2];
};

/* Rows of three, and a number, that the iteration has written before. */
void forces(int n, int most, const int *restrict list, double (*restrict f)[3],
            const double (*restrict r)[3], double *restrict u)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int a = 0; a < 100; a++) {
            const int at = 100 * i + a;
            f[at][0] = f[at][1] = f[at][2] = 0;
            u[at] = 0;
            for (int k = 0; k < most; k++) {
                const int j = list[at * most + k];
                const double d = r[at][0] - r[j][0];
                if (d > 0.5)
                    continue;
                u[at] += d;
                for (int m = 0; m < 3; m++)
                    f[at][m] += d * r[j][m];
            }
        }
}

/* In the order of the program, some not in every iteration; by any pointers. */
void mixed(int n, int most, double *y, const double *x, struct atom *p)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < most; k++) {
            if (x[k] > 0)
                y[3 * i] = y[3 * i] / 2 + x[k];
            y[3 * i + 2] = x[k] - y[3 * i + 2];
            p[i].fx = p[i].fx / 2 + p[i].x;
            p[i].fy[1] = k;
        }
}

/* Read by another subscript, another pointer of the same kind, in a function; of which the loop
 * chooses the element; a row that the loop goes through. */
static double look(const double *x, int at)
{
    return x[at];
}

void others(int n, int most, const int *restrict list, double *restrict y, double *restrict z,
            double *restrict v, double *restrict w)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < most; k++) {
            y[i] = y[i] / 2 + y[n + k];
            z[i] = z[i] / 2 + look(z, n + k);
            v[list[i] + k] = v[list[i] + k] / 2 + 1;
        }
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int m = 0; m < 3; m++)
            w[3 * i + m] = w[3 * i + m] / 2 + y[i];
}

/* A subscript may leave its row. */
void across(int n, int most, double (*restrict f)[4], const int *restrict at)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < most; k++)
            f[2 * i + 1][0] = f[2 * i + 1][0] / 2 + f[2 * i][at[k]];
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < most; k++)
            f[2 * i + 1][0] = f[2 * i + 1][0] / 2 + f[2 * i][3];
}
