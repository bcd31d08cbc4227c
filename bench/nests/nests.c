/* SPDX-License-Identifier: MIT */
#include "nests.h"
#include <math.h>

/* ---- rows ---- */

void row_sums_f32(long rows, long length, const float *a, float *y)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        float sum = 0;
        for (long k = 0; k < length; k++)
            sum += a[i * length + k];
        y[i] = sum;
    }
}

void row_sums_f64(long rows, long length, const double *a, double *y)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (long k = 0; k < length; k++)
            sum += a[i * length + k];
        y[i] = sum;
    }
}

void row_sums_i32(long rows, long length, const int *a, int *y)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        int sum = 0;
        for (long k = 0; k < length; k++)
            sum += a[i * length + k];
        y[i] = sum;
    }
}

#if NESTS_F16
void row_sums_f16(long rows, long length, const half_t *a, float *y)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        float sum = 0;
        for (long k = 0; k < length; k++)
            sum += (float)a[i * length + k];
        y[i] = sum;
    }
}
#endif

void row_max_f32(long rows, long length, const float *a, float *y)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        const float *row = a + i * length;
        float most = row[0];
        for (long k = 1; k < length; k++)
            if (row[k] > most)
                most = row[k];
        y[i] = most;
    }
}

void row_argmax_f32(long rows, long length, const float *a, int *y)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        const float *row = a + i * length;
        float most = row[0];
        int at = 0;
        for (int k = 1; k < length; k++)
            if (row[k] > most) {
                most = row[k];
                at = k;
            }
        y[i] = at;
    }
}

void row_moments_f32(long rows, long length, const float *a, float *mean, float *variance)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        const float *row = a + i * length;
        float sum = 0, squares = 0;
        for (long k = 0; k < length; k++)
            sum += row[k];
        float middle = sum / (float)length;
        for (long k = 0; k < length; k++)
            squares += (row[k] - middle) * (row[k] - middle);
        mean[i] = middle;
        variance[i] = squares / (float)length;
    }
}

void row_softmax_f32(long rows, long length, const float *a, float *y)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        const float *row = a + i * length;
        float most = row[0], sum = 0;
        for (long k = 1; k < length; k++)
            if (row[k] > most)
                most = row[k];
        for (long k = 0; k < length; k++)
            sum += expf(row[k] - most);
        for (long k = 0; k < length; k++)
            y[i * length + k] = expf(row[k] - most) / sum;
    }
}

/* ---- matrices ---- */

void matrix_vector_f64(long m, long n, const double *a, const double *x, double *y)
{
#pragma tcr loop
    for (long i = 0; i < m; i++) {
        double sum = 0;
        for (long j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] = sum;
    }
}

void matrix_vector_f32(long m, long n, const float *a, const float *x, float *y)
{
#pragma tcr loop
    for (long i = 0; i < m; i++) {
        float sum = 0;
        for (long j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] = sum;
    }
}

void transposed_vector_f64(long m, long n, const double *a, const double *x, double *y)
{
#pragma tcr loop
    for (long j = 0; j < n; j++) {
        double sum = 0;
        for (long i = 0; i < m; i++)
            sum += a[i * n + j] * x[i];
        y[j] = sum;
    }
}

void transposed_vector_f32(long m, long n, const float *a, const float *x, float *y)
{
#pragma tcr loop
    for (long j = 0; j < n; j++) {
        float sum = 0;
        for (long i = 0; i < m; i++)
            sum += a[i * n + j] * x[i];
        y[j] = sum;
    }
}

void csr_vector(int rows, const int *first, const int *column, const double *value, const double *x,
                double *y)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

void ell_vector(int rows, int width, const int *column, const double *value, const double *x,
                double *y)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = 0; k < width; k++)
            sum += value[k * rows + i] * x[column[k * rows + i]];
        y[i] = sum;
    }
}

/* ---- grids and vectors ---- */

double stencil_norm(int ny, int nx, const double *u, double *v)
{
    double norm = 0;
#pragma tcr reduce(+ : norm) collapse(2)
    for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nx - 1; k++) {
            double next = 0.25 * (u[(j - 1) * nx + k] + u[(j + 1) * nx + k] + u[j * nx + k - 1] +
                                  u[j * nx + k + 1]);
            double change = next - u[j * nx + k];
            v[j * nx + k] = next;
            norm += change * change;
        }
    return norm;
}

double stencil_faces(int ny, int nx, const double *kx, const double *ky, const double *p, double *w)
{
    double pw = 0;
#pragma tcr reduce(+ : pw)
    for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nx - 1; k++) {
            const int index = j * nx + k;
            const double at =
                (1.0 + (kx[index + 1] + kx[index]) + (ky[index + nx] + ky[index])) * p[index] -
                (kx[index + 1] * p[index + 1] + kx[index] * p[index - 1]) -
                (ky[index + nx] * p[index + nx] + ky[index] * p[index - nx]);
            w[index] = at;
            pw += at * p[index];
        }
    return pw;
}

double pointers_norm(int ny, int nx, double **u, double **v)
{
    double norm = 0;
#pragma tcr reduce(+ : norm) collapse(2)
    for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nx - 1; k++) {
            double next = 0.25 * (u[j - 1][k] + u[j + 1][k] + u[j][k - 1] + u[j][k + 1]);
            double change = next - u[j][k];
            v[j][k] = next;
            norm += change * change;
        }
    return norm;
}

void pointers_sweep(int ny, int nx, double **u, double **v)
{
#pragma tcr loop collapse(2)
    for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nx - 1; k++)
            v[j][k] = 0.25 * (u[j - 1][k] + u[j + 1][k] + u[j][k - 1] + u[j][k + 1]);
}

void layers_sweep(int nz, int ny, int nx, double ***u, double ***v)
{
#pragma tcr loop collapse(3)
    for (int l = 1; l < nz - 1; l++)
        for (int j = 1; j < ny - 1; j++)
            for (int k = 1; k < nx - 1; k++)
                v[l][j][k] = 0.125 * (u[l - 1][j][k] + u[l + 1][j][k] + u[l][j - 1][k] +
                                      u[l][j + 1][k] + u[l][j][k - 1] + u[l][j][k + 1]);
}

void colour_sweep(int ny, int nx, int colour, double *u)
{
#pragma omp target teams distribute parallel for map(tofrom : u [0:ny * nx])
    for (int j = 1; j < ny - 1; j++)
        for (int k = 1 + (j + colour) % 2; k < nx - 1; k += 2)
            u[j * nx + k] = 0.25 * (u[(j - 1) * nx + k] + u[(j + 1) * nx + k] + u[j * nx + k - 1] +
                                    u[j * nx + k + 1]);
}

void chosen_sweep(int ny, int nx, int colour, double *u)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : u [0:ny * nx])
    for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nx - 1; k++)
            if ((j + k + colour) % 2)
                u[j * nx + k] = 0.25 * (u[(j - 1) * nx + k] + u[(j + 1) * nx + k] +
                                        u[j * nx + k - 1] + u[j * nx + k + 1]);
}

void coarse_sweep(int ny, int nx, const double *u, double *v)
{
#pragma tcr loop collapse(2)
    for (int j = 1; j < ny; j++)
        for (int k = 1; k < nx; k++) {
            const double *at = u + (4 * j * nx + 2 * k);
            v[j * nx + k] = 0.5 * at[0] + 0.125 * (at[-1] + at[1] + at[-2 * nx] + at[2 * nx]);
        }
}

double advance(int n, double alpha, const double *p, const double *q, double *x, double *r)
{
    double rr = 0;
#pragma tcr reduce(+ : rr)
    for (int i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        rr += r[i] * r[i];
    }
    return rr;
}

double kinetic(int n, double (*p)[4])
{
    double energy = 0;
#pragma tcr reduce(+ : energy)
    for (int i = 0; i < n; i++)
        energy += 0.5 * p[i][3] * (p[i][0] * p[i][0] + p[i][1] * p[i][1] + p[i][2] * p[i][2]);
    return energy;
}

void histogram(long n, const int *key, int bins, int *h)
{
    (void)bins; /* the directive has it */
#pragma tcr reduce(+ : h [0:bins])
    for (long i = 0; i < n; i++)
        h[key[i]]++;
}

/* ---- pairs ---- */

void pairs_f32(int n, const float (*p)[4], float (*a)[4])
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        float x = 0, y = 0, z = 0;
        for (int j = 0; j < n; j++) {
            float dx = p[j][0] - p[i][0], dy = p[j][1] - p[i][1], dz = p[j][2] - p[i][2];
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + (float)SOFTENING);
            float pull = p[j][3] * inverse * inverse * inverse;
            x += pull * dx;
            y += pull * dy;
            z += pull * dz;
        }
        a[i][0] = x;
        a[i][1] = y;
        a[i][2] = z;
        a[i][3] = 0;
    }
}

void pairs_f64(int n, const double (*p)[4], double (*a)[4])
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double x = 0, y = 0, z = 0;
        for (int j = 0; j < n; j++) {
            double dx = p[j][0] - p[i][0], dy = p[j][1] - p[i][1], dz = p[j][2] - p[i][2];
            double inverse = 1.0 / sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
            double pull = p[j][3] * inverse * inverse * inverse;
            x += pull * dx;
            y += pull * dy;
            z += pull * dz;
        }
        a[i][0] = x;
        a[i][1] = y;
        a[i][2] = z;
        a[i][3] = 0;
    }
}
