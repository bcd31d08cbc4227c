/* SPDX-License-Identifier: MIT */
/* products.h: the loops that products.c measures: C = A B of n rows and columns each. */
#ifndef PRODUCTS_H
#define PRODUCTS_H

void product_f64(int n, const double *a, const double *b, double *c);
void product_f32(int n, const float *a, const float *b, float *c);

#endif
