/* The same where the compiler heeds them: loops that are taken over and code that is not.
 * flags: -O1 -fopenacc
 * accept: acc
 * refused: offload-region offload-region
 */
#include "acc_data.c"
/* SPDX-License-Identifier: MIT */
