struct curve;

void table_setup(int n);
double table_value(double x);
double table_scaled(double x);
double curve_value(double x);

void grid_setup(int seed);
double grid_value(int i);
double grid_total(const double *x, int n);
/* SPDX-License-Identifier: MIT */
