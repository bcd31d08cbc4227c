/* Without -fopenmp, OpenMP's directives are comments to the compiler; they are taken
 * over all the same, and what is not runs as plain C.
 * sanitize: no
 * flags: -O1
 * accept: omp
 * device: 21
 */
#include "omp_combined.c"
/* SPDX-License-Identifier: MIT */
