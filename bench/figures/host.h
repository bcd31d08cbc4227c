/* SPDX-License-Identifier: MIT */
/* host.h: the sum on the host, by OpenMP's threads. */
#ifndef FIGURES_HOST_H
#define FIGURES_HOST_H

/* Sums of halves (half) or floats, added in float. */
double host_sum(int half, const void *array, long long n);
int host_threads(void);

#endif
