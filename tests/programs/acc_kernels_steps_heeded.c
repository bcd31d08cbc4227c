/* SPDX-License-Identifier: MIT */
/* The same where the compiler heeds them.
 * flags: -O1 -fopenacc
 * accept: acc
 * refused: carried
 * device: 6
 */
#include "acc_kernels_steps.c"
