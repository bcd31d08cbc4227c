/* SPDX-License-Identifier: MIT */
/* The same where the compiler heeds them: a region goes as a whole, or stays.
 * flags: -O1 -fopenacc
 * accept: acc
 * refused: carried carried carried dependent dependent offload-region offload-region
 */
#include "acc_kernels.c"
