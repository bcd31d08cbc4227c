/* SPDX-License-Identifier: MIT */
/*
 * peers.h: what the nests are measured beside.  Each file of peers/ is a shared object, which the
 * program is given by name; functions of those that are not given are null.
 *
 * Pointers are device addresses unless a name ends in _host.  Functions return when the work is
 * done: 0, or -1 where it failed or the library has no such function.
 */
#ifndef NESTS_PEERS_H
#define NESTS_PEERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fold { SUM_F32, SUM_F64, SUM_I32, SUM_F16, MAX_F32, ARGMAX_F32 };

struct peer_cub {
    int (*version)(void);
    /* y[i] of rows of equal length; of ARGMAX_F32, structures in memory of its own.  `fixed`: by
     * the function for segments of one length, else by offsets. */
    int (*segments)(enum fold fold, int fixed, long rows, long length, const void *a, void *y);
    int (*histogram)(long n, const int *key, int bins, int *h_host);
};

struct peer_libraries {
    /* y = A x or A^T x of an m x n matrix, row after row, of double or float. */
    int (*matrix_vector)(int f64, int transposed, long m, long n, const void *a, const void *x,
                         void *y);
    /* algorithm: 0, the default; 1; 2.  csr_open prepares what csr_run does until csr_close. */
    int (*csr_open)(int algorithm, int rows, int columns, int entries, const int *first,
                    const int *column, const double *value, const double *x, double *y);
    int (*csr_run)(void);
    void (*csr_close)(void);
};

struct peer_kernels {
    void (*versions)(char *text, size_t size); /* of CUDA */
    int (*read)(const void *a, size_t size);
    int (*copy)(void *to, const void *from, size_t size);
    int (*stencil_norm)(int ny, int nx, const double *u, double *v, double *norm_host);
    int (*stencil_faces)(int ny, int nx, const double *kx, const double *ky, const double *p,
                         double *w, double *pw_host);
    int (*advance)(int n, double alpha, const double *p, const double *q, double *x, double *r,
                   double *rr_host);
    int (*pairs_f32)(int n, const void *p, void *a);
    int (*pairs_f64)(int n, const void *p, void *a);
};

#ifdef __cplusplus
}
#else
extern struct peer_cub peer_cub;
extern struct peer_libraries peer_libraries;
extern struct peer_kernels peer_kernels;
#endif

#endif
