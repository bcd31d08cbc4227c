/* The same where the compiler heeds the directives.
 * flags: -O1 -fopenacc
 * accept: acc
 * refused: carried carried reduction-misuse
 */
#include "acc_unlisted.c"
/* SPDX-License-Identifier: MIT */
