#ifndef NORM_H
#define NORM_H

/* The 2-norm of x[0 .. n-1], and its largest absolute value in *most. */
double norm(int n, const double *x, double *most);

#endif
/* SPDX-License-Identifier: MIT */
