/* SPDX-License-Identifier: MIT */
/* The same where the compiler heeds them: a region goes as a whole, or stays.
 * flags: -O1 -fopenacc
 * accept: acc
 * refused: offload-region offload-region offload-region offload-region offload-region offload-region carried offload-region offload-region carried dependent dependent offload-region
 */
#include "acc_kernels.c"
