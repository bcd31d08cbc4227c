/* SPDX-License-Identifier: MIT */
/*
 * nests.h: the loop nests that are measured, one function each, as a program has them: plain C
 * with a directive on the outermost loop.
 *
 * Matrices are row after row.  All arrays are present on the device (measure.h: resident()).
 */
#ifndef NESTS_H
#define NESTS_H

#if defined __FLT16_MANT_DIG__
#define NESTS_F16 1
__extension__ typedef _Float16 half_t;
#else
#define NESTS_F16 0
#endif

/* y[i] of row i of `rows` rows, each of `length` elements. */
void row_sums_f32(long rows, long length, const float *a, float *y);
void row_sums_f64(long rows, long length, const double *a, double *y);
void row_sums_i32(long rows, long length, const int *a, int *y);
#if NESTS_F16
void row_sums_f16(long rows, long length, const half_t *a, float *y);
#endif
void row_max_f32(long rows, long length, const float *a, float *y);
void row_argmax_f32(long rows, long length, const float *a, int *y); /* the first of several */
void row_moments_f32(long rows, long length, const float *a, float *mean, float *variance);
void row_softmax_f32(long rows, long length, const float *a, float *y);

/* y = A x and y = A^T x, of m rows and n columns. */
void matrix_vector_f64(long m, long n, const double *a, const double *x, double *y);
void matrix_vector_f32(long m, long n, const float *a, const float *x, float *y);
void transposed_vector_f64(long m, long n, const double *a, const double *x, double *y);
void transposed_vector_f32(long m, long n, const float *a, const float *x, float *y);

/* y = A x with A in compressed sparse rows, and in ELLPACK's form: `width` entries of each row,
 * the k-th of all rows beside each other. */
void csr_vector(int rows, const int *first, const int *column, const double *value, const double *x,
                double *y);
void ell_vector(int rows, int width, const int *column, const double *value, const double *x,
                double *y);

/* A step of Jacobi's method on the inner points of a ny x nx grid; the sum of squares of changes.
 */
double stencil_norm(int ny, int nx, const double *u, double *v);
/* w = A p of a heat equation with the faces' coefficients kx and ky; p . w.  One directive. */
double stencil_faces(int ny, int nx, const double *kx, const double *ky, const double *p,
                     double *w);

/* The same steps where rows, and layers of rows, are behind pointers; the mean of six neighbours,
 * times 3/4. */
double pointers_norm(int ny, int nx, double **u, double **v);
void pointers_sweep(int ny, int nx, double **u, double **v);
void layers_sweep(int nz, int ny, int nx, double ***u, double ***v);
/* In place, the points of one colour, by the inner loop's start and step; by a condition. */
void colour_sweep(int ny, int nx, int colour, double *u);
void chosen_sweep(int ny, int nx, int colour, double *u);
/* Every other point of every other row of u, with its neighbours, to a ny x nx grid. */
void coarse_sweep(int ny, int nx, const double *u, double *v);

/* x += alpha p, r -= alpha q; r . r */
double advance(int n, double alpha, const double *p, const double *q, double *x, double *r);
/* The kinetic energy of particles: three components of velocity and the mass. */
double kinetic(int n, double (*p)[4]);

/* Adds the number of keys k, 0 <= k < bins, to h[k]. */
void histogram(long n, const int *key, int bins, int *h);

/* Softened gravity of all pairs: positions and masses in p, accelerations into a. */
void pairs_f32(int n, const float (*p)[4], float (*a)[4]);
void pairs_f64(int n, const double (*p)[4], double (*a)[4]);

#define SOFTENING 0.01

#endif
