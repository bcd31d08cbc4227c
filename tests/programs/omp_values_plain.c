/* The same where OpenMP's directives are comments.
 * sanitize: no
 * flags: -O1
 * accept: omp
 * refused: call-effects volatile
 */
#include "omp_values.c"
/* SPDX-License-Identifier: MIT */
