/* SPDX-License-Identifier: MIT */
/* product_host.h: products of matrices on the host. */
#ifndef TCR_PRODUCT_HOST_H
#define TCR_PRODUCT_HOST_H

#include "../backend/backend.h"

#pragma GCC visibility push(hidden)

/* The product in full precision, whatever `of` allows, of matrices at host addresses; C is apart
 * from A and B.  Where alpha and beta are 1, elements of C are added to in the order of the sum;
 * with alpha 0, A and B are not read, and with beta 0, C is not.  0, or TCR_E_NO_MEMORY: nothing
 * has been done. */
int tcr_product_host(const struct tcr_product_call *of);

#pragma GCC visibility pop

#endif
