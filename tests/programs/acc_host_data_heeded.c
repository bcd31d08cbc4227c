/* The same where the compiler heeds the directives.
 * flags: -O1 -fopenacc
 * accept: acc
 */
#include "acc_host_data.c"
/* SPDX-License-Identifier: MIT */
