void block(double *a);
void serial(double *a, int n);
double total(const double *a, int n);
/* SPDX-License-Identifier: MIT */
