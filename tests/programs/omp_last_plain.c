/* omp_last.c without -fopenmp: nobody promises that iterations are independent, so that each call
 * is asked whether they are.
 *
 * accept: omp
 * flags: -O1
 * device: 19
 */
#include "omp_last.c"
/* SPDX-License-Identifier: MIT */
